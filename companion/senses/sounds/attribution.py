"""Attribute a sound to a player by whose mouth moved with it, for one microphone and several faces.

Each camera frame gives the shape of every mouth: inner-lip gap, width and chin, in units of the distance between the
outer corners of the eyes. The microphone gives its level every 10 ms. Mouths that move anyway (chewing, talking) are
judged by whether they move *with* the sound.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from companion.events import Signal

Floats = npt.NDArray[np.float64]
_HISTORY_S = 6.0  # seconds of mouths and levels that are kept
_STEP_S = 0.04  # step of the common time line
_MOUTH_LEAD_S = 0.25  # seconds before the onset that are judged, as a mouth opens before it sounds
_LAG_STEPS = range(-2, 5)  # steps by which a mouth may lead or follow its sound
_LANDMARK_NOISE = 0.12  # motion that is only the landmarks' noise, in outer-eye distances a second
_MIN_MOVED_SCORE = 0.25  # minimum score of the best mouth that counts as moved
_MIN_SECOND_SCORE = 0.15  # minimum score of other mouths that may have made the sound; still ones stay under 0.09


@dataclass(frozen=True)
class Who:
    """Result of attributing a sound to a player.

    Attributes:
        player: Who made the sound; None if that is not clear.
        candidates: Players whose mouth moved, best first.
        scores: How well each visible mouth fits the sound, 0..1, by player.
    """

    player: str | None
    candidates: tuple[str, ...]
    scores: Mapping[str, float]


class Attribution:
    """Mouths and levels of the last six seconds, and the attribution of sounds by them.

    All times are in seconds of the session's clock.
    """

    def __init__(self) -> None:
        self._mouths: dict[str, deque[tuple[float, tuple[float, ...]]]] = {}
        self._levels: deque[tuple[float, float]] = deque()

    def mouth(self, player: str, t: float, shape: Sequence[float]) -> None:
        """Add the shape of a player's mouth in one frame.

        Args:
            player: The player.
            t: Time of the frame, in seconds.
            shape: Inner-lip gap, then width and chin if known, in units of the distance between the outer eye corners.
        """
        series = self._mouths.setdefault(player, deque())
        series.append((t, tuple(shape)))
        while series[0][0] < t - _HISTORY_S:
            series.popleft()

    def level(self, t: float, decibels: float) -> None:
        """Add the microphone's level, in dB full scale, at `t` seconds."""
        self._levels.append((t, decibels))
        while self._levels[0][0] < t - _HISTORY_S:
            self._levels.popleft()

    def who(self, onset: float, end: float) -> Who:
        """Return whose mouth moved with the sound from `onset` to `end` (seconds).

        If several mouths moved, no player is named and all are candidates: choosing the better fit was wrong in nearly
        half of such cases.
        """
        scores = {
            player: score(list(series), list(self._levels), onset, end) for player, series in self._mouths.items()
        }
        seen = {player: value for player, value in scores.items() if value is not None}
        ranked = sorted(seen, key=lambda player: -seen[player])
        moved = bool(ranked) and seen[ranked[0]] >= _MIN_MOVED_SCORE
        fitting = tuple(player for player in ranked if moved and seen[player] >= _MIN_SECOND_SCORE)
        return Who(fitting[0] if len(fitting) == 1 else None, fitting, {p: round(seen[p], 3) for p in ranked})

    def give(self, signal: Signal) -> Signal:
        """Return the signal with its player, or with candidates in its evidence, according to the mouths in view.

        A player named by takes (recordings that teach a noise) is kept, unless their mouth was in view and did not
        move. If the takes leave several players open, the one of them whose mouth moved is chosen. If no such player's
        mouth fits, the players of the takes and of the mouths are all candidates.
        """
        found = self.who(signal.onset, signal.decided)
        fitting = list(found.candidates)
        taught = signal.evidence.get("candidates", ()) if signal.player is None else ()
        if isinstance(taught, Sequence) and taught:  # takes leave these players open; choose by their mouths
            fitting = [p for p in taught if p in found.candidates or p not in found.scores] or [*taught, *fitting]
            found = replace(found, player=fitting[0] if len(fitting) == 1 else None)
        evidence = {**signal.evidence, "candidates": fitting, "mouths": dict(found.scores)}
        if signal.player is not None:
            named = signal.player in found.candidates or signal.player not in found.scores
            return replace(signal, player=signal.player if named else found.player, evidence=evidence)
        return replace(signal, player=found.player, evidence=evidence)


def score(
    mouth: Sequence[tuple[float, Sequence[float]]], levels: Sequence[tuple[float, float]], onset: float, end: float
) -> float | None:
    """Return how well a mouth's motion fits a sound, 0..1; None if it was not in view for enough of the sound.

    Args:
        mouth: Pairs of time in seconds and shape of the mouth, as in ``Attribution.mouth``.
        levels: Pairs of time in seconds and level in dB.
        onset: Start of the sound, in seconds.
        end: End of the sound, in seconds.
    """
    line = np.arange(onset - _MOUTH_LEAD_S, max(end, onset + 0.4) + _STEP_S / 2, _STEP_S)
    times = np.array([t for t, _ in mouth])
    within = (times >= line[0] - 0.1) & (times <= line[-1] + 0.1)
    if within.sum() < 3 or within.sum() < 0.3 * len(line) * _STEP_S * 10:
        return None
    shapes = np.array([shape for _, shape in mouth], dtype=np.float64)
    resampled = np.stack([np.interp(line, times, shapes[:, k]) for k in range(shapes.shape[1])], axis=1)
    motion = float(np.mean(np.linalg.norm(np.diff(_smooth(resampled), axis=0), axis=1)) / _STEP_S)
    moved = max(0.0, motion - _LANDMARK_NOISE) / (max(0.0, motion - _LANDMARK_NOISE) + 0.25)
    return moved * (0.6 + 0.4 * max(0.0, _together(resampled[:, 0], line, levels)))


def _smooth(series: Floats) -> Floats:
    padded = np.pad(series, ((1, 1), (0, 0)), mode="edge")
    return np.asarray((padded[:-2] + padded[1:-1] + padded[2:]) / 3)


def _together(gap: Floats, line: Floats, levels: Sequence[tuple[float, float]]) -> float:
    """Return the highest correlation, 0..1, of the lip gap with the level when one is shifted against the other.

    Args:
        gap: Inner-lip gap at each point of ``line``.
        line: Times, in seconds.
        levels: Pairs of time in seconds and level in dB.
    """
    if len(levels) < 10:
        return 0.0
    times, values = np.array(levels).T
    loud = np.clip(np.interp(line, times, values), np.percentile(values, 20), None)
    best = 0.0
    for lag in _LAG_STEPS:
        a, b = (gap[: len(gap) - lag], loud[lag:]) if lag >= 0 else (gap[-lag:], loud[:lag])
        if len(a) > 5 and a.std() > 1e-4 and b.std() > 1e-4:
            best = max(best, float(np.corrcoef(a, b)[0, 1]))
    return best


_OWN_ONSET_GAP_S = 0.3  # seconds after a noise's onset in which further onsets are its own
_MOUTH_WINDOW_S = 0.5  # seconds after an onset in which mouths are judged


@dataclass
class _Bout:
    """A signal that is on, the players who make it, and the latest onset (seconds) checked for joining players."""

    signal: Signal
    players: set[str]
    judged: float = field(default=0.0)


class JoinedNoises:
    """Finds players who join in a noise that another player has begun, by their mouths."""

    def __init__(self, who: Attribution) -> None:
        self._who = who
        self._bouts: dict[str, _Bout] = {}

    def note(self, signal: Signal) -> None:
        """Record a signal that was reported.

        A start with a known player begins the search for others who join in; any other report ends the search.
        """
        if signal.phase == "on" and signal.player is not None:
            self._bouts[signal.name] = _Bout(signal, {signal.player}, signal.onset + _OWN_ONSET_GAP_S)
        else:
            self._bouts.pop(signal.name, None)

    def look(self, now: float, onsets: Iterable[float], going: Callable[[str], bool]) -> list[Signal]:
        """Return the signals of players who have joined in.

        Args:
            now: Time, in seconds.
            onsets: Times at which sounds began, in seconds.
            going: Function that returns True while the signal of this name can still be heard.
        """
        times = sorted(onsets)
        return [
            joined
            for name, bout in self._bouts.items()
            for onset in times
            if bout.judged < onset <= now - _MOUTH_WINDOW_S
            and going(name)
            and (joined := self._joining_signal(bout, onset, now))
        ]

    def _joining_signal(self, bout: _Bout, onset: float, now: float) -> Signal | None:
        bout.judged = onset
        found = self._who.who(onset, onset + _MOUTH_WINDOW_S)
        if found.player is None or found.player in bout.players:
            return None
        bout.players.add(found.player)
        first = bout.signal
        evidence = {"candidates": [found.player], "mouths": dict(found.scores), "beside": first.player}
        return Signal(
            onset=round(onset, 3),
            decided=round(now, 3),
            confidence=first.confidence,
            source=first.source,
            name=first.name,
            phase="on",
            evidence=evidence,
        )
