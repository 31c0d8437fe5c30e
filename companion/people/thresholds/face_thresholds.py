"""Measure a player's face at rest and personal thresholds, from a calm look and one show of each face signal.

A calm look is a recording of the face at rest, a show one of a signal. The recordings are scored twice, with the
shipped settings and with the player's own. The player's own are used only if no show is missed that was recognised
before, and if there are no more false signals. So a warm-up makes no signal worse on its own recordings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.senses.faces.features import FaceFrame, upright
from companion.senses.faces.neutral_face import Beliefs, NeutralFace
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signals import GATE_CLOSED, SCORERS, score_all
from companion.senses.hysteresis import Hysteresis

Frames = Sequence[FaceFrame]
Scores = Sequence[tuple[float, float]]  # (time, score)
MIN_THRESHOLD_SHARE = 0.6  # least personal threshold, as a fraction of the shipped one
MAX_THRESHOLD_SHARE = 1.5
SURE_SHOW_SHARE = 1.25  # a show held above this multiple of the threshold is sure


@dataclass(frozen=True)
class LearnedFace:
    """What a warm-up has measured of a face.

    Attributes:
        neutral: Measures of the face at rest, by name; empty if the calm look was not usable.
        peaks: Highest score held in each show, by signal.
        own: Personal thresholds as factors of the shipped ones, by signal.
        margins: Highest score held in each show divided by the threshold in effect, by signal (1 = the threshold).
    """

    neutral: Mapping[str, float] = field(default_factory=dict)
    peaks: Mapping[str, float] = field(default_factory=dict)
    own: Mapping[str, float] = field(default_factory=dict)
    margins: Mapping[str, float] = field(default_factory=dict)


def neutral_of(calm: Frames, settings: FaceSettings) -> dict[str, float]:
    """Return the measures of a face at rest, by name, from frames of a calm look; empty if there are too few frames."""
    learned = NeutralFace(settings)
    for frame in calm:
        seen = upright(frame, settings)
        learned.learn(seen.t, seen.measures, seen.mouth, seen.face)
    if not learned.ready:
        return {}
    return {name: belief.value for name, belief in learned.beliefs.items()}


def beliefs_of(neutral: Mapping[str, float], settings: FaceSettings) -> Beliefs:
    """Return the estimates of a known player's face at rest, for use before a camera has measured it.

    Args:
        neutral: Measures of the face at rest in the player's profile, by name.
        settings: The face settings, which have averages for all other measures.
    """
    return NeutralFace(settings, neutral).beliefs


def table(frames: Frames, beliefs: Beliefs, settings: FaceSettings) -> dict[str, Scores]:
    """Return the score of each signal in each frame, as pairs of time (seconds) and score.

    Args:
        frames: The frames.
        beliefs: Estimates of the face at rest.
        settings: The face settings.
    """
    out: dict[str, list[tuple[float, float]]] = {name: [] for name in SCORERS}
    for frame in frames:
        found = score_all(upright(frame, settings), beliefs, settings)
        for name, values in out.items():
            values.append((frame.t, found[name].value if name in found else GATE_CLOSED))
    return {**out}


def best_held_score(found: Scores, hold: float) -> float:
    """Return the highest score that was not undercut for ``hold`` seconds.

    Args:
        found: Pairs of time (seconds) and score.
        hold: The time, in seconds.
    """
    best = GATE_CLOSED
    for k, (t, _) in enumerate(found):
        first = next((i for i in reversed(range(k + 1)) if t - found[i][0] >= hold - 1e-9), None)
        if first is not None:
            best = max(best, min(v for _, v in found[first : k + 1]))
    return best


def is_recognised(found: Scores, name: str, by: float, settings: FaceSettings) -> bool:
    """Return True if scores are recognised as the signal with a threshold of ``by`` times the shipped one.

    Args:
        found: Pairs of time (seconds) and score.
        name: The signal.
        by: Factor of the shipped threshold.
        settings: The shipped settings.
    """
    hold = settings.holds[name]
    state = Hysteresis(replace(hold, on=hold.on * by, off=hold.off * by))
    edges = [state.update(t, v) for t, v in found]
    return any(edge is not None and edge.on for edge in edges)


def settle(
    calm: Frames, shows: Mapping[str, Frames], settings: FaceSettings, before: Beliefs | None = None
) -> LearnedFace:
    """Return the player's face at rest and personal thresholds, or the shipped ones where those are not better.

    Args:
        calm: Frames of the calm look.
        shows: Frames of each show, by signal.
        settings: The shipped settings.
        before: The camera's own estimates of the face at rest, for comparison; None for the average face.
    """
    posed = {name: frames for name, frames in shows.items() if name in SCORERS and len(frames)}
    plain = before if before is not None else NeutralFace(settings).prior
    neutral = neutral_of(calm, settings)
    ways = [_way(calm, posed, plain, settings, use_personal=False)]
    if neutral:
        ways.append(_way(calm, posed, beliefs_of(neutral, settings), settings, use_personal=True))
    shipped, mine = ways[0], ways[-1]
    if mine.worse(shipped):
        mine, neutral = shipped, {}
    return LearnedFace(neutral, mine.peaks, mine.factors, mine.margins)


@dataclass(frozen=True)
class _Way:
    peaks: Mapping[str, float]
    factors: Mapping[str, float]
    margins: Mapping[str, float]
    missed: frozenset[str]  # signals whose show is not recognised
    false: Mapping[str, int]  # how many other recordings falsely trigger each signal

    def worse(self, other: _Way) -> bool:
        """Return True if it misses a show that ``other`` recognises, or triggers some signal wrongly more often."""
        return bool(self.missed - other.missed) or any(self.false[name] > other.false[name] for name in self.false)


def _way(
    calm: Frames, shows: Mapping[str, Frames], beliefs: Beliefs, settings: FaceSettings, *, use_personal: bool
) -> _Way:
    seen = {key: table(frames, beliefs, settings) for key, frames in (("", calm), *shows.items()) if len(frames)}
    found = {name: _show(name, seen, settings, use_personal=use_personal) for name in shows}
    return _Way(
        {name: show.peak for name, show in found.items() if show.peak > 0},
        {name: round(show.by, 3) for name, show in found.items() if show.by != 1.0},
        {name: show.margin for name, show in found.items()},
        frozenset(name for name, show in found.items() if not show.recognised),
        {name: show.false for name, show in found.items()},
    )


@dataclass(frozen=True)
class _Show:
    """Measurements of one show.

    Attributes:
        peak: Highest score held.
        by: Threshold as a factor of the shipped one.
        margin: Peak divided by the threshold.
        recognised: True if the show is recognised as its signal.
        false: Number of other recordings that are wrongly recognised as the signal.
    """

    peak: float
    by: float
    margin: float
    recognised: bool
    false: int


def _show(
    name: str, scores: Mapping[str, Mapping[str, Scores]], settings: FaceSettings, *, use_personal: bool
) -> _Show:
    hold, mine = settings.holds[name], scores[name][name]
    rest = [scores[name] for key, scores in scores.items() if key != name]
    peak = best_held_score(mine, hold.hold)
    other = max((best_held_score(scores, hold.hold) for scores in rest), default=GATE_CLOSED)
    by = _part(peak / hold.on, other / hold.on) if use_personal else 1.0
    if by != 1.0 and not _better(mine, rest, name, by, settings):
        by = 1.0
    false = sum(is_recognised(scores, name, by, settings) for scores in rest)
    return _Show(round(peak, 4), by, round(peak / (hold.on * by), 3), is_recognised(mine, name, by, settings), false)


def _part(peak: float, other: float) -> float:
    """Return a personal threshold as a factor of the shipped one; 1 keeps the shipped one.

    It is raised if the player's other faces reach 0.9 of the shipped threshold; else it is lowered if the show is weak.

    Args:
        peak: Highest score held in the show, as a fraction of the shipped threshold.
        other: Highest score held in the player's other recordings, as a fraction of the shipped threshold.
    """
    if peak <= max(other, 0.0):
        return 1.0
    between = (peak + 2 * max(other, 0.0)) / 3
    if other >= 0.9:
        return min(max(between, 1.0), MAX_THRESHOLD_SHARE)
    if peak < SURE_SHOW_SHARE:
        return min(max(0.6 * peak, between, MIN_THRESHOLD_SHARE), 1.0)
    return 1.0


def _better(mine: Scores, rest: Sequence[Scores], name: str, by: float, settings: FaceSettings) -> bool:
    """Return True if a personal threshold is no worse than the shipped one.

    It must recognise the show if the shipped one does, and must not be triggered by more of the other recordings.

    Args:
        mine: Scores in the show.
        rest: Scores in each other recording of the player.
        name: The signal.
        by: Personal threshold as a factor of the shipped one.
        settings: The shipped settings.
    """
    if is_recognised(mine, name, 1.0, settings) and not is_recognised(mine, name, by, settings):
        return False
    return sum(is_recognised(f, name, by, settings) for f in rest) <= sum(
        is_recognised(f, name, 1.0, settings) for f in rest
    )
