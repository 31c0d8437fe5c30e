"""Scenes of five seconds with exact times: a shout, or what is none, in a room, over company, near a slap of cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.senses.speech.phrase_detector import WILD_PHRASE, ShoutProof
from companion.senses.speech.settings import SpeechSettings
from models.training.files import sounds_of
from models.training.voices import SIGNALS, perform, real, rooms
from models.training.voices.keyword_spotter.bank import KEYWORDS, TWICE
from models.training.voices.recordings import load
from models.training.voices.rooms import Company, drawn, excerpt
from models.training.voices.shouting import laughing, openings, refitted, shouted, slap, trimmed
from models.training.voices.source import RATE, Rng, Samples, Speaker, lay, peak, silence

SECONDS = 5.0
_N = int(SECONDS * RATE)
_FIRST = 1.0  # seconds before which no phrase begins
_COMPANIES = 120  # tracks of company that are made once for many scenes
# What a scene without a phrase is made of, by share.
_PIECES = {
    "near": 0.16,
    "cry": 0.10,
    "mention": 0.12,
    "talk": 0.14,
    "hard": 0.31,
    "recorded": 0.06,
    "played": 0.06,
    "things": 0.05,
}
_SOFT, _AUDIBLE = 0.004, 0.01  # of a shout's peak: what is kept of it, and what its first sound is at least
_VOICES = {"hibari": 0.48, "kokoro": 0.12, "flite": 0.1, "other": 0.3}  # shares of those there are, by what says it
_SLOW, _LONGER = 0.15, (1.1, 1.5)  # share of what is said slowly, and by how much longer it is
_TWICE, _AT_ONCE = 0.8, 0.45  # share of "Wild thing" that is said twice; and of those, by one who says both in one go
_ONE_BREATH = 0.5  # share of them without a pause that is heard as one
_AROUND = int(0.4 * RATE)  # samples of silence around what is looked at
_FRICATIVE = ("4_", "5_")  # recorded digits that begin with an f
_OVER = (0, 32), (2, 18)  # decibels of what is said over the company: anything, and as softly as most of it is missed
_SOFTLY = 0.55  # share of the latter
_LARYNX, _LARYNGES = 0.18, 120  # share of what is said with another's larynx, and how many recorded ones there are
_LEVEL, _LOW = 0.55, (70.0, 165.0)  # share of those that speak on one note, and its pitch in Hz
_PLAYED = ("laughter", "cough", "wild", "other", "speech", *SIGNALS)


@dataclass(frozen=True)
class Said:
    """A phrase in a scene: index in KEYWORDS, seconds of its first and last sound."""

    keyword: int
    onset: float
    end: float


@dataclass(frozen=True)
class Scene:
    """``samples`` [n] at RATE in -1..1; the phrases in it and the times of slaps, seconds; what it was made of."""

    samples: Samples
    said: tuple[Said, ...] = ()
    slaps: tuple[float, ...] = ()
    note: str = ""


class Studio:
    """Utterances of one part by kind, and the recordings of its half: held ones are for reporting only."""

    def __init__(self, bank: Path, sounds: Path, part: str) -> None:
        self.said: dict[str, dict[str, list[Samples]]] = {}
        for stored in map(np.load, sorted(bank.glob(f"{part}.*.npz"))):
            for kind, voice, said in zip(stored["kind"], stored["voice"], sounds_of(stored), strict=True):
                by = next((name for name in _VOICES if str(voice).startswith(name)), "other")
                self.said.setdefault(str(kind), {}).setdefault(by, []).append(said.astype(np.float64) / 32768)
        mine = [item for item in load(sounds) if item.held == (part == "report")]
        self.recorded = [peak(item.samples) for item in mine if item.label == "speech"]
        self.noises = [peak(item.samples) for item in mine if item.label != "speech"]
        digits = (item for item in mine if item.file.startswith("voices"))
        self.fricatives = openings([d.samples for d in digits if Path(d.file).name.startswith(_FRICATIVE)])
        rng = np.random.default_rng([3, len(part)])
        some = rng.permutation(len(self.recorded))[:_LARYNGES]
        self.larynges = [found for k in some if (found := real.larynx(self.recorded[k])) is not None]
        count = _COMPANIES if part == "train" else _COMPANIES // 3
        self.company = Company(rng, count, lambda: self.utterance(rng, "talk"), self.recorded, self.noises)
        self.proof = ShoutProof(SpeechSettings.load())

    def utterance(self, rng: Rng, kind: str) -> Samples:
        """Of a kind, by any voice."""
        return drawn(rng, self.said[kind], _VOICES)


def _placed(rng: Rng, dry: Samples) -> Samples:
    """In a room and through a microphone; its first sample stays the first."""
    wet = rooms.room(rng, dry) if rng.random() < 0.8 else dry
    return rooms.microphone(rng, wet) if rng.random() < 0.6 else wet


def _at(track: Samples, sound: Samples, seconds: float) -> None:
    lay(track, sound, int(seconds * RATE))


def scene(rng: Rng, studio: Studio, keyword: int | None, decibels: float | None = None) -> Scene:
    """Return a scene with a phrase of KEYWORDS, or with none.

    ``decibels`` over the company; drawn where it is None.
    """
    track = np.zeros(_N)
    said, note = _phrase(rng, studio, track, keyword) if keyword is not None else ((), _others(rng, studio, track))
    slaps = _slaps(rng, track, said[0].onset if said else None)
    spoken = track
    span = slice(int(said[0].onset * RATE), int(said[0].end * RATE)) if said else slice(None)
    level = float(np.sqrt(np.mean(spoken[span] ** 2))) + 1e-9
    ratio = decibels if decibels is not None else float(rng.uniform(*_OVER[int(rng.random() < _SOFTLY)]))
    if decibels is not None or rng.random() < 0.85:
        spoken = spoken + studio.company(rng, _N) * level * 10 ** (-ratio / 20)
    spoken = spoken + rooms.hiss(rng, _N) * level * 10 ** rng.uniform(-3.6, -1.4)
    top = 10 ** (rng.uniform(-2.4, 0.0) if rng.random() < 0.9 else rng.uniform(0.0, 0.7))
    return Scene(np.clip(peak(spoken) * top, -1, 1), said, slaps, note)


def _phrase(rng: Rng, studio: Studio, track: Samples, keyword: int) -> tuple[tuple[Said, ...], str]:
    """Return the phrase, now and then a second one over it or after it, and what follows."""
    kind = KEYWORDS[keyword]
    effort = float(rng.random()) if rng.random() < 0.75 else 0.0
    twice = kind == "wild_thing" and rng.random() < _TWICE
    if twice and rng.random() < _AT_ONCE:
        return _at_once(rng, studio, track, keyword, effort), kind
    plain = studio.utterance(rng, kind)
    sound = _said(rng, studio, kind, plain, effort)
    again = _said(rng, studio, kind, plain, effort) if twice else silence(0.0)
    pause = rng.uniform(-0.03, 0.35) if rng.random() < _ONE_BREATH else rng.uniform(0.35, 1.0)
    last = SECONDS - len(sound) / RATE - 0.1
    with_both = last - len(again) / RATE - pause
    onset = rng.uniform(_FIRST, with_both if twice and with_both > _FIRST else last)
    _at(track, _placed(rng, sound), onset)
    said = [Said(keyword, onset + _begins(sound), onset + len(sound) / RATE)]
    roll = rng.random()
    if twice:  # "Wild thing, wild thing!": the same voice, in one breath or in two
        later = said[0].end + pause
    elif roll < 0.3:
        again = _said(rng, studio, kind, studio.utterance(rng, kind), effort)
        later = onset + rng.uniform(0.2, 0.6 if rng.random() < 0.6 else 1.2)
    elif roll < 0.54:
        rest = studio.utterance(rng, "rest" if rng.random() < 0.7 else "talk")
        _at(track, _placed(rng, rest) * rng.uniform(0.4, 1.0), said[0].end + rng.exponential(0.15))
    if (twice or roll < 0.3) and later + len(again) / RATE < SECONDS:
        _at(track, _placed(rng, again) * 10 ** (rng.uniform(-7, 7) / 20), later)
        said.append(Said(keyword, later + _begins(again), later + len(again) / RATE))
    if rng.random() < 0.25:  # somebody speaks before it, more quietly
        before = studio.utterance(rng, "talk" if rng.random() < 0.7 else "near")
        quieter = _placed(rng, before[-int(onset * RATE) :]) * 10 ** (-rng.uniform(3, 15) / 20)
        _at(track, quieter, max(0.0, onset - rng.uniform(0.0, 0.5) - len(before) / RATE))
    return tuple(said), kind


def _at_once(rng: Rng, studio: Studio, track: Samples, keyword: int, effort: float) -> tuple[Said, ...]:
    """Say "Wild thing, wild thing!" in one go; the phoneme encoder finds where the second begins."""
    plain = studio.utterance(rng, TWICE)
    words = studio.proof.words(WILD_PHRASE, np.pad(plain, _AROUND).astype(np.float32))
    end, start = (np.clip((t * RATE // 100 - _AROUND) / len(plain), 0.2, 0.8) for t in (words[1].end, words[2].start))
    sound = _said(rng, studio, TWICE, plain, effort)
    seconds = len(sound) / RATE
    onset = rng.uniform(_FIRST, max(_FIRST, SECONDS - seconds - 0.1))
    _at(track, _placed(rng, sound), onset)
    first = Said(keyword, onset + _begins(sound), onset + float(end) * seconds)
    second = Said(keyword, onset + float(start) * seconds, onset + seconds)
    return (first, second) if second.end < SECONDS else (first,)


def _said(rng: Rng, studio: Studio, kind: str, plain: Samples, effort: float) -> Samples:
    """Return an utterance of the phrase as one of many people may have said it."""
    if kind == "face_off" and rng.random() < 0.7:
        plain = refitted(rng, plain, studio.fricatives)
    plain = _somebody(rng, studio, plain)
    if rng.random() < 0.08:
        plain = laughing(rng, plain)
    return shouted(rng, plain, effort, _SOFT) if effort or rng.random() < 0.5 else trimmed(plain, _SOFT)


def _somebody(rng: Rng, studio: Studio, sound: Samples) -> Samples:
    """Now and then another larynx, or a child; and one word louder than the other, as people let it fall or rise."""
    if rng.random() < _LARYNX:
        sound = _by_another(rng, studio, sound)
    if rng.random() < 0.1:
        sound = real.bend(rng, sound, float(np.exp(rng.uniform(0.2, 0.6))), float(np.exp(rng.uniform(0.1, 0.3))), 1.0)
    elif rng.random() < _SLOW:
        longer = float(rng.uniform(*_LONGER))
        sound = real.bend(rng, sound, float(np.exp(rng.uniform(-0.3, 0.2))), float(np.exp(rng.normal(0, 0.07))), longer)
    if rng.random() < 0.4:
        knots = rng.normal(0, 4, 4)
        sound = sound * 10 ** (np.interp(np.linspace(0, 3, len(sound)), np.arange(4), knots) / 20)
    return sound


def _by_another(rng: Rng, studio: Studio, sound: Samples) -> Samples:
    """Return the words with another larynx, recorded or modelled; half of them low and on one note."""
    shape, who = real.outline(sound), Speaker.draw(rng)
    if studio.larynges and rng.random() < 0.6:
        who = replace(who, larynx=studio.larynges[int(rng.integers(len(studio.larynges)))])
    voiced = shape.voicing > 0.5
    if not voiced.any():
        return sound
    pitch = float(np.exp(np.mean(np.log(shape.pitch[voiced])) + rng.normal(0, 0.25)))
    if rng.random() < _LEVEL:
        shape = replace(shape, pitch=np.full_like(shape.pitch, 100.0))
        pitch = float(np.exp(rng.uniform(*np.log(_LOW))))
    size, longer = np.exp(rng.normal(0, 0.07)), np.exp(rng.uniform(-0.15, 0.2))
    return real.imitate(rng, who, shape, float(longer), float(size), float(np.clip(pitch, 65, 500)))


def _begins(sound: Samples) -> float:
    """Seconds from the first sample to what counts as its first sound: a softer f is not dated by."""
    return float(np.argmax(np.abs(sound) > _AUDIBLE * np.abs(sound).max()) / RATE)


def _others(rng: Rng, studio: Studio, track: Samples) -> str:
    """Return a scene of what is no phrase: one kind, or several one after the other."""
    kinds = [kind for kind in _PIECES if kind != "hard" or kind in studio.said]
    share = np.array([_PIECES[kind] for kind in kinds])
    mixed = rng.random() < 0.3
    kind = str(rng.choice(kinds, p=share / share.sum()))
    at = rng.uniform(0.0, 1.5)
    effort = float(rng.random()) if rng.random() < 0.6 else 0.0
    while at < SECONDS - 0.3:
        kind = str(rng.choice(kinds, p=share / share.sum())) if mixed else kind
        sound = _piece(rng, studio, kind, effort)
        _at(track, _placed(rng, sound) * rng.uniform(0.5, 1.0), at)
        at += len(sound) / RATE + rng.uniform(0.02, 0.9)
    return "mixed" if mixed else kind


def _piece(rng: Rng, studio: Studio, kind: str, effort: float) -> Samples:
    if kind in ("near", "cry"):
        return shouted(rng, _somebody(rng, studio, studio.utterance(rng, kind)), effort)
    if kind in ("talk", "mention", "hard"):
        sound = _somebody(rng, studio, studio.utterance(rng, kind))
        return shouted(rng, sound, 0.3 * effort) if rng.random() < 0.35 else trimmed(sound)
    if kind == "recorded":
        return excerpt(rng, studio.recorded[int(rng.integers(len(studio.recorded)))], 4.0)
    if kind == "things":
        return excerpt(rng, studio.noises[int(rng.integers(len(studio.noises)))], 3.0)
    label = str(rng.choice(_PLAYED))
    return perform(label, int(rng.integers(1 << 30))).samples


def _slaps(rng: Rng, track: Samples, onset: float | None) -> tuple[float, ...]:
    """Slaps of cards: as often where nobody shouts, so that a slap alone says nothing."""
    if rng.random() > 0.35:
        return ()
    near = onset if onset is not None else rng.uniform(0.8, SECONDS - 0.5)
    times = [float(near + rng.uniform(-0.5, 0.25))]
    if rng.random() < 0.2:
        times.append(float(rng.uniform(0.2, SECONDS - 0.4)))
    for at in times:
        _at(track, _placed(rng, slap(rng, Speaker.draw(rng))) * 10 ** (rng.uniform(-12, 6) / 20), at)
    return tuple(sorted(times))
