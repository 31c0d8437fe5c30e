"""What is known of a player, signal by signal: by the cards of tonight, or by what is kept of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.facts import fact
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.warmup.judging import Judging
from companion.people.warmup.pile import Pile
from companion.people.warmup.sheet import Cell, face_cell, noise_cell
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.senses.sounds.settings import WILD
from companion.senses.sounds.sound_features import NoiseProfile


@dataclass(frozen=True)
class WarmUpResult:
    """What was learned of a player: profiles for the senses (None: nothing of use), and the sheet's cells."""

    player: str
    face: Face | None = None
    sounds: NoiseProfile | None = None
    cells: tuple[Cell, ...] = ()

    @property
    def taught(self) -> bool:
        return self.face is not None or self.sounds is not None


def result_of(
    pile: Pile, signals: Iterable[str], known: NoiseProfile | None, others: Sequence[NoiseProfile], by: Judging
) -> WarmUpResult:
    """``known``: the noises from before; ``others``: those of whoever plays too. Takes about a second."""
    face, learned = pile.face(by)
    settled = pile.noise(known, others, by)
    sounds = known if settled is None else settled.profile
    measured = {} if settled is None else settled.measured
    cells = []
    for name in signals:
        tip = pile.tips.get(f"noise.{name}") or pile.tips.get(f"show.{name}")
        if name in NOISES and f"noise.{name}" in pile.status:
            cells.append(noise_cell(pile.player, name, measured.get(name), tip))
        elif name in NOISES and sounds is not None and name in sounds.signals:
            cells.append(Cell(pile.player, name, "sure"))
        elif name != WILD:
            cells.append(face_cell(pile.player, name, learned, tip))
    return WarmUpResult(pile.player, face, sounds, tuple(cells))


def kept_cells(
    player: str,
    signals: Iterable[str],
    face: Face | None,
    sounds: NoiseProfile | None,
    others: Sequence[NoiseProfile] = (),
    *,
    by: Judging,
) -> tuple[Cell, ...]:
    """Without cards tonight: a cell for each signal that a camera or a microphone tells. Takes as long."""
    learned = face_thresholds.LearnedFace(margins={} if face is None else _margins(face, by))
    measured = {} if sounds is None else noise_thresholds.settle(sounds, others, by.sounds).measured
    out = []
    for name in signals:
        if name in NOISES and (name in measured or name not in by.faces.holds):
            out.append(_noise(player, name, measured.get(name)))
        elif name != WILD:
            out.append(face_cell(player, name, learned))
    return tuple(out)


def _noise(player: str, name: str, measured: noise_thresholds.TakeDistances | None) -> Cell:
    """One take alone counts in play, and says nothing of the next."""
    if measured is not None and not measured.margins:
        return Cell(player, name, "weak", note=fact("warmup.few"))
    return noise_cell(player, name, measured)


def _margins(face: Face, by: Judging) -> dict[str, float]:
    """How far each taught show lies over the threshold that counts for this player; 1 is the threshold."""
    holds = by.faces.holds
    return {n: round(v / (holds[n].on * face.own.get(n, 1.0)), 3) for n, v in face.signals.items() if n in holds}
