"""Ways to join without a long token: the laptop's own browser by its user, phones by a short code or a QR code.

A short code is valid for ``CODE_LIFETIME_S`` seconds.
"""

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
CODE_LIFETIME_S: Final = 600.0  # seconds for which a short code is valid
HELD_CODE_LIFETIME_S: Final = 120.0  # seconds that stay at least while a phone is expected to join
MAX_WRONG_TRIES: Final = 100  # of all clients together, then the code ends: guessing succeeds 1 time in 10,000
WARN_AFTER_TRIES: Final = 5  # wrong tries after which the laptop warns that somebody is guessing


def is_own_browser(request: Request) -> bool:
    """Return True if a page of this server made the request, in a browser of the user who started the server.

    A page of another site sends its own Origin header, and a link to this address sends none. Programs of other users
    are recognised by the user who owns the connection (see ``peer_owner``). Requests over HTTPS come from the network,
    and are never accepted here.
    """
    headers = request.headers
    if request.url.scheme != "http" or headers.get("origin") != f"http://{headers.get('host')}":
        return False
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return peer_owner.ours(*ends(request))


def ends(request: Request) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    """Return the (address, port) of the client and of the server of a request's connection, each None if unknown."""
    client, server = request.scope.get("client"), request.scope.get("server")
    return (client[0], client[1]) if client else None, (server[0], server[1]) if server else None


@dataclass
class ShortCode:
    """The six-digit code for phones that cannot read a QR code. There is one code at a time.

    It is valid for minutes, and opens only seats without a phone. Each wrong try doubles its client's delay, which
    allows one client about ten tries in ten minutes. ``MAX_WRONG_TRIES`` wrong tries of all clients together end the
    code.

    Attributes:
        guessed: Wrong tries since the code was made.
    """

    clock: Clock
    guessed: int = 0
    _code: str = ""
    _until: float = 0.0
    _slowing: Slowing = field(default_factory=Slowing)

    def current_code(self) -> tuple[str, int]:
        """Return the code and its remaining seconds, after making a new one if less than a minute remains."""
        if self._until - self.clock.now() < 60.0:
            self._code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
            self._until, self.guessed = self.clock.now() + CODE_LIFETIME_S, 0
        return self._code, int(self._until - self.clock.now())

    @property
    def code(self) -> str:
        """The code that is valid now; "" if there is none."""
        return self._code if self.clock.now() < self._until else ""

    def hold(self) -> None:
        """Keep a valid code valid for ``HELD_CODE_LIFETIME_S`` more seconds at least, while a phone may join."""
        if self.code:
            self._until = max(self._until, self.clock.now() + HELD_CODE_LIFETIME_S)

    def end(self) -> None:
        """End the code. No code is valid until ``current_code`` makes another."""
        self._code, self._until, self.guessed = "", 0.0, 0

    @property
    def guessing(self) -> int:
        """The number of wrong tries, or 0 below ``WARN_AFTER_TRIES``; the laptop shows it as a warning."""
        return self.guessed if self.guessed >= WARN_AFTER_TRIES else 0

    def check(self, code: object, client: str) -> None:
        """Check a code that somebody typed.

        Args:
            code: The text; anything but digits is ignored.
            client: The client's address.

        Raises:
            Forbidden: The code is wrong or has expired.
            TooMany: The client must wait, or there were too many wrong tries.
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
    """Return a QR code of ``text`` as the data URL of a small SVG."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return "data:image/svg+xml," + quote(out.getvalue().decode("ascii"))
