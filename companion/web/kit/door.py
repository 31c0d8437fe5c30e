"""Who may come in: hosts and origins, one-use tokens, the sessions that they open."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from companion import private
from companion.names import folded
from companion.web.kit.refusals import Forbidden

Role = Literal["host", "player"]
COOKIE: Final = "companion"
TOKEN_BYTES: Final = 16  # 128 bits
MOST_SESSIONS: Final = 64
MOST_USED: Final = 256  # used tokens that are remembered, to say so
LASTS: Final = 7 * 86400  # seconds for which a browser stays joined


@dataclass(eq=False)
class Session:
    """Who a browser is. ``player`` is None for the laptop. Two sessions of one player are not the same."""

    role: Role
    player: str | None = None

    def of(self, player: str | None) -> bool:
        """Whether it is this player's phone, however the name is spelt."""
        return self.player is not None and player is not None and folded(self.player) == folded(player)


@dataclass
class Door:
    """Tokens and sessions of one server; only hashes are kept. With a file ``keep``, phones keep their seats when the
    server starts again: cookies and QR codes that were shown stay good."""

    hosts: frozenset[str] = frozenset(("localhost", "127.0.0.1", "[::1]"))
    keep: Path | None = None
    on_drop: Callable[[Session], None] = lambda session: None
    """Told of each session that ends: its sockets end with it."""
    _tokens: dict[str, Session] = field(default_factory=dict)
    _used: dict[str, None] = field(default_factory=dict)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)  # wall time: it has to hold across restarts
    _laptop: str = ""

    def __post_init__(self) -> None:
        if self.keep is not None:
            with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
                self._read(json.loads(self.keep.read_text("utf-8")))  # a damaged file: join again

    def _read(self, kept: Any) -> None:
        """``{"sessions": {hash: [player or null, until]}, "tokens": {hash: player}, "used": [hash]}``."""
        now = time.time()
        sessions, until = {}, {}
        for key, (player, ends) in kept["sessions"].items():
            if now < float(ends) <= now + LASTS:
                sessions[str(key)] = Session("host") if player is None else Session("player", str(player))
                until[str(key)] = float(ends)
        tokens = {str(key): Session("player", str(player)) for key, player in kept["tokens"].items()}
        self._used = dict.fromkeys(map(str, kept["used"]))
        self._sessions, self._until, self._tokens = sessions, until, tokens

    def _write(self) -> None:
        """Keep who is in, readable by this user only. A full disk costs no more than joining again after a restart."""
        if self.keep is None:
            return
        kept = {
            "sessions": {k: [s.player, self._until[k]] for k, s in self._sessions.items()},
            "tokens": {k: s.player for k, s in self._tokens.items()},
            "used": list(self._used),
        }
        with contextlib.suppress(OSError):
            private.folder(self.keep.parent)
            private.write(self.keep, json.dumps(kept).encode())

    def laptop_token(self) -> str:
        """The token that is printed where the server was started; it lasts as long as the server."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._laptop = _hash(token)
        return token

    def invite(self, player: str) -> str:
        """A token for one phone; it works once, and an earlier one of that player no more."""
        for known in [k for k, s in self._tokens.items() if s.of(player)]:
            del self._tokens[known]
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens[_hash(token)] = Session("player", player)
        self._write()
        return token

    def enter(self, token: object) -> tuple[str, Session]:
        """A new session's secret for a token. Raises Forbidden for one that opens nothing."""
        if not isinstance(token, str) or not 16 <= len(token) <= 64:
            raise Forbidden("web.no.code")
        key = _hash(token)
        if hmac.compare_digest(key, self._laptop):
            return self._open(Session("host"))
        session = self._tokens.pop(key, None)
        if session is None:
            raise Forbidden("web.no.code-used" if key in self._used else "web.no.code-unknown")
        self._used[key] = None
        while len(self._used) > MOST_USED:
            del self._used[next(iter(self._used))]
        self.forget(session.player)
        return self._open(session)

    def host(self) -> tuple[str, Session]:
        """A new session of the laptop, for whoever has proved to be the one who started the server."""
        return self._open(Session("host"))

    def _open(self, session: Session) -> tuple[str, Session]:
        while len(self._sessions) >= MOST_SESSIONS:
            self._drop(next(iter(self._sessions)))
        secret = secrets.token_urlsafe(32)
        self._sessions[_hash(secret)] = session
        self._until[_hash(secret)] = time.time() + LASTS
        self._write()
        return secret, session

    def _drop(self, key: str) -> None:
        session = self._sessions.pop(key)
        del self._until[key]
        self.on_drop(session)

    def who(self, cookie: str | None) -> Session | None:
        """The session of a cookie's value."""
        key = _hash(cookie) if cookie else ""
        if self._until.get(key, 0.0) < time.time():
            return None
        return self._sessions.get(key)

    def holds(self, session: Session) -> bool:
        """Whether a session is still good."""
        key = next((k for k, s in self._sessions.items() if s is session), "")
        return self._until.get(key, 0.0) >= time.time()

    def forget(self, player: str | None) -> None:
        """End the sessions of a player's phone, and the tokens that would open another."""
        if player is not None:
            for key in [k for k, s in self._tokens.items() if s.of(player)]:
                del self._tokens[key]
            for key in [k for k, s in self._sessions.items() if s.of(player)]:
                self._drop(key)
            self._write()

    def forget_all(self, named: Callable[[str], bool]) -> None:
        """End all that is kept of players with these names, also what is written."""
        for player in {s.player for s in (*self._sessions.values(), *self._tokens.values()) if s.player is not None}:
            if named(player):
                self.forget(player)
        self._write()

    def spell(self, players: Iterable[str]) -> None:
        """A game begins with these names: phones that stayed joined are called as it calls their players."""
        for session in (*self._tokens.values(), *self._sessions.values()):
            session.player = next((p for p in players if session.of(p)), session.player)

    def phones(self) -> set[str]:
        """Players who joined with a phone."""
        return {s.player for s in self._sessions.values() if s.player is not None}

    def host_ok(self, host: str | None) -> bool:
        """Whether the Host header names this machine."""
        return host is not None and _name(host) in self.hosts

    def origin_ok(self, origin: str | None, host: str | None) -> bool:
        """Whether a request comes from one of our own pages; without an Origin it comes from no page."""
        if origin is None:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.casefold() == (host or "").casefold()


def add_hosts(door: Door, names: Iterable[str]) -> None:
    """More names and addresses by which this machine may be called."""
    door.hosts = frozenset((*door.hosts, *(n.casefold() for n in names)))


def _name(host: str) -> str:
    if host.startswith("["):
        return host[: host.find("]") + 1].casefold()
    return host.partition(":")[0].casefold()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
