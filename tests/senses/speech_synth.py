"""Speeches for measuring: synthesised voices in rooms, over chatter and noise of the shared recordings.

``python -m tests.senses.speech_synth OUT [SPEECHES] [OTHERS] [--part tune|report]`` writes WAV files and index.csv for
``evaluate speech``. The two parts share no voice, no room and no recording, and have other names. With ``--takes``
each voice says each name alone, too, as a player does in the warm-up: OUT/takes/NAME/VOICE.wav for ``--taught``.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from models.training.voices.rooms import convolve

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

RATE = 16000
NOISES = Path(__file__).resolve().parents[3] / "shared" / "data" / "sounds" / "other"
TEXTS = tomllib.loads((Path(__file__).parent / "speech_texts.toml").read_text("utf-8"))
GEMS = tuple(TEXTS["gems"])
LEAD, TAIL = 2.5, 2.0  # seconds of the room before and after what is said
Samples = np.ndarray[Any, Any]
Rng = np.random.Generator


@dataclass(frozen=True)
class Part:
    """Voices, rooms and names of one half. A voice is "synthesiser:voice"."""

    names: tuple[str, ...]
    voices: tuple[str, ...]
    german: tuple[str, ...]
    reverberation: tuple[float, ...]
    half: int  # which of the recordings: every second one
    extra: tuple[str, ...] = field(default=())  # voices of synthesisers that need not be here


def _espeak(languages: tuple[str, ...], variants: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"espeak:{language}{variant}" for language in languages for variant in variants)


PARTS = {
    "tune": Part(
        ("Ann", "Ben", "Cleo", "Jürgen"),
        (*_espeak(("en-us", "en-gb-scotland"), ("", "+f2", "+f4", "+m3")), *["flite:slt", "flite:rms"] * 3),
        ("espeak:de", "espeak:de+f2"),
        (0.1, 0.2, 0.3, 0.45, 0.6),
        0,
        ("festival:kal_diphone",) * 2,
    ),
    "report": Part(
        ("Mia", "Tom", "Lena", "Karim"),
        (*_espeak(("en-gb", "en-gb-x-rp", "en-029"), ("+f3", "+f5", "+m1", "+m7")), *["flite:awb", "flite:kal16"] * 3),
        ("espeak:de+m1", "espeak:de+f4"),
        (0.13, 0.24, 0.35, 0.5, 0.55),
        1,
        ("festival:ked_diphone", "festival:cmu_us_slt_arctic_hts") * 2,
    ),
}


def espeak(text: str, voice: str, speed: int = 165, pitch: int = 50) -> Samples:
    command = ["espeak-ng", "-v", voice, "-s", str(speed), "-p", str(pitch), "--stdout", text]
    return _read(io.BytesIO(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def flite(text: str, voice: str, stretch: float = 1.0) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "said.wav"
        command = ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch}", "-t", text, "-o", str(out)]
        subprocess.run(command, check=True)
        return _read(out)


def festival(text: str, voice: str, stretch: float = 1.0) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "said.wav"
        setup = f"(begin (voice_{voice}) (Parameter.set 'Duration_Stretch {stretch}))"
        command = ["text2wave", "-eval", setup, "-o", str(out)]
        subprocess.run(command, input=text.encode("latin-1", "replace"), check=True, stderr=subprocess.DEVNULL)
        return _read(out)


def pico(text: str, voice: str, speed: float = 1.0, pitch: float = 1.0) -> Samples:
    """SVOX Pico, as the package py-nanotts carries it: nothing was ever trained on it."""
    from py_nanotts import NanoTTS

    pcm = np.frombuffer(NanoTTS().speak(text, voice, speed, pitch), "<i2") / 32768.0
    return _trimmed(pcm)


@cache
def _kokoro() -> Any:
    from models.training.voices.keyword_spotter.neural_voices import Kokoro

    return Kokoro(Path(os.environ["KOKORO_STYLES"]))


def kokoro(text: str, voice: str, speed: float = 1.0) -> Samples:
    """Return speech by a neural voice ("name@accent"), whose styles are in the folder KOKORO_STYLES."""
    from models.training.voices.keyword_spotter.neural_voices import phonemes

    name, _, accent = voice.partition("@")
    accent = accent or ("en-gb" if name.startswith("b") else "en-us")
    return _trimmed(_kokoro().say(phonemes(text, accent), _kokoro().styles[name][len(text)], speed))


def speak(rng: Rng, text: str, voice: str) -> Samples:
    """Return the text in a voice of ``PARTS`` at a drawn speed and pitch; float in -1..1, peak 0.3."""
    maker, _, name = voice.partition(":")
    if maker == "espeak":
        return espeak(text, name, int(rng.integers(135, 190)), int(rng.integers(30, 70)))
    if maker == "pico":
        return pico(text, name, rng.uniform(0.85, 1.2), rng.uniform(0.8, 1.3))
    if maker == "kokoro":
        return kokoro(text, name, rng.uniform(0.85, 1.2))
    plain = text.replace("ü", "u").replace("ö", "o").replace("ä", "a")
    made: Callable[..., Samples] = flite if maker == "flite" else festival
    return made(plain, name, rng.uniform(0.9, 1.15))


def _read(file: Path | io.BytesIO) -> Samples:
    x, rate = soundfile.read(file)
    return _trimmed(soxr.resample(x, rate, RATE))


def _trimmed(x: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(x) > 0.01 * np.abs(x).max())
    return np.asarray(x[loud[0] : loud[-1] + 1] / np.abs(x).max() * 0.3)


def room(seconds: float) -> Samples:
    """Return the impulse response of a room of that reverberation."""
    rng = np.random.default_rng(int(seconds * 1000))
    n = int(seconds * RATE)
    tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * np.sqrt(1 / n) * (0.25 + 0.8 * seconds)
    tail[0] = 1.0
    return np.asarray(tail)


class Scenes:
    """Sounds of one part: what is said, in a room, over others who talk, laugh or make noise."""

    def __init__(self, part: Part, seed: int, voices: tuple[str, ...] = (), german: bool = False) -> None:
        """``voices``: others than those of the part. ``german``: the sentence in German, all by German voices."""
        self.part = replace(part, german=voices) if german and voices else part
        self.german = german
        self.rng = np.random.default_rng(seed)
        with_extra = shutil.which("text2wave") is not None
        self.voices = voices or (*part.voices, *(part.extra if with_extra else ()))
        self.rooms = [room(seconds) for seconds in part.reverberation]
        self.voice, self.reverberation = "", 0.0  # of what was made last

    def recordings(self, kind: str) -> list[Path]:
        return sorted((NOISES / kind).glob("*.flac"))[self.part.half :: 2]

    def say(self, text: str, name: str = "", gem: str = "", german: bool = False) -> Samples:
        self.voice = str(self.rng.choice(self.part.german if german else self.voices))
        gems = TEXTS["gems_german" if self.german else "gems"]
        return speak(self.rng, text.format(name=name, gem=gems.get(gem, gem)), self.voice)

    def noise(self, count: int) -> Samples:
        """One or two who talk elsewhere, mostly with another noise of the room; mean square 1."""
        total = np.zeros(count)
        others = ("rain", "clock_tick", "baby_cry", "person_sneeze", "dog_bark")
        kinds = ["speech", "speech", str(self.rng.choice(others))]
        for kind in kinds[: int(self.rng.integers(1, 4))]:
            x = _recording(self.rng.choice(np.array(self.recordings(kind))))
            total += np.roll(np.resize(x, count), int(self.rng.integers(count)))
        return np.asarray(total / (np.sqrt(np.mean(total**2)) + 1e-9))

    def scene(self, said: Samples, decibels: float) -> tuple[Samples, float]:
        """Return the room, what is said in it, the room; and when that ends, s.

        ``decibels`` over the noise.
        """
        chosen = int(self.rng.integers(5))
        self.reverberation = self.part.reverberation[chosen]
        wet = convolve(said, self.rooms[chosen])[: len(said) + RATE // 4]
        lead = int(LEAD * RATE)
        out = np.zeros(lead + len(wet) + int(TAIL * RATE))
        out[lead : lead + len(wet)] = wet
        level = np.sqrt(np.mean(wet**2)) * 10 ** (-decibels / 20)
        return out + self.noise(len(out)) * level, (lead + len(said)) / RATE

    def talk(self, seconds: float, decibels: float) -> Samples:
        """Table talk without an end: one sentence after the other, English and German, over the room's noise."""
        pieces: list[Samples] = []
        while sum(map(len, pieces)) < seconds * RATE:
            kind = "german" if self.rng.random() < 0.3 else "talk"
            text, name, gem = str(self.rng.choice(TEXTS["texts"][kind])), *self._slots()
            pieces += [self.say(text, name, gem, kind == "german"), np.zeros(int(self.rng.uniform(0.1, 1.2) * RATE))]
        said = convolve(np.concatenate(pieces), self.rooms[int(self.rng.integers(5))])
        level = np.sqrt(np.mean(said**2)) * 10 ** (-decibels / 20)
        return np.asarray(said + self.noise(len(said)) * level)

    def _slots(self) -> tuple[str, str]:
        return str(self.rng.choice(self.part.names)), str(self.rng.choice(GEMS))

    def files(self, speeches: int, others: int) -> Iterator[tuple[Samples, list[Any]]]:
        """Each file's samples and its line of the index but for its name: all kinds mixed, recordings last."""
        kinds = ["speech"] * speeches + ["shout"] * (speeches // 4) + ["near", "talk"] * (others // 2)
        for k, kind in enumerate(map(str, self.rng.permutation(np.array(kinds)))):
            snr = float((5, 10, 15, 20, 30)[k % 5])
            name, gem = self._slots()
            german = self.german or (kind == "talk" and self.rng.random() < 0.5)
            lists = {"talk": "german", "near": "near_german"} if german else {"talk": "talk", "near": "near"}
            text = TEXTS["speech_german"] if self.german and kind == "speech" else TEXTS.get(kind) or ""
            text = text or str(self.rng.choice(TEXTS["texts"][lists[kind]]))
            samples, end = self.scene(self.say(text, name, gem, german), snr)
            yield samples, [kind, name, gem, LEAD, round(end, 3), snr, self.voice, self.reverberation]
        for path in self.recordings("speech"):
            yield _recording(path) * 0.1, ["talk", "", "", "", "", "recorded", "recorded", ""]

    def hours(self, minutes: int) -> Iterator[tuple[Samples, list[Any]]]:
        """Long stretches of talk, five minutes each, for counting false shouts."""
        for k in range(minutes // 5):
            yield self.talk(300.0, (10.0, 20.0, 30.0)[k % 3]), ["talk", "", "", "", "", "long", "several", ""]


def _recording(path: Path) -> Samples:
    x, rate = soundfile.read(path)
    x = x if rate == RATE else soxr.resample(x, rate, RATE)
    return np.asarray(x / (np.sqrt(np.mean(x**2)) + 1e-9))


def write(
    out: Path,
    part: str,
    speeches: int,
    others: int,
    minutes: int = 0,
    seed: int = 0,
    voices: tuple[str, ...] = (),
    german: bool = False,
) -> Path:
    """Return the files and index: file, label (kind of speech), name, gem, onset_s, end_s, snr, voice, room."""
    scenes = Scenes(PARTS[part], seed, voices, german)
    columns = ["label", "name", "gem", "onset_s", "end_s", "snr", "voice", "room"]
    return keep(out, "wav", columns, scenes.hours(minutes) if minutes else scenes.files(speeches, others))


def write_takes(out: Path, part: str, voices: tuple[str, ...] = (), german: bool = False) -> None:
    """Each name alone by each voice, in one room, 25 dB over others: OUT/takes/NAME/VOICE.wav."""
    scenes = Scenes(PARTS[part], 1, voices, german)
    for name in scenes.part.names:
        folder = out / "takes" / name
        folder.mkdir(parents=True, exist_ok=True)
        for voice in dict.fromkeys(scenes.part.german if german else scenes.voices):
            samples, _ = scenes.scene(speak(scenes.rng, f"{name}.", voice), 25.0)
            begin = int((LEAD - 0.2) * RATE)
            soundfile.write(folder / f"{voice}.wav", samples[begin : -int((TAIL - 0.2) * RATE)], RATE)


def keep(out: Path, kind: str, columns: list[str], made: Iterable[tuple[Samples, Sequence[object]]]) -> Path:
    """Each sound as a file of this kind in ``out``, and an index of them with these columns, written as they come."""
    out.mkdir(parents=True, exist_ok=True)
    index = out / "index.csv"
    with index.open("w", encoding="utf-8", newline="") as lines:
        rows = csv.writer(lines)
        rows.writerow(["file", *columns])
        for k, (samples, row) in enumerate(made):
            peak = max(1.0, float(np.abs(samples).max()))
            soundfile.write(out / f"{k:04d}.{kind}", samples / peak, RATE)
            rows.writerow([f"{k:04d}.{kind}", *row])
            lines.flush()
    return index


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("speeches", type=int, nargs="?", default=200)
    parser.add_argument("others", type=int, nargs="?", default=400)
    parser.add_argument("--part", choices=sorted(PARTS), default="report")
    parser.add_argument("--minutes", type=int, default=0, help="write that much table talk instead")
    parser.add_argument("--voices", type=lambda v: tuple(v.split(",")), default=(), help="others: pico:en-GB,...")
    parser.add_argument("--de", action="store_true", help="the sentence in German")
    parser.add_argument("--takes", action="store_true", help="each name alone by each voice, too")
    args = parser.parse_args()
    if args.takes:
        write_takes(args.out, args.part, args.voices, args.de)
    index = write(args.out, args.part, args.speeches, args.others, args.minutes, 0, args.voices, args.de)
    print(f"{index}: evaluate speech {index} --players {','.join(PARTS[args.part].names)}")


if __name__ == "__main__":
    main()
