"""Takes as they are heard while others talk: laid over talk, and cut out of it as the running sense cuts them.

The talk is made by speech synthesisers and by the recorded speakers that may be trained on; the recorded talk of the
shared sounds (`other/speech`) stays for measuring.
"""

from __future__ import annotations

import numpy as np

from companion.senses.sounds.level import BLOCK, Levels
from companion.senses.sounds.spans import OVER, Span, spans
from models.sounds.train import tts
from models.sounds.train.recordings import Recording
from models.sounds.train.spellings import TALK, VARIANTS
from models.synth.voices.source import RATE, Samples, peak
from models.synth.voices.speaker import Rng

BELOW = (4.0, 28.0)  # dB under the sound of the talk around it
_LEAD, _AFTER = 1.6, 0.6  # seconds of talk before and after
_MOST = int(1.3 * RATE)


def chatter(rng: Rng, recordings: list[Recording], count: int) -> list[Samples]:
    """Some seconds of talk each: sentences of synthesisers' words, and digits said one after another."""
    words = [t for t in TALK if len(t) > 3]
    trained = [t for t in VARIANTS if t not in tts.HELD]
    digits = [r.samples for r in recordings if r.group.startswith("voices") and not r.held]
    out: list[Samples] = []
    while len(out) < count:
        if digits and len(out) % 3 == 2:
            said = [digits[int(k)] for k in rng.integers(len(digits), size=6)]
            out.append(np.concatenate([peak(x) * rng.uniform(0.5, 1.0) for x in said]))
            continue
        text = ", ".join(str(t) for t in rng.choice(words, 5))
        sound = tts.flite(rng, text, "kal16") if len(out) % 3 else tts.espeak(rng, text, str(rng.choice(trained)))
        if len(sound) > RATE:
            out.append(peak(sound))
    return out


def _loud(sound: Samples) -> float:
    return float(np.sqrt(np.mean(np.sort(np.abs(sound))[len(sound) // 2 :] ** 2)))


def within(rng: Rng, sound: Samples, talk: list[Samples], below: float) -> Samples:
    """The sound as it is cut out of a room where somebody talks `below` dB under it; itself where it is not found."""
    lead, whole = int(_LEAD * RATE), int((_LEAD + _AFTER) * RATE) + len(sound)
    other = talk[int(rng.integers(len(talk)))]
    room = np.resize(np.roll(other, int(rng.integers(len(other)))), whole)
    room = room / (_loud(room) + 1e-9) * _loud(sound) * 10 ** (-below / 20)
    room = room + rng.standard_normal(whole) * _loud(sound) * 1e-2
    room[lead : lead + len(sound)] += sound
    room = room / (np.abs(room).max() + 1e-9) * 0.5
    true = Span(lead // BLOCK, (lead + len(sound)) // BLOCK, True)
    found = [s for s in cuts(room) if s.shares(true) > 0.6 and s.length < 3 * true.length]
    best = found[int(rng.integers(len(found)))] if found else true
    return room[max(0, best.start - 2) * BLOCK : best.stop * BLOCK][:_MOST]


def cuts(room: Samples) -> list[Span]:
    """What the running sense would compare, each sound once, in the order in which it is over."""
    levels, found = Levels(), list[Span]()
    for moment in levels.feed(np.asarray(room, np.float32)):
        block = moment.index + 1
        if moment.on and block % (OVER // 2) == 0:
            found += [s for s in spans(np.array(levels.history), block) if s.over and s not in found]
    return found


def words(rng: Rng, talk: list[Samples], count: int) -> list[Samples]:
    """Pieces of talk alone, as the running sense would cut them."""
    out: list[Samples] = []
    while len(out) < count:
        said = talk[int(rng.integers(len(talk)))][: 4 * RATE]
        said = np.pad(said, (RATE // 2, RATE // 2)) * 0.5
        said = said + rng.standard_normal(len(said)) * 10 ** rng.uniform(-4.0, -2.5)
        found = cuts(said)
        out += [said[max(0, s.start - 2) * BLOCK : s.stop * BLOCK][:_MOST] for s in found if s.length >= 12][:6]
    return out[:count]
