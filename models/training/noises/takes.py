"""People who make the same few sounds again and again: what the matcher of enrolled takes learns from and is tested on.

Each person has about ten sounds with five or more takes each; people come in kinds, which can be left out one by one:

- `voices`: recorded people saying digits; `clips`: one recorded beast or thing heard again and again within one clip;
- `classes`: recorded sounds of one name by different sources (one sneeze and another);
- `bent`: a recording and the same made a little otherwise (tuxpaint speech, animals, sneezes, babies);
- `mouths`: coughs, sneezes, yawns, pants, pops, throats cleared by our voices and real larynges, each time made anew;
- `synthesis`, `larynx`: our voices being animals, coughing, whistling, with modelled or real larynges;
- `espeak`, `flite`, `festival`: words by speech synthesisers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.people.lessons.noise_takes import cut
from models.training.files import end_to_end, pcm, save
from models.training.voices import NEGATIVES, SIGNALS, mouths, real, rooms
from models.training.voices import synthesisers as tts
from models.training.voices.recordings import Recording, load
from models.training.voices.source import RATE, Rng, Samples, Speaker, band, peak
from models.training.voices.synthesisers import SPELLINGS, TALK, VARIANTS

TAKES = 5
SOUNDS = 10
AWAY = 0.4  # share of takes that are heard from further away
_BLOCK = RATE // 100
_REAL = ("voices", "clips", "classes")  # heard as they are; the other kinds are put into rooms
_MAKERS = [*SIGNALS.values(), *(maker for makers in NEGATIVES.values() for maker in makers)]


@dataclass(frozen=True)
class Person:
    """`sounds`: the takes of each sound by its name; `half` 0 or 1 where it matters who learns from whom."""

    kind: str
    name: str
    sounds: dict[str, list[Samples]]
    half: int = -1


def vary(rng: Rng, sound: Samples, much: float) -> Samples:
    """Return the same sound by the same person once more, a little different in pitch, length, pace, colour."""
    n = len(sound)
    at = np.cumsum(np.interp(np.linspace(0, 4, n), np.arange(5), np.exp(0.12 * much * rng.standard_normal(5))))
    sound = np.interp(np.linspace(0, n - 1, n), at / at[-1] * (n - 1), sound)
    factors = np.exp(rng.standard_normal(3) * (0.06, 0.02, 0.12) * much)
    sound = real.bend(rng, sound[: 3 * RATE], *factors)
    tilt = np.interp(
        np.linspace(0, 5, len(sound) // 2 + 1), np.arange(6), np.cumsum(0.1 * much * rng.standard_normal(6))
    )
    return np.fft.irfft(np.fft.rfft(sound) * np.exp(tilt), len(sound))


def bouts(sound: Samples) -> list[Samples]:
    """Return the separate sounds of a clip: within 24 dB of its loudest 10 ms, with a fifth of a second between."""
    count = len(sound) // _BLOCK
    if count < 8:
        return []
    level = 10 * np.log10(np.mean(sound[: count * _BLOCK].reshape(count, _BLOCK) ** 2, axis=1) + 1e-12)
    loud = np.nonzero(level > max(level.max() - 24.0, float(np.percentile(level, 10)) + 6.0))[0]
    found = []
    for run in np.split(loud, np.nonzero(np.diff(loud) > 20)[0] + 1):
        if len(run) >= 6:
            first, last = max(0, int(run[0]) - 2), min(int(run[-1]) + 5, int(run[0]) + 150)
            found.append(sound[first * _BLOCK : last * _BLOCK])
    return found


def _rows(items: list[Recording], rng: Rng) -> list[Recording]:
    return [items[i] for i in rng.permutation(len(items))]


def recorded(recordings: list[Recording]) -> list[Person]:
    """Return the people of the recorded kinds, all there are."""
    people: list[Person] = []
    rng = np.random.default_rng(3)
    voices: dict[str, dict[str, list[Samples]]] = {}
    for r in recordings:
        if r.group.startswith("voices"):
            voices.setdefault(r.group[7:], {}).setdefault(r.file.split("/")[-1][0], []).append(r.samples)
    people += [Person("voices", name, sounds) for name, sounds in voices.items()]
    rest = [r for r in recordings if not r.group.startswith("voices")]
    many: dict[str, list[tuple[str, list[Samples]]]] = {}
    for r in rest:
        if len(found := bouts(r.samples)) >= 3:
            many.setdefault(r.file.split("/")[1].replace("dog_bark", "dog"), []).append((r.file, found[:8]))
    for turn in range(12):  # one source of each name; people of different halves share none
        half = [sources[turn % 2 :: 2] for sources in many.values()]
        drawn = [sources[rng.integers(len(sources))] for sources in half if sources]
        people.append(Person("clips", f"clips{turn}", dict(drawn), turn % 2))
    by: dict[str, list[Samples]] = {}
    for r in rest:
        first = bouts(r.samples)
        name = r.file.split("/")[1]
        if first and name not in ("speech", "table", "music"):
            by.setdefault(name.replace("dog_bark", "dog"), []).append(first[0])
    names = [name for name, found in by.items() if len(found) >= 5]
    for turn in range(8):
        chosen = {
            n: [by[n][i] for i in np.random.default_rng([turn, len(by[n])]).permutation(len(by[n]))][:8] for n in names
        }
        people.append(Person("classes", f"classes{turn}", chosen, 0))  # all share their sources
    able = [r for r in rest if len(r.samples) > 0.3 * RATE]
    for turn in range(24):
        much = rng.uniform(0.7, 2.0)
        made = {}
        for r in _rows(able, rng)[:SOUNDS]:
            found = bouts(r.samples)
            sound = found[0] if found else r.samples[: int(1.5 * RATE)]
            made[r.file] = [vary(rng, sound, much) for _ in range(TAKES)]
        people.append(Person("bent", f"bent{turn}", made))
    return people


def performing(rng: Rng, name: str, lenders: real.Lenders | None) -> Person:
    """Return a drawn speaker with ten of our performers' sounds, each in its own way of doing it."""
    who = Speaker.draw(rng)
    who = lenders.to(rng, who) if lenders else who
    much, sounds = rng.uniform(0.7, 2.0), {}
    for maker in rng.permutation(np.array(_MAKERS, dtype=object))[:SOUNDS]:
        style = int(rng.integers(1 << 30))
        made = []
        for _ in range(TAKES):
            f0 = who.f0 * np.exp(0.04 * much * rng.standard_normal())
            once = replace(who, f0=float(f0), breath=float(who.breath * np.exp(0.2 * much * rng.standard_normal())))
            sound = maker(np.random.default_rng(style), once)
            sound = (
                sound[: int(rng.uniform(0.7, 1.0) * len(sound))] if len(sound) > RATE and rng.random() < 0.3 else sound
            )
            made.append(vary(rng, sound, much))
        sounds[f"{maker.__name__}{style}"] = made
    return Person("larynx" if lenders else "synthesis", name, sounds)


def coughing(rng: Rng, name: str, lenders: real.Lenders | None) -> Person:
    """Return a drawn speaker with ten noises of mouth, nose and throat, two of them sometimes of one kind."""
    who = Speaker.draw(rng)
    who = lenders.to(rng, who) if lenders else who
    many = [*rng.permutation(len(mouths.NOISES)), *rng.permutation(len(mouths.NOISES))]
    chosen = many[:SOUNDS] if rng.random() < 0.5 else many[: SOUNDS - 3] + many[len(mouths.NOISES) :][:3]
    much, sounds = rng.uniform(0.4, 1.2), {}
    for k, index in enumerate(chosen):
        maker, way = mouths.NOISES[index], int(rng.integers(1 << 30))
        made = [maker(np.random.default_rng(way), rng, who) for _ in range(TAKES)]
        sounds[f"{maker.__name__}{k}"] = [vary(rng, peak(sound[: int(1.6 * RATE)]), much) for sound in made]
    return Person("mouths", name, sounds)


def talking(rng: Rng, name: str, engine: str) -> Person:
    """One voice of a synthesiser, saying spellings and short words, each at another pitch and pace."""
    texts = [str(rng.choice([t for t in words if len(t) < 22])) for words in SPELLINGS.values()]  # none twice alike
    texts += [t for t in TALK if len(t) < 14]
    chosen = [texts[i] for i in rng.permutation(len(texts))[:SOUNDS]]
    variant, language = str(rng.choice(VARIANTS)), str(rng.choice(tts.LANGUAGES[:20]))
    voice, base = str(rng.choice(tts.FLITE)), rng.integers(1 << 30)
    much, sounds = rng.uniform(0.5, 1.6), {}
    for text in chosen:
        made: list[Samples] = []
        for _ in range(TAKES):
            once = np.random.default_rng(base)  # the same pitch and pace, changed by `vary`
            if engine == "espeak":
                sound = tts.espeak(once, text, variant, (language,))
            elif engine == "flite":
                sound = tts.flite(once, text, voice)
            else:
                sound = tts.festival(text, str(tts.FESTIVAL[0]))
            if len(sound) > 1200:
                made.append(vary(rng, sound, much))
        if len(made) == TAKES:
            sounds[text] = made
    return Person(engine, name, sounds)


def away(rng: Rng, sound: Samples) -> Samples:
    """Return the sound from further away: more of a room's echo, and more often a fan or a street under it."""
    sound = peak(sound)
    seconds, share = rng.uniform(0.25, 1.0), rng.uniform(0.1, 1.2)  # of reverberation, and its level by the sound's own
    n = int(seconds * RATE)
    tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n)
    tail[:80] = 0
    tail *= share / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    wet = np.pad(rooms.convolve(sound, tail), (1600, 1600))
    loud = float(np.sqrt(np.mean(np.sort(np.abs(sound))[len(sound) // 2 :] ** 2)))
    hum = band(rng.standard_normal(len(wet)), 60, rng.uniform(500, 6000))
    return wet + hum / (hum.std() + 1e-9) * loud * 10 ** (-rng.uniform(12, 40) / 20)


def placed(rng: Rng, person: Person) -> Person:
    """Return the person at a table: one room and microphone, distance and noise of each take their own."""
    if person.kind in _REAL:
        return person
    room, gear, wet = (int(x) for x in rng.integers(1 << 30, size=3))
    hiss = rng.uniform(-3.6, -1.8)
    out: dict[str, list[Samples]] = {}
    for name, takes in person.sounds.items():
        made = []
        for sound in takes:
            sound = peak(sound)
            if wet % 3:
                sound = rooms.room(
                    np.random.default_rng(room if rng.random() < 0.7 else int(rng.integers(1 << 30))), sound
                )
            if wet % 2:
                sound = rooms.microphone(np.random.default_rng(gear), sound)
            sound = np.pad(peak(sound, rng.uniform(0.15, 0.9)), (1600, 1600))
            made.append(sound + rng.standard_normal(len(sound)) * 10 ** (hiss + rng.uniform(-0.3, 0.3)) * 0.3)
        out[name] = made
    return Person(person.kind, person.name, out, person.half)


def everybody(sounds: Path, count: int, seed: int) -> list[Person]:
    """All recorded people, and `count` of each of ours."""
    recordings = load(sounds)
    trained = [r for r in recordings if r.group.startswith("voices") and not r.held]
    lenders = real.Lenders.of([r.samples for r in trained[::2]], [r.samples for r in trained])
    found = recorded(recordings)
    rng = np.random.default_rng(seed)
    for i in range(count):
        found += [performing(rng, f"synthesis{i}", None), performing(rng, f"larynx{i}", lenders)]
        found.append(talking(rng, f"espeak{i}", "espeak"))
        found.append(coughing(rng, f"mouths{i}", lenders if i % 2 else None))
        if i % 3 == 0:
            found.append(talking(rng, f"flite{i}", "flite"))
        if i % 10 == 0:
            found.append(talking(rng, f"festival{i}", "festival"))
        print(i, flush=True)
    return [placed(rng, person) for person in found if len(person.sounds) >= 6]


def main(sounds: Path, out: Path, people: int = 40, seed: int = 1) -> None:
    """Everybody's takes into one file."""
    rows: list[tuple[str, str, str, np.ndarray]] = []
    halves: list[int] = []
    far = np.random.default_rng(21)
    for number, person in enumerate(everybody(sounds, people, seed)):
        for name, takes in person.sounds.items():
            for sound in takes:
                sound = away(far, sound) if far.random() < AWAY else sound
                piece = cut(np.asarray(sound, np.float32))[: int(1.3 * RATE)]
                rows.append((person.kind, person.name, name, pcm(piece)))
                halves.append(number % 2 if person.half < 0 else person.half)
    kind, person_, sound_ = (np.array([row[k] for row in rows]) for k in range(3))
    pieces = end_to_end([row[3] for row in rows])
    save(out, **pieces, kind=kind, person=person_, sound=sound_, half=np.array(halves))
