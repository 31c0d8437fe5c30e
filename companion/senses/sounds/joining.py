"""Two players who make the same noise at almost the same time: one microphone hears one long noise.

The second is told by their mouth alone: where the sound begins anew while a signal is on, and then another mouth moves
with it and its first owner's does not, somebody has joined in. Whether they made the signal or laughed at it cannot
be heard, so the event names nobody and asks: its only candidate is the one whose mouth moved. Without faces in view, or
with both mouths moving, the two count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.events import Signal
from companion.senses.sounds.attribution import Attribution

_APART = 0.3  # seconds after a noise's onset before which another onset is its own
_SEEN = 0.5  # seconds of a mouth that are judged


@dataclass
class _Bout:
    """A signal that is on: who makes it, and up to which onset it was looked for others."""

    signal: Signal
    players: set[str]
    judged: float = field(default=0.0)


class Joining:
    """Signals that are on at one microphone. `who` knows the mouths."""

    def __init__(self, who: Attribution) -> None:
        self._who = who
        self._bouts: dict[str, _Bout] = {}

    def note(self, signal: Signal) -> None:
        """A signal as it was told: with its player where that is known."""
        if signal.phase == "on" and signal.player is not None:
            self._bouts[signal.name] = _Bout(signal, {signal.player}, signal.onset + _APART)
        else:
            self._bouts.pop(signal.name, None)

    def look(self, now: float, onsets: Iterable[float], going: Callable[[str], bool]) -> list[Signal]:
        """Who joined in up to `now`, given when sounds began; `going` tells whether a signal still sounds."""
        times = sorted(onsets)
        return [
            joined
            for name, bout in self._bouts.items()
            for onset in times
            if bout.judged < onset <= now - _SEEN and going(name) and (joined := self._joined(bout, onset, now))
        ]

    def _joined(self, bout: _Bout, onset: float, now: float) -> Signal | None:
        bout.judged = onset
        found = self._who.who(onset, onset + _SEEN)
        if found.player is None or found.player in bout.players:
            return None
        bout.players.add(found.player)
        first = bout.signal
        evidence = {"candidates": [found.player], "mouths": dict(found.scores), "beside": first.player}
        return Signal(
            onset=round(onset, 3), decided=round(now, 3), confidence=first.confidence, source=first.source,
            name=first.name, phase="on", evidence=evidence,
        )  # fmt: skip
