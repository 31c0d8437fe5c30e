"""The sheet where there was no warm-up tonight: of what is kept of the players, worked out beside the game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.ending import Work
from companion.errors import CompanionError
from companion.people.evening_memory import EveningMemory
from companion.people.warmup.profile_sheet import cells_of
from companion.people.warmup.sheet import Cell, Tally
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.faces.settings import shipped
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.sitting import Sitting

_log = logging.getLogger(__name__)


class Knowing:
    """``done`` is told on the sitting's thread when the rows are there."""

    def __init__(self, sitting: Sitting, evening: EveningMemory, tally: Tally, done: Callable[[], None]) -> None:
        self._sitting, self._evening, self._tally, self._done = sitting, evening, tally, done
        self._rows: dict[str, tuple[Cell, ...]] = {}
        self.waiting = False
        self._key = ""

    def ask(self, players: Sequence[str], signals: Sequence[str], *, now: bool = False) -> None:
        """Work the rows out, if what is known has changed: in a thread, or at once (``now``)."""
        if self.waiting:
            return
        faces, sounds = self._known(players)
        key = repr([(signals, p, faces.get(p), _counted(sounds.get(p))) for p in players])
        if key == self._key:
            self._done()
            return
        self.waiting, self._key = True, key
        if not now:
            Work("what is known", self._work, tuple(players), tuple(signals), faces, sounds).start()
        else:
            self._made(_rows(players, signals, faces, sounds))

    def rows(self) -> dict[str, tuple[Cell, ...]]:
        """Player by signal, with what play has said since; empty while nothing was asked."""
        return {player: tuple(self._tally.on(cell) for cell in cells) for player, cells in self._rows.items()}

    def _known(self, players: Sequence[str]) -> tuple[dict[str, Face], dict[str, NoiseProfile]]:
        """Of a damaged file whoever opens the devices tells."""
        faces: dict[str, Face] = {}
        sounds: dict[str, NoiseProfile] = {}
        for player in players:
            with suppress(CompanionError):
                if (face := self._evening.face(player)) is not None:
                    faces[player] = face
            with suppress(CompanionError):
                sounds.update((profile.player, profile) for profile in self._evening.sounds([player]))
        return faces, sounds

    def _work(self, players: Sequence[str], signals: Sequence[str], faces: dict[str, Face],
              sounds: dict[str, NoiseProfile]) -> None:  # fmt: skip
        try:
            made = _rows(players, signals, faces, sounds)
        except Exception:  # the edge of a thread: the game goes on without the sheet  # noqa: BLE001
            _log.exception("what is known of %s", players)
            made = {}
        self._sitting.post(lambda: self._made(made))

    def _made(self, rows: dict[str, tuple[Cell, ...]]) -> None:
        self._rows, self.waiting = rows, False
        self._done()


def _counted(sounds: NoiseProfile | None) -> object:
    return None if sounds is None else ([(t.name, t.kind) for t in sounds.takes], dict(sounds.own))


def _rows(
    players: Sequence[str], signals: Sequence[str], faces: dict[str, Face], sounds: dict[str, NoiseProfile]
) -> dict[str, tuple[Cell, ...]]:
    seen, heard = shipped(), SoundSettings.load()
    return {
        p: cells_of(
            p, signals, faces.get(p), sounds.get(p), [o for n, o in sounds.items() if n != p], seen=seen, heard=heard
        )
        for p in players
    }
