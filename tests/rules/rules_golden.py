"""Golden games and move counts as data; the tests compare.

``PYTHONPATH=. python tests/rules/rules_golden.py`` makes them anew.

A golden game is a record whose comments are what the referee says after each action, in both languages, and the table's
view at its end. The test reads the actions from the file, so that a cleverer bot does not change it.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from companion.rules import record
from companion.rules.history import History
from companion.rules.playout import Sight, playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE
from companion.rules.record import Record
from companion.words import say
from tests.rules.rules_cases import Case, smallest

GOLDEN = Path(__file__).parent.parent / "golden" / "rules"
COUNTS = Path(__file__).with_name("counts.json")
STEPS = 70  # actions of a golden game
NODES = 1_200  # how far a count goes
WIDE = 2_000  # a position with more actions than this is not counted through


def path(case: Case) -> Path:
    return GOLDEN / f"{case.name}-{case.variant.replace(' ', '-')}.game"


def told(game_record: Record) -> str:
    """Return the record's text with the referee's words as comments."""
    history = History(game_record.game, game_record.options, game_record.seed)
    game = game_record.game
    for step in game_record.steps:
        told = game.tell(history.state, step.actor, step.action)
        lines = [say(told, language) for language in ("en", "de")]
        history.apply(step.actor, step.action)
        for line in lines:
            history.comment(line)
    history.comment("table " + json.dumps(game.view(history.state, TABLE), ensure_ascii=False))
    return history.record().write()


def play(case: Case) -> Record:
    """Return the first actions of a game in which random and sensible play alternate."""
    history = History(case.game, case.quick(), 2026)

    def mixed(sight: Sight[Any, Any, Any], random: Random) -> Any:
        return (random_player if random.random() < 0.3 else sensible_player)(sight, random)

    playout(case.game, case.quick(), 2026, mixed, limit=STEPS, watch=lambda s, a, x: history.apply(a, x))
    return history.record()


def successors(game: Any, state: Any) -> list[Any] | None:
    """All positions one action on, the seed deciding for chance; None if there are too many."""
    after = []
    for actor in game.actors(state):
        if actor == CHANCE:
            after.append(game.apply(state, actor, game.draw(state)))
            continue
        actions = list(islice(game.legal(state, actor), WIDE + 1))
        if len(actions) > WIDE:
            return None
        after += [game.apply(state, actor, action) for action in actions]
    return after


def count(game: Any, position: str, depths: int) -> list[list[int]]:
    """For each depth: how many lines of play there are, and how many different positions they reach."""
    states = [game.load(position)]
    out: list[list[int]] = []
    for _ in range(depths):
        following = []
        for state in states:
            after = successors(game, state)
            if after is None:
                return out
            following += after
            if len(following) > NODES * 4:
                return out
        out.append([len(following), len({game.dump(state) for state in following})])
        states = following
        if len(states) > NODES or not states:
            return out
    return out


def counted(case: Case) -> list[dict[str, Any]]:
    """Return counts from the start and from two positions on the way."""
    rows = []
    for steps in (0, 9, 31):
        met = playout(case.game, case.options(), 7, sensible_player, limit=steps)
        position = case.game.dump(met.state)
        depths = count(case.game, position, 6)
        if depths and depths[0][0]:
            rows.append({"game": case.name, "variant": case.variant, "position": position, "counts": depths})
    return rows


def main() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.game"):
        old.unlink()
    for case in smallest():
        path(case).write_text(told(play(case)), encoding="utf-8", newline="\n")
        assert record.read(path(case).read_text(encoding="utf-8"))
    rows = [row for case in smallest() for row in counted(case)]
    text = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    COUNTS.write_text(f"[\n{text}\n]\n", encoding="utf-8", newline="\n")
    print(f"{len(smallest())} golden games in {GOLDEN}, {len(rows)} counts in {COUNTS}")


if __name__ == "__main__":
    main()
