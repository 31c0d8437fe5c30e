"""How much a face shows each signal: a score against the player's neutral face, and the values behind it.

Each measure is treated by itself. Eye opening compares with the player's own neutral eye as a ratio (people differ by
more than the gesture does); mouth opening and lip gap are absolute; a grin's width, lifted corners and drawn-back
corners are differences. What the neutral face is still unsure of is taken off the score, and so is the doubt of what
only just holds: a head half turned away, lips that the landmarks see nearly shut. Every gate that is left is a line of
calibration/faces.toml with its price (``python -m measure.evaluate.faces_gates`` measures it).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log, sqrt

from companion.senses.faces.features import FaceFrame, log_odds
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.settings import FaceSettings

GATE_CLOSED = -1.0  # a gate is closed: the signal is not shown, whatever the rest says
Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SignalScore:
    """A signal's score on a frame, and the values that made it (for "why").

    ``raw``: what is shown before any gate or doubt, as far as it says that the face is not at rest; of wide eyes, the
    eyes alone.
    """

    value: float
    parts: Mapping[str, float]
    raw: float = GATE_CLOSED


def score_all(frame: FaceFrame, neutral: Beliefs, settings: FaceSettings) -> dict[str, SignalScore]:
    """Return the score on one frame of every signal that one frame can show."""
    doubt = settings.neutral["doubt"]
    return {
        name: _discount_pose(SCORERS[name](frame, neutral, numbers, doubt), frame, numbers)
        for name, numbers in settings.numbers.items()
        if name in SCORERS
    }


def _discount_pose(score: SignalScore, frame: FaceFrame, n: Numbers) -> SignalScore:
    """Return the score less the doubt of a turned head: none up to ``*_full`` degrees, all at ``*_most``."""
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
    """Return by how much of ``least`` the value falls short of it, 0..1."""
    return min(max(1 - value / least, 0.0), 1.0)


def _combine_scores(
    landmarks: float, model_score: float, name: str, frame: FaceFrame, neutral: Beliefs, n: Numbers
) -> float:
    """Return the landmarks' score and what the expression model saw of ``name``, on the landmarks' scale.

    Landmarks of a turned head count less. What the player's own calm face looks like beyond others' is taken off.
    """
    away = min(max((abs(frame.yaw) - n["trust_full"]) / (n["trust_none"] - n["trust_full"]), 0.0), 1.0)
    rest = neutral[name].value - n["look_rest"] if name in neutral else 0.0
    rest = min(max(rest, -n.get("rest_least", 0.0)), n["rest_most"])
    look = n["look"] * (log_odds(model_score) - n.get("rest_part", 1.0) * rest - n["look_at"])
    return n["landmarks"] * (1 - away) * landmarks + look + n["aside"] * away


def _eyes(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> tuple[float, dict[str, float]]:
    """Return how wide the eyes are: by the whole look, and by lids and brows against the player's own neutral ones."""
    m, eye = frame.measures, neutral["eye"]
    ratio = max(m.eye, 1e-3) / eye.value
    brow = m.brow - neutral["brow"].value
    spread = eye.unsure / eye.value
    known = 1 / (1 + (spread / n["spread"]) ** 2)  # people's eyes differ: the lids say most against the own ones
    unsure = doubt * n["unsure"] * max(spread - n["known"], 0.0)
    value = n["eye"] * known * (min(log(ratio), n["eye_most"]) - n["eye_usual"]) + n["brow"] * brow - unsure
    parts = {"eye_ratio": ratio, "brow_rise": brow, "unsure": unsure, "lip_gap": m.gap}
    if frame.face.wide is None:
        return n["blind"] * value, parts
    return _combine_scores(value, frame.face.wide, "wide", frame, neutral, n), {**parts, "look_wide": frame.face.wide}


def eyes_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Score signal 2 of set B: eyes as wide as they go, with the mouth shut or nearly so.

    Pursed lips and a tongue that hangs out lower the score.
    """
    raw, parts = _eyes(frame, neutral, n, doubt)
    gap = frame.measures.gap
    purse = 1 - frame.measures.width / neutral["width"].value
    value = raw - n["gap"] * gap - n["purse"] * max(purse - n["purse_from"], 0.0)
    value -= n["tongue"] * _network_evidence(frame.mouth.tongue_out, n["tongue_from"])
    return SignalScore(value if gap <= n["gap_most"] else GATE_CLOSED, {**parts, "purse": purse}, raw)


def eyes_mouth_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Score signal 3 of set B: eyes and mouth as wide open as they go, both at once.

    Lips drawn to a small round O do not count. ``n``: the signal's numbers in calibration/faces.toml; ``doubt``: how
    much an unsure neutral face lowers the score.
    """
    m = frame.measures
    eyes, parts = _eyes(frame, neutral, n, doubt)
    width = m.width / neutral["width"].value
    value = eyes + n["mouth"] * (min(m.gap, n["mouth_most"]) - n["mouth_usual"])
    # A laugh and a shout open the mouth wide as well, and a tongue that hangs out is a signal of its own.
    value -= n["laugh"] * _network_evidence(frame.face.laughing, n["laugh_from"])
    value -= n["frown"] * _network_evidence(frame.face.frown, n["frown_from"])
    value -= n["tongue"] * min(_network_evidence(frame.mouth.tongue_out, n["tongue_from"]), n["tongue_most"])
    shown = m.gap >= n["mouth_least"] and width >= n["width_least"]
    return SignalScore(value if shown else GATE_CLOSED, {**parts, "mouth_width": width}, eyes)


def _network_evidence(score: float | None, least: float) -> float:
    """Return the log odds beyond ``least`` of what a network saw, 0 where it has not looked."""
    return 0.0 if score is None else max(log_odds(score) - least, 0.0)


def _short_of(score: float | None, least: float) -> float:
    """Return the log odds that what a network saw falls short of ``least``, 0 where it has not looked."""
    return 0.0 if score is None else max(least - log_odds(score), 0.0)


def smile_of(frame: FaceFrame, neutral: Beliefs, n: Numbers) -> tuple[float, dict[str, float]]:
    """Return how far the mouth is drawn wide, back and up against the neutral one; for grins and against sour."""
    m = frame.measures
    wide = m.width / neutral["width"].value - 1
    back = m.pout - neutral["pout"].value
    lift = m.corner_lift - neutral["corner_lift"].value
    parts = {"wide": wide, "drawn_back": back, "corner_lift": lift}
    return wide + n["pout"] * back + n["corner_lift"] * lift, parts


def grin(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Grin like a nut: mouth pulled wide and up with the lips apart. A closed smile is none, nor is a shout."""
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
    # Teeth that are surely seen show between lips that the landmarks take for shut.
    # On a face too small for teeth the look says as much as it does.
    unseen = 1 - n["look_small"] if teeth is None else min(max((n["teeth_sure"] - teeth) / n["teeth_near"], 0.0), 1.0)
    screwed = 1.0
    if frame.face.laughing is not None and frame.face.sour is not None:
        # A face that laughs with bared teeth: a smile that the landmarks of a turned head draw too small. And what
        # they take for one that the face does not show: a jaw that drops draws the corners as well.
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
    """Set B 4: the face drawn together as after a bite of lemon: its look, the nose wrinkled, the lips shut and narrow.

    Bared teeth are an angry face, and a tongue is pushed out with a wrinkled nose as well.
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
    # A lemon squeezes the eyes and draws the brows at once: a frown over open eyes is none, nor are calm shut eyes.
    value -= n["laugh"] * _network_evidence(frame.face.laughing, n["laugh_from"])
    value -= n["closed"] * _short_of(frame.face.closed, n["closed_from"])
    value -= n["frown"] * min(_short_of(frame.face.frown, n["frown_from"]), n["frown_most"])
    # Eyes alone are those of whoever looks at cards or into the sun: nose, cheeks and mouth have to join in.
    if frame.face.lower is not None:
        parts["look_lower"] = frame.face.lower
        joins = log_odds(frame.face.lower)
        value += n["lower"] * min(max(joins - n["lower_from"], -n["lower_less"]), n["lower_most"])
        # A face whose own calm one is known tells more by its change; of a stranger the lower half has to say so.
        known = max(1 - neutral["nose"].unsure / n["stranger"], 0.0)
        value = min(value, n["eyes_alone"] + n["eyes_alone_known"] * known + n["lower_needed"] * joins)
    return SignalScore(value, parts, value)


def tongue_out(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Set B 1: the mouth model's score against the player's neutral mouth; landmarks cannot see a tongue.

    A tongue past the lips holds them apart. Full lips that are shut are none: what the model and the landmarks miss of
    an open mouth is doubt.
    """
    mouth, gap = frame.mouth, frame.measures.gap
    if mouth.tongue_out is None:
        return SignalScore(GATE_CLOSED, {})
    rest = min(neutral["tongue"].value, n["neutral_most"]) if "tongue" in neutral else 0.0
    ahead = _short(abs(frame.yaw), n["gap_yaw"])  # the far lip of a turned head is a guess of the landmarks
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
