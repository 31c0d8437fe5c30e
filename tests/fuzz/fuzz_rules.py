"""Strangers' texts and values against the rules engines, for as long as asked: a job of its own, not part of the suite.

    PYTHONPATH=. python tests/fuzz/fuzz_rules.py --seconds 600 [--only positions] [--game ftw]

Each target (actions, values, positions, records, options) gets so many seconds of Hypothesis, seed after seed. Only the
library's own errors may come out; what is accepted has to be writable, viewable and playable. The first failing example
is printed, shrunk, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from companion.rules import record, registry
from companion.rules.errors import OptionsError, RecordError, RulesError
from companion.rules.history import History
from companion.rules.protocol import CHANCE, TABLE
from tests.rules.rules_cases import NAMES, Case, everyone, hidden_twin, smallest, walk
from tests.rules.test_hostile import json_values, mangled

EXAMPLES = 400  # a Hypothesis run; then the next seed
PLAYED = 25  # actions that an accepted position is played on
CASES = smallest()


def played_on(game: Any, state: Any, random: Random) -> None:
    """Check that an accepted position bears everything that can be asked of it, and some actions."""
    text = game.dump(state)
    assert game.dump(game.load(text)) == text
    for _ in range(PLAYED):
        assert game.audit(state) is None, game.audit(state)
        actors = game.actors(state)
        assert bool(actors) is (game.outcome(state) is None)
        for viewer in (*range(len(state.options.players)), TABLE):
            json.dumps(game.view(state, viewer))
            game.points(state, viewer)
            hidden_twin(game, state, viewer, random)
        if not actors:
            return
        actor = random.choice(actors)
        legal = game.legal(state, actor)
        assert legal
        action = game.draw(state) if actor == CHANCE else legal.sample(random)
        for one in (*islice(legal, 3), action):
            assert one in legal
            assert game.parse(game.format(one, state.options), state, actor) == one
        game.tell(state, actor, action).to_dict()
        game.public(action, state.options)
        state = game.apply(state, actor, action)


def actions(case: Case, random: Random, junk: Any) -> None:
    """Texts typed by anybody at any moment."""
    game, met = case.game, random.choice(walk(case, random.randrange(4), random.random() < 0.5))
    actor = random.choice(everyone(case))
    texts = [mangled(game.format(met.action, case.options()), random), junk]
    for text in texts:
        try:
            action = game.parse(text, met.state, actor)
            written = game.format(action, case.options())
            assert game.format(game.parse(written, met.state, actor), case.options()) == written
            after = game.apply(met.state, actor, action)
        except RulesError as error:
            str(error), str(error.public)
            continue
        assert action in game.legal(met.state, actor)
        assert game.audit(after) is None


def odd(value: Any, random: Random) -> Any:
    """Return the value with one part made another type that compares equal, or something else."""
    swaps: list[Any] = [None, True, False, 0.0, 1.0, -1, 99, "x", (), [], {}, 10**30]
    if isinstance(value, tuple) and value and random.random() < 0.8:
        at = random.randrange(len(value))
        made = (*value[:at], odd(value[at], random), *value[at + 1 :])
        return type(value)(*made) if hasattr(value, "_fields") else random.choice([made, list(made), made])
    if hasattr(value, "__dataclass_fields__"):
        names = [n for n, f in value.__dataclass_fields__.items() if f.init]
        if names:
            at = random.choice(names)
            return type(value)(**{n: odd(getattr(value, n), random) if n == at else getattr(value, n) for n in names})
    if type(value) is int and random.random() < 0.5:
        return random.choice([float(value), bool(value), value + 1])
    return random.choice(swaps)


def values(case: Case, random: Random, junk: Any) -> None:
    """Actions as values that a program made, not quite right."""
    game, met = case.game, random.choice(walk(case, random.randrange(4), random.random() < 0.5))
    for action in (odd(met.action, random), junk):
        actor = random.choice([met.actor, *everyone(case), True, 0.0, None])
        try:
            after = game.apply(met.state, actor, action)
        except RulesError as error:
            str(error)
            assert action not in game.legal(met.state, actor)
            continue
        assert action in game.legal(met.state, actor)
        text = game.format(action, case.options())
        assert game.dump(game.apply(met.state, actor, game.parse(text, met.state, actor))) == game.dump(after)
        assert game.load(game.dump(after)) == after


def positions(case: Case, random: Random, junk: Any) -> None:
    """Positions with fields changed; what loads is played on."""
    game = case.game
    right = game.dump(random.choice(walk(case, random.randrange(4), random.random() < 0.5)).state)
    other = game.dump(random.choice(walk(case, random.randrange(4))).state)
    words, theirs = right.split(" "), other.split(" ")
    if len(words) == len(theirs) and random.random() < 0.5:  # a field of another position of the game
        at = random.randrange(len(words))
        words[at] = theirs[at]
    else:
        words = mangled(right, random).split(" ")
    for text in (" ".join(words), junk):
        try:
            state = game.load(text)
        except RecordError as error:
            str(error)
            continue
        assert game.dump(state) == text
        played_on(game, state, random)


def records(case: Case, random: Random, junk: Any) -> None:
    """Change lines of records: what reads, writes itself back."""
    history = History(case.game, case.options(), random.choice([0, -7, 2**70, 11]))
    for met in walk(case)[: random.randrange(14)]:
        history.apply(met.actor, met.action)
    for text in (mangled(history.record().write(), random), junk):
        try:
            read = record.read(text)
        except RecordError as error:
            str(error)
            continue
        assert record.read(read.write()).write() == read.write()


def options(case: Case, random: Random, junk: Any) -> None:
    """Options of any value; what is taken, plays."""
    game = case.game
    given_values = game.option_values(case.options())
    name = random.choice([*given_values, "unknown"])
    value = random.choice([junk, -1, 0, 1, 2, 10**6, True, 1.0, "Ann", [], ["ruby"]])
    try:
        made = game.options(NAMES[: case.players], **{**given_values, name: value})
    except OptionsError as error:
        str(error)
        return
    assert game.options(made.players, **json.loads(json.dumps(game.option_values(made)))) == made
    played_on(game, game.start(made, 3), random)


TARGETS: dict[str, Callable[[Case, Random, Any], None]] = {
    "actions": actions,
    "values": values,
    "positions": positions,
    "records": records,
    "options": options,
}


def run(target: str, seconds: float, cases: list[Case]) -> int:
    """So many seconds of one target; gives the number of examples. Raises the first failure, shrunk."""
    work, done, end, number = TARGETS[target], 0, time.monotonic() + seconds, 0
    junk = st.text(max_size=30) | json_values | st.binary(max_size=6)
    while time.monotonic() < end:
        number += 1

        @seed(number)
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
        )
        @given(st.sampled_from(cases), st.randoms(use_true_random=False), junk)
        def example(case: Case, random: Random, value: Any) -> None:
            nonlocal done
            done += 1
            work(case, random, value)

        example()
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="for each target")
    parser.add_argument("--only", choices=TARGETS, action="append")
    parser.add_argument("--game", choices=registry.names())
    asked = parser.parse_args()
    cases = [case for case in CASES if asked.game in (None, case.name)]
    for target in asked.only or TARGETS:
        begin = time.monotonic()
        count = run(target, asked.seconds, cases)
        print(f"{target}: {count} examples in {time.monotonic() - begin:.0f} s, nothing found", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
