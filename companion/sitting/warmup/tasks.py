"""Slow work for the warm-up, in threads beside the game: what a player has taught, and the sheet of stored profiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from companion.ending import run_in_thread
from companion.errors import CompanionError
from companion.people.profile_lookup import EveningMemory
from companion.people.warmup.cards import WarmUpCard, deal, missing
from companion.people.warmup.judging import Judging
from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.round_cards import result_now
from companion.people.warmup.sheet import Cell, WarmUpResult, stored_profile_cells
from companion.referee.match import Match
from companion.rules.protocol import TABLE
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.settings import WILD_THING
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.sitting import Sitting


def faces_of(evening: EveningMemory, players: Sequence[str]) -> dict[str, Face]:
    """Return the known face profiles by player; a damaged file is skipped, as opening the camera reports it."""
    found = {}
    for player in players:
        with suppress(CompanionError):
            found[player] = evening.face(player)
    return {player: face for player, face in found.items() if face is not None}


def dealt(match: Match, signals: Sequence[str], player: str, *, sees: bool, hears: bool) -> list[WarmUpCard]:
    """Return all warm-up cards of a player, each of which asks for one face or noise.

    Args:
        match: The match.
        signals: Signals of the hand.
        player: The player.
        sees: Whether a camera over faces is on.
        hears: Whether a microphone is on.
    """
    dealer = match.game.view(match.state, TABLE).get("dealer") if WILD_THING in signals else None
    deals = isinstance(dealer, int) and match.players[dealer] == player
    return deal(signals, sees=sees, hears=hears, speaks="phrases" in match.game.senses, dealer=deals)


def untaught(cards: Sequence[WarmUpCard], evening: EveningMemory, player: str) -> list[WarmUpCard]:
    """Return those of the cards that ask for what the player has not taught before."""
    face = faces_of(evening, [player]).get(player)
    taught = {signal for noises in evening.sounds([player]) for signal in noises.signals}
    return missing(cards, None if face is None else face.signals, taught)


Rows = dict[str, tuple[Cell, ...]]


def work_out(
    sitting: Sitting, now: WarmUpRound, player: str, by: Judging, done: Callable[[WarmUpResult], None]
) -> None:
    """Compute the result of a player's warm-up and call ``done`` with it.

    It is computed in a thread if any source has one, else at once.
    """
    work = partial(result_now, now, player, by)
    if any(worker.is_threaded for worker in sitting.crew.workers.values()):
        run_in_thread(f"warm-up {player}", work, sitting.post, lambda result: done(result or WarmUpResult(player)))
    else:
        done(work())


class KeptRows:
    """The sheet of stored profiles, shown if nobody has warmed up; ``rows`` is player -> a cell for each signal.

    Args:
        post: Queues a call on the sitting's thread.
        evening: The players' profiles.
        done: Called on the sitting's thread when the rows are ready.
    """

    def __init__(
        self, post: Callable[[Callable[[], None]], None], evening: EveningMemory, done: Callable[[], None]
    ) -> None:
        self._post, self._evening, self._done = post, evening, done
        self.rows: Rows = {}
        self._key = self._known = ""  # profiles of the rows requested last, and of those in ``rows``

    def ask(self, players: Sequence[str], signals: Sequence[str], *, at_once: bool = False) -> None:
        """Compute the rows if the profiles have changed; in a thread, or with ``at_once`` before it returns."""
        faces, sounds = faces_of(self._evening, players), self._sounds(players)
        key = repr([(signals, p, faces.get(p), _profile_key(sounds.get(p))) for p in players])
        if key == self._key and (not at_once or key == self._known):
            if key == self._known:
                self._done()
            return
        self._key = key
        work = partial(_rows, tuple(players), tuple(signals), faces, sounds)
        if at_once:
            self._on_rows(key, work())
        else:
            run_in_thread("what is known", work, self._post, partial(self._on_rows, key))

    def _sounds(self, players: Sequence[str]) -> dict[str, NoiseProfile]:
        found: dict[str, NoiseProfile] = {}
        for player in players:
            with suppress(CompanionError):
                found.update((profile.player, profile) for profile in self._evening.sounds([player]))
        return found

    def _on_rows(self, key: str, rows: Rows | None) -> None:
        if key == self._key:
            self.rows, self._known = rows or {}, key
            self._done()


def _profile_key(sounds: NoiseProfile | None) -> object:
    return None if sounds is None else ([(t.name, t.kind) for t in sounds.takes], dict(sounds.own))


def _rows(
    players: Sequence[str], signals: Sequence[str], faces: dict[str, Face], sounds: dict[str, NoiseProfile]
) -> Rows:
    by = Judging()
    others = {p: [profile for name, profile in sounds.items() if name != p] for p in players}
    return {p: stored_profile_cells(p, signals, faces.get(p), sounds.get(p), others[p], by=by) for p in players}
