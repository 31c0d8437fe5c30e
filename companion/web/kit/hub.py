"""What a served set of pages is: who looks on, and the one task that lets time pass."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

import anyio
from starlette.websockets import WebSocket

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput
from companion.sitting import recording
from companion.web.kit.door import Door, Forbidden, Session
from companion.web.kit.limits import Bucket
from companion.web.kit.page import Page, aside
from companion.web.kit.short_code import ShortCode, qr_image
from companion.words import Language, say

TICK_S: Final = 0.05  # seconds


class OpensToPhones(Protocol):
    """The port by which phones come in: see ``phone_door.PhoneDoor``."""

    async def open(self, *, at_any_port: bool = False) -> None: ...

    async def close(self) -> None: ...


class PageHub:
    """Keeps the pages that are connected, and sends each what it shows.

    Subclasses say what pages show. All methods run on the server's thread, except ``post`` and ``wake``, which any
    thread may call.
    """

    def __init__(self, door: Door, *, clock: Clock | None = None) -> None:
        self.clock = clock or MonotonicClock()
        self.door = door
        self.short = ShortCode(self.clock)
        self.pages: set[Page] = set()
        self.version = 0
        self.page = ""
        """The version of the page that is served: an older one in a browser says so."""
        self.spoken: Language = "en"
        """What a page is told in that asks for no language."""
        self.join_base = ""
        """Where phones come in, as it is shown: one of ``join_bases``, which the laptop chooses; "" without phones."""
        self.join_bases: list[str] = []
        self.phone_door: OpensToPhones | None = None
        """What lets phones in at run time; None where pages are not served."""
        self.away: set[str] = set()
        """Players whose phones have left, and may come back by the code that the laptop shows."""
        self.fingerprint = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._posted = asyncio.Event()
        self._lines: dict[Session, dict[WebSocket, str]] = {}
        self.words: WeakKeyDictionary[Session, Bucket] = WeakKeyDictionary()
        """How many messages each browser may send."""
        self.asked = Bucket(20, 40)
        """How often the laptop's own addresses may be asked."""
        self.openings: WeakKeyDictionary[Session, Bucket] = WeakKeyDictionary()
        """How many sockets each phone may open."""
        self._news = False
        door.dropped.add(self._on_session_end)

    # Time

    async def run(self) -> None:
        """Let time pass until cancelled."""
        self._loop = asyncio.get_running_loop()
        self._posted = asyncio.Event()
        try:
            while True:
                self.tick()
                with anyio.move_on_after(TICK_S):  # asyncio.wait_for would swallow an end that comes with a post
                    await self._posted.wait()
                self._posted.clear()
        finally:
            self.close()

    def tick(self) -> None:
        """Show what has changed."""
        if self.door.sweep() or self._news:
            self.notify_pages()

    def post(self, work: Callable[[], None]) -> None:
        """Run ``work`` on the server's thread, from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the server stops
                self._loop.call_soon_threadsafe(work)

    def wake(self) -> None:
        """Wake the hub: something waits; from any thread."""
        self.post(self._posted.set)

    def close(self) -> None:
        """Close all pages, as the server stops."""

    # Pages

    def notify_pages(self) -> None:
        """Send pages the new state: something that they show has changed."""
        self._news = False
        self.version += 1
        for page in self.pages:
            page.wake.set()

    def language(self, page: Page) -> Language:
        """Return the language that a page is told in: its own, else the game's."""
        return page.language or self.spoken

    def tell(
        self, message: Callable[[Language], dict[str, Any]], to: Callable[[Page], bool] = lambda page: True
    ) -> None:
        """Send a message to pages, to each in its language."""
        for page in self.pages:
            if to(page):
                page.tell(message(self.language(page)))

    def tell_of(self, player: object, message: Callable[[Language], dict[str, Any]]) -> None:
        """Send a message to the laptop, and to the phone of the player whom it is about; None: to the laptop alone."""
        self.tell(message, lambda page: page.laptop or (player is not None and page.session.player == player))

    def tell_laptops(self, message: Callable[[Language], dict[str, Any]]) -> None:
        self.tell(message, lambda page: page.laptop)

    def state(self, page: Page) -> dict[str, Any]:
        """Return all that this page shows now."""
        who = {"role": page.session.role, "player": page.session.player}
        values: dict[str, Any] = {"guessing": self._guessing(page)} if page.laptop else {}
        values["recording"] = self._recording(page)
        return {"t": "state", "v": self.version, "page": self.page, **who, **values}

    def _guessing(self, page: Page) -> dict[str, str] | None:
        """For the laptop: that somebody tries one short code after the other, and the button that shuts the door."""
        if not self.short.guessing:
            return None
        language = self.language(page)
        return {"text": say("web.guessing", language, n=self.short.guessing), "shut": say("web.shut", language)}

    def invitation(self, player: str) -> dict[str, Any]:
        """Return a way in for one phone or screen of the local network: a link as QR code, and a short code."""
        return self._invite(self.door.invite(player))

    def invitation_for_all(self) -> dict[str, Any]:
        """Return the way in for every phone of the table: the short code, and a link with it as QR code."""
        return self._invite(f"code-{self.short.current_code()[0]}")

    @property
    def join_address(self) -> str:
        """The address at which a phone comes in by typing the short code."""
        return f"{self.join_base}/join"

    def _invite(self, secret: str) -> dict[str, Any]:
        """Return the message for a way in whose link ends with this secret."""
        url = f"{self.join_address}#{secret}"
        code, left = self.short.current_code()
        return {
            "t": "invite",
            "url": url,
            "svg": qr_image(url),
            "code": code,
            "lasts": left,
            "address": self.join_address,
        }

    async def let_phones_in(self) -> None:
        """Open the door for phones, with a short code. Raises as ``PhoneDoor.open`` does."""
        if self.phone_door is None:
            raise BadInput("web.no.lan")
        await self.phone_door.open(at_any_port=True)
        self.short.current_code()
        self.notify_pages()

    async def keep_phones_out(self) -> None:
        """Close the door for phones. Their seats stay theirs for when it opens again."""
        if self.phone_door is not None:
            await self.phone_door.close()
        self.short.end()
        self.notify_pages()

    def joined_phones(self) -> set[str]:
        """Return players whose phones can be in now: nobody's, while the door for phones is closed."""
        is_closed = self.phone_door is not None and not self.join_base
        return set() if is_closed else self.door.phones()

    def choose_address(self, base: object) -> None:
        """Show phones another of this machine's addresses from now on. Raises BadInput for one that it has not."""
        if not isinstance(base, str) or base not in self.join_bases:
            raise BadInput("web.no.address")
        self.join_base = base
        self.notify_pages()

    def shut(self) -> None:
        """End the short code, until the laptop asks for another."""
        self.short.end()
        self.notify_pages()

    def _recording(self, page: Page) -> dict[str, Any] | None:
        """Return whether pictures and sound are kept for a bug report: every page says so, to everybody."""
        now = recording.current
        if now is None:
            return None
        return {"since": now.since, "until": now.until, "text": say(now.status(), self.language(page))}

    def seat_of(self, session: Session) -> int | None:
        """Return the seat of a phone's player."""
        return None

    def people(self) -> list[str]:
        """Return the players who may join with a phone."""
        return []

    def seats_free(self) -> list[str]:
        """Return the players whose seat a phone may take now: those without one, and those whose phone is away."""
        taken = self.joined_phones() - self.away
        return [name for name in self.people() if name not in taken]

    def names_offered(self) -> list[str]:
        """Return the names by which whoever has the short code may come in with a tap."""
        return self.seats_free()

    @property
    def takes_typed_names(self) -> bool:
        """Return whether whoever has the short code may come in under a name of their own."""
        return False

    def seat_for(self, name: object) -> str:
        """Return the seat for whoever has the short code and calls themselves ``name``. Raises Forbidden."""
        if not isinstance(name, str) or name not in self.seats_free():
            raise Forbidden("web.no.name-taken")
        return name

    def on_joined(self, session: Session) -> None:
        """Handle a browser that has come in."""
        self.notify_pages()

    # Sessions that end

    @contextlib.contextmanager
    def line(self, session: Session, socket: WebSocket, what: str, limit: int) -> Iterator[None]:
        """Count a socket as one of its session's for ``what``, as long as the block lasts.

        It is closed if the session ends. If the session opens more than ``limit`` sockets for ``what``, the oldest of
        them are closed, since a page that was loaded anew leaves its old socket behind.
        """
        lines = self._lines.setdefault(session, {})
        lines[socket] = what
        for old in [s for s, kind in lines.items() if kind == what][:-limit]:
            del lines[old]
            aside(_shut(old))
        try:
            yield
        finally:
            lines.pop(socket, None)
            if not lines and self._lines.get(session) is lines:
                del self._lines[session]

    def lines(self, session: Session, what: str) -> int:
        """Return how many sockets of a session are open for ``what``."""
        return list(self._lines.get(session, {}).values()).count(what)

    def _on_session_end(self, session: Session) -> None:
        for page in self.pages:
            if page.session is session:
                page.tell({"t": "bye"})
        for socket, what in self._lines.pop(session, {}).items():
            if what != "page":  # it is told first
                aside(_shut(socket))


async def _shut(socket: WebSocket) -> None:
    with contextlib.suppress(RuntimeError):
        await socket.close(1008)
