"""What a second opinion would bring: ``python -m tests.senses.second_opinion INDEX --players Mia,Tom,Lena,Karim``.

Vosk and its model cannot be had here. In their place stands somebody who knows what was said and mishears a share of
the words, as a recogniser of that word error rate would: half of them are lost, half are another word of that place.
Prints, for each share, what is heard whole, whose name and gem are wrong, and which near misses pass.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

from companion.senses.speech.recogniser import RATE, Recogniser, Samples, SpokenWord
from companion.senses.speech.sentence_judge import judge
from companion.senses.speech.settings import GEM, NAME, SpeechSettings
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.senses.speech.vosk_recogniser import merged
from companion.sources.audio_files import read
from measure.evaluate.speech import gems_of
from measure.evaluate.speech_labels import Row, read_index

SHARES = (0.0, 0.05, 0.1, 0.2, 0.4)  # word error rates
_AROUND = (0.3, 0.8)  # seconds before and after what was said
_SURE, _UNSURE = 0.97, 0.93  # confidences of words that were heard right and of those that were not
Stretch = tuple[Row, list[SpokenWord]]


def stretches(index: Path, names: tuple[str, ...], recogniser: Recogniser, settings: SpeechSettings) -> list[Stretch]:
    """The first look's words for every speech and near miss of the index, each in its exact stretch of sound."""
    out = []
    for row in read_index(index):
        if row.label in ("speech", "near") and row.onset is not None and row.end is not None:
            sound: Samples = read(row.path)
            first, last = row.onset - _AROUND[0], row.end + _AROUND[1]
            recogniser.hand(names, gems_of(row, len(names), settings))
            out.append((row, recogniser.words(sound[max(0, int(first * RATE)) : int(last * RATE)])))
    return out


def misheard(
    row: Row,
    words: list[SpokenWord],
    names: tuple[str, ...],
    share: float,
    settings: SpeechSettings,
    rng: random.Random,
) -> list[SpokenWord]:
    """The second's words: of a near miss it hears those that the first made out, and loses the others."""
    out = []
    for word in words:
        kind = settings.words[word.place]
        right = {NAME: row.name, GEM: row.gem}.get(kind, kind)
        said = right if row.label == "speech" else word.said
        others = {NAME: names, GEM: gems_of(row, len(names), settings)}.get(kind, ())
        if rng.random() < share:
            wrong = [other for other in others if other != right]
            said = rng.choice(wrong) if wrong and rng.random() < 0.5 else ""
            out.append(SpokenWord(said, word.place, word.start, word.end, _UNSURE))
        else:
            out.append(SpokenWord(said, word.place, word.start, word.end, _SURE))
    return out


@dataclass
class Counts:
    heard: int = 0
    wrong: int = 0  # of those heard: another name or gem
    speeches: int = 0
    passed: int = 0
    near: int = 0


def counted(made: list[Stretch], names: tuple[str, ...], share: float | None, settings: SpeechSettings) -> Counts:
    """``share``: word error rate of the second; None: the first alone."""
    rng, counts = random.Random(1), Counts()
    for row, words in made:
        both = words
        if share is not None and sum(bool(w.said) for w in words) >= settings.partly * len(settings.words):
            both = merged(words, misheard(row, words, names, share, settings, rng), settings)
        found = judge(both, settings)
        heard = found.verdict == "heard"
        if row.label == "speech":
            counts.speeches += 1
            counts.heard += heard
            counts.wrong += heard and (found.name, found.gem) != (row.name, row.gem)
        else:
            counts.near += 1
            counts.passed += heard
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("--players", type=lambda v: tuple(v.split(",")), required=True)
    args = parser.parse_args()
    settings = SpeechSettings.load()
    made = stretches(args.index, args.players, SphinxRecogniser(settings), settings)
    for share in (None, *SHARES):
        c = counted(made, args.players, share, settings)
        title = "the first alone" if share is None else f"second wrong in {share:.0%}"
        print(f"{title:20}: heard {c.heard} of {c.speeches}, {c.wrong} of them wrong; near {c.passed} of {c.near}")


if __name__ == "__main__":
    main()
