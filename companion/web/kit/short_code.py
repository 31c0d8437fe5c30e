"""Coming in without a long token: the owner's own browser on this machine, phones with a short code or a QR code."""

from __future__ import annotations

import io
import secrets
from dataclasses import dataclass, field
from math import ceil
from typing import Final
from urllib.parse import quote

from starlette.requests import Request

from companion.clock import Clock
from companion.web.kit import peer_owner
from companion.web.kit.door import Forbidden
from companion.web.kit.limits import Slowing, TooMany

CODE_DIGITS: Final = 6
CODE_LIFETIME_S: Final = 600.0  # seconds for which a short code opens
HELD_CODE_LIFETIME_S: Final = 120.0  # seconds for which it opens at least while somebody is expected
MAX_WRONG_TRIES: Final = 100  # wrong tries of all clients together that end it: one in ten thousand is right by chance
WARN_AFTER_TRIES: Final = 5  # wrong tries after which the laptop is told that somebody is guessing


def is_own_browser(request: Request) -> bool:
    """Return whether this request was made by our own page in a browser of the user who started the server.

    A page of the internet fails by its Origin, a page that is merely pointed here sends none that is ours; another user
    of this machine fails by the owner of the connection; the network's listener speaks HTTPS and is never meant.
    """
    headers = request.headers
    if request.url.scheme != "http" or headers.get("origin") != f"http://{headers.get('host')}":
        return False
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return peer_owner.ours(*ends(request))


def ends(request: Request) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    """Return the two ends of the request's connection, as the system tells them: (client, server)."""
    client, server = request.scope.get("client"), request.scope.get("server")
    return (client[0], client[1]) if client else None, (server[0], server[1]) if server else None


@dataclass
class ShortCode:
    """The table's code for a phone that cannot read a QR code; there is one at a time.

    It lasts minutes, and opens only seats that no phone has. Each wrong try makes its client wait longer: one client
    has ten tries in ten minutes. ``MAX_WRONG_TRIES`` tries of all clients together end the code. ``guessed``: the wrong
    tries since the code was shown, or since the door was closed.
    """

    clock: Clock
    guessed: int = 0
    _code: str = ""
    _until: float = 0.0
    _slowing: Slowing = field(default_factory=Slowing)

    def current_code(self) -> tuple[str, int]:
        """Return the code and the seconds for which it opens; a new one where there is none, or less than a minute."""
        if self._until - self.clock.now() < 60.0:
            self._code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
            self._until, self.guessed = self.clock.now() + CODE_LIFETIME_S, 0
        return self._code, int(self._until - self.clock.now())

    @property
    def code(self) -> str:
        """The code that opens now; "" while there is none."""
        return self._code if self.clock.now() < self._until else ""

    def hold(self) -> None:
        """Keep the code that opens now good for some minutes more: somebody is expected."""
        if self.code:
            self._until = max(self._until, self.clock.now() + HELD_CODE_LIFETIME_S)

    def end(self) -> None:
        """End the code: the door is closed until the laptop asks for another."""
        self._code, self._until, self.guessed = "", 0.0, 0

    @property
    def guessing(self) -> int:
        """The wrong tries, where they are so many that the laptop is told."""
        return self.guessed if self.guessed >= WARN_AFTER_TRIES else 0

    def check(self, code: object, client: str) -> None:
        """Check a code that was typed.

        Raises Forbidden for another code than the one that is shown, TooMany while this client is not heard.
        """
        typed = "".join(c for c in code if c.isdecimal()) if isinstance(code, str) and len(code) < 40 else ""
        now = self.clock.now()
        if not self._code or now >= self._until:
            raise Forbidden("web.no.short-code-over")
        if left := self._slowing.wait(client, now):
            raise TooMany("web.no.short-code-wait", seconds=ceil(left))
        if not secrets.compare_digest(typed.encode(), self._code.encode()):
            self._slowing.wrong(client, now)
            self.guessed += 1
            if self.guessed >= MAX_WRONG_TRIES:
                self._code, self._until = "", 0.0
                raise TooMany("web.no.short-code-tries")
            raise Forbidden("web.no.short-code")


def qr_image(text: str) -> str:
    """Return a QR code as the data URL of a small SVG."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return "data:image/svg+xml," + quote(out.getvalue().decode("ascii"))
