"""The sound of an evening at a table, in parts of some minutes: talk, laughter, television, music, things; and plays.

Voices and recordings are those that no network learned from; what people do in between is drawn anew for each part.
Where plays are asked for, pairs make a noise that they have taught, and somebody calls "Face off!", 15 dB and more over
the rest.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from companion.senses.sounds.settings import RATE
from companion.sources.audio import Samples
from companion.sources.audio_files import read
from measure.evaluate.sounds_minutes import Evening
from measure.evaluate.warmup_family import APART, Played
from models.training.voices import perform, rooms
from models.training.voices import synthesisers as tts
from models.training.voices.recordings import load
from models.training.voices.shouting import shouted
from models.training.voices.source import Rng, band, peak
from models.training.voices.synthesisers import TALK

Clip = tuple[str, Samples]
FLITE: Final = ("awb", "kal16")  # voices that taught nothing
_FESTIVAL: Final = "kal_diphone"
_SHARES: Final = {"talk": 0.45, "television": 0.1, "laughter": 0.15, "things": 0.15}  # of clips; the rest is recorded
_DRAWN: Final = {"laughter": "laughter", "things": "other"}  # what is performed
_CLIPS, _EACH = 400, 60  # clips of a part, and how many of a kind are drawn
_SUFFIXES: Final = {".wav", ".ogg", ".oga", ".flac", ".opus"}
_OURS: Final = ("face off", "wild thing")  # what is no talk here: the game's own phrases
_WORDS: Final = 4  # of a sentence, at least
_LONGEST: Final = 20 * RATE  # samples of a recording that are kept
_OVER: Final = (15.0, 30.0)  # dB of a play over the rest
_QUIET: Final = 0.3  # seconds around a play in which the rest is as soft
_LOUD: Final = 0.5  # peak of a play


class NoiseMaker(Protocol):
    """A player, who makes a signal's noise as they make it."""

    def make(self, name: str) -> Samples: ...


@dataclass(frozen=True)
class Part:
    """``clips``: start, end (s) and label of what sounded; ``wins``: seconds at which the shout begins."""

    samples: Samples
    clips: tuple[tuple[float, float, str], ...]
    trades: list[Played]
    wins: list[float]

    def sounding(self, t: float) -> str:
        """Return what sounded in the second and a half before ``t``."""
        return (
            " + ".join(sorted({label for start, end, label in self.clips if start <= t and end >= t - 1.5})) or "room"
        )


def said(rng: Rng, text: str) -> Samples:
    """Return a text in a voice that nothing was trained on."""
    voice = str(rng.choice([*FLITE, *([_FESTIVAL] if shutil.which("text2wave") else [])]))
    made = tts.festival(text, voice) if voice == _FESTIVAL else tts.flite(rng, text, voice)
    return np.asarray(made, np.float32)


def clips(rng: Rng, sounds: Path, more: Path | None, progress: Callable[[str], None]) -> dict[str, list[Samples]]:
    """Return what may sound, by kind.

    ``sounds``: the shared folder, of which the recordings kept from training are taken; ``more``: a folder with
    recordings in a folder for each kind.
    """
    progress("voices")
    texts = [t for t in TALK if len(t.split()) >= _WORDS and not any(ours in t.casefold() for ours in _OURS)]
    talk = [said(rng, str(text)) for text in rng.choice(texts, _EACH)]
    found = {"talk": [s for s in talk if len(s)]}
    found["television"] = [np.asarray(band(s.astype(np.float64), 300, 3500), np.float32) for s in found["talk"]]
    for kind, label in _DRAWN.items():
        seeds = rng.integers(1 << 30, size=_EACH)
        found[kind] = [perform(label, int(seed)).samples.astype(np.float32) for seed in seeds]
    for item in load(sounds):
        if item.held and "clock" not in item.file:
            found.setdefault(f"recorded {item.label}", []).append(item.samples.astype(np.float32))
    for folder in sorted(more.iterdir()) if more is not None else ():
        progress(folder.name)
        files = [file for file in sorted(folder.rglob("*")) if file.suffix.lower() in _SUFFIXES]
        chosen = [files[k] for k in sorted(rng.permutation(len(files))[:_EACH])]
        found.setdefault(folder.name, []).extend(read(file)[:_LONGEST] for file in chosen)
    return found


def drawn(rng: Rng, kinds: Mapping[str, Sequence[Samples]]) -> list[Clip]:
    """Return the clips of a part: so many of each kind."""
    recorded = [kind for kind in kinds if kind not in _SHARES and kinds[kind]]
    share = (1 - sum(_SHARES.values())) / max(1, len(recorded))
    return [
        (kind, kinds[kind][int(rng.integers(len(kinds[kind])))])
        for kind in kinds
        if kinds[kind]
        for _ in range(round(_CLIPS * _SHARES.get(kind, share)))
    ]


def part(
    rng: Rng,
    kinds: Mapping[str, Sequence[Samples]],
    seconds: float,
    members: Mapping[str, NoiseMaker],
    signals: Sequence[str],
    trades: int = 0,
    wins: int = 0,
) -> Part:
    """So many seconds of it, with ``trades`` and ``wins`` spread over them."""
    evening, sounded = Evening(drawn(rng, kinds), int(rng.integers(1 << 30))), set[tuple[float, float, str]]()
    pieces = []
    for piece in evening.pieces(seconds):
        pieces.append(piece)
        sounded.update(evening.playing)
    whole = np.concatenate(pieces)
    plays: list[str | None] = [*(signals[k % len(signals)] for k in range(trades)), *[None] * wins]
    rng.shuffle(plays)  # type: ignore[arg-type, unused-ignore]
    slot = seconds / max(1, len(plays))
    meant: list[Played] = []
    shouts: list[float] = []
    for k, name in enumerate(plays):
        t = k * slot + float(rng.uniform(0.15, 0.5)) * slot
        if name is None:
            shout = _shout(rng)
            shouts.append(t)
            _lay(rng, whole, t, shout)
            continue
        one, other = (str(n) for n in rng.permutation(list(members))[:2])
        first, second = members[one].make(name), members[other].make(name)
        later = t + len(first) / RATE + float(rng.uniform(0.0, APART - 1.0))
        _lay(rng, whole, t, first)
        _lay(rng, whole, later, second)
        meant.append(Played(name, (one, t), (other, later)))
    return Part(np.clip(whole, -1, 1), tuple(sorted(sounded)), meant, shouts)


def _shout(rng: Rng) -> Samples:
    dry = said(rng, "Face off!").astype(np.float64)
    dry = shouted(rng, dry, float(rng.random())) if rng.random() < 0.5 else dry
    return np.asarray(rooms.microphone(rng, rooms.room(rng, peak(dry))), np.float32)


def _lay(rng: Rng, whole: Samples, t: float, play: Samples) -> None:
    """Lay the play at ``t``; around it the rest is softer, where it is not so anyway."""
    play = play * np.float32(_LOUD / (float(np.abs(play).max(initial=0.0)) + 1e-6))
    start, edge = int(t * RATE), int(_QUIET * RATE)
    first, last = max(0, start - edge), min(len(whole), start + len(play) + edge)
    level = np.sqrt(np.mean(np.sort(play**2)[-len(play) // 4 :]))
    rest = np.sqrt(np.mean(whole[first:last] ** 2)) + 1e-9
    whole[first:last] *= np.float32(min(1.0, level / rest * 10 ** (-rng.uniform(*_OVER) / 20)))
    stop = min(len(whole), start + len(play))
    whole[start:stop] += play[: stop - start]
