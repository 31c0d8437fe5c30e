"""Thresholds of one's own, moved on the panel: they count at once and are kept where the player's face is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion import bounds
from companion.errors import BadInput
from companion.people.store import People
from companion.senses.faces.settings import load_shipped
from companion.sitting.requests import OwnThresholds
from companion.sitting.sitting import Sitting

MIN_SHARE, MAX_SHARE = 0.25, 4.0  # of the usual threshold
KEPT_CODE: Final = "threshold.kept"
NOT_KEPT_CODE: Final = "threshold.not-kept"


class Thresholds:
    """Of one server: remembers how each player's were before the first was moved."""

    def __init__(self) -> None:
        self._before: dict[str, Mapping[str, float]] = {}
        self._own: dict[str, Mapping[str, float]] = {}

    def move(self, sitting: Sitting, player: str, signal: object, value: object) -> str:
        """Move the threshold of a player's signal; ``value`` None: as it was before.

        The code of what happened: it is kept with the player's face, or lasts as long as the game. Raises BadInput or
        StorageError.
        """
        holds = load_shipped().holds
        if not isinstance(signal, str) or signal not in holds or holds[signal].on <= 0:
            raise BadInput("threshold.signal")
        usual = holds[signal].on
        number = bounds.number(value, MIN_SHARE * usual, MAX_SHARE * usual)
        if value is not None and number is None:
            raise BadInput("threshold.value", low=round(MIN_SHARE * usual, 2), high=round(MAX_SHARE * usual, 2))
        people = People()
        face = people.face(player)
        thresholds: Mapping[str, float] = face.own if face is not None else self._own.get(player, {})
        before = self._before.setdefault(player, thresholds)
        own = {name: part for name, part in thresholds.items() if name != signal}
        if number is not None:
            own[signal] = round(number / usual, 4)
        elif signal in before:
            own[signal] = before[signal]
        self._own[player] = own
        sitting.crew.ask(sitting.crew.eyes(), OwnThresholds(player, own))
        if face is None:
            return NOT_KEPT_CODE
        people.keep_face(replace(face, own=own))
        return KEPT_CODE
