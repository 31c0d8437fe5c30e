"""Keep Smiling! as its book tells it: every rule and example, what is refused and why, and what stays hidden."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.facts import fact
from companion.rules.drawing import draw_view
from companion.rules.errors import AmbiguousAction, IllegalAction, MalformedAction, OptionsError, RecordError
from companion.rules.history import History
from companion.rules.keep_smiling.actions import PASS, Duel, Move, Place, Roll
from companion.rules.keep_smiling.check import RULES
from companion.rules.keep_smiling.game import GAME
from companion.rules.keep_smiling.state import State
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE, Outcome
from tests.rules.keep_smiling_cases import actor, after, board
from tests.rules.rules_cases import hidden_twin

OPTIONS = GAME.options(["Anna", "Ben"])


def refused(p, text, rule, who=None):
    """Check that the text is a legal form but an illegal action, and that the position stays as it was."""
    who = actor(p) if who is None else who
    before = GAME.dump(p)
    action = GAME.parse(text, p, who)
    assert action not in GAME.legal(p, who)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(p, who, action)
    assert caught.value.rule == rule
    assert GAME.dump(p) == before
    return caught.value


# Setting up


def test_both_players_set_up_in_secret_and_at_once():
    p = GAME.start(OPTIONS, 1)
    assert GAME.actors(p) == (0, 1)
    p = GAME.apply(p, 1, Place("SGNSG"))
    assert GAME.actors(p) == (0,)
    assert GAME.view(p, 0)["placed"] == [False, True]
    assert "SGNSG" not in str(GAME.view(p, 0))
    assert GAME.view(p, 0)["kinds"] is None
    assert GAME.view(p, 1)["kinds"] == list("SGNSG")
    p = GAME.apply(p, 0, GAME.parse("place g s n g s", p, 0))
    assert GAME.actors(p) == (CHANCE,)
    assert p.placed == ("GSNGS", "SGNSG")


def test_there_are_thirty_ways_to_set_up():
    legal = GAME.legal(GAME.start(OPTIONS, 1), 0)
    assert legal.count() == len(set(legal)) == 30  # 5! / (2! 2! 1!)


@pytest.mark.parametrize("kinds", ["SSSGN", "SGNGG", "SSSSS", "NNSGS"])
def test_another_mix_of_pieces_is_refused(kinds):
    refused(GAME.start(OPTIONS, 1), f"place {kinds}", RULES["placing"])


@pytest.mark.parametrize("text", ["place SGNS", "place SGNSGS", "place SGNSX", "place", "place 1 2 3 4 5", "SGN"])
def test_what_is_no_set_up_is_malformed(text):
    with pytest.raises(MalformedAction):
        GAME.parse(text, GAME.start(OPTIONS, 1), 0)


def test_setting_up_twice_or_rolling_too_early_is_out_of_turn():
    p = GAME.apply(GAME.start(OPTIONS, 1), 0, Place("SGNSG"))
    refused(p, "place S G N S G", RULES["placing"], who=0)
    refused(p, "roll 1 2 3", RULES["placing"], who=CHANCE)
    refused(p, "move a:1", RULES["placing"], who=1)


# The five ways


@pytest.mark.parametrize(
    ("text", "lanes"),
    [
        ("move a:3", "3.0.0.0.0"),
        ("move a:3+6", "9.0.0.0.0"),
        ("move a:3 b:6", "3.6.0.0.0"),
        ("move a:3 b:5+6", "3.11.0.0.0"),
        ("move c:3 e:6 b:5", "0.5.3.0.6"),
    ],
)
def test_the_five_ways_to_move(text, lanes):
    p = board(dice="3.5.6")
    action = GAME.parse(text, p, 0)
    assert action in GAME.legal(p, 0)
    assert f" lanes={lanes}/0.0.0.0.0 " in GAME.dump(GAME.apply(p, 0, action))


def test_an_open_board_allows_210_moves_with_three_different_dice():
    # one piece: 5 x 6; two: 20 x 3 + 20 x 3; three: 60
    assert GAME.legal(board(dice="1.2.3"), 0).count() == 30 + 60 + 60 + 60


def test_equal_dice_allow_fewer():
    # one piece: 5 x 2; two: 10 + 20; three: 10
    assert GAME.legal(board(dice="4.4.4"), 0).count() == 10 + 10 + 20 + 10


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("move a:3+5+6", RULES["five-ways"]),  # three dice on one piece
        ("move a:3 a:5", RULES["five-ways"]),
        ("move a:4", RULES["whole-dice"]),
        ("move a:3 b:3", RULES["whole-dice"]),
        ("move a:3+3", RULES["whole-dice"]),
        ("move a:3 b:5 c:6 d:3", RULES["whole-dice"]),
        ("pass", RULES["must-move"]),
    ],
)
def test_other_uses_of_the_dice_are_refused(text, rule):
    refused(board(dice="3.5.6"), text, rule)


def test_a_die_shown_twice_may_be_used_twice():
    p = after(board(dice="3.3.5"), "move a:3 b:3")
    assert p.steps[0] == (3, 3, 0, 0, 0)


def test_pieces_move_in_their_lane_only_and_the_turn_goes_over():
    p = after(board(dice="1.2.3"), "move a:1 b:2 c:3")
    assert p.steps == ((1, 2, 3, 0, 0), (0, 0, 0, 0, 0))
    assert GAME.actors(p) == (CHANCE,)
    assert GAME.actors(after(p, "roll 6 6 6")) == (1,)


def test_dice_of_a_camera_and_of_the_seed_come_in_by_the_same_action():
    p = board()
    assert after(p, "roll 6 3 5").dice == (3, 5, 6)
    drawn = GAME.draw(p)
    assert isinstance(drawn, Roll)
    assert drawn in GAME.legal(p, CHANCE)
    assert GAME.apply(p, CHANCE, drawn).dice == drawn.dice


@pytest.mark.slow
def test_the_seed_rolls_fair_dice():
    faces = [0] * 7
    for chances in range(4000):
        drawn = GAME.draw(board(chances=chances))
        assert isinstance(drawn, Roll)
        for die in drawn.dice:
            faces[die] += 1
    assert all(abs(count - 2000) < 160 for count in faces[1:])  # 4 standard deviations


# Exact entry, jumping, capturing, chairs


def test_the_target_takes_an_exact_count():
    p = board(lanes="9.0.0.0.0/0.0.0.0.0", dice="3.4.6")
    error = refused(p, "move a:4", RULES["exact"])
    assert error.what == fact("keep-smiling.no.too-many", lane="a", left=3, n=4)
    refused(p, "move b:3 a:4+6", RULES["exact"])
    p = after(p, "move a:3")
    assert p.chairs == ((0, 0),)


def test_a_sum_moves_in_one_step_over_the_opponent():
    p = board(lanes="0.0.0.0.0/9.0.0.0.0", dice="1.3.5")  # Ben's piece stands on Anna's third field
    assert after(p, "move a:3+5").steps == ((8, 0, 0, 0, 0), (9, 0, 0, 0, 0))
    assert after(p, "move a:1").steps[1] == (9, 0, 0, 0, 0)


def test_landing_on_a_piece_captures_it_unrevealed():
    p = board(lanes="0.0.0.0.0/9.0.0.0.0", dice="1.3.5")
    q = after(p, "move a:3")
    assert q.steps == ((3, 0, 0, 0, 0), (-1, 0, 0, 0, 0))
    for viewer in (0, TABLE):
        view = GAME.view(q, viewer)
        assert view["captured"] == [[], ["a"]]
        assert view["chairs"] == []
    assert "kind" not in str(GAME.tell(p, 0, GAME.parse("move a:3", p, 0)))


def test_a_piece_still_on_its_start_field_is_captured_on_the_target():
    p = after(board(lanes="9.0.0.0.0/0.0.0.0.0", dice="1.2.3"), "move a:3")
    assert p.steps == ((-1, 0, 0, 0, 0), (-1, 0, 0, 0, 0))
    assert p.chairs == ((0, 0),)
    assert GAME.view(p, TABLE)["captured"] == [[], ["a"]]


def test_chairs_fill_from_six_down_in_the_order_named():
    p = board(lanes="9.10.0.0.0/0.0.0.0.0", dice="2.3.6")
    one, other = after(p, "move a:3 b:2"), after(p, "move b:2 a:3")
    assert [c["lane"] for c in GAME.view(one, 0)["chairs"]] == ["a", "b"]
    assert [c["chair"] for c in GAME.view(one, 0)["chairs"]] == [6, 5]
    assert [c["lane"] for c in GAME.view(other, 0)["chairs"]] == ["b", "a"]
    moves = set(GAME.legal(p, 0))
    assert GAME.parse("move a:3 b:2", p, 0) in moves
    assert GAME.parse("move b:2 a:3", p, 0) in moves


def test_orders_that_make_no_difference_are_listed_once_and_accepted_all():
    p = board(dice="1.2.3")
    one, other = GAME.parse("move a:1 b:2", p, 0), GAME.parse("move b:2 a:1", p, 0)
    assert one in GAME.legal(p, 0)
    assert other in GAME.legal(p, 0)
    assert (one in set(GAME.legal(p, 0))) != (other in set(GAME.legal(p, 0)))
    assert GAME.apply(p, 0, one) == GAME.apply(p, 0, other)


def test_captured_and_seated_pieces_do_not_move():
    p = board(lanes="-.-.0.0.0/5.-.0.0.0", chairs="0b", dice="1.2.3")
    refused(p, "move a:1", RULES["off-lane"])
    refused(p, "move b:1", RULES["off-lane"])


def ended(p: State) -> Outcome:
    """Return the outcome of a game that is over."""
    found = GAME.outcome(p)
    assert found is not None
    return found


def test_after_the_last_chair_nothing_moves():
    p = board(lanes="-.-.-.9.0/-.-.0.0.0", chairs="0a.0b.0c.1a.1b", dice="1.2.3")
    refused(p, "move d:3 e:1", RULES["ended"])
    q = after(p, "move e:1 d:3")
    assert GAME.actors(q) == ()
    assert ended(q).termination == "chairs"


# Passing, the player left alone, the end, the count


def test_a_turn_passes_only_without_a_legal_move():
    p = board(lanes="11.11.11.11.11/0.0.0.0.0", dice="2.3.4")
    assert list(GAME.legal(p, 0)) == [PASS]
    assert GAME.legal(p, 0).sample(Random(0)) == PASS
    assert GAME.actors(after(p, "pass", "roll 1 1 1")) == (1,)


def test_a_player_without_pieces_is_skipped():
    before = board(lanes="7.0.-.-.-/1.-.-.-.-", chairs="0c.0d.0e", dice="4.5.6")
    p = after(before, "move a:4")  # captures Ben's last piece
    assert p.turn == 0
    assert GAME.actors(p) == (CHANCE,)
    assert GAME.actors(after(p, "roll 1 2 3")) == (0,)
    told: Any = GAME.tell(before, 0, Move(((0, (4,)),)))
    assert told.values["parts"][-1] == fact("keep-smiling.again", who="Anna", other="Ben")


def test_the_game_ends_when_no_piece_is_left_on_the_lanes():
    p = after(board(lanes="-.-.-.-.11/-.-.-.-.-", chairs="0a.1b.1c.1d", place="SGNSG/SGNSG", dice="1.1.4"), "move e:1")
    assert GAME.actors(p) == ()
    assert ended(p).termination == "cleared"


def test_the_books_count():
    """A Smily on 5 is 5 points; a Grimmy on 3 is 3 off; a Neutralo is nothing."""
    p = board(lanes="-.-.-.0.0/-.-.-.0.0", chairs="1c.0a.1a.0b.1b.0c", place="SGNSG/SGNSG")
    # chair 6: Ben's N 0; 5: Anna's S +5; 4: Ben's S +4; 3: Anna's G -3; 2: Ben's G -2; 1: Anna's N 0
    outcome = ended(p)
    assert outcome.scores == (2, 2)
    assert outcome.winners == (0, 1)


def test_most_points_win():
    outcome = ended(board(lanes="-.0.-.-.0/-.-.-.0.0", chairs="0a.0d.1b.1c.1a.0c"))
    assert outcome.scores == (6 + 5 + 0, -4 + 0 + 2)
    assert outcome.winners == (0,)


def test_only_the_chairs_are_turned_over_at_the_end():
    p = board(lanes="-.-.-.-.11/-.-.-.-.-", chairs="0a.1b.1c.1d", dice="1.1.4")
    assert all(c["kind"] is None for c in GAME.view(p, TABLE)["chairs"])
    assert GAME.view(p, TABLE)["scores"] is None
    q = after(p, "move e:1")
    view = GAME.view(q, TABLE)
    assert [c["kind"] for c in view["chairs"]] == ["S", "G", "N", "S", "G"]
    assert view["scores"] == [6 - 2, -5 + 3]
    twin = q._replace(placed=("SNGSG", q.placed[1]))  # b and c were captured: nobody may learn which is which
    assert GAME.view(twin, TABLE) == view
    assert "kinds" not in view


# The duel variant


def test_the_attacker_wins_a_duel_on_more_or_equal():
    p = after(board(lanes="0.0.0.0.0/9.0.0.0.0", duels="yes", dice="3.4.5"), "move a:3")
    assert GAME.actors(p) == (CHANCE,)
    assert GAME.view(p, TABLE)["duel"] == "a"
    assert after(p, "duel 4 2").steps == ((3, 0, 0, 0, 0), (-1, 0, 0, 0, 0))
    assert after(p, "duel 4 4").steps == ((3, 0, 0, 0, 0), (-1, 0, 0, 0, 0))
    assert after(p, "duel 2 4").steps == ((-1, 0, 0, 0, 0), (9, 0, 0, 0, 0))
    refused(p, "roll 1 2 3", RULES["duel"])
    refused(p, "move b:1", RULES["duel"], who=0)


def test_duels_are_fought_in_the_order_named():
    p = board(lanes="0.0.0.0.0/9.8.0.0.0", duels="yes", dice="3.4.5")
    p = after(p, "move b:4 c:5 a:3")
    assert GAME.view(p, TABLE)["duel"] == "b"
    assert p.steps[0] == (0, 4, 0, 0, 0)
    assert GAME.view(p, TABLE)["rest"] == [{"lane": "c", "fields": 5}, {"lane": "a", "fields": 3}]
    p = after(p, "duel 1 6")
    assert GAME.view(p, TABLE)["duel"] == "a"
    assert p.steps == ((3, -1, 5, 0, 0), (9, 8, 0, 0, 0))
    p = after(p, "duel 6 1")
    assert p.steps == ((3, -1, 5, 0, 0), (-1, 8, 0, 0, 0))
    assert p.turn == 1


def test_a_duel_on_the_target_decides_the_chair():
    p = after(board(lanes="9.0.0.0.0/0.0.0.0.0", duels="yes", dice="3.4.5"), "move a:3")
    assert after(p, "duel 3 3").chairs == ((0, 0),)
    lost = after(p, "duel 3 4")
    assert lost.chairs == ()
    assert lost.steps == ((-1, 0, 0, 0, 0), (0, 0, 0, 0, 0))


def test_what_was_named_after_the_last_chair_lapses():
    p = board(lanes="9.0.-.-.-/0.0.-.-.0", chairs="0c.0d.0e.1c.1d", duels="yes", dice="1.2.3")
    p = after(p, "move a:3 b:1")
    assert GAME.actors(after(p, "duel 6 1")) == ()
    assert after(p, "duel 1 6").steps[0] == (-1, 1, -1, -1, -1)


def test_without_the_variant_there_are_no_duels():
    refused(board(), "duel 4 2", RULES["turns"])


# Physical pieces


def test_physical_pieces_stay_unknown_until_the_chairs_are_turned_over():
    options = GAME.options(["Anna", "Ben"], pieces="physical")
    p = GAME.start(options, 1)
    assert GAME.actors(p) == (CHANCE,)
    assert GAME.view(p, 0)["kinds"] is None
    end = board(
        pieces="physical", place="?????/?????", lanes="-.-.-.-.11/-.-.-.-.-", chairs="0a.1b.1c.1d", dice="1.1.4"
    )
    move = GAME.parse("move e:1", end, 0)
    said: Any = GAME.tell(end, 0, move)
    assert said.values["parts"][-1] == fact("keep-smiling.turn-over")
    p = GAME.apply(end, 0, move)
    assert GAME.actors(p) == (TABLE,)
    assert GAME.outcome(p) is None
    assert GAME.view(p, TABLE)["phase"] == "reveal"
    refused(p, "move e:1", RULES["reveal"], who=0)
    refused(p, "reveal S S S S G", RULES["reveal"])  # three Smilys of Ben
    refused(p, "reveal S N N S G", RULES["reveal"])
    for text in ("reveal", "reveal S G", "reveal S G N S X", "reveal S G N S G S"):
        with pytest.raises(MalformedAction):
            GAME.apply(p, TABLE, GAME.parse(text, p, TABLE))
    q = after(p, "reveal s g n s g")
    assert ended(q).scores == (6 - 2, -5 + 3)
    assert [c["kind"] for c in GAME.view(q, TABLE)["chairs"]] == ["S", "G", "N", "S", "G"]
    told = GAME.tell(p, TABLE, GAME.parse("reveal S G N S G", p, TABLE))
    assert told.values["result"] == fact("keep-smiling.win", who="Anna", points=4, less=-2)
    assert GAME.load(GAME.dump(q)) == q


def test_what_physical_chairs_can_show_is_listed_and_sampled():
    p = board(pieces="physical", place="?????/?????", lanes="-.-.-.-.0/-.0.0.-.0", chairs="0a.0b.0c.1d.0d.1a", turn=0)
    legal = GAME.legal(p, TABLE)
    # Anna's four: a missing S, G or N of the full set: 12 + 12 + 6 orders; Ben's two: all but NN
    assert legal.count() == (12 + 12 + 6) * 8
    random = Random(1)
    assert {legal.sample(random) for _ in range(6000)} == set(legal)


@pytest.mark.parametrize("place", ["SGNSG/?????", "S????/?????", "-/?????", "????/?????", "?????/????X"])
def test_physical_pieces_known_too_early_are_refused(place):
    with pytest.raises(RecordError):
        board(pieces="physical", place=place)


# Text


def test_short_forms_are_filled_in_where_only_one_move_fits():
    p = board(lanes="0.11.0.0.0/0.0.0.0.0", dice="1.3.5")
    assert GAME.parse("b1", p, 0) == Move(((1, (1,)),))
    assert GAME.parse("a8", p, 0) == Move(((0, (3, 5)),))
    assert GAME.parse("a:5+3", p, 0) == Move(((0, (3, 5)),))
    assert GAME.parse("move a8 b:1", p, 0) == Move(((0, (3, 5)), (1, (1,))))
    alone = board(lanes="-.-.4.-.-/-.-.0.0.0", chairs="0a.0b.0d.0e", dice="1.3.5")
    assert GAME.parse("5", alone, 0) == Move(((2, (5,)),))


def test_short_forms_that_fit_several_moves_are_ambiguous():
    p = board(dice="1.5.6")
    with pytest.raises(AmbiguousAction) as caught:
        GAME.parse("a6", p, 0)
    assert caught.value.choices == ("move a:1+5", "move a:6")
    for choice in caught.value.choices:
        GAME.apply(p, 0, GAME.parse(choice, p, 0))
    with pytest.raises(AmbiguousAction) as caught:
        GAME.parse("move 5", p, 0)
    assert len(caught.value.choices) == 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "move",
        "move f:3",
        "move a:7",
        "move a:0",
        "move a:",
        "a9",
        "walk a:3",
        "move a:3,b:5",
        "move a:3 b",
        "pass now",
        "move a:٣",
        "a:1 " * 60,
        "roll 1 2",
        "roll 1 2 7",
        "duel 1",
        "place SGNSG x",
    ],
)
def test_what_is_no_move_is_malformed(text):
    with pytest.raises(MalformedAction):
        GAME.parse(text, board(dice="1.2.3"), 0)


def test_anything_typed_is_read_or_refused_by_name():
    random = Random(3)
    alphabet = "abcde:+123456789 SGN place move roll duel pass \t-.,;é١"
    positions = [board(), board(dice="1.2.3"), GAME.start(OPTIONS, 1)]
    for _ in range(3000):
        text = "".join(random.choice(alphabet) for _ in range(random.randrange(14)))
        for p in positions:
            try:
                action = GAME.parse(text, p, actor(p))
            except (MalformedAction, AmbiguousAction):
                continue
            assert GAME.parse(GAME.format(action, OPTIONS), p, actor(p)) == action


@pytest.mark.parametrize(
    "action",
    [
        Move(5),  # type: ignore[arg-type]
        Move((1, 2)),  # type: ignore[arg-type]
        Move(((0, 3),)),  # type: ignore[arg-type]
        Move((("a", (1,)),)),  # type: ignore[arg-type]
        Move(((0, (7,)),)),
        Move(((9, (1,)),)),
        Move(((0, ()),)),
        Move(((0, (2, 1)),)),
        Move([(0, (1,))]),  # type: ignore[arg-type]
        Move(((0, [1]),)),  # type: ignore[arg-type]
        Move(None),  # type: ignore[arg-type]
        Roll((1, 2)),  # type: ignore[arg-type]
        Place(3),  # type: ignore[arg-type]
    ],
)  # type: ignore[arg-type]
def test_values_that_are_no_move_are_malformed_and_change_nothing(action):
    p = board(dice="1.2.3")
    before = GAME.dump(p)
    assert action not in GAME.legal(p, 0)
    with pytest.raises((MalformedAction, IllegalAction)):
        GAME.apply(p, 0, action)
    if type(action) is Move:
        with pytest.raises(MalformedAction):
            GAME.apply(p, 0, action)
    assert GAME.dump(p) == before


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 7), (0, 1, 2), (1, 2, 3, 4), "123", None, (1, 2, [3]), (1, 2, 3.0), 5])
def test_rolls_that_cannot_be_are_malformed(dice):
    assert Roll(dice) not in GAME.legal(board(), CHANCE)
    with pytest.raises(MalformedAction):
        GAME.apply(board(), CHANCE, Roll(dice))


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, None), ("1", "2"), (True, 2)])
def test_duels_that_cannot_be_are_malformed(dice):
    p = after(board(lanes="0.0.0.0.0/9.0.0.0.0", duels="yes", dice="3.4.5"), "move a:3")
    with pytest.raises(MalformedAction):
        GAME.apply(p, CHANCE, Duel(*dice))


def test_an_action_out_of_turn_names_the_rule():
    p = board(dice="1.2.3")
    error = refused(p, "move a:1", RULES["turns"], who=1)
    assert (error.code, error.what.values["who"]) == ("keep-smiling.no.move-now", "Ben")
    assert "Das Würfeln und Ziehen" in str(error)


@pytest.mark.parametrize("who", [2, -3, "Anna", None, True])
def test_unknown_players_are_refused(who):
    with pytest.raises((MalformedAction, IllegalAction)):
        GAME.apply(board(dice="1.2.3", turn=1), who, Move(((0, (1,)),)))


# Positions


@pytest.mark.parametrize(
    "fields",
    [
        {"lanes": "13.0.0.0.0/0.0.0.0.0"},
        {"lanes": "12.0.0.0.0/0.0.0.0.0"},
        {"lanes": "0.0.0.0/0.0.0.0.0"},
        {"lanes": "0.0.0.0.0.0/0.0.0.0.0"},
        {"lanes": "4.0.0.0.0/8.0.0.0.0"},
        {"lanes": "-.0.0.0.0/-.0.0.0.0"},
        {"dice": "3.2.1"},
        {"dice": "1.2"},
        {"dice": "1.2.7"},
        {"chairs": "0a"},
        {"chairs": "2a"},
        {"place": "SSSGN/SGNSG"},
        {"place": "-/SGNSG"},
        {"turn": 2},
        {"chances": -1},
        {"duel": "a"},
        {"rest": "a3"},
        {"length": 1},
        {"first": 2},
        {"players": "Anna,anna"},
        {"players": "Anna"},
        {"duels": "perhaps"},
        {"seed": "x"},
        {"seed": "007"},
        {"lanes": "-.-.-.-.-/0.0.0.0.0", "turn": 0},
        {"duel": "f"},
    ],
)
def test_positions_that_cannot_be_are_refused(fields):
    with pytest.raises(RecordError):
        board(**fields)


def test_every_position_of_a_game_is_read_back():
    seen = []
    for duel in (False, True):
        options = GAME.options(["Ann Marie, jr.", "Bén=é/"], duel=duel)
        for seed in range(20):
            playout(GAME, options, seed, watch=lambda s, a, x: seen.append(s))
    assert any(p.duel >= 0 for p in seen)
    for p in seen:
        assert GAME.audit(p) is None
        assert GAME.load(GAME.dump(p)) == p


# Options, undo, lines, chance, bot


@pytest.mark.parametrize(
    "values",
    [
        {"lane_length": 1},
        {"lane_length": 61},
        {"lane_length": 12.0},
        {"lane_length": True},
        {"duel": 1},
        {"first": 2},
        {"first": -1},
        {"first": "Cem"},
        {"lanes": 5},
    ],
)
def test_options_that_cannot_be_are_refused(values):
    with pytest.raises(OptionsError):
        GAME.options(["Anna", "Ben"], **values)


def test_who_begins_is_an_option():
    options = GAME.options(["Anna", "Ben"], first="Ben")
    p = after(GAME.start(options, 1), "place SGNSG", "place SGNSG", "roll 1 2 3")
    assert GAME.actors(p) == (1,)


def test_undo_stops_at_captures_duels_dice_and_the_end():
    plain = board(lanes="3.0.0.0.0/6.0.0.0.0", dice="1.2.3")
    assert GAME.undoable(plain, 0, GAME.parse("move a:1", plain, 0))
    assert not GAME.undoable(plain, 0, GAME.parse("move a:3", plain, 0))  # captures
    duels = board(lanes="3.0.0.0.0/6.0.0.0.0", dice="1.2.3", duels="yes")
    assert not GAME.undoable(duels, 0, GAME.parse("move a:3", duels, 0))
    assert not GAME.undoable(board(), CHANCE, Roll((1, 2, 3)))
    assert GAME.undoable(GAME.start(OPTIONS, 1), 0, Place("SGNSG"))
    last = board(lanes="-.-.-.-.11/-.-.-.-.-", chairs="0a.1b.1c.1d", dice="1.1.4")
    assert not GAME.undoable(last, 0, GAME.parse("move e:1", last, 0))


def test_lines_of_a_move():
    p = board(lanes="9.0.0.0.0/0.10.0.0.0", dice="1.2.3")
    move = GAME.parse("move b:2 a:3", p, 0)
    told: Any = GAME.tell(p, 0, move)
    moved, *events = told.values["parts"]
    assert [(step.values["lane"], step.values["total"]) for step in moved.values["steps"]] == [("b", 2), ("a", 3)]
    assert events == [
        fact("keep-smiling.capture", who="Ben", lane="a"),
        fact("keep-smiling.capture", who="Ben", lane="b"),
        fact("keep-smiling.chair", who="Anna", lane="a", chair=6),
    ]


def test_no_line_tells_a_kind_before_the_end():
    for duel in (False, True):
        options = GAME.options(["Anna", "Ben"], duel=duel)
        lines: list[Any] = []

        def watch(state, who, action, lines=lines):
            if GAME.actors(GAME.apply(state, who, action)):
                lines.append(str(GAME.tell(state, who, action)))

        for seed in range(5):
            playout(GAME, options, seed, watch=watch)
        assert lines
        assert not any("kind" in line for line in lines)


def test_sampled_moves_cover_every_legal_move():
    p = board(lanes="9.10.0.11.0/0.0.3.0.0", duels="yes", dice="1.2.3", chairs="-")
    legal = GAME.legal(p, 0)
    random = Random(1)
    drawn = {legal.sample(random) for _ in range(200 * legal.count())}
    assert drawn == set(legal)


def test_sampled_rolls_fall_as_dice_do():
    legal: Any = GAME.legal(board(), CHANCE)
    random = Random(2)
    rolls = [legal.sample(random).dice for _ in range(21600)]
    assert abs(rolls.count((1, 2, 3)) - 600) < 100  # six of 216
    assert abs(rolls.count((4, 4, 4)) - 100) < 45


def won_against_random(options: Any, games: int) -> float:
    """Return the share of games that the bot wins; a shared win counts as its share."""
    won = 0.0
    for seed in range(games):
        me = seed % 2
        outcome = playout(GAME, options, seed, {me: sensible_player, 1 - me: random_player}).outcome
        assert outcome is not None
        won += me in outcome.winners and 1 / len(outcome.winners)
    return won / games


@pytest.mark.slow
def test_the_bot_beats_random_play_clearly():
    assert won_against_random(OPTIONS, 200) > 0.9


def test_a_position_is_drawn_as_a_board():
    text = draw_view(GAME.view(board(lanes="3.4.5.6.7/1.0.2.0.3", dice="2.3.6"), TABLE))
    lanes = [line for line in text.split("\n") if line[:3] in ("a  ", "b  ")]
    first, second = (line[3:].split(" ") for line in lanes)
    assert [place for place, mark in enumerate(first) if mark != "."] == [3, 11]
    assert [place for place, mark in enumerate(second) if mark != "."] == [4, 12]


def test_the_bot_remembers_its_own_pieces_where_no_screen_shows_them():
    options = GAME.options(("Ann", "Ben"), memory=True)
    assert won_against_random(options, 60) > 0.85
    history = History(GAME, options, 1)
    history.push("Ann: S G N S G")
    history.push("Ben: G G N S S")
    sight = history.sight(0, Random(1))
    assert "".join(sight.view["kinds"]) == "SGNSG"
    assert GAME.view(history.state, 0)["kinds"] is None
    assert {"".join(history.sight(0, Random(seed)).state.placed[1]) for seed in range(9)} != {"GGNSS"}


def test_the_bot_needs_nothing_but_its_view():
    p = board(lanes="3.4.5.6.7/1.0.2.0.3", dice="2.3.6")
    for twin_seed in range(5):
        twin = hidden_twin(GAME, p, 0, Random(twin_seed))
        assert twin is not None
        assert GAME.choose(GAME.view(p, 0), GAME.legal(p, 0), Random(1)) == GAME.choose(
            GAME.view(twin, 0), GAME.legal(twin, 0), Random(1)
        )


def test_legal_actions_are_lazy():
    assert len(list(islice(GAME.legal(board(dice="1.2.3"), 0), 3))) == 3
