"""FTW?! as its book tells it: every rule and example, what is refused and why, and what stays hidden."""

from __future__ import annotations

from itertools import islice
from math import comb
from random import Random
from typing import Any

import pytest

from companion.facts import fact
from companion.rules.errors import AmbiguousAction, IllegalAction, MalformedAction, OptionsError, RecordError
from companion.rules.ftw.actions import Deal, Give, Lay, Play, Show
from companion.rules.ftw.check import RULES
from companion.rules.ftw.game import GAME
from companion.rules.ftw.state import State, score
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE, Outcome
from tests.rules.ftw_cases import NAMES, after, table


def dealt(players=3, **values):
    """Return the position after the first deal."""
    p = GAME.start(GAME.options(NAMES[:players], **values), 11)
    return GAME.apply(p, CHANCE, GAME.draw(p))


def refused(p, text, rule, who=None):
    """Check that the text is a legal form but an illegal action, and that the position stays as it was."""
    who = GAME.actors(p)[0] if who is None else who
    before = GAME.dump(p)
    action = GAME.parse(text, p, who)
    assert action not in GAME.legal(p, who)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(p, who, action)
    assert caught.value.rule == rule
    assert GAME.dump(p) == before
    return caught.value


# Dealing and passing


@pytest.mark.parametrize(
    ("players", "cards", "hand", "aside"),
    [(2, 36, 12, 12), (3, 36, 12, 0), (4, 48, 12, 0), (5, 60, 12, 0), (6, 60, 10, 0)],
)
def test_cards_and_hands_by_number_of_players(players, cards, hand, aside):
    p = dealt(players)
    assert [len(h) for h in p.hands] == [hand] * players
    assert GAME.view(p, TABLE)["away"] == aside
    assert GAME.view(p, TABLE)["highest"] == cards
    assert GAME.audit(p) is None


def test_the_deal_can_be_entered_and_has_to_be_one():
    p = GAME.start(GAME.options(NAMES[:3]), 11)
    cards = list(range(1, 37))
    right = Deal((tuple(cards[:12]), tuple(cards[12:24]), tuple(cards[24:])))
    assert GAME.apply(p, CHANCE, GAME.parse(GAME.format(right, p.options), p, CHANCE)).hands[1] == tuple(range(13, 25))
    hands: Any
    for hands in ((cards[:12], cards[:12], cards[24:]), (cards[:11], cards[11:24], cards[24:])):
        refused(p, "deal " + " / ".join(" ".join(map(str, hand)) for hand in hands), RULES["dealing"])
    for hands in (
        (tuple(cards),),
        (tuple(cards[:12]), tuple(cards[12:24]), (*cards[24:35], 37)),
        5,
        ("a", "b", "c"),
        (tuple(cards[:12]), tuple(cards[12:24]), (*cards[24:35], 36.0)),
    ):
        assert Deal(hands) not in GAME.legal(p, CHANCE)
        with pytest.raises(MalformedAction):
            GAME.apply(p, CHANCE, Deal(hands))


def test_all_deals_are_counted_and_listed_lazily():
    p = GAME.start(GAME.options(NAMES[:3]), 11)
    legal = GAME.legal(p, CHANCE)
    assert legal.count() == comb(36, 12) * comb(24, 12)
    assert all(deal in legal for deal in islice(legal, 20))


def test_three_cards_go_to_the_right_all_at_once():
    p = dealt()
    assert GAME.actors(p) == (0, 1, 2)
    gifts = [hand[:3] for hand in p.hands]
    q = p
    for seat in (2, 0, 1):
        assert GAME.view(q, TABLE)["chosen"][seat] is False
        assert [len(hand) for hand in q.hands] == [12, 12, 12]
        q = GAME.apply(q, seat, Give(gifts[seat]))
    # clockwise is 0, 1, 2; the player on the right of 1 is 0, the one who plays before
    for giver, taker in ((1, 0), (2, 1), (0, 2)):
        assert set(gifts[giver]) <= set(q.hands[taker])
        assert not set(gifts[giver]) & set(q.hands[giver])
    assert [len(hand) for hand in q.hands] == [12, 12, 12]
    assert GAME.actors(q) == (0,)


def test_gifts_stay_hidden_until_all_have_chosen():
    p = dealt()
    one = GAME.apply(p, 0, Give(p.hands[0][:3]))
    other = GAME.apply(p, 0, Give(p.hands[0][3:6]))
    for viewer in (1, 2, TABLE):
        assert GAME.view(one, viewer) == GAME.view(other, viewer)
    assert GAME.view(one, 0)["given"] == list(p.hands[0][:3])
    assert GAME.tell(p, 0, Give(p.hands[0][:3])) == fact("ftw.give", who="Anna")


def test_only_three_different_cards_of_the_own_hand_are_given():
    p = dealt()
    a, b, c, d = p.hands[0][:4]
    assert GAME.legal(p, 0).count() == len(set(GAME.legal(p, 0))) == 220
    other = p.hands[1][0]
    refused(p, f"give {a} {b} {other}", RULES["held"])
    refused(p, f"give {a} {b} {b}", RULES["giving"])
    for text in (f"give {a} {b}", f"give {a} {b} {c} {d}", "give", "give x y z", "give 0 1 2", "give 1 2 99"):
        with pytest.raises(MalformedAction):
            GAME.parse(text, p, 0)
    cards: Any
    for cards in ((a, b, 61), ("a", "b", "c"), 5, (a, b, [c])):
        with pytest.raises(MalformedAction):
            GAME.apply(p, 0, Give(cards))
    with pytest.raises(IllegalAction):
        GAME.apply(p, 0, Give((a, b)))  # type: ignore[arg-type]
    chosen = GAME.apply(p, 0, Give((a, b, c)))
    refused(chosen, f"give {a} {b} {c}", RULES["giving"], who=0)
    refused(chosen, f"play {a}", RULES["giving"], who=1)


def test_two_players_give_to_each_other_and_leave_twelve_cards_aside():
    p = dealt(2)
    q = GAME.apply(GAME.apply(p, 0, Give(p.hands[0][:3])), 1, Give(p.hands[1][:3]))
    assert set(p.hands[0][:3]) <= set(q.hands[1])
    assert set(p.hands[1][:3]) <= set(q.hands[0])
    assert GAME.view(q, 0)["away"] == 12


# A, B, C


def test_any_card_opens_a_pile():
    p = table("5.9.30/1.2.3/4.6.8")
    assert [GAME.format(a, p.options) for a in GAME.legal(p, 0)] == ["play 5", "play 9", "play 30"]
    assert after(p, "play 5").pile == (5,)


def test_a_needs_a_higher_card_but_not_the_next():
    p = table("5.9.30/1.2.3/4.6.8", pile="7")
    assert after(p, "play 30").pile == (7, 30)
    error = refused(p, "play 5", RULES["higher"])
    assert error.what == fact("ftw.no.not-higher", card=5, top=7)


def test_b_lays_a_lower_card_and_takes_one_of_the_pile():
    p = table("5.9.30/1.2.3/4.6.8", pile="7.10.20")
    q = after(p, "lay 9 take 10")
    assert q.hands[0] == (5, 10, 30)
    assert q.front[0] == (9,)
    assert q.pile == ()
    assert GAME.view(q, 0)["away"] == GAME.view(p, 0)["away"] + 2
    assert after(q, "play 1").pile == (1,)  # the next player opens with any card


def test_b_is_for_lower_cards_only_also_with_higher_ones_in_hand():
    p = table("5.9.30/1.2.3/4.6.8", pile="7.10.20")
    refused(p, "lay 30 take 7", RULES["lower"])
    refused(p, "lay 5 take 8", RULES["from-pile"])
    refused(p, "lay 1 take 7", RULES["held"])
    after(p, "lay 5 take 7")


def test_b_needs_a_pile():
    refused(table("5.9.30/1.2.3/4.6.8"), "lay 5 take 7", RULES["lower"])


def test_the_books_example_of_c():
    """The 2 is played with the helpers 6 and 11: 19 beats the top card; the 19 in front stays for later."""
    p = table("2.7.13.34/1.3.4/5.8.9", pile="10.18", front="6.11.19/-/-")
    action = GAME.parse("play 2 with 6 11", p, 0)
    assert action == Play(2, (6, 11))
    q = GAME.apply(p, 0, action)
    assert q.pile == (10, 18, 2)
    assert q.front[0] == (19,)
    assert q.hands[0] == (7, 13, 34)
    assert GAME.view(q, 1)["front"][0] == [19]
    told = GAME.tell(p, 0, action)
    assert (told.code, told.values["sum"], told.values["top"]) == ("ftw.help", 19, 18)
    assert after(q, "play 3").pile == (10, 18, 2, 3)  # the pile has become lower


def test_c_needs_a_sum_that_is_higher_not_equal():
    p = table("2.7.13.34/1.3.4/5.8.9", pile="10.20", front="6.11.18/-/-")
    error = refused(p, "play 2 with 6 11", RULES["help"])
    assert error.what == fact("ftw.no.sum", card=2, sum=19, top=20)
    refused(p, "play 2 with 18", RULES["help"])  # 20 is not higher than 20
    after(p, "play 2 with 6 18")


def test_c_takes_any_set_of_own_helpers_that_is_enough():
    p = table("2.34.35/1.3.4/5.8.9", pile="10.18", front="6.11.19/-/-")
    texts = {GAME.format(a, p.options) for a in GAME.legal(p, 0) if isinstance(a, Play)}
    assert texts == {
        "play 34",
        "play 35",
        "play 2 with 19",
        "play 2 with 6 11",
        "play 2 with 6 19",
        "play 2 with 11 19",
        "play 2 with 6 11 19",
    }


def test_c_is_for_own_helpers_used_once_and_lower_cards():
    p = table("2.7.13.34/1.3.4/5.8.9", pile="10.18", front="6.11/19/-")
    refused(p, "play 2 with 19", RULES["help"])
    refused(p, "play 2 with 6 6 11", RULES["help"])
    refused(p, "play 34 with 6", RULES["help"])
    refused(p, "play 8 with 11", RULES["held"])  # enough, but Cem has it
    q = after(p, "play 2 with 6 11", "play 3", "play 5")
    assert q.pile == (10, 18, 2, 3, 5)
    q = after(p, "play 2 with 6 11", "play 3", "play 9")
    refused(q, "play 7 with 6", RULES["help"])


def test_the_hand_is_never_without_a_legal_action():
    """Numbers are never equal: each card is higher than the top card (A) or lower (B); without a pile any opens one."""
    checked = 0

    def watch(state, actor, action):
        nonlocal checked
        if actor >= 0:
            legal = GAME.legal(state, actor)
            assert legal.count() >= 1
            assert legal.count() >= len(state.hands[actor]) or None in state.given
            checked += 1

    for players in range(2, 7):
        playout(GAME, GAME.options(NAMES[:players]), players, watch=watch)
    assert checked > 300


# The end of a round, points, rounds


def test_the_books_example_of_scoring():
    """7 and 34 in hand are 27 points, whatever lies in front."""
    assert score((7, 34)) == 27
    p = table("1.3/7.34/20.22", pile="2", front="-/19/-")
    q = after(p, "play 3")
    assert q.points == ((1, 27, 2),)


def test_one_card_counts_in_full_and_a_negative_count_is_zero():
    assert score((34,)) == 34
    assert score((10, 20, 25)) == 0
    assert score((10, 20, 30)) == 0
    assert score((1, 2, 36)) == 33


def test_the_round_ends_at_once_when_a_player_has_one_card():
    p = table("1.3/7.34/20.22", pile="2", rounds=2)
    q = after(p, "play 3")
    assert GAME.actors(q) == (CHANCE,)
    assert q.hands == ((), (), ())
    assert GAME.view(q, 1)["last"] == [[1], [7, 34], [20, 22]]
    assert q.turn == 1  # the next seat clockwise begins


def test_laying_the_last_but_one_card_does_not_end_the_round():
    p = table("1.3/7.34/20.22", pile="2")
    q = after(p, "lay 1 take 2")
    assert q.hands[0] == (2, 3)
    assert not q.points
    assert GAME.actors(q) == (1,)


def test_helpers_are_ignored_in_the_count_and_all_cards_are_dealt_again():
    q = after(table("1.3/7.34/20.22", pile="2", front="4/-/36", rounds=2), "play 3")
    assert q.points == ((1, 27, 2),)
    r = GAME.apply(q, CHANCE, GAME.draw(q))
    assert r.front == ((), (), ())
    assert sorted(card for hand in r.hands for card in hand) == list(range(1, 37))


def test_as_many_rounds_as_players_and_the_start_moves_on():
    for players in range(2, 7):
        begins: list[int] = []

        def watch(state, actor, action, begins=begins):
            if actor == CHANCE:
                begins.append(state.turn)

        result = playout(GAME, GAME.options(NAMES[:players], first=1), 3, watch=watch)
        assert len(result.state.points) == players
        assert begins == [(1 + i) % players for i in range(players)]
        assert result.outcome is not None
        assert result.outcome.scores == tuple(map(sum, zip(*result.state.points, strict=True)))


def ended(p: State) -> Outcome:
    """Return the outcome of a game that is over."""
    found = GAME.outcome(p)
    assert found is not None
    return found


def test_most_points_win_and_a_tie_has_several_winners():
    one = after(table("1.3/7.34/20.22", pile="2"), "play 3")
    assert ended(one).winners == (1,)
    tie = after(table("9.30/7.16/20.22", pile="2"), "play 30")
    assert ended(tie).scores == (9, 9, 2)
    assert ended(tie).winners == (0, 1)
    told: Any = GAME.tell(table("9.30/7.16/20.22", pile="2"), 0, Play(30))
    assert told.values["parts"][-1] == fact("ftw.tie", who=["Anna", "Ben"], points=9)


# Hidden cards


def test_views_show_the_own_hand_and_nobody_elses():
    p = table("5.9.30/1.2.3/4.6.8", pile="7.10.20", front="-/11/-")
    view = GAME.view(p, 0)
    assert view["hand"] == [5, 9, 30]
    assert view["cards"] == [3, 3, 3]
    assert view["pile"] == [7, 10, 20]
    assert view["front"] == [[], [11], []]
    assert "hand" not in GAME.view(p, TABLE)
    twin = table("5.9.30/1.6.12/2.3.8", pile="7.10.20", front="-/11/-")
    assert GAME.view(twin, 0) == view
    assert GAME.view(twin, TABLE) == GAME.view(p, TABLE)


def test_discarded_cards_show_as_a_number_only():
    p = table("5.9.30/1.2.3/4.6.8", pile="7.10.20")
    q = after(p, "lay 5 take 20")
    view = GAME.view(q, 1)
    assert view["away"] == 36 - 9 - 1
    assert set(view) & {"discards", "aside", "seed"} == set()


# Text


def test_short_forms():
    p = table("5.9.30/1.2.3/4.6.8", pile="7")
    assert GAME.parse("30", p, 0) == Play(30)
    assert GAME.parse("5", p, 0) == Lay(5, 7)
    assert GAME.parse("lay 5", p, 0) == Lay(5, 7)
    assert GAME.parse("5 take 7", p, 0) == Lay(5, 7)
    helped = table("5.9.30/1.2.3/4.6.8", pile="7", front="10/-/-")
    assert GAME.parse("5 with 10", helped, 0) == Play(5, (10,))
    assert GAME.parse("PLAY 5 WITH 10", helped, 0) == Play(5, (10,))
    give = dealt()
    assert GAME.parse("3 1 2", give, 0) == Give((1, 2, 3))


def test_short_forms_that_fit_several_actions_are_ambiguous():
    p = table("5.9.30/1.2.3/4.6.8", pile="7.12", front="10/-/-")
    with pytest.raises(AmbiguousAction) as caught:
        GAME.parse("5", p, 0)
    assert caught.value.choices == ("lay 5 take 7", "lay 5 take 12", "play 5 with 10")
    with pytest.raises(AmbiguousAction):
        GAME.parse("lay 5", p, 0)
    for choice in caught.value.choices:
        GAME.apply(p, 0, GAME.parse(choice, p, 0))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play x",
        "play 0",
        "play 99",
        "play 5 6",
        "play 5 with",
        "lay 5 take",
        "lay",
        "1",
        "take 7",
        "play 5 with 6,7",
        "pass",
        "play ٣",
        "9 " * 300,
        "play 61",
    ],
)
def test_what_is_no_action_is_malformed(text):
    with pytest.raises(MalformedAction):
        GAME.parse(text, table("5.9.30/1.2.3/4.6.8", pile="7"), 0)


def test_anything_typed_is_read_or_refused_by_name():
    random = Random(5)
    verbs = ["play", "lay", "take", "with", "give", "deal", "/", "-", "x"]
    alphabet = ["5", "9", "30", "7", "61", "0", "é", "²", " ", " ", *verbs]
    start = GAME.start(GAME.options(NAMES[:2]), 0)
    positions = [table("5.9.30/1.2.3/4.6.8", pile="7", front="10.11/-/-"), dealt(), start]
    for _ in range(3000):
        text = "".join(random.choice(alphabet) for _ in range(random.randrange(10)))
        for p in positions:
            try:
                action = GAME.parse(text, p, GAME.actors(p)[0])
            except (MalformedAction, AmbiguousAction):
                continue
            assert GAME.parse(GAME.format(action, p.options), p, GAME.actors(p)[0]) == action


@pytest.mark.parametrize(
    "action",
    [
        Play("5"),  # type: ignore[arg-type]
        Play(5.0),  # type: ignore[arg-type]
        Play(None),  # type: ignore[arg-type]
        Play(5, 3),  # type: ignore[arg-type]
        Play(5, ("x",)),  # type: ignore[arg-type]
        Play([5]),  # type: ignore[arg-type]
        Lay("5", 7),  # type: ignore[arg-type]
        Lay(5, None),  # type: ignore[arg-type]
        Lay(5, 7.0),  # type: ignore[arg-type]
        Play(99),
        Play(True),
    ],
)
def test_values_that_are_no_action_are_malformed_and_change_nothing(action):
    p = table("1.9.30/2.3.5/4.6.8", pile="7")
    before = GAME.dump(p)
    assert action not in GAME.legal(p, 0)
    with pytest.raises(MalformedAction):
        GAME.apply(p, 0, action)
    assert GAME.dump(p) == before


def test_cards_not_held_and_actions_out_of_turn_name_the_rule():
    p = table("5.9.30/1.2.3/4.6.8", pile="7")
    assert refused(p, "play 8", RULES["held"]).what == fact("ftw.no.not-held", who="Anna", card=8)
    assert refused(p, "play 1", RULES["turns"], who=1).what.values["who"] == "Ben"
    refused(p, "give 5 9 30", RULES["turns"])
    refused(p, "deal 1 / 2 / 3", RULES["turns"], who=CHANCE)
    over = after(table("1.3/7.34/20.22", pile="2"), "play 3")
    refused(over, "play 3", RULES["ended"], who=0)
    who: Any
    for who in (3, -3, "Anna", None):
        with pytest.raises(MalformedAction):
            GAME.apply(p, who, Play(5))


# Positions


@pytest.mark.parametrize(
    "fields",
    [
        {"hands": "5.9.30/1.2.3/4.6.9"},
        {"hands": "9.5.30/1.2.3/4.6.8"},
        {"hands": "5/1.2.3/4.6.8"},
        {"hands": "5.9.30/1.2.3"},
        {"hands": "5.9.99/1.2.3/4.6.8"},
        {"turn": 3},
        {"turn": -1},
        {"given": "1.2.3/3.4.5/7.8.9"},
        {"given": "1.2/3.4.5/7.8.9"},
        {"given": "-/3.4.5/7.8.9"},
        {"pile": "7.7"},
        {"points": "1.2.3"},
        {"last": "1/2.3/4.5"},
        {"away": "-"},
        {"rounds": 0},
        {"first": 3},
        {"players": "Anna,Ben"},
        {"players": "Anna,Ben,ben"},
        {"seed": "1.5"},
    ],
)
def test_positions_that_cannot_be_are_refused(fields):
    good = GAME.dump(table("5.9.30/1.2.3/4.6.8", pile="7"))
    pairs = [word.partition("=") for word in good.split()]
    words = [f"{key}={fields.get(key, value)}" if equals else key for key, equals, value in pairs]
    assert " ".join(words) != good
    with pytest.raises(RecordError):
        GAME.load(" ".join(words))


def test_every_position_of_a_game_is_read_back():
    seen = []
    for players in range(2, 7):
        playout(
            GAME,
            GAME.options(["Ann Marie, jr.", "Bén=é/", *NAMES[2:players]]),
            players,
            watch=lambda s, a, x: seen.append(s),
        )
    assert len(seen) > 500
    for p in seen:
        assert GAME.audit(p) is None
        assert GAME.load(GAME.dump(p)) == p


# Options, undo, lines, chance, bot


@pytest.mark.parametrize(
    "values",
    [{"rounds": 0}, {"rounds": 61}, {"rounds": 2.0}, {"rounds": True}, {"first": 3}, {"first": "Zoe"}, {"cards": 60}],
)
def test_options_that_cannot_be_are_refused(values):
    with pytest.raises(OptionsError):
        GAME.options(NAMES[:3], **values)


@pytest.mark.parametrize("names", [["Anna"], [*NAMES, "Gus"], ["Anna", "anna"], ["Anna", ""], "AB", ["Anna", 5]])
def test_players_that_cannot_be_are_refused(names):
    with pytest.raises(OptionsError):
        GAME.options(names)


def test_only_a_gift_that_is_not_the_last_can_be_undone():
    p = dealt()
    for seat in (0, 1, 2):
        gift = Give(p.hands[seat][:3])
        assert GAME.undoable(p, seat, gift) is (seat < 2)
        p = GAME.apply(p, seat, gift)
    assert not GAME.undoable(p, 0, Play(p.hands[0][0]))


def test_lines():
    p = table("5.9.30/1.2.3/4.6.8", pile="7.10")
    assert GAME.tell(p, 0, Lay(5, 10)) == fact("ftw.lay", who="Anna", card=5, take=10, left=None)
    left = fact("ftw.two-left", who="Anna")
    assert GAME.tell(p, 0, Play(30)) == fact("ftw.play", who="Anna", card=30, top=10, left=left)
    end = table("1.3/7.34/20.22", pile="2", rounds=2)
    told: Any = GAME.tell(end, 0, Play(3))
    played, over = told.values["parts"]
    assert played == fact("ftw.play", who="Anna", card=3, top=2, left=None)
    assert [dict(one.values) for one in over.values["points"]] == [
        {"who": "Anna", "points": 1},
        {"who": "Ben", "points": 27},
        {"who": "Cem", "points": 2},
    ]


def test_the_seed_deals_every_card_everywhere():
    seats = {card: [0, 0, 0] for card in range(1, 37)}
    options = GAME.options(NAMES[:3])
    for seed in range(600):
        deal = GAME.draw(GAME.start(options, seed))
        assert isinstance(deal, Deal)
        for seat, hand in enumerate(deal.hands):
            for card in hand:
                seats[card][seat] += 1
    assert all(abs(n - 200) < 60 for row in seats.values() for n in row)  # 5 standard deviations


def test_sampled_actions_cover_every_legal_action():
    p = table("2.7.13.34/1.3.4/5.8.9", pile="10.18", front="6.11.19/-/-")
    legal, random = GAME.legal(p, 0), Random(1)
    drawn = {legal.sample(random) for _ in range(4000)}
    assert drawn == set(legal)
    assert legal.count() == len(drawn)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_bot_beats_random_play_clearly(players):
    games, won = 40 * players, 0.0
    options = GAME.options(NAMES[:players])
    for seed in range(games):
        me = seed % players
        seats = {seat: sensible_player if seat == me else random_player for seat in range(players)}
        outcome = playout(GAME, options, seed, seats).outcome
        assert outcome is not None
        won += me in outcome.winners and 1 / len(outcome.winners)
    assert won / games > 0.85


# Physical cards


def physical(players: int = 3) -> State:
    """Return a round with the players' own cards, all gifts given."""
    p = GAME.start(GAME.options(NAMES[:players], rounds=1, cards="physical"), 1)
    return after(p, *["give"] * players)


def test_physical_cards_are_dealt_and_given_by_the_players():
    p = GAME.start(GAME.options(NAMES[:3], cards="physical"), 1)
    assert GAME.actors(p) == (0, 1, 2)
    assert list(GAME.legal(p, 1)) == [Give(())]
    refused(p, "give 1 2 3", RULES["giving"])
    q = physical()
    assert GAME.actors(q) == (0,)
    assert GAME.view(q, 0)["cards"] == [12, 12, 12]
    assert "hand" not in GAME.view(q, 0)
    assert GAME.view(q, 0)["unseen"] == list(range(1, 37))


def test_physical_cards_are_known_once_they_lie_on_the_table():
    p = after(physical(), "play 10", "play 30")
    refused(p, "play 30", RULES["higher"])
    assert refused(p, "lay 10 take 30", RULES["held"]).code == "ftw.no.seen"
    p = after(p, "lay 7 take 30")
    view = GAME.view(p, TABLE)
    assert view["known"] == [[], [], [30]]
    assert view["front"] == [[], [], [7]]
    assert view["cards"] == [11, 11, 12]
    assert not {7, 10, 30} & set(view["unseen"])
    assert refused(p, "play 30", RULES["held"]).code == "ftw.no.seen"  # Cem has it
    assert after(p, "play 1", "play 2", "play 30").hands[2] == (0,) * 11
    for wrong in (0, -1, True, 37, "5"):
        with pytest.raises(MalformedAction):
            GAME.apply(p, 0, Play(wrong))  # type: ignore[arg-type]


def test_a_round_with_physical_cards_ends_with_the_hands_shown():
    p = physical()
    for low in range(1, 31, 3):  # everybody lays ten cards
        p = after(p, f"play {low}", f"play {low + 1}", f"play {low + 2}")
    assert GAME.view(p, TABLE)["unseen"] == [31, 32, 33, 34, 35, 36]
    p = after(p, "play 36")
    assert GAME.actors(p) == (0, 1, 2)
    assert GAME.view(p, TABLE)["phase"] == "show"
    assert GAME.legal(p, 0).count() == len(set(GAME.legal(p, 0))) == 5
    assert GAME.legal(p, 1).count() == 10
    refused(p, "show 31 32", RULES["showing"])
    refused(p, "show 36", RULES["held"])
    refused(p, "play 31", RULES["showing"])
    assert GAME.undoable(p, 0, Show((31,)))
    p = after(p, "show 35", "32 31")
    refused(p, "show 31 33", RULES["held"], who=2)
    told = GAME.tell(p, 2, GAME.parse("show 33 34", p, 2))
    parts: Any = told.values["parts"]
    assert [part.code for part in parts] == ["ftw.show", "ftw.round", "ftw.win"]
    p = after(p, "show 33 34")
    assert p.points == ((35, 1, 1),)
    outcome = GAME.outcome(p)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a_hand_that_the_table_knows_is_not_asked_for_and_what_was_taken_is_shown():
    p = physical()
    for low in range(10, 37, 3):  # nine cards each: three are left in each hand
        p = after(p, f"play {low}", f"play {low + 1}", f"play {low + 2}")
    p = after(p, "lay 1 take 36", "play 9", "lay 2 take 9", "play 8", "lay 3 take 8", "play 4", "play 5")
    assert p.hands == ((36,), (0, 8), (0, 9))
    assert GAME.actors(p) == (1, 2)
    assert GAME.view(p, TABLE)["unseen"] == [6, 7]
    refused(p, "show 6 7", RULES["showing"])
    assert after(p, "show 6 8", "show 7 9").points == ((36, 2, 2),)


def test_physical_positions_with_a_card_too_many_are_refused():
    p = after(physical(), "play 10", "play 30", "lay 7 take 30")
    text = GAME.dump(p)
    assert text.endswith(" cards=physical .")
    assert GAME.load(text) == p
    changes = (("pile=-", "pile=0"), ("away=10", "away=10.11"), ("front=-/-/7", "front=-/-/7.0"))
    for old, new in (*changes, ("given=0.0.0", "given=1.2.3"), ("30 given", "30.31 given"), ("=physical", "=digital")):
        assert old in text, old
        with pytest.raises(RecordError):
            GAME.load(text.replace(old, new, 1))
