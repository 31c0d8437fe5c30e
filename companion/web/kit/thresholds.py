"""A player's own thresholds for signals, set on the laptop's panel: in effect at once, and stored with the face."""

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

MIN_SHARE, MAX_SHARE = 0.25, 4.0  # range of an own threshold, as a share of the usual one
KEPT_CODE: Final = "threshold.kept"
NOT_KEPT_CODE: Final = "threshold.not-kept"


class Thresholds:
    """Sets players' own thresholds for signals, and remembers the values from before the first change."""

    def __init__(self) -> None:
        self._before: dict[str, Mapping[str, float]] = {}
        self._own: dict[str, Mapping[str, float]] = {}

    def move(self, sitting: Sitting, player: str, signal: object, value: object) -> str:
        """Set a player's own threshold for a signal.

        Args:
            sitting: The running game, whose cameras use the new threshold at once.
            player: The player's name.
            signal: The signal's name.
            value: The new score, ``MIN_SHARE`` to ``MAX_SHARE`` of the usual one; None restores the one before the
                first change.

        Returns:
            ``KEPT_CODE`` if it was stored with the player's face, ``NOT_KEPT_CODE`` if it lasts for this game only.

        Raises:
            BadInput: The signal has no threshold, or the value is out of range.
            StorageError: It cannot be stored.
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
