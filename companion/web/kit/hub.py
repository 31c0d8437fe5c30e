"""The hub of a set of pages: which pages are connected, what each is sent, and the loop that updates them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol
from urllib.parse import urlsplit
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

TICK_S: Final = 0.05  # seconds between two ticks of the hub, if nothing wakes it


class OpensToPhones(Protocol):
    """Interface of the phones' port as the hub needs it; ``phone_door.PhoneDoor`` implements it."""

    async def open(self, *, at_any_port: bool = False) -> None: ...

    async def close(self) -> None: ...


class PageHub:
    """Base class of hubs. A hub knows the connected pages of a server and sends each page its state.

    Subclasses define what pages show. All methods run on the server's thread, except ``post`` and ``wake``, which any
    thread may call.
    """

    def __init__(self, door: Door, *, clock: Clock | None = None) -> None:
        self.clock = clock or MonotonicClock()
        self.door = door
        self.short = ShortCode(self.clock)
        self.pages: set[Page] = set()
        self.version = 0
        self.page = ""
        """The version of the served page. A browser with another version offers to reload."""
        self.spoken: Language = "en"
        """The game's language, for pages that ask for none."""
        self.join_base = ""
        """The base URL that invitations show: one of ``join_bases``, chosen on the laptop; "" while no port is open."""
        self.join_bases: list[str] = []
        self.phone_door: OpensToPhones | None = None
        """Opens and closes the phones' port; None if pages are not served."""
        self.away: set[str] = set()
        """Players whose phones are away. They may rejoin with the short code."""
        self.fingerprint = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._posted = asyncio.Event()
        self._lines: dict[Session, dict[WebSocket, str]] = {}
        self.words: WeakKeyDictionary[Session, Bucket] = WeakKeyDictionary()
        """Rate limit of each session's messages."""
        self.asked = Bucket(20, 40)
        """Rate limit of requests to the laptop's routes."""
        self.openings: WeakKeyDictionary[Session, Bucket] = WeakKeyDictionary()
        """Rate limit of each phone's new sockets."""
        self._news = False
        door.dropped.add(self._on_session_end)

    # Time

    async def run(self) -> None:
        """Call ``tick`` every ``TICK_S`` seconds, and sooner after ``wake``, until cancelled."""
        self._loop = asyncio.get_running_loop()
        self._posted = asyncio.Event()
        try:
            while True:
                self.tick()
                with anyio.move_on_after(TICK_S):  # asyncio.wait_for would lose a cancellation that comes with a wake
                    await self._posted.wait()
                self._posted.clear()
        finally:
            self.close()

    def tick(self) -> None:
        """End expired sessions, and send pages their new state if something has changed."""
        if self.door.sweep() or self._news:
            self.notify_pages()

    def post(self, work: Callable[[], None]) -> None:
        """Run ``work`` on the server's thread, from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, because the server stops
                self._loop.call_soon_threadsafe(work)

    def wake(self) -> None:
        """Make the next tick run at once; any thread may call this."""
        self.post(self._posted.set)

    def close(self) -> None:
        """Do nothing. Subclasses override it to close devices and files when the server stops."""

    # Pages

    def notify_pages(self) -> None:
        """Send every page its new state soon, because something that pages show has changed."""
        self._news = False
        self.version += 1
        for page in self.pages:
            page.wake.set()

    def language(self, page: Page) -> Language:
        """Return the language of texts for a page: the page's choice, else the game's."""
        return page.language or self.spoken

    def tell(
        self, message: Callable[[Language], dict[str, Any]], to: Callable[[Page], bool] = lambda page: True
    ) -> None:
        """Send a message to all pages that ``to`` accepts.

        Args:
            message: Makes the message in a page's language.
            to: Returns True for pages that get it; by default all.
        """
        for page in self.pages:
            if to(page):
                page.tell(message(self.language(page)))

    def tell_of(self, player: object, message: Callable[[Language], dict[str, Any]]) -> None:
        """Send a message to the laptop, and to the phone of ``player`` if it is not None.

        Args:
            player: The player's name.
            message: Makes the message in a page's language.
        """
        self.tell(message, lambda page: page.laptop or (player is not None and page.session.player == player))

    def tell_laptops(self, message: Callable[[Language], dict[str, Any]]) -> None:
        self.tell(message, lambda page: page.laptop)

    def state(self, page: Page) -> dict[str, Any]:
        """Return everything that this page shows now, as JSON values."""
        who = {"role": page.session.role, "player": page.session.player}
        values: dict[str, Any] = {"guessing": self._guessing(page)} if page.laptop else {}
        values["recording"] = self._recording(page)
        return {"t": "state", "v": self.version, "page": self.page, **who, **values}

    def _guessing(self, page: Page) -> dict[str, str] | None:
        """Return the warning that somebody is guessing short codes; None while there are only a few wrong tries.

        Returns:
            ``text``, and ``shut``: the label of the button that ends the short code.
        """
        if not self.short.guessing:
            return None
        language = self.language(page)
        return {"text": say("web.guessing", language, n=self.short.guessing), "shut": say("web.shut", language)}

    def invitation(self, player: str) -> dict[str, Any]:
        """Return an ``invite`` message for one player's phone: link with one-use token, its QR code, and short code."""
        return self._invite(self.door.invite(player))

    def invitation_for_all(self) -> dict[str, Any]:
        """Return an ``invite`` message for any phone: link with the short code, its QR code, and the code itself."""
        return self._invite(f"code-{self.short.current_code()[0]}")

    @property
    def join_address(self) -> str:
        """The address of the page on which a phone can type the short code."""
        return f"{self.join_base}/join"

    def _invite(self, secret: str) -> dict[str, Any]:
        """Return an ``invite`` message whose link ends with ``secret``, a token or "code-" and the short code."""
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
        """Open the phones' port and make a short code.

        Raises BadInput if pages are not served, and whatever ``PhoneDoor.open`` raises.
        """
        if self.phone_door is None:
            raise BadInput("web.no.lan")
        await self.phone_door.open(at_any_port=True)
        self.short.current_code()
        self.notify_pages()

    async def keep_phones_out(self) -> None:
        """Close the phones' port and end the short code. Phones keep their sessions for when the port opens again."""
        if self.phone_door is not None:
            await self.phone_door.close()
        self.short.end()
        self.notify_pages()

    def joined_phones(self) -> set[str]:
        """Return the players who have joined with a phone; an empty set while the phones' port is closed."""
        is_closed = self.phone_door is not None and not self.join_base
        return set() if is_closed else self.door.phones()

    @property
    def is_unreachable(self) -> bool:
        """Return True where phones are let in and this machine has no address in any network."""
        return self.join_bases != [] and all(urlsplit(base).hostname == "127.0.0.1" for base in self.join_bases)

    def choose_address(self, base: object) -> None:
        """Let invitations show the base URL ``base``. Raises BadInput if it is not one of ``join_bases``."""
        if not isinstance(base, str) or base not in self.join_bases:
            raise BadInput("web.no.address")
        self.join_base = base
        self.notify_pages()

    def shut(self) -> None:
        """End the short code. The laptop can ask for a new one."""
        self.short.end()
        self.notify_pages()

    def _recording(self, page: Page) -> dict[str, Any] | None:
        """Return the notice that pictures and sound are recorded for a bug report; None while nothing is recorded.

        Every page gets it, so that everybody knows.
        """
        now = recording.current
        if now is None:
            return None
        return {"since": now.since, "until": now.until, "text": say(now.status(), self.language(page))}

    def seat_of(self, session: Session) -> int | None:
        """Return the seat of the session's player, counted from 0; None without one."""
        return None

    def people(self) -> list[str]:
        """Return the players who may join with a phone."""
        return []

    def seats_free(self) -> list[str]:
        """Return the players whom a phone may join as: those without a phone, and those whose phone is away."""
        taken = self.joined_phones() - self.away
        return [name for name in self.people() if name not in taken]

    def names_offered(self) -> list[str]:
        """Return the names that a phone shows as buttons after its short code was accepted."""
        return self.seats_free()

    @property
    def takes_typed_names(self) -> bool:
        """True if a phone with the short code may join under a name that its user types."""
        return False

    def seat_for(self, name: object) -> str:
        """Return the player as whom a phone with the short code joins under ``name``. Raises Forbidden if it cannot."""
        if not isinstance(name, str) or name not in self.seats_free():
            raise Forbidden("web.no.name-taken")
        return name

    def on_joined(self, session: Session) -> None:
        """Update pages after a browser has joined."""
        self.notify_pages()

    # Sessions that end

    @contextlib.contextmanager
    def line(self, session: Session, socket: WebSocket, what: str, limit: int) -> Iterator[None]:
        """Register an open socket of a session while the block runs.

        The socket is closed if the session ends. If a session has more than ``limit`` sockets of a kind, the oldest are
        closed: a page that was reloaded leaves its old socket behind.

        Args:
            session: The session.
            socket: The socket.
            what: The kind of socket, such as "page" or "camera".
            limit: The most sockets of that kind in one session.
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
        """Return how many sockets of kind ``what`` a session has open."""
        return list(self._lines.get(session, {}).values()).count(what)

    def _on_session_end(self, session: Session) -> None:
        for page in self.pages:
            if page.session is session:
                page.tell({"t": "bye"})
        for socket, what in self._lines.pop(session, {}).items():
            if what != "page":  # that socket closes after its "bye" is sent
                aside(_shut(socket))


async def _shut(socket: WebSocket) -> None:
    with contextlib.suppress(RuntimeError):
        await socket.close(1008)
