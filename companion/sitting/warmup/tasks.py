"""What takes a second, beside the game: thresholds of what was taught, and the sheet of what is kept of the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from companion.ending import beside
from companion.errors import CompanionError
from companion.people.evening_memory import EveningMemory
from companion.people.warmup.cards import WarmUpCard, deal, missing
from companion.people.warmup.judging import Judging
from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.round_cards import result_now
from companion.people.warmup.sheet import Cell, WarmUpResult, kept_cells
from companion.referee.match import Match
from companion.rules.protocol import TABLE
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.settings import WILD
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.sitting import Sitting


def faces_of(evening: EveningMemory, players: Sequence[str]) -> dict[str, Face]:
    """What is known of these players' faces; of a damaged file whoever opens the camera tells."""
    found = {}
    for player in players:
        with suppress(CompanionError):
            found[player] = evening.face(player)
    return {player: face for player, face in found.items() if face is not None}


@dataclass(frozen=True)
class CardDealing:
    """``sees``, ``hears``: a camera over faces and a microphone are on."""

    match: Match
    evening: EveningMemory
    signals: Sequence[str]
    sees: bool
    hears: bool

    def cards(self, player: str) -> list[WarmUpCard]:
        """All of a player's cards."""
        speaks, dealer = "phrases" in self.match.game.senses, player == self._dealer
        return deal(self.signals, sees=self.sees, hears=self.hears, speaks=speaks, dealer=dealer)

    def missing(self, player: str, noises: NoiseProfile | None) -> list[WarmUpCard]:
        """What is missing of a player who is known: nobody is asked twice but by wish."""
        face = faces_of(self.evening, [player]).get(player)
        taught = () if noises is None else noises.signals
        return missing(self.cards(player), None if face is None else face.signals, taught)

    @property
    def _dealer(self) -> str:
        dealer = self.match.game.view(self.match.state, TABLE).get("dealer")
        return self.match.players[dealer] if isinstance(dealer, int) and WILD in self.signals else ""


Rows = dict[str, tuple[Cell, ...]]


def work_out(
    sitting: Sitting, now: WarmUpRound, player: str, by: Judging, done: Callable[[WarmUpResult], None]
) -> None:
    """What the player has taught: in a thread where sources have theirs, else at once."""
    work = partial(result_now, now, player, by)
    if any(worker.threaded for worker in sitting.crew.workers.values()):
        beside(f"warm-up {player}", work, sitting.post, lambda result: done(result or WarmUpResult(player)))
    else:
        done(work())


class KeptRows:
    """The sheet where nobody has warmed up: ``rows`` by player. ``done`` is told on the sitting's thread when they
    are there."""

    def __init__(self, sitting: Sitting, evening: EveningMemory, by: Judging, done: Callable[[], None]) -> None:
        self._sitting, self._evening, self._by, self._done = sitting, evening, by, done
        self.rows: Rows = {}
        self._waiting = False
        self._key = ""

    def ask(self, players: Sequence[str], signals: Sequence[str], *, at_once: bool = False) -> None:
        """Work the rows out, if what is known has changed: in a thread, or at once."""
        if self._waiting:
            return
        faces, sounds = faces_of(self._evening, players), self._sounds(players)
        key = repr([(signals, p, faces.get(p), _counted(sounds.get(p))) for p in players])
        if key == self._key:
            self._done()
            return
        self._waiting, self._key = True, key
        work = partial(_rows, tuple(players), tuple(signals), faces, sounds, self._by)
        if at_once:
            self._made(work())
        else:
            beside("what is known", work, self._sitting.post, self._made)

    def _sounds(self, players: Sequence[str]) -> dict[str, NoiseProfile]:
        found: dict[str, NoiseProfile] = {}
        for player in players:
            with suppress(CompanionError):
                found.update((profile.player, profile) for profile in self._evening.sounds([player]))
        return found

    def _made(self, rows: Rows | None) -> None:
        self.rows, self._waiting = rows or {}, False
        self._done()


def _counted(sounds: NoiseProfile | None) -> object:
    return None if sounds is None else ([(t.name, t.kind) for t in sounds.takes], dict(sounds.own))


def _rows(
    players: Sequence[str],
    signals: Sequence[str],
    faces: dict[str, Face],
    sounds: dict[str, NoiseProfile],
    by: Judging,
) -> Rows:
    others = {p: [profile for name, profile in sounds.items() if name != p] for p in players}
    return {p: kept_cells(p, signals, faces.get(p), sounds.get(p), others[p], by=by) for p in players}
