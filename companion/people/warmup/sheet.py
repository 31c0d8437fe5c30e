"""The sheet at the end of a warm-up: how well each player's signals were learned, and their results in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from companion.facts import Fact, fact
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.thresholds.noise_thresholds import TakeDistances
from companion.people.warmup.judging import Judging
from companion.people.warmup.pile import Pile
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.senses.sounds.settings import WILD_THING
from companion.senses.sounds.sound_features import NoiseProfile

Grade: TypeAlias = Literal["sure", "weak", "unknown"]
SURE_MARGIN_LOG_ODDS: Final = 0.7  # least margin of a sure noise's worst take over its threshold
MIN_MARGIN_TO_OTHERS_LOG_ODDS: Final = 0.5  # least margin of the threshold over the most similar other sound


@dataclass(frozen=True, slots=True)
class Cell:
    """Grade of one signal of a player.

    Attributes:
        player: The player.
        signal: The signal.
        grade: How reliably it is recognised.
        margin: How far it is over the threshold: for a noise the worst take, in log-odds; for a face signal its show,
            as a fraction of the threshold (0.2 is 20 % over).
        note: What is weak about it; None for nothing.
        confirmed: Number of trades with it that the table accepted.
        overruled: Number of trades with it that the table took back.
        refused: Why it was not accepted when that last happened; None if it never did.
    """

    player: str
    signal: str
    grade: Grade
    margin: float | None = None
    note: Fact | None = None
    confirmed: int = 0
    overruled: int = 0
    refused: Fact | None = None

    @property
    def as_fact(self) -> Fact:
        trades = None
        if self.confirmed or self.overruled:
            trades = fact("warmup.trades", confirmed=self.confirmed, overruled=self.overruled)
        return fact(
            "warmup.cell",
            signal=self.signal,
            grade=self.grade,
            note=self.note,
            trades=trades,
            refused=self.refused,
        )


def noise_cell(player: str, signal: str, m: TakeDistances | None, tip: Fact | None = None) -> Cell:
    """Return the grade of a noise by its takes; "unknown" if nothing was measured.

    Args:
        player: The player.
        signal: The noise.
        m: What was measured; None for nothing.
        tip: Note on an "unknown" noise.
    """
    if m is None or not m.margins:
        return Cell(player, signal, "unknown", note=tip)
    if m.rival > -MIN_MARGIN_TO_OTHERS_LOG_ODDS:
        mine = fact("warmup.near-own", other=m.like) if m.like else fact("warmup.near-room")
        near = fact("warmup.near-other", other=m.like, who=m.other) if m.other else mine
        return Cell(player, signal, "weak", min(m.worst, -m.rival), near)
    if m.worst < SURE_MARGIN_LOG_ODDS:
        return Cell(player, signal, "weak", m.worst, fact("warmup.uneven"))
    return Cell(player, signal, "sure", min(m.worst, -m.rival))


def face_cell(player: str, signal: str, learned: face_thresholds.LearnedFace, tip: Fact | None = None) -> Cell:
    """Return the grade of a face signal by its show; "unknown" if nothing was measured.

    Args:
        player: The player.
        signal: The signal.
        learned: What was measured of the face.
        tip: Note on an "unknown" signal.
    """
    over = learned.margins.get(signal)
    if over is None:
        return Cell(player, signal, "unknown", note=tip)
    if over < face_thresholds.SURE_SHOW_SHARE:
        note = fact("warmup.small" if over >= 1 else "warmup.not-reached")
        return Cell(player, signal, "weak", round(over - 1, 3), note)
    return Cell(player, signal, "sure", round(over - 1, 3))


class Tally:
    """Counts of what happened to signals in play: trades accepted or taken back, and the last reason for a refusal."""

    def __init__(self) -> None:
        self._judged: Counter[tuple[str, str, bool]] = Counter()
        self._refused: dict[tuple[str, str], Fact] = {}

    def count_judgement(self, player: str, signal: str, *, stands: bool) -> None:
        self._judged[player, signal, stands] += 1

    def note_refusal(self, player: str, signal: str, why: Fact) -> None:
        self._refused[player, signal] = why

    def on(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the grades with these counts filled in."""
        return tuple(
            replace(
                c,
                confirmed=self._judged[c.player, c.signal, True],
                overruled=self._judged[c.player, c.signal, False],
                refused=self._refused.get((c.player, c.signal)),
            )
            for c in cells
        )


@dataclass(frozen=True)
class WarmUpResult:
    """What was learned of a player: profiles (None if nothing was usable), and the grade of each signal."""

    player: str
    face: Face | None = None
    sounds: NoiseProfile | None = None
    cells: tuple[Cell, ...] = ()

    @property
    def taught(self) -> bool:
        return self.face is not None or self.sounds is not None


def result_of(
    pile: Pile,
    signals: Iterable[str],
    earlier_profile: NoiseProfile | None,
    other_profiles: Sequence[NoiseProfile],
    by: Judging,
) -> WarmUpResult:
    """Return what a player has taught in a warm-up; takes about a second.

    Args:
        pile: The player's cards and recordings.
        signals: Signals of the hand.
        earlier_profile: The player's earlier noise profile; None for none.
        other_profiles: Noise profiles of the other players.
        by: What faces and noises are judged by.
    """
    face, learned = pile.face(by)
    settled = pile.noise(earlier_profile, other_profiles, by)
    sounds = earlier_profile if settled is None else settled.profile
    measured = {} if settled is None else settled.measured
    cells = []
    for name in signals:
        tip = pile.tips.get(f"noise.{name}") or pile.tips.get(f"show.{name}")
        if name in NOISES and f"noise.{name}" in pile.status:
            cells.append(noise_cell(pile.player, name, measured.get(name), tip))
        elif name in NOISES and sounds is not None and name in sounds.signals:
            cells.append(Cell(pile.player, name, "sure"))
        elif name != WILD_THING:
            cells.append(face_cell(pile.player, name, learned, tip))
    return WarmUpResult(pile.player, face, sounds, tuple(cells))


def stored_profile_cells(
    player: str,
    signals: Iterable[str],
    face: Face | None,
    sounds: NoiseProfile | None,
    other_profiles: Sequence[NoiseProfile] = (),
    *,
    by: Judging,
) -> tuple[Cell, ...]:
    """Return the grades of a player's signals from stored profiles, without a warm-up; takes about a second.

    Args:
        player: The player.
        signals: Signals of the hand.
        face: The face profile; None for none.
        sounds: The noise profile; None for none.
        other_profiles: Noise profiles of the other players.
        by: What faces and noises are judged by.
    """
    learned = face_thresholds.LearnedFace(margins={} if face is None else _margins(face, by))
    measured = {} if sounds is None else noise_thresholds.settle(sounds, other_profiles, by.sounds).measured
    out = []
    for name in signals:
        if name in NOISES and (name in measured or name not in by.faces.holds):
            out.append(_noise(player, name, measured.get(name)))
        elif name != WILD_THING:
            out.append(face_cell(player, name, learned))
    return tuple(out)


def _noise(player: str, name: str, measured: noise_thresholds.TakeDistances | None) -> Cell:
    """Return the grade of a stored noise; with a single take it is "weak", because nothing can be measured."""
    if measured is not None and not measured.margins:
        return Cell(player, name, "weak", note=fact("warmup.few"))
    return noise_cell(player, name, measured)


def _margins(face: Face, by: Judging) -> dict[str, float]:
    """Return the score held in each stored show divided by the player's threshold, by signal (1 = the threshold)."""
    holds = by.faces.holds
    return {n: round(v / (holds[n].on * face.own.get(n, 1.0)), 3) for n, v in face.signals.items() if n in holds}
