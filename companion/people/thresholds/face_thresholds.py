"""A calm look and one show of each face: the player's own neutral face and thresholds, or the shipped ones.

What was seen is played once more, by the shipped way and by the player's own (Hysteresis over the scores of every
frame), and the player's own counts where it tells no less and no more falsely. So a warm-up makes no signal worse on
what it has seen, and a show that went wrong changes nothing.
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
MIN_THRESHOLD_SHARE = 0.6  # of the shipped threshold: nothing under it counts, however small a player's faces are
MAX_THRESHOLD_SHARE = 1.5
SURE_SHOW_SHARE = 1.25  # of the threshold: a show that is held above it is sure


@dataclass(frozen=True)
class LearnedFace:
    """What a warm-up has learned of a face.

    ``neutral``: measure to value, empty where the calm look was of no use; ``peaks``: the score held in each show;
    ``own``: thresholds as parts of the shipped ones; ``margins``: the held score over the threshold that counts now (1
    is the threshold).
    """

    neutral: Mapping[str, float] = field(default_factory=dict)
    peaks: Mapping[str, float] = field(default_factory=dict)
    own: Mapping[str, float] = field(default_factory=dict)
    margins: Mapping[str, float] = field(default_factory=dict)


def neutral_of(calm: Frames, settings: FaceSettings) -> dict[str, float]:
    """Return the measures of a face at rest from its calm frames; empty for too few of them."""
    learned = NeutralFace(settings)
    for frame in calm:
        seen = upright(frame, settings)
        learned.learn(seen.t, seen.measures, seen.mouth, seen.face)
    if not learned.ready:
        return {}
    return {name: belief.value for name, belief in learned.beliefs.items()}


def beliefs_of(neutral: Mapping[str, float], settings: FaceSettings) -> Beliefs:
    """Return what a seat believes of a player whose neutral face is known."""
    return NeutralFace(settings, neutral).beliefs


def table(frames: Frames, beliefs: Beliefs, settings: FaceSettings) -> dict[str, Scores]:
    """(time, score) on each frame of every signal."""
    out: dict[str, list[tuple[float, float]]] = {name: [] for name in SCORERS}
    for frame in frames:
        found = score_all(upright(frame, settings), beliefs, settings)
        for name, values in out.items():
            values.append((frame.t, found[name].value if name in found else GATE_CLOSED))
    return {**out}


def best_held_score(found: Scores, hold: float) -> float:
    """Return the highest score that was held for ``hold`` seconds."""
    best = GATE_CLOSED
    for k, (t, _) in enumerate(found):
        first = next((i for i in reversed(range(k + 1)) if t - found[i][0] >= hold - 1e-9), None)
        if first is not None:
            best = max(best, min(v for _, v in found[first : k + 1]))
    return best


def is_recognised(found: Scores, name: str, by: float, settings: FaceSettings) -> bool:
    """Return whether the signal is told of these scores with a threshold ``by`` times the shipped one."""
    hold = settings.holds[name]
    state = Hysteresis(replace(hold, on=hold.on * by, off=hold.off * by))
    edges = [state.update(t, v) for t, v in found]
    return any(edge is not None and edge.on for edge in edges)


def settle(
    calm: Frames, shows: Mapping[str, Frames], settings: FaceSettings, before: Beliefs | None = None
) -> LearnedFace:
    """Return what the warm-up has learned of a face.

    ``before``: what the seat believed by itself, for the comparison.
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
    missed: frozenset[str]  # shows that are not told
    false: Mapping[str, int]  # how many other looks each is told of

    def worse(self, other: _Way) -> bool:
        """Return whether any signal is worse than in the other way."""
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
    """One show as it is measured.

    ``peak``: the score held in it; ``by``: the threshold as a part of the shipped one; ``margin``: the peak over it;
    ``false``: how many other looks it is told of.
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
    """Return the player's threshold as a part of the shipped one, 1 for the same.

    Where the show (``peak``) is weak, or the player's other faces (``other``) come near it, it lies between the two.
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
    """Return whether a threshold of one's own tells the show where the shipped one does, and no other face more."""
    if is_recognised(mine, name, 1.0, settings) and not is_recognised(mine, name, by, settings):
        return False
    return sum(is_recognised(f, name, by, settings) for f in rest) <= sum(
        is_recognised(f, name, 1.0, settings) for f in rest
    )
