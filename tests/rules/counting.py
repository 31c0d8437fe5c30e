"""Counts of reachable positions, kept as data: what the engine finds from fixed small set-ups, action by action.

``PYTHONPATH=. python tests/rules/counting.py`` writes the files in ``counts/`` anew. A line reads: depth, the number of
sequences of listed actions that long, the number of different positions they lead to (seed and rolls left out).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rules import registry
from companion.rules.protocol import CHANCE, Game

FOLDER = Path(__file__).parent / "counts"


@dataclass(frozen=True)
class SetUp:
    """A position as text, and the expected (sequences, positions) by depth."""

    title: str
    position: str
    counts: tuple[tuple[int, int], ...]


def read(path: Path) -> list[SetUp]:
    """Return the set-ups of a file."""
    found: list[SetUp] = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            rows = [tuple(map(int, line.split())) for line in lines[2:]]
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            found.append(SetUp(lines[0], lines[1], tuple((row[1], row[2]) for row in rows)))
    return found


def count(game: Game[Any, Any, Any], state: Any, depth: int) -> list[tuple[int, int]]:
    """(sequences, positions) after 1, 2, ... ``depth`` actions; shorter where all games have ended."""
    ways: Counter[Any] = Counter({state: 1})
    found = []
    for _ in range(depth):
        after: Counter[Any] = Counter()
        for before, number in ways.items():
            for actor in game.actors(before):
                for action in game.legal(before, actor):
                    after[plain(game, game.apply(before, actor, action))] += number
        if not after:
            break
        found.append((sum(after.values()), len(after)))
        ways = after
    return found


def plain(game: Game[Any, Any, Any], state: Any) -> Any:
    """Return the position without the number of rolls so far, which no rule depends on."""
    return state._replace(chances=0) if game.name == "keep-smiling" else state


def write(path: Path) -> None:
    """Count all set-ups of a file anew, to the depths that it has."""
    head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    blocks = ["\n".join(head)]
    for setup in read(path):
        game = registry.get(path.stem)
        rows = count(game, game.load(setup.position), max(1, len(setup.counts)))
        blocks.append("\n".join([setup.title, setup.position, *(f"{i} {n} {m}" for i, (n, m) in enumerate(rows, 1))]))
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    assert CHANCE == -1
    for file in sorted(FOLDER.glob("*.txt")):
        write(file)
