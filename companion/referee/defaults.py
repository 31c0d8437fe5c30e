"""How a game is played unless something else is said: real cards and pieces, signals that the senses at hand get."""

from __future__ import annotations

from typing import Any

from companion.rules.registry import get

REAL = {"cards": "physical", "pieces": "physical"}
"""Options that say whether cards and pieces lie on the table, with the value for yes."""
_FACES, _VOICES = "B", "A"


def signal_set(camera: bool, microphone: bool) -> str:
    """The face set with a camera alone: it needs no ear. Otherwise set A, the farm's noises."""
    return _FACES if camera and not microphone else _VOICES


def defaults(game: str, *, camera: bool, microphone: bool, real: bool = True) -> dict[str, Any]:
    """The option values of a game that differ from its own rules' defaults, for these senses. Raises BadOptions for
    an unknown game (see ``registry.get``)."""
    names = {spec.name for spec in get(game).specs}
    chosen: dict[str, Any] = {name: value for name, value in REAL.items() if real and name in names}
    if "signal_set" in names:
        chosen["signal_set"] = signal_set(camera, microphone)
    return chosen
