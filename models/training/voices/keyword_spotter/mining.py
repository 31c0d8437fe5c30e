"""Mines hard negatives: whole sentences in which the network that is there hears a phrase that nobody shouted.

Sentences that nobody wrote, with two words in them whose sounds are nearly those of a phrase (by the phones of a
pronouncing dictionary, as PocketSphinx carries one), of any words, and with counting; said by espeak-ng's and flite's
timbres of training and by hibari's people. What scores over ``_KEEP`` is kept as OUT/train.mined.NNN.npz, kind
"hard".
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from companion.senses.speech.keyword_spotter import SCORES_PER_RUN, KeywordSpotter
from companion.senses.speech.loudness import BLOCK_SAMPLES, Gain
from models.training.voices import rooms
from models.training.voices.keyword_spotter import bank
from models.training.voices.keyword_spotter.bank import PHRASES, VOICES, Row, save
from models.training.voices.source import RATE, Rng, Samples

_KEEP = (-4.2, -3.8)  # log-odds of either phrase from which a sentence is worth learning from
_CHUNK = 60
_ANY, _NUMBERS = 0.25, 0.15  # share of sentences of any words, and of counting
_WANTED = (("F EY S", "AO F"), ("W AY L D", "TH IH NG"))
_MOST = (1, 1)  # phones by which the first and the second word differ from a phrase's, at most
_BACKED = {"AA": "AO"}  # told apart by few Englishes
_COUNTED = ["twenty", "thirty", "forty", "forty", "fifty", "sixty"]
_ONES = ["one", "two", "three", "three", "four", "five", "six", "seven", "eight", "nine"]


def distance(one: list[str], other: list[str]) -> int:
    """Phones to change, leave out or put in (Levenshtein)."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one):
        before, row[0] = row[0], i + 1
        for j, b in enumerate(other):
            before, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, before + (a != b))
    return row[-1]


@cache
def words(dictionary: Path) -> tuple[str, ...]:
    """Any words of at most eight letters."""
    heads = (line.partition(" ")[0] for line in dictionary.read_text("utf-8").splitlines())
    return tuple(head for head in heads if head.isalpha() and 1 < len(head) <= 8)


@cache
def alike(dictionary: Path) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """For each phrase, words that sound like its first word or end so, and like its second one or begin so."""
    wanted = [tuple(w.split() for w in pair) for pair in _WANTED]
    found: list[tuple[list[str], list[str]]] = [([], []) for _ in wanted]
    for line in dictionary.read_text("utf-8").splitlines():
        word, _, sounds = line.partition(" ")
        if not word.isalpha() or len(word) > 8:
            continue
        phones = [_BACKED.get(p, p) for p in sounds.split()]
        for (first, second), (before, after) in zip(wanted, found, strict=True):
            if len(phones) <= len(first) + 2 and distance(phones[-len(first) :], first) <= _MOST[0]:
                before.append(word)
            begins = len(second) > 2 or phones[0] == second[0]
            if begins and len(phones) <= len(second) + 3 and distance(phones[: len(second)], second) <= _MOST[1]:
                after.append(word)
    return tuple((tuple(a), tuple(b)) for a, b in found)


def sentence(rng: Rng, dictionary: Path) -> str:
    """Words of talk in any order with two words that are nearly a phrase, or numbers."""
    talk = [w.strip(",.?!") for text in PHRASES["talk"]["english"] for w in text.split()]
    roll = rng.random()
    if roll < _ANY:
        return " ".join(str(w) for w in rng.choice(words(dictionary), int(rng.integers(4, 9)))) + "."
    if roll < _ANY + _NUMBERS:
        return " ".join(f"{rng.choice(_COUNTED)} {rng.choice(_ONES)}" for _ in range(int(rng.integers(2, 6)))) + "."
    first, second = alike(dictionary)[int(rng.random() < 0.4)]
    out: list[str] = []
    for _ in range(int(rng.integers(1, 4))):
        out += [str(w) for w in rng.choice(talk, int(rng.integers(1, 4)))]
        out += [str(rng.choice(first)), str(rng.choice(second))]
    out += [str(w) for w in rng.choice(talk, int(rng.integers(0, 3)))]
    return " ".join(out) + str(rng.choice([".", "?", "!"]))


def spoken(rng: Rng, dictionary: Path, part: str = "train") -> Row:
    """By hibari's people or any timbre of a part of the bank."""
    text, home = sentence(rng, dictionary), str(rng.choice(VOICES["english"]))
    by_hibari = rng.random() < 0.5
    return "hard", text, *(bank.neural(rng, "hard", text, home) if by_hibari else bank.spoken(rng, part, text, home))


def heard(net: KeywordSpotter, samples: Samples) -> tuple[float, float]:
    """Return the highest score of either phrase, each the mean of three, at the room's gain."""
    sound = np.concatenate([np.zeros(net.lead - net.step), samples, np.zeros(RATE // 2)]).astype(np.float32)
    gain, scores = Gain(), []
    for at in range(0, len(sound) - net.lead - (SCORES_PER_RUN - 1) * net.step, BLOCK_SAMPLES):
        piece = sound[at : at + net.lead + (SCORES_PER_RUN - 1) * net.step]
        scores.append(net(piece * np.float32(gain(piece[-BLOCK_SAMPLES:])))[0][:2])
    means = [np.convolve(row, np.ones(3) / 3, "valid").max() for row in np.concatenate(scores, 1)]
    return float(means[0]), float(means[1])


def mined(rng: Rng, net: KeywordSpotter, dictionary: Path, until: float) -> Iterator[Row]:
    """Until that time: utterances that the network nearly takes for a phrase in the room that was drawn for them."""
    while time.monotonic() < until:
        row = spoken(rng, dictionary)
        if not 0.3 * RATE < len(row[3]) < 9 * RATE:
            continue
        wet = rooms.room(rng, row[3]) if rng.random() < 0.5 else row[3]
        wet = wet / np.abs(wet).max() * 10 ** rng.uniform(-2, -0.3)
        wet = wet + rng.standard_normal(len(wet)) * np.std(wet) * 10 ** rng.uniform(-2.5, -1)
        if any(score > least for score, least in zip(heard(net, wet), _KEEP, strict=True)):
            yield row


def main(model: Path, dictionary: Path, out: Path, minutes: float = 5.0, first: int = 0) -> None:
    """Chunks from number ``first`` on until the minutes are over."""
    net, until, number = KeywordSpotter(model), time.monotonic() + minutes * 60, first
    while time.monotonic() < until:
        found = mined(np.random.default_rng([77, number]), net, dictionary, until)
        if rows := list(islice(found, _CHUNK)):
            save(out / f"train.mined.{number:03d}.npz", rows)
        print(number, len(rows), f"{until - time.monotonic():.0f} s left", flush=True)
        number += 1
