"""The table's hub: the current game with its sitting, the kept games, the lobby, and the state of every page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock
from companion.defaults import BOT_PACE_S
from companion.errors import BadInput, StorageError
from companion.events import Event
from companion.facts import Fact
from companion.names import fold_name
from companion.people.profile_lookup import EveningMemory
from companion.referee.desk import DiceDesk
from companion.referee.desk_registry import match_of
from companion.referee.kept_games import new_log
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.log_writer import Ledger, LogWriter, ledger_of
from companion.referee.match import Match
from companion.referee.replay import resume_match
from companion.referee.rescue_copies import newest, same_game
from companion.rules.errors import RulesError
from companion.rules.protocol import TABLE
from companion.senses.sounds.settings import SIGNALS, WILD_THING
from companion.sitting.mouth_watch import FilmedVerdict
from companion.sitting.table_sitting import TableSitting, table_of
from companion.web.kit.devices import SensingHub
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page, language_of
from companion.web.table.album import Album, album_of
from companion.web.table.evening_totals import EveningTotals
from companion.web.table.lobby import Lobby, Presence
from companion.web.table.outside import Outside
from companion.web.table.setup import checked_name
from companion.web.table.setup_faces import SetupFaces
from companion.web.table.shelf import Shelf
from companion.web.table.views import state_of, tell
from companion.web.table.warmup_view import TableWarmUpPages, warmup_of
from companion.words import Language, say

NOISES_ALONE: Final = frozenset(SIGNALS) - {"panting"}
"""The signals that no camera notices. Panting like a dog is not among them: it can be seen too."""


class TableHub(SensingHub):
    """The hub of the table's pages.

    Args:
        folder: Where games are kept; None keeps none.
        door: Tokens and sessions.
        clock: The clock; None for the monotonic one.
        pace: Seconds between two actions of bots.
    """

    def __init__(
        self, folder: Path | None, door: Door, *, clock: Clock | None = None, pace: float = BOT_PACE_S
    ) -> None:
        super().__init__(door, clock=clock)
        self._shelf = Shelf(folder) if folder is not None else None
        self.pace = pace
        self.evening = EveningMemory()
        self.setup_faces = SetupFaces(self.evening.known_faces, self.clock)
        self.night = EveningTotals(self.post, self.notify_pages)
        self.game: TableSitting | None = None
        self.warmup: TableWarmUpPages | None = None
        self.album: Album | None = None
        self.lobby: Lobby | None = None
        self.presence = Presence()
        self.failures: list[StorageError] = []
        """Errors of writing logs. The command reports them when it ends."""
        self.outside: Outside | None = None
        self._closing: list[LogWriter] = []
        self._asked: list[object] = []

    @property
    def shelf(self) -> Shelf:
        """The kept games. Raises BadInput if games are not kept."""
        if self._shelf is None:
            raise BadInput("web.no.shelf")
        return self._shelf

    @property
    def keeps(self) -> bool:
        return self._shelf is not None

    # Games

    def start(self, head: LogHeader, path: Path | None = None) -> None:
        """Start a new game with its log at ``path``, else at a new path among the kept games.

        If games are not kept, ``path`` is ignored and the log is in memory. Raises StorageError if it cannot be
        written.
        """
        self.begin(self.create_game(head, path))

    def create_game(self, head: LogHeader, path: Path | None = None) -> Match:
        """Return a new game with a new log. Any thread may call this. Raises StorageError if it cannot be written."""
        kept = path or new_log(self._shelf.folder, head.game) if self._shelf is not None else None
        match = match_of(head, None)
        match.log = self._ledger(Log.create(kept, head))
        return match

    def begin(self, match: Match) -> None:
        """Make a new game the current one, and begin it."""
        self._put(match)
        assert self.sitting is not None
        self.sitting.begin()
        self.notify_pages()

    def open_game(self, path: Path) -> Match:
        """Return the kept game in a log, as far as it was played. Any thread may call this.

        Raises StorageError if the log cannot be read.
        """
        self.wait_until_written(path)
        log = Log.open(newest(path), append=True)
        try:
            match = resume_match(log)
            match.log = self._ledger(log)
        except BaseException:
            log.abandon()
            raise
        return match

    def go_on(self, path: Path, match: Match) -> None:
        """Make a kept game the current one, and go on with it. ``path`` is its log."""
        self.settle(path)
        self._put(match)

    def wait_until_written(self, path: Path, seconds: float = 30.0) -> None:
        """Wait until the log of a game that was left is written, at most ``seconds``; any thread may call this."""
        for keeper in [k for k in self._closing if same_game(k.name, path)]:
            keeper.drain(seconds)

    def _ledger(self, log: Log) -> Ledger:
        """Return the object that writes to a game's log. Raises StorageError if the log cannot be written."""
        return ledger_of(log) if self.outside is None else self.outside.keeper(log)

    def restore(self) -> None:
        """Resume the game that was current when the server stopped or crashed.

        Raises BadInput or StorageError if it cannot be resumed; then there is no current game.
        """
        name = self._shelf.current() if self._shelf is not None else ""
        if name:
            path = self.shelf.folder / name
            self.go_on(path, self.open_game(path))

    def _put(self, match: Match) -> None:
        """Make a game the current one and end the one before. If that fails, the one before stays."""
        assert match.log is not None
        head = match.log.header
        spoken = language_of(head.language) or "en"
        bots = {k for k, n in enumerate(match.players) if n in head.bots}
        try:
            made = table_of(
                match,
                self.clock,
                language=spoken,
                bots=bots,
                pace=self.pace,
                keep=self.evening.update_from_play,
                evening=self.evening,
                level=head.level,
            )
            album = album_of(match, self._shelf is not None)
        except BaseException:
            self._close_log(match)  # an open writer would restore the log after it is deleted
            raise
        self._end()
        self.game, self.spoken, self.album, self.lobby = made, spoken, album, None
        if self.game.voice is not None:
            self.game.voice.shows_pictures = True
            self.game.voice.aloud.add(self._speak)
        for word in ("evidence", "faces"):  # pages show these; commands from a page must not write files
            self.game.sitting.words.pop(word, None)
        self.game.sitting.go_on()
        if self.outside is not None:
            self.outside.laid(self.game.sitting)
        if self._shelf is not None:
            self._shelf.lay(match.log.name)
            self.night.drop(Path(match.log.name).name)
            self.night.remember(self.shelf.folder, match.log.name)
        self.door.spell(match.players)
        for page in self.pages:
            page.seat = self.seat_of(page.session)
            page.tell({"t": "new"})
        self.warmup = None if self.game.warmup is None else TableWarmUpPages(self, self.game.warmup)
        self.setup_faces.close()
        self.attend(self.game.sitting, match.players)
        self.notify_pages()

    def _end(self) -> None:
        game, self.game = self.game, None
        self.dismiss()
        if game is None:
            return
        self.night.on_game_left(game.match)
        if self.outside is not None:
            self.outside.on_game_left()
        self._close_log(game.match)

    def _close_log(self, match: Match) -> None:
        """Finish a game's log in the background; ``settle`` waits for it."""
        if isinstance(match.log, LogWriter):
            match.log.finish()
            self._closing.append(match.log)

    def leave(self) -> None:
        """End the current game and return to the choice of games.

        Its log is kept; ``settle`` reports errors of writing it.
        """
        if self._shelf is not None:
            self._shelf.lay("")
        self._end()
        self.lobby = None
        self.notify_pages()

    def settle(self, path: Path | None = None, seconds: float = 30.0) -> None:
        """Wait until the logs of games that were left are written.

        Errors are added to ``failures`` and sent to the laptop.

        Args:
            path: The log to wait for; None waits for all.
            seconds: The longest wait for each log.
        """
        for keeper in [k for k in self._closing if path is None or same_game(k.name, path)]:
            self._closing.remove(keeper)
            try:
                keeper.close(seconds)
            except StorageError as error:
                self.failures.append(error)
                self.tell_laptops(lambda language, e=error: {"t": "refused", "text": e.message_in(language)})  # type: ignore[misc]

    def close(self) -> None:
        super().close()
        self._end()
        self.setup_faces.close()
        self.evening.known_faces.forget()
        self.settle()

    # Time and events

    def tick(self) -> None:
        if self.game is not None:
            self.game.bots.dice_seen = self.devices.watching
            self.game.taps.sensed = self._sensed_signals(self.game)
            log = self.game.match.log
            if self._shelf is not None and log is not None:
                self._shelf.lay(log.name)  # its name changes if it had to be rescued
        for keeper in [k for k in self._closing if k.is_finished]:
            self.settle(Path(keeper.name))
        away = self.presence.away(self.joined_phones(), self.clock.now())
        if away != self.away:
            self.away = away
            self.notify_pages()
        if away or self.lobby is not None:
            self.short.hold()
        super().tick()
        asked: list[object] = [q.id for q in self.sitting.questions()] if self.sitting is not None else []
        if self.game is not None and self.game.voice is not None:
            asked.append(self.game.voice.heard)
        if asked != self._asked:  # some questions end by time alone
            self._asked = asked
            self.notify_pages()

    def _sensed_signals(self, game: TableSitting) -> frozenset[str]:
        """Return the signals of the current hand that a working camera or microphone can recognise."""
        hears, sees = self.devices.listening, self.devices.watching
        return frozenset(
            signal
            for signal in game.match.needs.signals
            if (hears and signal in (*SIGNALS, WILD_THING)) or (sees and signal not in NOISES_ALONE)
        )

    def _speak(self, what: Fact) -> None:
        """Let the laptop's page speak a text that somebody asked for."""
        self.tell_laptops(lambda language: {"t": "aloud", "text": say(what, language)})

    def on_event(self, event: Event) -> None:
        tell(self, event, self._picture_names)

    # Pages

    def _picture_names(self) -> Mapping[int, str]:
        return self.album.names if self.album is not None else {}

    def seat_of(self, session: Session) -> int | None:
        """Return the seat of a phone's player; None if a bot plays it now, or the player is not in this game."""
        seat = self.game.match.seat(session.player) if self.game is not None else None
        return None if seat is None or (self.game is not None and seat in self.game.bots.seats) else seat

    def people(self) -> list[str]:
        if self.game is None:
            return self.lobby.people() if self.lobby is not None else []
        return [n for k, n in enumerate(self.game.match.players) if k not in self.game.bots.seats]

    def names_offered(self) -> list[str]:
        suggested = self.lobby.suggested_names() if self.lobby is not None else set()
        return [name for name in self.seats_free() if name not in suggested]

    @property
    def takes_typed_names(self) -> bool:
        return self.lobby is not None and self.lobby.path is None

    def seat_for(self, name: object) -> str:
        if self.lobby is None:
            return super().seat_for(name)
        typed = checked_name(name)
        self.lobby = self.lobby.with_player(typed, self.joined_phones() - self.away)
        return next(n for n in self.lobby.people() if fold_name(n) == fold_name(typed))

    def on_joined(self, session: Session) -> None:
        """Update pages after a browser has joined.

        If it is a player's phone, the laptop stops showing that player's hand.
        """
        self.presence.note_contact(session.player, self.clock.now())
        seat = self.seat_of(session)
        for page in self.pages:
            if page.laptop and seat is not None and page.seat == seat:
                page.seat = None
            if page.laptop and session.player is not None:
                page.tell({"t": "joined", "player": session.player})
        self.notify_pages()

    @property
    def last_verdict(self) -> FilmedVerdict | None:
        """The last verdict on a victory speech, until the next hand; None if there is none."""
        victory = self.game.victory if self.game is not None else None
        return victory.watch.judged if victory is not None else None

    def _waiting_throw(self, language: Language) -> dict[str, Any] | None:
        """Return the picture of a throw whose dice must still be confirmed or corrected; None if there is none."""
        drawn, match = self.devices.throws.latest, self.game.match if self.game is not None else None
        if drawn is None or match is None or not isinstance(match.desk, DiceDesk):
            return None
        if not match.desk.lies(match, match.memory, drawn.since):
            return None
        return self.devices.throws.to_json(language)

    def _club(self, language: Language) -> dict[str, Any] | None:
        """Return the state of the reports to a club or hall; None if none are sent.

        Returns:
            ``text``, and ``well``: True if the reports work.
        """
        if self.outside is None:
            return None
        return {"text": say(self.outside.status(), language), "well": self.outside.trouble() is None}

    def state(self, page: Page) -> dict[str, Any]:
        base = {**super().state(page), "phones": sorted(self.joined_phones()), "away": sorted(self.away)}
        language = self.language(page)
        if page.laptop:
            base |= {"lan": self.join_base, "lans": self.join_bases, "fingerprint": self.fingerprint}
            base["sources"] = self.devices.sources(language)
            base["senses"] = self.devices.senses(language) + [
                {"name": n, "kind": "phone", "status": "live", "detail": ""} for n in base["phones"]
            ]
            base["evidence"] = self.last_verdict is not None
            base["thrown"] = self._waiting_throw(language)
            base["club"] = self._club(language)
            base["owned"] = {"camera": self.devices.camera, "microphone": self.devices.microphone}
        if self.game is None:
            lobby = self.lobby and self.lobby.to_json(self, page.session, self.away, language)
            evening = self.night.sheet(language) if page.laptop else None
            return {**base, "game": None, "lobby": lobby, "evening": evening}
        if self.album is not None:
            base |= {"pictures": self.album.versions, "deck": self.album.deck}
        viewer = TABLE if page.seat is None else page.seat
        try:
            warming = warmup_of(self.warmup, None if page.laptop else page.session.player, language)
            shown = state_of(self.game, viewer, language, laptop=page.laptop, pictures=self._picture_names)
            if page.laptop and self.game.sitting.stand_on_disk is not None:
                shown["evening"] = self.night.to_json(self.game.match, self.game.sitting.stand_on_disk, language)
            return {**base, **shown, "warmup": warming}
        except RulesError as error:  # show the error instead of a page that stays empty
            return {**base, "game": None, "problem": say(error.public, language)}
