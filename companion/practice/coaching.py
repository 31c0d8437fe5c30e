"""What is missing for a signal, in words: from the detector's own scores, its parts and its thresholds.

Pure: (signal, score, settings' numbers) in, the nearest closed gate or the missing measure out, English and German.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from companion.practice.texts import Language, Texts, column, how, name_of

Numbers = Mapping[str, float]

TEXTS: Final[Texts] = {
    "unseen": ("turn your face to the camera", "dreh dein Gesicht zur Kamera"),
    "eyes": ("open your eyes wider", "mach die Augen weiter auf"),
    "brows": ("raise your brows", "zieh die Brauen hoch"),
    "shut_mouth": ("close your mouth", "mach den Mund zu"),
    "open_mouth": ("open your mouth wider", "mach den Mund weiter auf"),
    "round_mouth": ("not a small round O: let the mouth go wide", "kein kleines rundes O: lass den Mund breit werden"),
    "part_lips": ("part your lips", "nimm die Lippen auseinander"),
    "less_mouth": ("close your mouth a little", "mach den Mund etwas weiter zu"),
    "teeth": ("show your teeth", "zeig die Zähne"),
    "tongue_in": ("keep your tongue in", "lass die Zunge drin"),
    "eyes_open": ("do not screw up your eyes", "kneif die Augen nicht zu"),
    "wider": ("pull the corners of your mouth wider and up", "zieh die Mundwinkel weiter auseinander und hoch"),
    "screw_up": ("screw up both eyes tighter", "kneif beide Augen fester zu"),
    "no_smile": ("do not smile", "lächle nicht"),
    "frown": ("draw your brows down and together", "zieh die Brauen herunter und zusammen"),
    "tongue": ("put your tongue further out", "streck die Zunge weiter heraus"),
    "darting_tongue": ("dart your tongue out and in", "lass die Zunge heraus- und hineinschnellen"),
    "panting": ("tongue out and pant faster", "Zunge heraus und schneller hecheln"),
    "fish_gasp": ("open and shut your mouth like a fish", "mach den Mund auf und zu wie ein Fisch"),
    "wet_dog_shake": ("shake your head from side to side faster", "schüttle den Kopf schneller hin und her"),
    "hold": ("that is it: hold it", "genau so: halten"),
    # noises
    "louder": ("louder, or come nearer", "lauter, oder komm näher"),
    "softer": ("too loud, it breaks up: move back a little", "zu laut, es übersteuert: geh etwas zurück"),
    "talk": ("that sounds like talk: leave the words out", "das klingt nach Sprechen: lass die Wörter weg"),
    "short": ("your {signal} is short: hold it longer", "dein Laut ({signal}) ist kurz: halte ihn länger"),
    "long": ("your {signal} is long: make it shorter", "dein Laut ({signal}) ist lang: mach ihn kürzer"),
    "few": ("again and again, in a rhythm: {how}", "mehrmals, im Rhythmus: {how}"),
    "like": ("that is more like {signal}: make yours your own", "das klingt mehr nach {signal}: mach es anders"),
    "how": ("{how}", "{how}"),
    "heard": ("that is it", "genau so"),
    "own_way": ("nearly: make it the way you taught it", "fast: mach es so, wie du es gezeigt hast"),
}
NEARLY: Final = {"en": "nearly: ", "de": "fast: "}
NEAR = 0.75  # share of the threshold from which it is "nearly"


@dataclass(frozen=True, slots=True)
class Coaching:
    """``near``: how near the threshold, 0..1 (for a bar); ``missing``: a key of TEXTS, with a signal after a dot where
    the text names one."""

    near: float
    missing: str

    def sentence(self, language: Language = "en") -> str:
        key, _, signal = self.missing.partition(".")
        text = TEXTS[key][column(language)].format(signal=name_of(signal, language), how=how(signal, language))
        nearly = NEAR <= self.near < 1
        return (NEARLY[language] if nearly else "") + text


def coach(signal: str, value: float | None, parts: Numbers, on: float, numbers: Numbers) -> Coaching:
    """``value``: the score, None where the face was not judged; ``on``: the threshold of the signal's hold."""
    if value is None:
        return Coaching(0.0, "unseen")
    near = min(max(value / on, 0.0), 1.0)
    if near >= 1:
        return Coaching(1.0, "hold")
    gate = _GATES[signal](parts, numbers) if signal in _GATES else signal
    return Coaching(near, gate)


def _eyes(p: Numbers, n: Numbers) -> str:
    wide = log(max(p["eye_ratio"], 1e-3)) >= n["eye_least"]
    return "brows" if wide and p["brow_rise"] < n["brow_least"] else "eyes"


def _eyes_wide(p: Numbers, n: Numbers) -> str:
    return "shut_mouth" if p["lip_gap"] > n["mouth_shut"] else _eyes(p, n)


def _eyes_mouth_wide(p: Numbers, n: Numbers) -> str:
    if p["lip_gap"] < n["mouth_open"]:
        return "open_mouth"
    return "round_mouth" if p["mouth_width"] < n["width_least"] else _eyes(p, n)


def _grin(p: Numbers, n: Numbers) -> str:
    checks = (
        (p["lip_gap"] < n["gap_least"], "part_lips"),
        (p["lip_gap"] > n["gap_most"], "less_mouth"),
        (p["eye_ratio"] < n["eye_least"], "eyes_open"),
        (p.get("teeth", 1.0) < n["teeth_least"], "teeth"),
        (p.get("tongue", 0.0) > n["tongue_most"], "tongue_in"),
    )
    return next((text for closed, text in checks if closed), "wider")


def _sour(p: Numbers, n: Numbers) -> str:
    if p["eye_ratio"] > n["shut"]:
        return "screw_up"
    smiling = n["smile"] * p["smile"] > max(p["brow_lower"] + n["brow_gap"] * p["brows_together"], 0.0)
    return "no_smile" if smiling else "frown"


def _tongue(p: Numbers, n: Numbers) -> str:
    return "part_lips" if p.get("lip_gap", 1.0) < n["gap_least"] else "tongue"


_GATES = {
    "eyes_wide": _eyes_wide,
    "eyes_mouth_wide": _eyes_mouth_wide,
    "grin": _grin,
    "sour": _sour,
    "tongue_out": _tongue,
}
