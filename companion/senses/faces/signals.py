"""Score how strongly a face shows each signal, compared with the player's neutral face.

Eye opening is a ratio to the player's own neutral eye, as people differ by more than the gesture does. The distance
between the lips is absolute. The mouth's width and the place of its corners are differences from the neutral face. The
score is lowered if the neutral face is uncertain, the head is half turned away, or other evidence is weak. Conditions
that rule a signal out are in calibration/faces.toml; ``python -m measure.evaluate.faces_gates`` measures how many
signals each of them costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log, sqrt

from companion.senses.faces.features import FaceFrame, log_odds
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.settings import FaceSettings

GATE_CLOSED = -1.0  # score of a signal that some condition rules out
Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SignalScore:
    """A signal's score on a frame, and the values that it was computed from.

    Attributes:
        value: The score; ``GATE_CLOSED`` if a condition rules the signal out.
        parts: The values behind the score by name, for explanations.
        raw: The score before conditions and doubts lower it, used to tell whether the face is at rest. For
            ``eyes_wide`` and ``eyes_mouth_wide`` it is that of the eyes alone.
    """

    value: float
    parts: Mapping[str, float]
    raw: float = GATE_CLOSED


def score_all(frame: FaceFrame, neutral: Beliefs, settings: FaceSettings) -> dict[str, SignalScore]:
    """Return the score of every signal that a single frame can show."""
    doubt = settings.neutral["doubt"]
    return {
        name: _discount_pose(SCORERS[name](frame, neutral, numbers, doubt), frame, numbers)
        for name, numbers in settings.numbers.items()
        if name in SCORERS
    }


def _discount_pose(score: SignalScore, frame: FaceFrame, n: Numbers) -> SignalScore:
    """Return the score reduced for a turned head.

    Nothing is subtracted up to ``yaw_full`` and ``pitch_full`` degrees, and ``turned_doubt`` at ``yaw_most`` or
    ``pitch_most``. Beyond these the signal is ruled out.
    """
    if score.value <= GATE_CLOSED:
        return score
    yaw = (abs(frame.yaw) - n["yaw_full"]) / (n["yaw_most"] - n["yaw_full"])
    pitch = (abs(frame.pitch) - n["pitch_full"]) / (n["pitch_most"] - n["pitch_full"])
    away = max(yaw, pitch, 0.0)
    if away == 0.0:
        return score
    value = score.value - n["turned_doubt"] * away if away <= 1.0 else GATE_CLOSED
    return SignalScore(value, {**score.parts, "turned": away}, score.raw)


def _short(value: float, least: float) -> float:
    """Return by what share ``value`` falls short of ``least``, 0..1; 0 if it does not."""
    return min(max(1 - value / least, 0.0), 1.0)


def _combine_scores(
    landmarks: float, model_score: float, name: str, frame: FaceFrame, neutral: Beliefs, n: Numbers
) -> float:
    """Return the combined score of the landmarks and the expression model, on the landmarks' scale.

    The more the head is turned, the less the landmarks weigh. Some people look like the expression even at rest; the
    model's excess on their calm face is subtracted.

    Args:
        landmarks: Score from the landmarks.
        model_score: Probability from the expression model, 0..1.
        name: The model's expression.
        frame: The frame.
        neutral: The player's neutral face.
        n: The signal's values in calibration/faces.toml.
    """
    away = min(max((abs(frame.yaw) - n["trust_full"]) / (n["trust_none"] - n["trust_full"]), 0.0), 1.0)
    rest = neutral[name].value - n["look_rest"] if name in neutral else 0.0
    rest = min(max(rest, -n.get("rest_least", 0.0)), n["rest_most"])
    look = n["look"] * (log_odds(model_score) - n.get("rest_part", 1.0) * rest - n["look_at"])
    return n["landmarks"] * (1 - away) * landmarks + look + n["aside"] * away


def _eyes(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> tuple[float, dict[str, float]]:
    """Return a score of how wide the eyes are, and the values behind it by name.

    It combines the expression model with lids and brows relative to the player's neutral ones.
    """
    m, eye = frame.measures, neutral["eye"]
    ratio = max(m.eye, 1e-3) / eye.value
    brow = m.brow - neutral["brow"].value
    spread = eye.unsure / eye.value
    known = 1 / (1 + (spread / n["spread"]) ** 2)  # people's eyes differ, so lids count most once the own are known
    unsure = doubt * n["unsure"] * max(spread - n["known"], 0.0)
    value = n["eye"] * known * (min(log(ratio), n["eye_most"]) - n["eye_usual"]) + n["brow"] * brow - unsure
    parts = {"eye_ratio": ratio, "brow_rise": brow, "unsure": unsure, "lip_gap": m.gap}
    if frame.face.wide is None:
        return n["blind"] * value, parts
    return _combine_scores(value, frame.face.wide, "wide", frame, neutral, n), {**parts, "look_wide": frame.face.wide}


def eyes_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Return the score of signal 2 of set B: eyes as wide as they go, with the mouth shut or nearly so.

    Pursed lips and a tongue that hangs out lower the score.
    """
    raw, parts = _eyes(frame, neutral, n, doubt)
    gap = frame.measures.gap
    purse = 1 - frame.measures.width / neutral["width"].value
    value = raw - n["gap"] * gap - n["purse"] * max(purse - n["purse_from"], 0.0)
    value -= n["tongue"] * _network_evidence(frame.mouth.tongue_out, n["tongue_from"])
    return SignalScore(value if gap <= n["gap_most"] else GATE_CLOSED, {**parts, "purse": purse}, raw)


def eyes_mouth_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Return the score of signal 3 of set B: eyes and mouth as wide open as they go, both at once.

    Lips drawn to a small round O rule it out.

    Args:
        frame: The frame.
        neutral: The player's neutral face.
        n: The signal's values in calibration/faces.toml.
        doubt: Factor by which an uncertain neutral face lowers the score.
    """
    m = frame.measures
    eyes, parts = _eyes(frame, neutral, n, doubt)
    width = m.width / neutral["width"].value
    value = eyes + n["mouth"] * (min(m.gap, n["mouth_most"]) - n["mouth_usual"])
    # A laugh and a shout also open the mouth wide, and a tongue that hangs out is another signal.
    value -= n["laugh"] * _network_evidence(frame.face.laughing, n["laugh_from"])
    value -= n["frown"] * _network_evidence(frame.face.frown, n["frown_from"])
    value -= n["tongue"] * min(_network_evidence(frame.mouth.tongue_out, n["tongue_from"]), n["tongue_most"])
    shown = m.gap >= n["mouth_least"] and width >= n["width_least"]
    return SignalScore(value if shown else GATE_CLOSED, {**parts, "mouth_width": width}, eyes)


def _network_evidence(score: float | None, least: float) -> float:
    """Return by how much the log-odds of a network's score exceed ``least``, else 0; 0 if the network has not run."""
    return 0.0 if score is None else max(log_odds(score) - least, 0.0)


def _short_of(score: float | None, least: float) -> float:
    """Return by how much the log-odds of a network's score fall short of ``least``, else 0; 0 if it has not run."""
    return 0.0 if score is None else max(least - log_odds(score), 0.0)


def smile_of(frame: FaceFrame, neutral: Beliefs, n: Numbers) -> tuple[float, dict[str, float]]:
    """Return a score of how far the mouth is drawn wide, back and up from neutral, and the values behind it by name.

    It is used for grins, and to tell whether a face is at rest.
    """
    m = frame.measures
    wide = m.width / neutral["width"].value - 1
    back = m.pout - neutral["pout"].value
    lift = m.corner_lift - neutral["corner_lift"].value
    parts = {"wide": wide, "drawn_back": back, "corner_lift": lift}
    return wide + n["pout"] * back + n["corner_lift"] * lift, parts


def grin(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Return the score of the grin: mouth pulled wide and up with the lips apart.

    A closed smile scores low, a mouth opened wide as in a shout is ruled out.
    """
    m = frame.measures
    raw, parts = smile_of(frame, neutral, n)
    width, pout, lift = (neutral[part].unsure for part in ("width", "pout", "corner_lift"))
    variance = (width / neutral["width"].value) ** 2 + (n["pout"] * pout) ** 2 + (n["corner_lift"] * lift) ** 2
    unsure = doubt * n["unsure"] * sqrt(variance)
    value = raw - unsure
    eye = m.eye / neutral["eye"].value
    parts |= {"lip_gap": m.gap, "eye_ratio": eye, "unsure": unsure}
    shown = m.gap <= n["gap_most"]
    teeth, tongue = frame.mouth.teeth, frame.mouth.tongue_out
    # Teeth that are clearly seen outweigh landmarks that see the lips shut.
    # On a face too small to see teeth, the expression model counts by `look_small`.
    unseen = 1 - n["look_small"] if teeth is None else min(max((n["teeth_sure"] - teeth) / n["teeth_near"], 0.0), 1.0)
    screwed = 1.0
    if frame.face.laughing is not None and frame.face.sour is not None:
        # The landmarks of a turned head make a smile with bared teeth too small; the model raises the score then.
        # They also see a smile when a jaw drops, as that moves the corners; the model lowers the score then.
        seen = _combine_scores(value, frame.face.laughing, "grin", frame, neutral, n) - value
        value += min(seen, 0.0) + max(seen, 0.0) * (1 - unseen)
        screwed = min(frame.face.sour / n["sour_sure"], 1.0)
        parts["look_laughing"] = frame.face.laughing
    value -= n["eye_doubt"] * _short(eye, n["eye_least"]) * screwed
    if teeth is not None:
        parts["teeth"] = teeth
        value -= n["teeth_doubt"] * _short(teeth, n["teeth_least"])
        value -= n["gap_doubt"] * unseen * _short(m.gap, n["gap_least"])
    else:
        shown = shown and m.gap >= n["gap_least"]
    if tongue is not None:
        parts["tongue"] = tongue
        shown = shown and tongue <= n["tongue_most"]
    return SignalScore(value if shown else GATE_CLOSED, parts, raw)


def sour(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Return the score of signal 4 of set B: the face drawn together as after a bite of lemon.

    It combines the expression model, a wrinkled nose, and lips that are shut and narrow. Bared teeth, a tongue or a
    laugh lower the score.
    """
    if frame.face.sour is None:
        return SignalScore(GATE_CLOSED, {})
    m = frame.measures
    nose = min(max(neutral["nose"].value - m.nose, -n["nose_most"]), n["nose_most"])
    purse = min(max(1 - m.width / neutral["width"].value, 0.0), n["purse_most"])
    apart = min(max(m.gap - n["gap_from"], 0.0), n["gap_most"])
    tongue = _network_evidence(frame.mouth.tongue_out, n["tongue_from"])
    teeth = frame.mouth.teeth or 0.0
    bared = max(teeth - n["teeth_from"], 0.0)
    unsure = doubt * n["unsure"] * n["nose"] * neutral["nose"].unsure
    value = n["nose"] * nose + n["purse"] * purse - n["gap"] * apart - n["tongue"] * tongue - unsure
    parts = {"look_sour": frame.face.sour, "nose_wrinkle": nose, "purse": purse, "lip_gap": m.gap, "unsure": unsure}
    parts["teeth"] = teeth
    value = _combine_scores(value, frame.face.sour, "sour", frame, neutral, n) - n["teeth"] * bared
    # A lemon squeezes the eyes and draws the brows at once. A frown over open eyes does not count, nor calm shut eyes.
    value -= n["laugh"] * _network_evidence(frame.face.laughing, n["laugh_from"])
    value -= n["closed"] * _short_of(frame.face.closed, n["closed_from"])
    value -= n["frown"] * min(_short_of(frame.face.frown, n["frown_from"]), n["frown_most"])
    # People also screw up their eyes at cards or in the sun, so nose, cheeks and mouth have to join in.
    if frame.face.lower is not None:
        parts["look_lower"] = frame.face.lower
        joins = log_odds(frame.face.lower)
        value += n["lower"] * min(max(joins - n["lower_from"], -n["lower_less"]), n["lower_most"])
        # Once the neutral face is known, its change is evidence enough; until then the lower half has to show it.
        known = max(1 - neutral["nose"].unsure / n["stranger"], 0.0)
        value = min(value, n["eyes_alone"] + n["eyes_alone_known"] * known + n["lower_needed"] * joins)
    return SignalScore(value, parts, value)


def tongue_out(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Return the score of signal 1 of set B: the tongue out, compared with the player's neutral mouth.

    The landmarks do not show a tongue, but a tongue past the lips holds them apart. Lips that seem nearly shut to the
    landmarks or the classifier therefore lower the score.
    """
    mouth, gap = frame.mouth, frame.measures.gap
    if mouth.tongue_out is None:
        return SignalScore(GATE_CLOSED, {})
    rest = min(neutral["tongue"].value, n["neutral_most"]) if "tongue" in neutral else 0.0
    ahead = _short(abs(frame.yaw), n["gap_yaw"])  # on a turned head the landmarks only guess the far lip
    value = mouth.tongue_out - n["neutral_part"] * rest - n["gap_doubt"] * ahead * _short(gap, n["gap_least"])
    parts = {"tongue": mouth.tongue_out, "neutral_tongue": rest, "lip_gap": gap}
    raw = mouth.tongue_out
    if mouth.lips_open is not None:
        parts["lips_open"] = mouth.lips_open
        value -= n["lips_doubt"] * _short(mouth.lips_open, n["lips_least"])
        raw = raw if mouth.lips_open >= n["lips_least"] else 0.0
    return SignalScore(value, parts, raw)


SCORERS: dict[str, Callable[[FaceFrame, Beliefs, Numbers, float], SignalScore]] = {
    "tongue_out": tongue_out,
    "eyes_wide": eyes_wide,
    "eyes_mouth_wide": eyes_mouth_wide,
    "sour": sour,
    "grin": grin,
}
