"""Hypothesis against every game: odd text, odd values, odd options. Only the named errors may come out."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules import record, registry
from companion.rules.errors import AmbiguousAction, IllegalAction, MalformedAction, OptionsError, RecordError
from companion.rules.history import History
from companion.rules.protocol import CHANCE, TABLE
from tests.rules.rules_cases import NAMES, Case, smallest, walk

CASES = smallest()
each_case = pytest.mark.parametrize("case", CASES, ids=[f"{c.name}-{c.variant}" for c in CASES])
EXAMPLES = int(os.environ.get("COMPANION_EXAMPLES", "12"))
few = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def mangled(text: str, random: Random) -> str:
    """Return the text with a few characters, words or numbers changed, doubled or gone."""
    for _ in range(random.randint(1, 3)):
        at, what = random.randrange(len(text) + 1), random.randrange(6)
        if what == 0:
            text = text[:at] + text[at + 1 :]
        elif what == 1:
            text = text[:at] + random.choice("0123456789 ,:+-\"'*/.;ZzÄ²٣\t") + text[at:]
        elif what == 2:
            text = text[:at] + text[: random.randrange(len(text) + 1)]
        else:
            words = text.split(" ")
            spot = random.randrange(len(words))
            words[spot] = random.choice(
                ["", "-1", "0", "7", "99999999999999999999", words[0], words[-1], words[spot] * 2, "Ben"]
            )
            text = " ".join(words)
    return text


@each_case
@few
@given(st.randoms(use_true_random=False), st.text(max_size=20))
def test_any_text_is_read_or_refused_by_name(case: Case, random: Random, junk: str) -> None:
    game, met = case.game, random.choice(walk(case))
    before = game.dump(met.state)
    for text in (mangled(game.format(met.action, case.options()), random), junk):
        try:
            action = game.parse(text, met.state, met.actor)
        except (MalformedAction, AmbiguousAction):
            continue
        canonical = game.format(action, case.options())
        assert game.format(game.parse(canonical, met.state, met.actor), case.options()) == canonical
        try:
            after = game.apply(met.state, met.actor, action)
        except (IllegalAction, MalformedAction):
            assert action not in game.legal(met.state, met.actor)
        else:
            assert action in game.legal(met.state, met.actor)
            assert game.audit(after) is None
    assert game.dump(met.state) == before


@each_case
@few
@given(st.randoms(use_true_random=False))
def test_another_position_s_actions_are_applied_or_refused_by_name(case: Case, random: Random) -> None:
    game = case.game
    here, there = random.choice(walk(case)), random.choice(walk(case, 2))
    actor = random.choice([here.actor, there.actor, *range(case.players)])
    before = game.dump(here.state)
    try:
        after = game.apply(here.state, actor, there.action)
    except (IllegalAction, MalformedAction):
        assert there.action not in game.legal(here.state, actor)
    else:
        assert there.action in game.legal(here.state, actor)
        assert game.audit(after) is None
    assert game.dump(here.state) == before


@each_case
@few
@given(st.randoms(use_true_random=False), st.text(max_size=30))
def test_any_position_text_is_read_or_refused(case: Case, random: Random, junk: str) -> None:
    game = case.game
    right = game.dump(random.choice(walk(case)).state)
    for text in (mangled(right, random), junk, f"{game.name} {game.version} {junk}"):
        try:
            state = game.load(text)
        except RecordError:
            continue
        assert game.audit(state) is None
        assert game.load(game.dump(state)) == state
        assert bool(game.actors(state)) is (game.outcome(state) is None)
        for actor in game.actors(state):
            game.view(state, actor if actor != CHANCE else TABLE)
            assert game.legal(state, actor)


@each_case
@few
@given(st.randoms(use_true_random=False), json_values)
def test_any_option_value_is_taken_or_refused(case: Case, random: Random, value: Any) -> None:
    game = case.game
    values = game.option_values(case.options())
    name = random.choice([*values, "unknown"])
    if random.random() < 0.3 and isinstance(values.get(name), int):
        value = random.choice([-1, 0, 1, 2, 3, 10**6, 10**30, True])
    try:
        options = game.options(NAMES[: case.players], **{**values, name: value})
    except OptionsError:
        return
    again = json.loads(json.dumps(game.option_values(options)))
    assert game.options(options.players, **again) == options
    state = game.start(options, 1)
    assert game.load(game.dump(state)) == state
    assert game.actors(state)


@few
@given(st.sampled_from(registry.names()), st.lists(st.text(max_size=12) | st.sampled_from(NAMES), max_size=13))
def test_any_names_are_taken_or_refused(name: str, players: list[str]) -> None:
    game = registry.get(name)
    try:
        options = game.options(players)
    except OptionsError:
        return
    assert len(options.players) in game.player_count
    history = History(game, options, 3)
    while -1 in game.actors(history.state) and len(history.taken) < 5:
        history.draw()
    text = history.record().write()
    assert record.read(text).write() == text


@each_case
@few
@given(st.randoms(use_true_random=False))
def test_any_record_text_is_read_or_refused(case: Case, random: Random) -> None:
    history = History(case.game, case.options(), 1)
    for met in walk(case)[:12]:
        history.apply(met.actor, met.action)
    try:
        read = record.read(mangled(history.record().write(), random))
    except RecordError:
        return
    assert record.read(read.write()).write() == read.write()
