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
from companion.senses.faces.neutral_face import Belief
from companion.senses.faces.settings import FaceSettings

NONE = -1.0  # a gate is closed: the signal is not shown, whatever the rest says
Numbers = Mapping[str, float]
Beliefs = Mapping[str, Belief]


@dataclass(frozen=True, slots=True)
class SignalScore:
    """A signal's score on a frame, and the values that made it (for "why").

    ``raw``: what is shown before any gate or doubt, as far as it says that the face is not at rest.
    """

    value: float
    parts: Mapping[str, float]
    raw: float = NONE


def score_all(frame: FaceFrame, neutral: Beliefs, settings: FaceSettings) -> dict[str, SignalScore]:
    """The score on one frame of every signal that one frame can show."""
    doubt = settings.neutral["doubt"]
    return {
        name: _posed(SCORERS[name](frame, neutral, numbers, doubt), frame, numbers)
        for name, numbers in settings.numbers.items()
        if name in SCORERS
    }


def _posed(score: SignalScore, frame: FaceFrame, n: Numbers) -> SignalScore:
    """The score less the doubt of a turned head: none up to ``*_full`` degrees, all at ``*_most``, then no signal."""
    if score.value <= NONE:
        return score
    yaw = (abs(frame.yaw) - n["yaw_full"]) / (n["yaw_most"] - n["yaw_full"])
    pitch = (abs(frame.pitch) - n["pitch_full"]) / (n["pitch_most"] - n["pitch_full"])
    away = max(yaw, pitch, 0.0)
    if away == 0.0:
        return score
    value = score.value - n["turned_doubt"] * away if away <= 1.0 else NONE
    return SignalScore(value, {**score.parts, "turned": away}, score.raw)


def _short(value: float, least: float) -> float:
    """By how much of ``least`` the value falls short of it, 0..1."""
    return min(max(1 - value / least, 0.0), 1.0)


def _joined(landmarks: float, seen: float, name: str, frame: FaceFrame, neutral: Beliefs, n: Numbers) -> float:
    """The landmarks' score and what the expression model saw of ``name``, on the landmarks' scale.

    Landmarks of a turned head count less. What the player's own calm face looks like beyond others' is taken off.
    """
    away = min(max((abs(frame.yaw) - n["trust_full"]) / (n["trust_none"] - n["trust_full"]), 0.0), 1.0)
    rest = neutral[name].value - n["look_rest"] if name in neutral else 0.0
    rest = min(max(rest, -n.get("rest_least", 0.0)), n["rest_most"])
    look = n["look"] * (log_odds(seen) - n.get("rest_part", 1.0) * rest - n["look_at"])
    return n["landmarks"] * (1 - away) * landmarks + look + n["aside"] * away


def _eyes(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> tuple[float, dict[str, float]]:
    """How much wider the eyes are than the player's own neutral ones; the brows rise with it, or it is a mere look."""
    m, eye = frame.measures, neutral["eye"]
    ratio = max(m.eye, 1e-3) / eye.value
    brow = m.brow - neutral["brow"].value
    lid = m.lower_lid - neutral["lower_lid"].value
    # Irises are nearly of one size: against them people's neutral eyes differ less. Worth most while one's own are not
    # known; an iris that lids hide is misread, so that it cannot make wide eyes of narrow ones.
    own, others = (eye.unsure / eye.value) ** 2, n["open_people"] ** 2
    wider = (log(ratio) / own + log(max(m.eye, 1e-3) / max(m.iris, 0.05) / n["open"]) / others) / (1 / own + 1 / others)
    brow_unsure, lid_unsure = n["brow"] * neutral["brow"].unsure, n["lower_lid"] * neutral["lower_lid"].unsure
    unsure = doubt * n["unsure"] * sqrt(1 / (1 / own + 1 / others) + brow_unsure**2 + lid_unsure**2)
    value = min(wider, n["eye_most"]) + n["brow"] * brow + n["lower_lid"] * lid - unsure
    parts = {
        "eye_ratio": ratio, "eye_wider": wider, "brow_rise": brow, "lid_drop": lid, "unsure": unsure, "lip_gap": m.gap,
    }  # fmt: skip
    # What the neutral brow is unsure of opens the gate: only a brow surely below its place says that this is a look.
    lowered = brow < n["brow_least"] - doubt * neutral["brow"].unsure
    value = NONE if lowered or wider < n["eye_least"] or ratio < n["ratio_least"] else value
    if frame.face.wide is None:
        return value, parts
    parts["look_wide"] = frame.face.wide
    seen = max(min(wider, n["eye_most"]) + n["brow_seen"] * brow - unsure, n["shown_least"])
    seen = _joined(seen, frame.face.wide, "wide", frame, neutral, n)
    # Of somebody whose own eyes are known the landmarks say enough, where they say so; of others the whole look does.
    known = min(max((n["known_none"] - sqrt(own)) / (n["known_none"] - n["known_full"]), 0.0), 1.0)
    return max(seen - n["known_doubt"] * known, value - n["unknown_doubt"] * (1 - known)), parts


def eyes_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Set B 2: eyes as wide as they go, the mouth shut or nearly so."""
    value, parts = _eyes(frame, neutral, n, doubt)
    gap = frame.measures.gap
    if value > NONE:
        value -= n["open_doubt"] * min(max((gap - n["mouth_shut"]) / (n["mouth_most"] - n["mouth_shut"]), 0.0), 1.0)
    return SignalScore(value if gap <= n["mouth_most"] else NONE, parts)


def eyes_mouth_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Set B 3: eyes and mouth as wide as they go; lips drawn to a small round O are none."""
    m = frame.measures
    value, parts = _eyes(frame, neutral, n, doubt)
    width = m.width / neutral["width"].value
    shown = value > NONE and m.gap >= n["mouth_least"] and width >= n["width_least"]
    shown = shown and (frame.mouth.tongue_out or 0.0) <= n["tongue_most"]
    smile, _ = smile_of(frame, neutral, n)
    # A jaw that drops draws the corners as well: where the face was seen, it says whether this laughs.
    laughs = 1.0 if frame.face.laughing is None else frame.face.laughing
    shown = shown and (smile <= n["smile_most"] or laughs <= n["laugh_least"])
    value += n["mouth"] * (min(m.gap, n["mouth_most"]) - n["mouth_usual"])
    value -= n["open_doubt"] * min(max((n["mouth_open"] - m.gap) / (n["mouth_open"] - n["mouth_least"]), 0.0), 1.0)
    return SignalScore(value if shown else NONE, {**parts, "mouth_width": width, "smile": smile})


def smile_of(frame: FaceFrame, neutral: Beliefs, n: Numbers) -> tuple[float, dict[str, float]]:
    """How far the mouth is drawn wide, back and up against the neutral one; for grins and against sour."""
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
        seen = _joined(value, frame.face.laughing, "grin", frame, neutral, n) - value
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
    return SignalScore(value if shown else NONE, parts, raw)


def sour(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Set B 4: eyes screwed up and the face drawn together. Relaxed shut eyes have no tension and are none.

    A smile lifts the cheeks into the eyes as well: the more of one there is, the less of this.
    """
    m = frame.measures
    eye = max(m.eye_r, m.eye_l) / neutral["eye"].value  # both eyes: a wink is none
    down = neutral["brow"].value - m.brow
    together = neutral["brow_gap"].value - m.brow_gap
    purse = max(1 - m.width / neutral["width"].value, 0.0)
    nose = min(max(neutral["nose"].value - m.nose, 0.0), n["nose_most"])
    smile, _ = smile_of(frame, neutral, n)
    gap_unsure, nose_unsure = n["brow_gap"] * neutral["brow_gap"].unsure, n["nose"] * neutral["nose"].unsure
    unsure = doubt * n["unsure"] * sqrt(neutral["brow"].unsure ** 2 + gap_unsure**2 + nose_unsure**2)
    value = down + n["brow_gap"] * together + n["purse"] * min(purse, n["purse_most"])
    value += n["nose"] * nose - n["smile"] * max(smile, 0.0) - unsure
    value -= n["eye_doubt"] * max(eye - n["eye_least"], 0.0)
    parts = {
        "eye_ratio": eye, "brow_lower": down, "brows_together": together, "purse": purse, "nose_wrinkle": nose,
        "smile": smile, "unsure": unsure,
    }  # fmt: skip
    if frame.face.sour is not None:
        parts["look_sour"] = frame.face.sour
        return SignalScore(_joined(value, frame.face.sour, "sour", frame, neutral, n), parts)
    # People with narrow eyes are many: until this player's own are known the lids must be closer.
    shut = n["shut"] - doubt * n["unsure"] * neutral["eye"].unsure / neutral["eye"].value
    return SignalScore(value + n["alone"] if eye <= shut and smile <= n["smile_most"] else NONE, parts)


def tongue_out(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> SignalScore:
    """Set B 1: the mouth model's score against the player's neutral mouth; landmarks cannot see a tongue.

    A tongue past the lips holds them apart and is seen on the lower one. Full lips that are shut are none, nor is a
    tongue that stays inside: what the model and the landmarks miss of an open mouth and of the tongue's area is doubt.
    """
    mouth, gap = frame.mouth, frame.measures.gap
    if mouth.tongue_out is None:
        return SignalScore(NONE, {})
    rest = min(neutral["tongue"].value, n["neutral_most"]) if "tongue" in neutral else 0.0
    ahead = _short(abs(frame.yaw), n["gap_yaw"])  # the far lip of a turned head is a guess of the landmarks
    value = mouth.tongue_out - n["neutral_part"] * rest - n["gap_doubt"] * ahead * _short(gap, n["gap_least"])
    parts = {"tongue": mouth.tongue_out, "neutral_tongue": rest, "lip_gap": gap}
    raw = mouth.tongue_out
    if mouth.tongue_area is not None and mouth.lips_open is not None:
        parts |= {"tongue_area": mouth.tongue_area, "lips_open": mouth.lips_open}
        value -= n["lips_doubt"] * _short(mouth.lips_open, n["lips_least"])
        value -= n["area_doubt"] * _short(max(mouth.tongue_area, 0.0), n["area_least"])
        raw = raw if mouth.lips_open >= n["lips_least"] else 0.0
    return SignalScore(value, parts, raw)


SCORERS: dict[str, Callable[[FaceFrame, Beliefs, Numbers, float], SignalScore]] = {
    "tongue_out": tongue_out,
    "eyes_wide": eyes_wide,
    "eyes_mouth_wide": eyes_mouth_wide,
    "sour": sour,
    "grin": grin,
}
