"""The games as learning libraries see them: PettingZoo's own tests, and OpenSpiel's promises."""

from __future__ import annotations

import sys
from math import isclose
from random import Random
from types import ModuleType

import pytest

from companion.rules import registry
from companion.rules.adapters import SpielState, aec, spiel
from companion.rules.errors import MissingExtraError
from companion.rules.ftw.actions import Give, Lay
from companion.rules.history import History
from companion.rules.protocol import CHANCE
from companion.rules.spelling import END_NUMBER, Spelling
from companion.words import say
from tests.rules.rules_cases import Case, each_case, everyone, positions

each_game = pytest.mark.parametrize("name", registry.names())


def played(name: str, words: int, seed: int = 3) -> SpielState:
    state, random = spiel(name, seed=seed), Random(seed)
    for _ in range(words):
        if state.is_terminal():
            break
        state.draw() if state.is_chance_node() else state.apply_action(random.choice(state.legal_actions()))
    return state


@each_game
def test_pettingzoo_s_own_tests_pass(name: str) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    suite.api_test(aec(name, limit=400), num_cycles=1000)
    suite.seed_test(lambda: aec(name, limit=100), num_cycles=60)


@pytest.mark.parametrize("package", ["numpy", "gymnasium", "pettingzoo"])
def test_without_the_extra_the_environment_says_what_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # what the import system takes for "not there"
    with pytest.raises(ImportError) as raised:
        aec("ftw")
    assert isinstance(raised.value, MissingExtraError)
    assert str(raised.value) == "This call needs one more package: pip install 'tabletop-companion[pettingzoo]'"
    assert say(raised.value.fact, "de") != say(raised.value.fact, "fr")


def test_an_extra_that_is_broken_is_not_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    broken = ModuleType("pettingzoo")  # there, but without the class that is imported from it
    monkeypatch.setitem(sys.modules, "pettingzoo", broken)
    with pytest.raises(ImportError, match="AECEnv") as raised:
        aec("ftw")
    assert not isinstance(raised.value, MissingExtraError)


@pytest.mark.slow
def test_face_off_at_random_ends_within_the_limit_with_the_options_that_the_docs_name() -> None:
    pytest.importorskip("pettingzoo")
    for options, ends in (({"max_trades": 12, "max_hands": 2}, True), ({}, False)):
        environment = aec("face-off", **options)
        for seed in range(4):
            random = Random(seed)
            environment.reset(seed)
            while not any(environment.terminations.values()) and not any(environment.truncations.values()):
                mask = environment.observe(environment.agent_selection)["action_mask"]
                environment.step(random.choice([number for number, fits in enumerate(mask) if fits]))
            assert all(environment.terminations.values()) is ends


@each_case
def test_every_action_of_a_seat_is_spelled_in_one_way_and_read_back(case: Case) -> None:
    spelling, random, met = Spelling(case.game, case.options()), Random(4), 0
    for state in positions(case)[::2]:
        for actor in case.game.actors(state):
            if actor < 0:
                continue
            legal = case.game.legal(state, actor)
            wanted = legal.sample(random)
            choice, action = spelling.choice(legal), None
            for word in (*spelling.spell(wanted), END_NUMBER):
                assert word in choice.numbers()
                action = choice.take(word)
                if action is not None:
                    break
            met += 1
            assert action == wanted
            with pytest.raises(ValueError, match="none of"):
                spelling.choice(legal).take(len(spelling.words))
    assert met


@each_case
def test_what_chance_may_do_has_weights_that_add_up(case: Case) -> None:
    for state in positions(case):
        if CHANCE not in case.game.actors(state):
            continue
        legal = case.game.legal(state, CHANCE)
        sampled = legal.sample(Random(1))
        assert 0 < legal.weight(sampled) <= legal.total()
        if legal.total() < 10_000:
            assert sum(map(legal.weight, legal)) == legal.total()


def test_a_deal_of_three_weighs_as_many_ways_as_there_are_to_shuffle_it() -> None:
    """Sampled deals come as often as their weight says: gems of one player's hand that are all alike."""
    game = registry.get("face-off")
    state = game.start(game.options(("Ann", "Ben", "Cleo")), 1)
    legal = game.legal(state, CHANCE)
    assert isclose(sum(map(legal.weight, legal)), legal.total())


@each_game
def test_a_state_keeps_openspiel_s_promises(name: str) -> None:
    state = played(name, 30)
    player = state.current_player()
    assert sum(state.legal_actions_mask()) == (0 if state.is_chance_node() else len(state.legal_actions()))
    if state.is_chance_node():
        assert isclose(sum(chance for _, chance in state.chance_outcomes()), 1.0)
    with pytest.raises(ValueError, match="none of"):
        state.apply_action(10_000)
    other = state.clone()
    one, two = Random(8), Random(8)
    for _ in range(40):
        for copy, random in ((state, one), (other, two)):
            if not copy.is_terminal():
                copy.draw() if copy.is_chance_node() else copy.apply_action(random.choice(copy.legal_actions()))
    assert state.at.state == other.at.state
    assert sum(state.returns()) == pytest.approx(0.0)
    assert player in (-4, -1, *range(state.at.options.n))


@each_game
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(name: str) -> None:
    state, changed = played(name, 25), 0
    for seed in range(6):
        for seat in range(state.at.options.n):
            other = state.resample_from_infostate(seat, Random(seed))
            changed += other.at.state._replace(seed=0) != state.at.state._replace(seed=0)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            if other.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
    assert changed


@each_case
def test_a_seat_s_history_tells_nothing_that_it_has_not_seen(case: Case) -> None:
    """Two games with other cards, and the same open ones, read alike to one who sees no hand."""
    history, random = History(case.game, case.options(), 5), Random(5)
    for _ in range(12):
        actors = case.game.actors(history.state)
        if not actors:
            break
        actor = random.choice(actors)
        action = (
            case.game.draw(history.state) if actor == CHANCE else case.game.legal(history.state, actor).sample(random)
        )
        history.apply(actor, action)
    for viewer in everyone(case):
        if viewer == CHANCE:
            continue
        text = history.information(viewer)
        assert text.count("\n") + 1 >= len(history.taken)
        sight = history.sight(viewer, random)
        assert case.game.view(sight.state, viewer) == case.game.view(history.state, viewer)
        for step, (_, seen) in zip(history.taken, sight.history, strict=True):
            if step.actor != viewer:
                assert seen is None or not isinstance(seen, case.game.secret)
                assert seen is None or seen == case.game.veil(step.action)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_cards_that_all_saw_taken_or_that_one_gave_stay_where_they_are(players: int) -> None:
    case, checked = Case("ftw", "one-round", players), 0
    for seed in range(12):
        history, random = History(case.game, case.options(), seed), Random(seed)
        holder: dict[int, int] = {}
        while case.game.actors(history.state) and len(history.taken) < 4 * players + 12:
            actor = random.choice(case.game.actors(history.state))
            legal = case.game.legal(history.state, actor)
            action = case.game.draw(history.state) if actor == CHANCE else legal.sample(random)
            history.apply(actor, action)
            holder.pop(getattr(action, "card", 0), None)
            if isinstance(action, Lay):
                holder[action.take] = actor
            elif isinstance(action, Give) and actor == 0:
                holder |= dict.fromkeys(action.cards, players - 1)
        if None in history.state.given or not history.state.hands[0]:
            continue
        dealt = history.sight(0, random).deal(random)
        for card, seat in holder.items():
            checked += 1
            assert card in dealt.hands[seat]
    assert checked > 20
