"""Everybody who looks on: pages with their outboxes, the game on the table, and the one task that lets time pass."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput, CompanionError
from companion.events import Command, Event, Phrase, Ruling, Seat, Signal
from companion.events import Source as SourceEvent
from companion.facts import Fact
from companion.referee.log import Log
from companion.rules.errors import RulesError
from companion.rules.protocol import TABLE, Language
from companion.sitting.followers.learning import Learning, keep
from companion.web.table.album import Album
from companion.web.table.ears import Ear
from companion.web.table.eyes import Eye
from companion.web.table.game import TableGame
from companion.web.table.guard import Door, Session
from companion.web.table.senses import Senses
from companion.web.table.shelf import Shelf
from companion.web.table.views import ruling_of, signals_of, state_of
from companion.words import say as in_language

TICK: Final = 0.05  # seconds
MOST_WAITING: Final = 50  # messages that wait for a slow page; a newer state replaces them


@dataclass(eq=False)
class Page:
    """One open page. ``seat`` is the seat that the laptop looks through, or the phone's own."""

    session: Session
    seat: int | None = None
    language: Language | None = None
    sent: int = -1
    outbox: list[dict[str, Any]] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    typed: int = 0

    @property
    def laptop(self) -> bool:
        return self.session.role == "host"

    def tell(self, message: dict[str, Any]) -> None:
        """Send one message; a page that does not read loses the oldest."""
        self.outbox = [*self.outbox[-MOST_WAITING:], message]
        self.wake.set()


def language_of(value: object) -> Language | None:
    """The language that a page asks for; None leaves it at the game's."""
    return {"de": "de", "en": "en"}.get(value) if isinstance(value, str) else None  # type: ignore[return-value]


def accepted(header: str | None) -> Language:
    """The language of an ``Accept-Language`` header: the first of the two that it names, as the pages choose theirs."""
    tags = (tag.strip()[:2].casefold() for tag in (header or "").split(","))
    return next((language for tag in tags if (language := language_of(tag)) is not None), "en")


class Hub:
    """The table itself. Everything in it runs on the server's thread."""

    def __init__(self, folder: Path | None, door: Door, *, clock: Clock | None = None, pace: float = 1.2) -> None:
        self.clock = clock or MonotonicClock()
        self.shelf = Shelf(folder) if folder is not None else None
        self.door = door
        self.pace = pace
        self.game: TableGame | None = None
        self.pages: set[Page] = set()
        self.senses = Senses(self)
        self.learning: Learning | None = None
        self.album: Album | None = None
        self.version = 0
        self.join_base = ""
        self.fingerprint = ""
        self.on_new: Callable[[], None] = lambda: None
        self.on_tick: Callable[[], None] = lambda: None
        """Called before each look at the time: the demo plays its script."""
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Let time pass until cancelled."""
        self._loop = asyncio.get_running_loop()
        try:
            while True:
                self._tick()
                await asyncio.sleep(TICK)
        finally:
            self.close()

    def _tick(self) -> None:
        self.on_tick()
        if self.game is not None and self.game.match.game.outcome(self.game.match.state) is None:
            before = self.game.version
            self.game.tick()
            if self.game.version != before:
                self.changed()

    def post(self, work: Callable[[], None]) -> None:
        """Run ``work`` on the server's thread, from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the server stops
                self._loop.call_soon_threadsafe(work)

    def start(self, head: dict[str, Any]) -> None:
        """A new game for everybody. Raises StorageError if it cannot be kept."""
        path = self.shelf.new(head["game"]) if self.shelf is not None else None
        log = Log.create(path, head)
        self._put(TableGame.begin(head, log, self.clock, self.pace))

    def resume(self, name: object) -> None:
        """A kept game goes on. Raises BadInput or StorageError."""
        if self.shelf is None:
            raise BadInput("games are not kept here", "Spiele werden hier nicht aufbewahrt")
        log = Log.open(self.shelf.find(name), append=True)
        self._put(TableGame.resume(log, self.clock, self.pace))

    def restore(self) -> None:
        """The game that was on the table when the server stopped or crashed goes on. Raises BadInput or StorageError
        where it cannot; then the table stays empty."""
        name = self.shelf.current() if self.shelf is not None else ""
        if name:
            self.resume(name)

    def _put(self, game: TableGame) -> None:
        self._end()
        self.game = game
        if self.shelf is not None and game.log is not None:
            self.shelf.lay(Path(game.log.name).name)
        game.on_event = self._happened
        self.album = None
        if game.match.game.name == "face-cards":
            kept = self.shelf is not None and game.log is not None
            most = len(game.match.options.categories) - 1
            self.album = Album(Path(game.log.name) if kept and game.log is not None else None, most)
        self.learning = Learning(game.match, self.senses.confirm, keep)
        for page in self.pages:
            page.seat = game.seat(page.session.player)
            page.tell({"t": "new"})
        self.senses.restart()
        self.on_new()
        self.changed()

    def _end(self) -> None:
        game, self.game = self.game, None
        if game is not None:
            self.senses.stop()
            game.close()

    def joined(self, player: str | None) -> None:
        """A phone has taken a seat: the laptop no longer looks at its hand."""
        seat = self.game.seat(player) if self.game is not None else None
        for page in self.pages:
            if page.laptop and seat is not None and page.seat == seat:
                page.seat = None
            if page.laptop and player is not None:
                page.tell({"t": "joined", "player": player})
        self.changed()

    def leave(self) -> None:
        """Back to the choice of games; what was played is kept."""
        self._end()
        if self.shelf is not None:
            self.shelf.lay("")
        self.changed()

    def close(self) -> None:
        self.senses.close()
        with contextlib.suppress(CompanionError):
            self._end()

    def changed(self) -> None:
        """Something that pages show has changed."""
        self.version += 1
        if self.game is not None:
            self.senses.active(signals_of(self.game.match))
        for page in self.pages:
            page.wake.set()

    def hear(self, event: Event) -> None:
        """An event of a sense, with the clock's times."""
        game = self.game
        if game is None or game.match.game.outcome(game.match.state) is not None:
            return
        counted = replace(event, onset=game.at(event.onset), decided=game.at(event.decided))
        if isinstance(counted, Phrase):
            counted = replace(counted, words=tuple((w, game.at(a), game.at(b)) for w, a, b in counted.words))
        game.hear(counted)
        self._told_wild(self.senses.wild.follow(event, ()))
        if self.learning is not None:
            self.learning.follow(counted, event if isinstance(event, Signal) else None)
        for more in self.senses.speeches.follow(counted) if self.senses.speeches is not None else ():
            game.hear(more)
        self.changed()

    def _told_wild(self, text: Fact | None, player: str | None = None) -> None:
        """A word to the dealer who shows the Wild Thing: on the laptop and on the dealer's phone."""
        for page in self.pages if text else ():
            if page.laptop or page.session.player == player:
                page.tell({"t": "wild", "text": in_language(text or "", self.language(page))})

    def _happened(self, event: Event) -> None:
        if isinstance(event, Ruling) and self.game is not None:
            self.senses.wild.follow(event, [event])
            for page in self.pages:
                told = self.game.worded(event, self.language(page))
                if event.code != "refused":
                    page.tell({"t": "ruling", **ruling_of(told)})
                elif page.laptop:
                    page.tell({"t": "refused", "text": told.text})
        elif isinstance(event, Command) and self.senses.speeches is not None:
            self.senses.speeches.follow(event)  # a claim by tap: the speech is waited for
        elif isinstance(event, Phrase):
            self.laptops({"t": "heard", "kind": event.kind, "text": event.text, "player": event.player})
        elif isinstance(event, Seat) and event.detail and event.state in ("learning", "ready"):
            self._told_wild(event.detail, event.player)
        elif isinstance(event, SourceEvent):
            self._told_source(event.source, event.status, lambda language: in_language(event.detail or "", language))

    def language(self, page: Page) -> Language:
        """The language that a page is told in: its own, else the game's."""
        return page.language or (self.game.match.language if self.game is not None else "en")

    def offline(self, what: str, error: CompanionError) -> None:
        """A camera or microphone of the laptop's own cannot be opened."""
        self._told_source(what, "offline", error.worded)

    def _told_source(self, name: str, status: str, worded: Callable[[Language], str]) -> None:
        """What a camera or microphone says of itself, on the laptop's pages."""
        for page in self.pages:
            if page.laptop:
                page.tell({"t": "source", "name": name, "status": status, "detail": worded(self.language(page))})

    def laptops(self, message: dict[str, Any]) -> None:
        for page in self.pages:
            if page.laptop:
                page.tell(message)

    def level(self, ear: Ear, found: dict[str, Any]) -> None:
        """A microphone's meter, for the laptop and for whose phone it is."""
        for page in self.pages:
            if page.laptop or (ear.player is not None and page.session.player == ear.player):
                page.tell({"t": "level", "name": ear.player or "", **found})

    def seen(self, eye: Eye, overlay: dict[str, Any], jpeg: bytes | None) -> None:
        """A frame was judged."""
        self.senses.seen(eye, overlay, jpeg)

    def state(self, page: Page) -> dict[str, Any]:
        """All that this page shows now."""
        base: dict[str, Any] = {
            "t": "state",
            "v": self.version,
            "role": page.session.role,
            "player": page.session.player,
            "phones": sorted(self.door.phones()),
        }
        if page.laptop:
            base |= {"lan": self.join_base, "fingerprint": self.fingerprint, "sources": self.senses.sources()}
            base["evidence"] = self.senses.speeches is not None and self.senses.speeches.watch.judged is not None
            base["owned"] = {"camera": self.senses.camera, "microphone": self.senses.microphone}
        if self.game is None:
            return {**base, "game": None}
        if self.album is not None:
            base["pictures"] = self.album.versions
        viewer = TABLE if page.seat is None else page.seat
        try:
            return {**base, **state_of(self.game, viewer, laptop=page.laptop, language=page.language)}
        except RulesError as error:  # a game that cannot be shown is an error to see, not a dead page
            return {**base, "game": None, "problem": error.worded(self.language(page))}
