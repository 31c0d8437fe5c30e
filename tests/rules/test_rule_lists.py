"""The lists of every rule in docs/games: what they name exists, and nothing that the engine refuses by is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules import registry

DOCS = Path(__file__).resolve().parents[2] / "docs" / "games"


def rows(game: str) -> list[list[str]]:
    """Return the list's rows: number, rule, where."""
    lines = [line for line in (DOCS / f"{game}.md").read_text("utf-8").splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.mark.parametrize("game", registry.names())
def test_every_rule_has_its_place(game: str) -> None:
    listed = rows(game)
    assert [int(row[0].strip("| ")) for row in listed] == list(range(1, len(listed) + 1))
    assert all(len(row) == 3 for row in listed)
    places = r"engine|option|ruling|table|referee|senses|views|camera|digital|paper"
    assert all(re.search(places, row[2]) for row in listed)
    rules = set(registry.get(game).rules)
    options = {spec.name for spec in registry.get(game).specs}
    named = {name for row in listed for name in re.findall(r"`([\w-]+)`", row[2])}
    assert rules <= named
    assert options <= named | {"cards", "pieces"}  # where cards and pieces lie is no rule of the book
    assert named <= rules | options


@pytest.mark.parametrize("game", registry.names())
def test_each_rule_is_one_that_an_action_can_break(game: str) -> None:
    folder = Path(registry.__file__).with_name(game.replace("-", "_"))
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r'RULES\["([^"]+)"\]', source)) == set(registry.get(game).rules)
