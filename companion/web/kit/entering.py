"""Coming in without a long token: the owner's own browser on this machine, and phones with a short code."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from companion.clock import Clock
from companion.web.kit import neighbour
from companion.web.kit.refusals import Forbidden, TooMany

DIGITS: Final = 6
LASTS: Final = 600.0  # seconds for which a short code opens
WRONG: Final = 10  # wrong tries that end it: one in a hundred thousand is right by chance


def own_browser(request: Request) -> bool:
    """Whether this request was made by our own page in a browser of the user who started the server.

    A page of the internet fails by its Origin, a page that is merely pointed here sends none that is ours; another user
    of this machine fails by the owner of the connection; the network's listener speaks HTTPS and is never meant.
    """
    headers = request.headers
    if request.url.scheme != "http" or headers.get("origin") != f"http://{headers.get('host')}":
        return False
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return neighbour.ours(*ends(request))


def ends(request: Request) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    """The two ends of the request's connection, as the system tells them: (client, server)."""
    client, server = request.scope.get("client"), request.scope.get("server")
    return (client[0], client[1]) if client else None, (server[0], server[1]) if server else None


@dataclass
class ShortCode:
    """One code for the table at a time, for a phone that cannot read a QR code: it lasts minutes, ends after a few
    wrong tries, and opens only seats that no phone has."""

    clock: Clock
    _code: str = ""
    _until: float = 0.0
    _wrong: int = 0

    def shown(self) -> tuple[str, int]:
        """The code and the seconds for which it still opens; a new one where there is none, or less than a minute."""
        if self._until - self.clock.now() < 60.0:
            self._code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
            self._until, self._wrong = self.clock.now() + LASTS, 0
        return self._code, int(self._until - self.clock.now())

    def end(self) -> None:
        """It opens nothing any more."""
        self._code, self._until = "", 0.0

    def check(self, given: object) -> None:
        """Raises Forbidden for another code than the one that is shown, TooMany once too many were tried."""
        typed = "".join(c for c in given if c.isdecimal()) if isinstance(given, str) and len(given) < 40 else ""
        if not self._code or self.clock.now() >= self._until:
            raise Forbidden("web.no.short-code-over")
        if not secrets.compare_digest(typed.encode(), self._code.encode()):
            self._wrong += 1
            if self._wrong >= WRONG:
                self.end()
                raise TooMany("web.no.short-code-tries")
            raise Forbidden("web.no.short-code")


def free(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """The players who may join: those without a phone."""
    gone = set(taken)
    return [name for name in names if name not in gone]
