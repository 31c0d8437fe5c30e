"""Who reads a die: the readers in one table with their weights, and the one place where opinions become chances.

Both classifiers learned on the same renders and err on different pictures. What they read alike is believed sooner;
what they read differently is asked about. Weights are the likeliest on rendered stills.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.crops import F32, Image, Place
from companion.senses.dice.dice_detector import ClassifierVote, DiceDetector, LookOptions
from companion.senses.dice.die_classifiers import DieOpinion, Tilt, mean_tilt
from companion.senses.dice.seen_die import SeenDie

F64 = NDArray[np.float64]
BLIND: Final = 0.02
"""Added to every chance: one blind look must not forbid what the others see."""
STEEP, FLAT = 0.75, 0.9
"""Cosines of a face seen from the side and from above; in between a reader's weight lies in between."""
SEES: Final = 1.5
"""Classifier b's heat (.5 to .9 on dice, below .3 on side faces and letters) times this is as good as a's word."""
ASKED: Final = 12
"""Dice of one picture that the later reader is asked about, the best first."""
FAINT: Final = 0.1
"""What scores less is no die, whatever it says."""


@dataclass(frozen=True, slots=True, eq=False)
class ReaderOpinion:
    """What one reader makes of one die after all its looks; None where it says nothing of that."""

    log_chances: F32 | F64 | None
    """(6,) mean log chances of the values, up to a constant."""
    is_die: float | None = None
    face: float = 0.0
    """0..1: that this is the upper face of a die, as sure as classifier a would be."""
    tilt: Tilt | None = None
    numerals: float | None = None


Ask = Callable[[DiceDetector, Image, Sequence[Place]], list[ReaderOpinion]]


@dataclass(frozen=True, slots=True)
class Reader:
    """One reader: what its opinion weighs, and for a later one how it is asked."""

    name: str
    weight: float
    """Of its log chances, on a face seen from above."""
    share: float
    """In whether there is a die."""
    aslant: float | None = None
    """Its weight on a face seen from the side, where that is another one."""
    floor: float = 0.0
    """Added to the chances before it, so that it can still outvote them."""
    ask: Ask | None = None
    """For a later reader, which sees single dice that others found: its opinion of each place in a picture."""
    cost: int = 0
    """Of asking it once about one watched die, in pixels of the detector's input; 0: it looks again and again."""

    def weight_at(self, facing: float) -> float:
        """Its weight on a face whose normal has this cosine with the line of sight."""
        least = self.weight if self.aslant is None else self.aslant
        return float(np.interp(facing, (STEEP, FLAT), (least, self.weight)))


def mean_log(chances: Sequence[F32]) -> F32:
    """(6,) mean of the looks' log chances, softened: more looks of one error add no certainty."""
    return np.asarray(np.mean([np.log(c + BLIND) for c in chances], 0), np.float32)


def opinion_of_crops(looks: Sequence[DieOpinion]) -> ReaderOpinion:
    """What classifier a says in these looks at one die."""
    face = float(np.mean([l.is_die for l in looks]))
    return ReaderOpinion(mean_log([l.chances for l in looks]), face, face, tilt=mean_tilt([l.tilt for l in looks]))


def opinion_b(size: float, votes: Sequence[ClassifierVote]) -> ReaderOpinion:
    """What classifier b says in these looks at a die of ``size`` pixels; what has another size is another thing."""
    seen = [v.sighting for v in votes if v.sighting is not None and 0.55 < v.sighting.size / size < 1.8]
    heat = sum(s.heat for s in seen) / len(votes)
    return ReaderOpinion(
        mean_log([s.chances for s in seen]) if seen else None, heat, min(1.0, SEES * heat),
        numerals=float(np.mean([v.numerals for v in votes])),
    )  # fmt: skip


def ask_b(detector: DiceDetector, image: Image, places: Sequence[Place]) -> list[ReaderOpinion]:
    looks = [detector.classifier_b.judge(image, places, LookOptions(mirrored=m)) for m in (False, True)]
    return [opinion_b(place[2], votes) for place, votes in zip(places, zip(*looks, strict=True), strict=True)]


DETECTOR, CLASSIFIER_A, PIP_COUNTER = "dice_detector", "die_classifier_a", "pip_counter"
READERS: Final[Mapping[str, Reader]] = {
    reader.name: reader
    for reader in (
        Reader(DETECTOR, weight=1.0, share=1.0),
        Reader(CLASSIFIER_A, weight=1.0, share=0.2),
        Reader(PIP_COUNTER, weight=4.0, share=0.0, aslant=0.6, cost=40_000),
        Reader("die_classifier_b", weight=0.4, share=0.3, floor=1e-4, ask=ask_b, cost=60_000),
    )
}
"""In the order in which their opinions are added. One entry less is one reader less."""
LATER: Final = tuple((reader, reader.ask) for reader in READERS.values() if reader.ask is not None)


def fuse(
    opinions: Mapping[str, ReaderOpinion], facing: float = 1.0, before: tuple[float, F32] | None = None
) -> tuple[float, F32]:
    """(score 0..1, (6,) chances) of one die by these readers' opinions, added to what was believed ``before``."""
    score = 1.0 if before is None else before[0]
    log: F64 = np.zeros(6) if before is None else np.log(np.maximum(before[1], 1e-30, dtype=np.float64))
    for reader in READERS.values():
        if (said := opinions.get(reader.name)) is None:
            continue
        if said.is_die is not None:
            score = score ** (1 - reader.share) * said.is_die**reader.share
        if said.log_chances is not None:
            log = np.log(_shares(log) + reader.floor) if reader.floor else log
            log = log + reader.weight_at(facing) * np.asarray(said.log_chances, np.float64)
    return float(score), np.asarray(_shares(log), np.float32)


def _shares(log: F64) -> F64:
    p = np.exp(log - log.max())
    return np.asarray(p / p.sum())


def with_opinion(die: SeenDie, reader: Reader, said: ReaderOpinion, *, live: bool = False) -> SeenDie:
    """The die with a later reader's opinion. ``live``: of a watched throw, where its score does not count."""
    score, chances = fuse({reader.name: said}, before=(die.score, die.chances))
    return replace(
        die,
        chances=chances,
        score=die.score if live else score,
        face=max(die.face, said.face),
        numerals=die.numerals if said.numerals is None else said.numerals,
    )


def asked_later(detector: DiceDetector, image: Image, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice with the later reader's opinion of those that may count."""
    out = list(dice)
    likely = sorted((k for k, d in enumerate(dice) if d.score > FAINT), key=lambda k: -dice[k].score)[:ASKED]
    for reader, ask in LATER:
        opinions = ask(detector, image, [(out[k].x, out[k].y, out[k].size) for k in likely])
        for k, said in zip(likely, opinions, strict=True):
            out[k] = with_opinion(out[k], reader, said)
    return out
