"""Factum, rule by rule, with the book's examples played out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.facts import fact
from companion.rules.errors import (
    AmbiguousAction,
    IllegalAction,
    MalformedAction,
    OptionsError,
    RecordError,
    RulesError,
)
from companion.rules.factum.actions import Best, Decide, Judge, Lay, Owner, Teams, Tell, Volunteer, Vote
from companion.rules.factum.check import RULES
from companion.rules.factum.game import GAME
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE
from tests.rules.rules_cases import hidden_twin
from tests.wording import fact_like

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans", "Ida", "Jo", "Kim", "Lea")
SIDES = {name: seat for seat, name in enumerate(NAMES)} | {"table": TABLE, "chance": CHANCE}


def play(state: Any, *lines: str) -> Any:
    """Apply lines like ``Anna tell 3``; ``chance`` and ``table`` are the other actors, ``chance`` alone draws."""
    for line in lines:
        who, _, text = line.partition(" ")
        action = GAME.parse(text, state, SIDES[who]) if text else GAME.draw(state)
        state = GAME.apply(state, SIDES[who], action)
        assert GAME.audit(state) is None
    return state


def dealt(players: int = 4, **values: Any) -> Any:
    """Anna holds 1 to 5, Ben 6 to 10 and so on."""
    state = GAME.start(GAME.options(NAMES[:players], **values), 1)
    if state.options.digital:
        state = play(state, "chance deal " + " ".join(map(str, range(1, 5 * players + 1))))
    return state


def told(players: int = 4, **values: Any) -> Any:
    """Anna has told with card 1, in a team with the next players by seat; the first of the others judges."""
    state = dealt(players, **values)
    team = NAMES[: state.options.team]
    tell = "Anna tell 1" if state.options.digital else "Anna tell"
    return play(state, "Anna volunteer", "chance teams " + " ".join(team), tell, f"{NAMES[len(team)]} judge")


# 1. Telling


def test_everyone_may_volunteer_and_the_first_tells() -> None:
    state = dealt()
    assert GAME.actors(state) == (0, 1, 2, 3)
    state = play(state, "Cem volunteer")
    assert state.teller == 2
    with pytest.raises(IllegalAction) as error:
        play(state, "Anna volunteer")
    assert error.value.rule is RULES["teams"]


@pytest.mark.parametrize(
    ("players", "team"),
    [
        (4, 2),
        (5, 3),
        (6, 3),
        (7, 4),
        (8, 4),
        (9, 5),
        (10, 5),
        (11, 6),
        (12, 6),
    ],
)
def test_teams_are_equal_and_the_storytellers_has_one_more_of_an_odd_number(players: int, team: int) -> None:
    state = play(dealt(players), "Ben volunteer")
    drawn = GAME.draw(state)
    assert isinstance(drawn, Teams)
    assert len(drawn.members) == team
    assert 1 in drawn.members
    for members in ((0, *range(2, team + 1)), tuple(range(team + 1)), tuple(reversed(drawn.members))):
        with pytest.raises(IllegalAction) as error:
            GAME.apply(state, CHANCE, Teams(members))
        assert error.value.rule is RULES["teams"]


def test_teams_differ_by_seed_and_all_can_come() -> None:
    seen = set()
    for seed in range(60):
        state = GAME.start(GAME.options(NAMES[:5]), seed)
        state = play(state, "chance", "Anna volunteer")
        seen.add(GAME.draw(state))
    assert len(seen) == GAME.legal(state, CHANCE).count() == 6


def test_nobody_tells_twice_running() -> None:
    state = next_round(told())
    assert GAME.actors(state) == (1, 2, 3)
    with pytest.raises(IllegalAction) as error:
        play(state, "Anna volunteer")
    assert error.value.rule is RULES["not-twice"]


def next_round(state: Any) -> Any:
    """Return the judge's team confuses, the storyteller's one voter guesses right, and a new round begins."""
    state = play(state, "Cem guess storyteller", "Cem lay 11", "Dora lay 16", "chance deal 90 91", "Ben vote 1")
    return play(state, "chance")


# 2. Judging


def test_the_judge_comes_from_the_other_team_and_alone_sees_the_card() -> None:
    state = play(dealt(), "Anna volunteer", "chance teams Anna Ben", "Anna tell 1")
    assert GAME.actors(state) == (2, 3)
    with pytest.raises(IllegalAction) as error:
        play(state, "Ben judge")
    assert error.value.rule is RULES["judge"]
    assert "story_card" not in GAME.view(state, 2)
    state = play(state, "Cem judge")
    assert GAME.view(state, 2)["story_card"] == 1
    assert GAME.view(state, 0)["story_card"] == 1
    for viewer in (1, 3, TABLE):
        assert "story_card" not in GAME.view(state, viewer)
    assert GAME.actors(state) == (2,)


# 3. Confusing cards


def test_the_judges_team_confuses_with_a_card_each_judge_included_filled_up_to_five() -> None:
    state = play(told(), "Cem guess storyteller")
    assert GAME.actors(state) == (2, 3)
    state = play(state, "Dora lay 16", "Cem lay 11")
    assert GAME.legal(state, CHANCE).count() == 80 * 79
    state = play(state, "chance deal 50 40")
    assert state.table == (1, 11, 16, 40, 50)
    assert GAME.actors(state) == (1,)  # Ben votes; Anna, the captain, is silent


def test_the_storyteller_lays_a_second_card_when_the_own_team_confuses() -> None:
    state = play(told(), "Cem guess judge", "Anna lay 2", "Ben lay 6", "chance deal 50 40")
    assert state.table == (1, 2, 6, 40, 50)
    assert len(state.hands[0]) == 3
    assert GAME.actors(state) == (3,)


@pytest.mark.parametrize(("players", "fill"), [(4, 2), (5, 1), (6, 1), (7, 0), (8, 0), (12, 0)])
def test_filling_up_to_five_cards(players: int, fill: int) -> None:
    state = play(told(players), f"{NAMES[(players + 1) // 2]} guess judge")
    for p in GAME.actors(state):
        state = GAME.apply(state, p, Lay(state.hands[p][0]))
    if fill:
        assert GAME.actors(state) == (CHANCE,)
        state = GAME.apply(state, CHANCE, GAME.draw(state))
    assert len(state.extra) == fill
    assert len(state.table) == 1 + (players + 1) // 2 + fill


# 4. Guessing


def eight() -> Any:
    """Eight players; Anna, Ben, Cem, Dora guess Anna's story 1; Eva, the judge, and her team laid 21, 26, 31, 36."""
    state = play(told(8), "Eva guess storyteller")
    return play(state, "Eva lay 21", "Finn lay 26", "Gül lay 31", "Hans lay 36")


def test_the_majority_decides_and_the_captains_are_silent() -> None:
    state = eight()
    assert GAME.actors(state) == (1, 2, 3)
    for captain in ("Anna", "Eva"):
        with pytest.raises(IllegalAction) as error:
            play(state, f"{captain} vote 1")
        assert error.value.rule is RULES["silent"]
    with pytest.raises(IllegalAction) as error:
        play(state, "Finn vote 1")
    assert error.value.rule is RULES["vote"]
    state = play(state, "Ben vote 1", "Cem vote 21", "Dora vote 1")
    assert GAME.view(state, TABLE)["result"] == {"chosen": 1, "right": True, "story_card": 1, "owner": None}


def test_votes_are_hidden_until_all_have_voted() -> None:
    state = play(eight(), "Ben vote 26")
    assert GAME.view(state, 2)["voted"] == [1]
    assert [GAME.view(state, v)["vote"] for v in (1, 2)] == [26, None]
    assert GAME.undoable(eight(), 1, Vote(26))


def test_a_tie_is_voted_again_among_the_tied_cards_then_the_longest_waiting_decides() -> None:
    state = play(eight(), "Ben vote 1", "Cem vote 21", "Dora vote 26")
    assert (state.choices, state.ties, GAME.actors(state)) == ((1, 21, 26), 1, (1, 2, 3))
    with pytest.raises(IllegalAction) as error:
        play(state, "Ben vote 31")
    assert error.value.rule is RULES["tie"]
    state = play(state, "Ben vote 1", "Cem vote 21", "Dora vote 26", "Ben vote 26", "Cem vote 1", "Dora vote 21")
    assert (state.ties, GAME.actors(state)) == (3, (1,))  # nobody of the three was a captain: first to Anna's left
    assert play(state, "Ben vote 21").result == (21, 1, 4)


def test_the_longest_waiting_voter_is_the_one_who_was_a_captain_longest_ago() -> None:
    state = eight()._replace(served=(5, 4, 2, 3, 5, -1, -1, -1), round=5, title=1, scores=(3,) * 8)
    ties = ("Ben vote 1", "Cem vote 21", "Dora vote 26") * 3
    actors = state
    for line in ties:
        who, text = line.split(" ", 1)
        actors = GAME.apply(actors, SIDES[who], GAME.parse(text, actors, SIDES[who]))
    assert GAME.actors(actors) == (2,)


@pytest.mark.parametrize(("deadlock", "decider"), [("first-voter", 3), ("chance", CHANCE), ("longest-waiting", 1)])
def test_other_ways_out_of_a_deadlock(deadlock: str, decider: int) -> None:
    state = told(8, deadlock=deadlock, max_ties=1)
    state = play(state, "Eva guess storyteller", "Eva lay 21", "Finn lay 26", "Gül lay 31", "Hans lay 36")
    state = play(state, "Dora vote 1", "Ben vote 21", "Cem vote 36")
    assert GAME.actors(state) == (decider,)
    assert GAME.legal(state, decider).count() == 3
    card = GAME.draw(state) if decider == CHANCE else Vote(36)
    result = GAME.apply(state, decider, card).result
    assert result is not None
    assert result.chosen in (1, 21, 36)


# 5. Points


def test_a_right_guess_gives_the_guessing_team_a_point_and_its_captain_two() -> None:
    state = play(eight(), "Ben vote 1", "Cem vote 1", "Dora vote 1")
    assert state.scores == (2, 1, 1, 1, 0, 0, 0, 0)


def test_a_wrong_guess_gives_the_confusing_team_points_and_one_more_for_the_card_that_misled() -> None:
    state = play(eight(), "Ben vote 31", "Cem vote 31", "Dora vote 1")
    assert state.scores == (0, 0, 0, 0, 2, 1, 2, 1)
    captain = play(eight(), "Ben vote 21", "Cem vote 21", "Dora vote 1")
    assert captain.scores == (0, 0, 0, 0, 3, 1, 1, 1)


def test_a_card_of_the_pile_misleads_for_nobody() -> None:
    state = play(told(), "Cem guess storyteller", "Cem lay 11", "Dora lay 16", "chance deal 90 91", "Ben vote 90")
    assert state.scores == (0, 0, 2, 1)
    assert GAME.view(state, TABLE)["result"]["owner"] is None


def test_the_six_points_of_the_books_example() -> None:
    """The judge's team guessed and chose the storyteller's second card, and the story won the vote: 1 + 1 + 1 + 3."""
    state = next_round(told())
    assert (state.scores, state.title, state.paid) == ((2, 1, 0, 0), 0, False)
    second, main = state.hands[3][1], state.hands[3][0]
    state = play(
        state,
        "Dora volunteer",
        "chance teams Anna Dora",
        f"Dora tell {main}",
        "Ben judge",
        "Ben guess judge",
        f"Dora lay {second}",
        f"Anna lay {state.hands[0][0]}",
        "chance",
        f"Cem vote {second}",
    )
    before = state.scores[3]
    assert before == 3  # team, captain, card that misled
    state = play(state, "Ben best new", "Cem best new")
    assert state.scores[3] == 6
    assert (state.title, state.paid) == (3, True)
    assert state.scores == (3, 1, 0, 6)  # Anna: 2 and 1 for the team; the first title had no points to lose


# 6. The best story


def second_story(votes: tuple[str, ...], **values: Any) -> Any:
    """Round two: Dora tells against Anna's first story; Ben and Cem vote."""
    state = next_round(told(**values))
    main = state.hands[3][0]
    state = play(
        state,
        "Dora volunteer",
        "chance teams Anna Dora",
        f"Dora tell {main}",
        "Ben judge",
        "Ben guess judge",
        f"Dora lay {state.hands[3][1]}",
        f"Anna lay {state.hands[0][0]}",
        "chance",
        f"Cem vote {main}",
    )
    assert state.scores == (2, 3, 1, 0)
    return play(state, *votes)


def test_the_first_story_has_the_title_without_a_vote_and_without_points() -> None:
    state = next_round(told())
    assert (state.title, state.title_round, state.paid, sum(state.scores)) == (0, 0, False, 3)


def test_neither_storyteller_votes() -> None:
    state = second_story(())
    assert GAME.actors(state) == (1, 2)
    for name in ("Anna", "Dora"):
        with pytest.raises(IllegalAction) as error:
            play(state, f"{name} best new")
        assert error.value.rule is RULES["best"]


def test_the_vote_is_secret() -> None:
    before = second_story(())
    old, new = (GAME.apply(before, 1, Best(choice)) for choice in (False, True))
    for viewer in (0, 2, 3, TABLE):
        assert GAME.view(old, viewer) == GAME.view(new, viewer)
    assert GAME.view(old, 1)["vote"] == 0
    assert GAME.tell(before, 1, Best(False)) == GAME.tell(before, 1, Best(True)) == fact("factum.voted", who="Ben")


def test_a_tied_vote_keeps_the_title_without_points() -> None:
    state = second_story(("Ben best new", "Cem best old"))
    assert (state.title, state.paid, state.scores) == (0, False, (2, 3, 1, 0))


def test_the_holder_gets_the_three_points_once_from_the_first_vote_won() -> None:
    state = second_story(("Ben best old", "Cem best old"))
    assert (state.title, state.paid, state.scores) == (0, True, (5, 3, 1, 0))


def third_story(state: Any, votes: tuple[str, ...]) -> Any:
    """Round three: Cem tells; the judge's team guesses right."""
    state = play(state, "chance")
    main = state.hands[2][0]
    return play(
        state,
        "Cem volunteer",
        "chance teams Ben Cem",
        f"Cem tell {main}",
        "Anna judge",
        "Anna guess judge",
        f"Ben lay {state.hands[1][0]}",
        f"Cem lay {state.hands[2][1]}",
        "chance",
        f"Dora vote {main}",
        *votes,
    )


def test_the_three_points_travel_with_the_title() -> None:
    state = second_story(("Ben best new", "Cem best new"))
    assert (state.title, state.scores) == (3, (2, 3, 1, 3))
    taken = third_story(state, ("Anna best new", "Ben best new"))
    assert (taken.title, taken.scores) == (2, (4, 3, 4, 1))  # Dora: 3 and 1 for the guess, less the travelling 3
    kept = third_story(state, ("Anna best old", "Ben best old"))
    assert (kept.title, kept.scores) == (3, (4, 3, 1, 4))  # no second three points
    tied = third_story(state, ("Anna best old", "Ben best new"))
    assert (tied.title, tied.scores) == (3, (4, 3, 1, 4))


def test_a_holder_who_tells_again_is_judged_by_all_others() -> None:
    state = play(second_story(("Ben best old", "Cem best old")), "chance")
    main = state.hands[0][0]
    state = play(
        state,
        "Anna volunteer",
        "chance teams Anna Ben",
        f"Anna tell {main}",
        "Cem judge",
        "Cem guess judge",
        f"Ben lay {state.hands[1][0]}",
        f"Anna lay {state.hands[0][1]}",
        "chance",
        f"Dora vote {main}",
    )
    assert GAME.actors(state) == (1, 2, 3)
    after = play(state, "Ben best new", "Cem best new", "Dora best old")
    assert (after.scores[0], after.title, after.title_round) == (5, 0, 2)  # the title's points stay three


# End of the round and of the game


def test_hands_are_filled_to_five_and_the_cards_discarded() -> None:
    state = play(told(), "Cem guess judge", "Anna lay 2", "Ben lay 6", "chance deal 50 40", "Dora vote 1")
    assert sorted(state.discard) == [1, 2, 6, 40, 50]
    state = play(state, "chance deal 60 61 62")
    assert state.hands[0] == (3, 4, 5, 60, 61)
    assert state.hands[1] == (7, 8, 9, 10, 62)


def test_the_discards_are_shuffled_when_the_pile_is_used_up() -> None:
    state = dealt(deck=24)
    state = play(
        state,
        "Anna volunteer",
        "chance teams Anna Ben",
        "Anna tell 1",
        "Cem judge",
        "Cem guess judge",
        "Anna lay 2",
        "Ben lay 6",
        "chance deal 21 22",
        "Dora vote 1",
    )
    with pytest.raises(IllegalAction) as error:
        play(state, "chance deal 23 1 24")
    assert error.value.rule is RULES["deal"]
    state = play(state, "chance deal 23 24 1")
    assert (len(state.pile), state.discard) == (4, ())
    with pytest.raises(OptionsError, check=fact_like(r"factum\.no\.deck \(n=4, need=22")):
        GAME.options(NAMES[:4], deck=21)


def test_fifteen_points_win_at_once_or_at_the_end_of_the_round() -> None:
    state = told()._replace(scores=(14, 13, 6, 6), title=1, round=12)
    state = play(state, "Cem guess storyteller", "Cem lay 11", "Dora lay 16", "chance deal 90 91")
    over = play(state, "Ben vote 1")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((16, 14, 6, 6), (0,))
    later = state._replace(options=GAME.options(NAMES[:4], finish="round-end"))
    assert GAME.outcome(play(later, "Ben vote 1")) is None
    assert GAME.actors(play(later, "Ben vote 1")) == (2, 3)


def test_several_over_the_line_the_highest_wins_then_they_share() -> None:
    state = told()._replace(scores=(13, 14, 6, 6), title=1, round=12)
    state = play(state, "Cem guess storyteller", "Cem lay 11", "Dora lay 16", "chance deal 90 91", "Ben vote 1")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((15, 15, 6, 6), (0, 1))
    with pytest.raises(IllegalAction) as error:
        play(state, "Ben volunteer")
    assert error.value.rule is RULES["end"]


# Physical cards


def test_physical_cards_stay_unknown_and_the_table_says_whose_card_was_chosen() -> None:
    state = play(told(cards="physical"), "Cem guess judge", "Anna lay", "Ben lay")
    assert state.table == (1, 2, 3, 4, 5)
    state = play(state, "Dora vote 4")
    assert GAME.actors(state) == (TABLE,)
    assert set(GAME.legal(state, TABLE)) == {Owner(-2), Owner(-1), Owner(0), Owner(1)}
    with pytest.raises(IllegalAction) as error:
        play(state, "table was of Cem")
    assert error.value.rule is RULES["owner"]
    assert play(state, "table was story").scores == (0, 0, 2, 1)
    assert play(state, "table was of Anna").scores == (3, 1, 0, 0)
    assert play(state, "table was pile").scores == (2, 1, 0, 0)


# Refusals, notation, bots


@pytest.mark.parametrize(
    ("actor", "action", "kind"),
    [
        (0, Tell(99), IllegalAction),
        (0, Tell(6), IllegalAction),
        (0, Tell(0), MalformedAction),
        (0, Tell(True), MalformedAction),
        (1, Tell(6), IllegalAction),
        (0, Volunteer(), IllegalAction),
        (0, Vote(1), IllegalAction),
        (0, Tell("1"), MalformedAction),  # type: ignore[arg-type]
        (9, Tell(1), MalformedAction),  # type: ignore[arg-type]
        (0, Decide(1), MalformedAction),  # type: ignore[arg-type]
        (0, None, MalformedAction),
        (0, Owner(7), MalformedAction),  # type: ignore[arg-type]
        (CHANCE, Tell(1), IllegalAction),
        ("Anna", Tell(1), MalformedAction),
        (0, Teams((0, 9)), MalformedAction),
    ],
)
def test_refused_tellings_leave_the_position_alone(actor: Any, action: Any, kind: type[Exception]) -> None:
    state = play(dealt(), "Anna volunteer", "chance teams Anna Ben")
    text = GAME.dump(state)
    with pytest.raises(kind):
        GAME.apply(state, actor, action)
    assert GAME.dump(state) == text


def test_texts_and_ambiguous_names() -> None:
    state = dealt()
    for text, action in (
        ("volunteer", Volunteer()),
        ("tell 3", Tell(3)),
        ("guess Storyteller", Decide(True)),
        ("guess judge", Decide(False)),
        ("best new", Best(True)),
        ("was of", None),
        ("was of Ben", Owner(1)),
        ("was pile", Owner(-1)),
        ("vote 7", Vote(7)),
        ("judge", Judge()),
    ):
        if action is None:
            with pytest.raises(MalformedAction):
                GAME.parse(text, state, 0)
        else:
            assert GAME.parse(text, state, 0) == action
    options = GAME.options(["Anna", "Anton", "Cem", "Dora"])
    other = GAME.start(options, 1)
    with pytest.raises(AmbiguousAction) as error:
        GAME.parse("was of An", other, TABLE)
    assert error.value.choices == ("was of Anna", "was of Anton")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pile", "1,2"),
        ("phase", "tea"),
        ("teller", "9"),
        ("judge", "0"),
        ("waiting", "0,1"),
        ("seed", "x"),
        ("paid", "2"),
        ("hands", "1/2"),
        ("deck", "3"),
        ("table", "2,9"),
        ("side", "1,2"),
        ("scores", "9,9,9,9"),
        ("draws", "-1"),
        ("choices", "1,1"),
        ("story", "-"),
        ("result", "1"),
        ("result", "1,2,3,4"),
        ("laid", "2"),
        ("laid", "2,11,3"),
        ("ballot", "2/3"),
    ],
)
def test_impossible_positions_are_refused(field: str, value: str) -> None:
    state = play(told(), "Cem guess storyteller", "Cem lay 11", "Dora lay 16", "chance deal 90 91")
    words = [f"{field}={value}" if word.startswith(field + "=") else word for word in GAME.dump(state).split(" ")]
    with pytest.raises(RecordError):
        GAME.load(" ".join(words))


def test_what_lies_and_what_was_guessed_is_read_back_by_name() -> None:
    state = play(told(), "Cem guess storyteller", "Cem lay 11", "Dora lay 16", "chance deal 90 91")
    again = GAME.load(GAME.dump(state))
    assert [(laid.player, laid.card) for laid in again.laid] == [(2, 11), (3, 16)]
    state = play(state, "Ben vote 11")
    again = GAME.load(GAME.dump(state))
    assert again.result is not None
    assert (again.result.chosen, again.result.owner) == (11, 2)


def test_undo_ends_where_something_is_seen() -> None:
    state = play(dealt(), "Anna volunteer", "chance teams Anna Ben")
    assert GAME.undoable(state, 0, Tell(1))
    assert not GAME.undoable(dealt(), 0, Volunteer())
    told_one = play(state, "Anna tell 1")
    assert not GAME.undoable(told_one, 2, Judge())
    last = play(eight(), "Ben vote 1", "Cem vote 1")
    assert not GAME.undoable(last, 3, Vote(1))


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_hostile_actions_are_refused_or_legal(data: Any) -> None:
    options = GAME.options(NAMES[:5], cards=data.draw(st.sampled_from(["digital", "physical"])))
    state = playout(GAME, options, data.draw(st.integers(0, 99)), limit=data.draw(st.integers(0, 80))).state
    number = st.integers(-3, 110)
    action = data.draw(
        st.one_of(
            st.builds(Tell, number),
            st.builds(Lay, number),
            st.builds(Vote, number),
            st.builds(Owner, number),
            st.builds(Teams, st.lists(number, max_size=4).map(tuple)),
            st.builds(Best, st.booleans()),
            st.builds(Decide, st.booleans()),
            st.just(Judge()),
            st.just(Volunteer()),
        )
    )
    actor, text = data.draw(st.integers(-3, 6)), GAME.dump(state)
    if action in GAME.legal(state, actor):
        assert GAME.audit(GAME.apply(state, actor, action)) is None
    else:
        with pytest.raises(RulesError, check=fact_like(r"^(factum|rules)\.(no\.|cited)")):
            GAME.apply(state, actor, action)
    assert GAME.dump(state) == text


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_options_are_refused_or_playable_to_the_end(data: Any) -> None:
    values = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "cards": st.sampled_from(["digital", "physical", 1]),
                "deck": st.integers(15, 130),
                "target": st.integers(0, 25),
                "finish": st.sampled_from(["at-once", "round-end", "never"]),
                "max_ties": st.integers(0, 4),
                "deadlock": st.sampled_from(["longest-waiting", "first-voter", "chance", "nobody"]),
            },
        )
    )
    try:
        options = GAME.options(NAMES[: data.draw(st.integers(3, 12))], **values)
    except OptionsError:
        return
    result = playout(GAME, options, 1)
    assert result.outcome is not None
    assert max(result.outcome.scores) >= options.target
    assert GAME.audit(result.state) is None
    assert GAME.load(GAME.dump(result.state)) == result.state


@pytest.mark.slow
def test_the_sensible_player_beats_random_ones() -> None:
    """One bot of four: 0.50 and 0.57 in two runs of a thousand games, where luck gives a quarter."""
    options = GAME.options(NAMES[:4])
    won, games = 0.0, 120
    for seed in range(games):
        bot = seed % 4
        result = playout(GAME, options, seed, {p: sensible_player if p == bot else random_player for p in range(4)})
        assert result.outcome is not None
        won += (bot in result.outcome.winners) / len(result.outcome.winners)
    assert won / games > 0.38


def test_bots_draw_nothing_from_what_they_cannot_see() -> None:
    met: list[Any] = []
    playout(GAME, GAME.options(NAMES[:6]), 8, watch=lambda s, a, x: met.append((s, a)))
    for state, actor in met:
        twin = hidden_twin(GAME, state, actor, Random(2)) if actor >= 0 else None
        if twin is not None:
            ours = GAME.choose(GAME.view(state, actor), GAME.legal(state, actor), Random(1))
            assert GAME.choose(GAME.view(twin, actor), GAME.legal(twin, actor), Random(1)) == ours
