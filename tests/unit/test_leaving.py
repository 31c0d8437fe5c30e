"""Somebody goes home: the same game for those who stay, with seats and options that still belong to them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadInput
from companion.referee.desk_registry import header, match_of
from companion.web.table.leaving import can_leave, head_without

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva"]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("face-off", {"cards": "physical", "advanced": True, "target": 300, "dealer": 3}),
        ("face-off", {"signal_set": "C"}),
        ("ftw", {"cards": "physical", "rounds": 2, "first": 4}),
        ("face-cards", {"cards": "physical", "variant": "risiko"}),
        ("factum", {"cards": "physical", "target": 9}),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_game_begins_without_who_leaves(game: str, options: dict[str, Any], name: str) -> None:
    before = header(game, NAMES, options, 5, "de", ["Eva"])
    after = head_without(before, name)
    stay = [n for n in NAMES if n != name]
    assert after.players == tuple(stay)
    assert after.bots == tuple(n for n in ("Eva",) if n != name)
    assert (after.game, after.language, after.level) == (game, "de", before.level)
    for key, value in options.items():
        if key not in ("dealer", "first"):
            assert after.options[key] == value
        elif NAMES[value] != name:
            assert stay[after.options[key]] == NAMES[value]  # the dealer stays the dealer
    assert match_of(after, None).players == tuple(stay)


def test_too_few_cannot_go_on_and_nobody_leaves_who_is_not_there() -> None:
    for game, players in (("keep-smiling", 2), ("face-off", 3), ("factum", 4)):
        assert not can_leave(game, players)
        with pytest.raises(BadInput):
            head_without(header(game, NAMES[:players], {}, 5, "en"), "Ann")
    assert can_leave("ftw", 3)
    with pytest.raises(BadInput, match="player"):
        head_without(header("ftw", NAMES[:3], {}, 5, "en"), "Zoe")
