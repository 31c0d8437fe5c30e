"""Face Cards with the families' own cards (numbered places, owners who answer), hostile actions, and the bots."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.facts import fact
from companion.rules.errors import IllegalAction, OptionsError, RulesError
from companion.rules.face_cards.actions import Answer, Camera, Guess, Lay, Pass
from companion.rules.face_cards.check import RULES, possible
from companion.rules.face_cards.game import GAME
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE
from tests.rules.rules_cases import hidden_twin
from tests.wording import fact_like

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül")
SIDES = {name: seat for seat, name in enumerate(NAMES)} | {"table": TABLE}


def play(state: Any, *lines: str) -> Any:
    for line in lines:
        who, text = line.split(" ", 1)
        state = GAME.apply(state, SIDES[who], GAME.parse(text, state, SIDES[who]))
        assert GAME.audit(state) is None
    return state


def shown(players: int = 3, **values: Any) -> Any:
    """Return a position whose fronts are places 1 to n (Risiko 2n), with the centre after them."""
    state = GAME.start(GAME.options(NAMES[:players], cards="physical", **values), 1)
    return play(state, "table camera Anna", *[f"{name} lay" for name in NAMES[:players]])


def test_places_are_numbered_and_nothing_is_dealt_by_chance() -> None:
    state = shown()
    assert GAME.view(state, TABLE)["fronts"] == [[1], [2], [3]]
    assert state.centre == (4, 5, 6, 7, 8, 9)
    assert GAME.legal(state, 0).count() == 12
    assert len(state.pile) == 142 - 21 - 1 - 3


def test_the_owner_answers_and_the_box_gives_the_bonus() -> None:
    state = play(shown(), "Anna guess 2 7")
    assert GAME.actors(state) == (1,)
    with pytest.raises(IllegalAction) as error:
        play(state, "Cem right")
    assert error.value.rule is RULES["answer"]
    right = play(state, "Ben right bonus")
    assert [len(album) for album in right.albums] == [2, 2, 0]
    assert right.centre == (4, 5, 6, 8, 9)
    assert [len(album) for album in play(state, "Ben right").albums] == [1, 1, 0]
    assert play(state, "Ben wrong").albums == ((), (), ())
    guess = fact("face-cards.names", who="Anna", one=2, owner="Ben", other=7)
    told = fact("face-cards.right-bonus", guess=guess, who="Anna", owner="Ben")
    assert GAME.tell(state, 1, Answer(True, True)) == told


def test_a_guess_can_be_taken_back_until_it_is_answered() -> None:
    state = shown()
    assert GAME.undoable(state, 0, Guess(2, 7))
    assert not GAME.undoable(play(state, "Anna guess 2 7"), 1, Answer(False))


def test_an_answer_cannot_contradict_an_earlier_one() -> None:
    state = play(shown(), "Anna guess 2 7", "Ben wrong", "Ben guess 1 4", "Anna wrong", "Cem guess 2 7")
    with pytest.raises(IllegalAction) as error:
        play(state, "Ben right")
    assert error.value.rule is RULES["answer"]
    assert list(GAME.legal(state, 1)) == [Answer(False)]


def test_the_last_open_place_must_be_right() -> None:
    """Five players, six places: after five denials of Ben's card the sixth is his."""
    state = shown(5, max_flop_rounds=9)
    order = ["Anna", "Cem", "Dora", "Eva"]
    place = 6
    while place < 11:
        name = NAMES[GAME.actors(state)[0]]
        if name == "Ben":
            state = play(state, "Ben guess 1 6", "Anna wrong")
            continue
        assert name in order
        state = play(state, f"{name} guess 2 {place}", "Ben wrong")
        place += 1
    while NAMES[GAME.actors(state)[0]] == "Ben":
        state = play(state, "Ben guess 1 6", "Anna wrong")
    state = play(state, f"{NAMES[GAME.actors(state)[0]]} guess 2 11")
    assert Answer(False) not in GAME.legal(state, 1)
    assert Answer(True) in GAME.legal(state, 1)


def test_koenner_the_table_says_whose_pair_it_was() -> None:
    state = shown(variant="koenner")
    assert state.centre == (1, 2, 3, 4, 5, 6)
    state = play(state, "Anna guess 2 5")
    assert GAME.actors(state) == (TABLE,)
    with pytest.raises(IllegalAction) as error:
        play(state, "table right Anna")
    assert error.value.rule is RULES["koenner"]
    state = play(state, "table right Cem bonus")
    assert [len(album) for album in state.albums] == [2, 0, 2]
    assert state.centre == (1, 3, 4, 6)


def test_a_player_may_be_called_bonus() -> None:
    state = GAME.start(GAME.options(["Bonus", "Ben", "Cem"], cards="physical", variant="koenner"), 1)
    for answer in (Answer(True, False, 0), Answer(True, True, 0), Answer(True, True, 2), Answer(False)):
        assert GAME.parse(GAME.format(answer, state.options), state, TABLE) == answer


def test_risiko_has_no_bonus_and_counts_the_pictures_at_stake() -> None:
    state = play(shown(variant="risiko"), "Anna guess 3 9")
    with pytest.raises(IllegalAction) as error:
        play(state, "Ben right bonus")
    assert error.value.rule is RULES["no-bonus"]
    state = play(state, "Ben right")
    assert GAME.tell(state, 0, Pass()) == fact("face-cards.stop", who="Anna", n=1)
    lost = play(state, "Anna guess 4 10", "Ben wrong")
    assert [len(album) for album in lost.albums] == [0, 1, 0]
    assert len(lost.box) == 2


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(1, 3), st.integers(4, 8)), max_size=14))
def test_consistency_agrees_with_trying_all_pairings(no: set[tuple[int, int]]) -> None:
    state = shown()._replace(centre=(4, 5, 6, 7, 8))
    tried = any(not no & set(zip((1, 2, 3), places, strict=False)) for places in permutations((4, 5, 6, 7, 8), 3))
    assert possible(state, frozenset(no)) is tried


@settings(max_examples=60, deadline=None)
@given(st.sets(st.sampled_from([(a, b) for a in range(1, 7) for b in range(a + 1, 7)]), max_size=13))
def test_consistency_of_koenner_agrees_with_trying_all_couplings(no: set[tuple[int, int]]) -> None:
    state = shown(variant="koenner")
    tried = any(not no & {tuple(sorted(p[i : i + 2])) for i in (0, 2, 4)} for p in permutations(range(1, 7)))
    assert possible(state, frozenset(no)) is tried


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_hostile_actions_are_refused_or_legal(data: Any) -> None:
    """Anything of the right type either is legal and keeps the cards whole, or raises a named error."""
    variant = data.draw(st.sampled_from(["base", "kenner", "koenner", "risiko"]))
    cards = data.draw(st.sampled_from(["digital", "physical"]))
    options = GAME.options(NAMES[:4], variant=variant, cards=cards)
    state = playout(GAME, options, data.draw(st.integers(0, 99)), limit=data.draw(st.integers(0, 60))).state
    number = st.integers(-3, 150)
    action = data.draw(
        st.one_of(
            st.builds(Guess, number, number),
            st.builds(Camera, number),
            st.just(Pass()),
            st.builds(Lay, st.lists(number, max_size=5).map(tuple)),
            st.builds(Answer, st.booleans(), st.booleans(), st.integers(-2, 5)),
        )
    )
    actor = data.draw(st.integers(-3, 5))
    text = GAME.dump(state)
    if action in GAME.legal(state, actor):
        assert GAME.audit(GAME.apply(state, actor, action)) is None
    else:
        with pytest.raises(RulesError, check=fact_like(r"^(face-cards|rules)\.(no\.|cited)")):
            GAME.apply(state, actor, action)
    assert GAME.dump(state) == text


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_options_are_refused_or_playable_to_the_end(data: Any) -> None:
    values = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "variant": st.sampled_from(["base", "kenner", "koenner", "risiko", "risky-moves", "Basic", 3]),
                "cards": st.sampled_from(["digital", "physical", None]),
                "not_own": st.sampled_from(["cards", "pair", ""]),
                "first": st.sampled_from(["table", "chance"]),
                "max_flop_rounds": st.integers(-1, 4),
                "starts_each": st.integers(-1, 3),
                "people": st.integers(-1, 60),
                "animals": st.integers(0, 40),
                "objects": st.integers(0, 40),
                "blank_people": st.integers(-1, 11),
                "blank_objects": st.integers(0, 6),
            },
        )
    )
    try:
        options = GAME.options(NAMES[: data.draw(st.integers(2, 7))], **values)
    except OptionsError:
        return
    result = playout(GAME, options, 1)
    assert result.outcome is not None
    assert GAME.audit(result.state) is None
    assert GAME.load(GAME.dump(result.state)) == result.state


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["base", "kenner", "koenner", "risiko"])
def test_the_sensible_player_beats_random_ones(variant: str) -> None:
    """One bot of four: well above the quarter that luck gives (0.41 to 0.67 over a thousand games)."""
    options = GAME.options(NAMES[:4], variant=variant, first="chance")
    won, games = 0.0, 120
    for seed in range(games):
        bot = seed % 4
        result = playout(GAME, options, seed, {p: sensible_player if p == bot else random_player for p in range(4)})
        assert result.outcome is not None
        won += (bot in result.outcome.winners) / len(result.outcome.winners)
    assert won / games > 0.32


def test_the_bot_never_repeats_a_denied_guess_and_stops_in_risiko() -> None:
    options = GAME.options(NAMES[:3], variant="risiko", first="chance")
    seen = []

    def watch(state: Any, actor: int, action: Any) -> None:
        if isinstance(action, Guess):
            assert (action.one, action.other) not in {(g[1], g[2]) for g in state.log if g[3] < 0}
        seen.append(type(action))

    playout(GAME, options, 3, sensible_player, watch=watch)
    assert Pass in seen


def test_bots_draw_nothing_from_what_they_cannot_see() -> None:
    options = GAME.options(NAMES[:4], first="chance")
    states: list[Any] = []
    playout(GAME, options, 8, watch=lambda s, a, x: states.append((s, a)))
    for state, actor in states:
        if actor in (CHANCE, TABLE):
            continue
        twin = hidden_twin(GAME, state, actor, Random(2))
        if twin is not None:
            ours = GAME.choose(GAME.view(state, actor), GAME.legal(state, actor), Random(1))
            assert GAME.choose(GAME.view(twin, actor), GAME.legal(twin, actor), Random(1)) == ours
