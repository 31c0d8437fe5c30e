"""Renaming players before a game: each refusal names its own cause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.web.kit.door import Forbidden
from companion.web.table.lobby import Lobby

WISH = {"game": "face-off", "players": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}], "seed": 5, "options": {}}


def test_a_new_game_takes_a_new_name() -> None:
    assert Lobby.of(WISH).renamed("Ben", "Bo").people() == ["Ann", "Bo", "Cleo"]


@pytest.mark.parametrize(
    ("path", "typed", "code"),
    [(None, "ann", "web.no.name-taken"), (Path("evening.log"), "Bo", "web.no.kept-name")],
)
def test_a_refused_name_says_why(path: Path | None, typed: str, code: str) -> None:
    with pytest.raises(Forbidden) as caught:
        replace(Lobby.of(WISH), path=path).renamed("Ben", typed)
    assert caught.value.fact.code == code
