"""Authentication: allowed hosts and origins, one-use tokens, and the browser sessions that tokens open."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import math
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from companion import private
from companion.bounds import as_integer, number
from companion.facts import JSON
from companion.names import fold_name
from companion.observers import Observers
from companion.web.kit.limits import Refused

Role = Literal["host", "player"]
COOKIE_NAME: Final = "companion"
COOKIE_AGE_S: Final = 365 * 86400  # seconds that browsers keep the cookie; the server ends sessions sooner
TOKEN_BYTES: Final = 16  # 128 bits
MAX_CLOCK_S: Final = 1e12  # seconds; larger values in the file are invalid
MAX_SESSIONS: Final = 64
MAX_USED_TOKENS: Final = 256  # used tokens that are remembered, for a better error message
MAX_IDLE_SESSION_S: Final = 7 * 86400  # seconds of the server's running time until an unused session expires
MAX_OUTLIVED_STARTS: Final = 50  # starts of the server until an unused session expires
SWEEP_INTERVAL_S: Final = 1.0  # seconds between two checks for expired sessions
UPTIME_WRITE_INTERVAL_S: Final = 600.0  # seconds between two writes of the server's running time
_BOOT_ID_FILE: Final = Path("/proc/sys/kernel/random/boot_id")


class NotJoined(Refused):
    """Raised for a browser without a session (HTTP 401)."""

    status = 401


class Forbidden(Refused):
    """Raised for a request that this browser may not make (HTTP 403)."""

    status = 403


@dataclass(eq=False)
class Session:
    """One joined browser. ``player`` is None for the laptop. Sessions are compared by identity."""

    role: Role
    player: str | None = None

    def of(self, player: str | None) -> bool:
        """Return True if this is the phone of ``player``. Names are compared as ``fold_name`` writes them."""
        return self.player is not None and player is not None and fold_name(self.player) == fold_name(player)


class RunningTime:
    """Seconds that a server has run, summed over all its starts.

    It uses a monotonic clock, so changing the wall clock signs nobody out. The time between two starts is included if
    the machine was not rebooted in between, which is known from its boot id.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic, self._began, self._before = monotonic, monotonic(), 0.0
        self.start = 0
        self._boot = ""
        with contextlib.suppress(OSError):
            self._boot = _BOOT_ID_FILE.read_text("ascii").strip()

    def now(self) -> float:
        return self._before + self._monotonic() - self._began

    def go_on(self, state: JSON) -> None:
        """Continue from the ``state`` that an earlier start wrote.

        Raises ValueError, TypeError or KeyError if it is not such a state.
        """
        ran, at = number(state["ran"], 0, MAX_CLOCK_S), number(state["at"], 0, MAX_CLOCK_S)
        start = as_integer(state["start"], 0, 2**53)
        if ran is None or at is None or start is None:
            raise ValueError
        away = self._began - at if self._boot and state["boot"] == self._boot else 0.0
        self._before, self.start = ran + max(0.0, away), start + 1

    def state(self) -> dict[str, JSON]:
        return {"ran": self.now(), "at": self._monotonic(), "boot": self._boot, "start": self.start}


@dataclass
class Door:
    """The tokens and sessions of one server, stored as hashes only.

    If ``keep`` names a file, they survive a restart: cookies stay valid, and so do QR codes that were shown before.
    """

    hosts: frozenset[str] = frozenset(("localhost", "127.0.0.1", "[::1]"))
    """Host names and addresses that requests may use; ``*.`` at the start matches one label."""
    keep: Path | None = None
    dropped: Observers[[Session]] = field(default_factory=Observers)
    """Called with each session that ends, so that its sockets are closed."""
    time: RunningTime = field(default_factory=RunningTime)
    _tokens: dict[str, Session] = field(default_factory=dict)
    _used: dict[str, None] = field(default_factory=dict)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _used_at: dict[str, tuple[float, int]] = field(default_factory=dict)  # running time (s), start, at the last use
    _swept: float = 0.0
    _written: float = 0.0
    _laptop: str = ""

    def __post_init__(self) -> None:
        if self.keep is not None:
            with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
                self._read(json.loads(self.keep.read_text("utf-8")))  # with a damaged file, phones have to join again

    def _read(self, state: JSON) -> None:
        """Load the sessions and tokens that an earlier start wrote.

        The format is ``{"time": ..., "sessions": {hash: [player or null, used at, start]}, "tokens": {hash: player},
        "used": [hash]}``. "used at" and "start" are the running time and the number of the server's start at the
        session's last use. A file without ``time`` is from an older version, which stored wall-clock times: its
        sessions are read as used just now.
        """
        if "time" in state:
            self.time.go_on(state["time"])
        sessions, used_at = {}, {}
        for key, (player, *last) in state["sessions"].items():
            sessions[str(key)] = Session("host") if player is None else Session("player", str(player))
            if "time" not in state and number(last[0], 0, MAX_CLOCK_S):
                last = [0.0, 0]
            used, start = last
            if number(used, 0, self.time.now()) is None or as_integer(start, 0, self.time.start) is None:
                raise ValueError
            used_at[str(key)] = (used, start)
        tokens = {str(key): Session("player", str(player)) for key, player in state["tokens"].items()}
        self._used = dict.fromkeys(map(str, state["used"]))
        self._sessions, self._used_at, self._tokens = sessions, used_at, tokens

    def _write(self) -> None:
        """Write sessions and tokens to ``keep``, readable by this user only.

        Errors are ignored: without the file, phones only have to join again after a restart.
        """
        if self.keep is None:
            return
        self._written = self.time.now()
        kept = {
            "time": self.time.state(),
            "sessions": {k: [s.player, *self._used_at[k]] for k, s in self._sessions.items()},
            "tokens": {k: s.player for k, s in self._tokens.items()},
            "used": list(self._used),
        }
        with contextlib.suppress(OSError):
            private.folder(self.keep.parent)
            private.write(self.keep, json.dumps(kept).encode())

    def laptop_token(self) -> str:
        """Return a new token for the laptop's page, valid until the server stops or makes another."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._laptop = _hash(token)
        return token

    def invite(self, player: str) -> str:
        """Return a new one-use token for a player's phone. Earlier unused tokens of that player become invalid."""
        self._tokens = {k: s for k, s in self._tokens.items() if not s.of(player)}
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens[_hash(token)] = Session("player", player)
        self._write()
        return token

    def enter(self, token: object) -> tuple[str, Session]:
        """Exchange a token for a session. Raises Forbidden for an unknown or used token.

        Returns:
            The session's secret, which is its cookie's value, and the session.
        """
        if not isinstance(token, str) or not 16 <= len(token) <= 64:
            raise Forbidden("web.no.code")
        key = _hash(token)
        if hmac.compare_digest(key, self._laptop):
            return self._open(Session("host"))
        session = self._tokens.pop(key, None)
        if session is None:
            raise Forbidden("web.no.code-used" if key in self._used else "web.no.code-unknown")
        self._used[key] = None
        while len(self._used) > MAX_USED_TOKENS:
            del self._used[next(iter(self._used))]
        self.forget(session.player)
        return self._open(session)

    def host(self) -> tuple[str, Session]:
        """Open a new session of the laptop.

        The caller must check first that the browser runs as the user who started the server.

        Returns:
            The session's secret, which is its cookie's value, and the session.
        """
        return self._open(Session("host"))

    def _open(self, session: Session) -> tuple[str, Session]:
        while len(self._sessions) >= MAX_SESSIONS:
            self._drop(next(iter(self._sessions)))
        secret = secrets.token_urlsafe(32)
        self._sessions[_hash(secret)] = session
        self._used_at[_hash(secret)] = (self.time.now(), self.time.start)
        self._write()
        return secret, session

    def _drop(self, key: str) -> None:
        session = self._sessions.pop(key)
        del self._used_at[key]
        self.dropped(session)

    def _good(self, key: str) -> bool:
        """Return True if the session with this hash has not expired, and record that it was used now."""
        used, start = self._used_at.get(key, (-math.inf, 0))
        now = self.time.now()
        if now - used > MAX_IDLE_SESSION_S or self.time.start - start > MAX_OUTLIVED_STARTS:
            return False
        self._used_at[key] = (now, self.time.start)
        return True

    def sweep(self) -> bool:
        """End expired sessions. It is called at every tick of the hub, and checks at most once a second.

        Returns:
            True if at least one session ended.
        """
        now = self.time.now()
        if now - self._swept < SWEEP_INTERVAL_S:
            return False
        self._swept = now
        over = [
            k
            for k, (t, n) in self._used_at.items()
            if now - t > MAX_IDLE_SESSION_S or self.time.start - n > MAX_OUTLIVED_STARTS
        ]
        for key in over:
            self._drop(key)
        if over or (self._sessions and now - self._written > UPTIME_WRITE_INTERVAL_S):
            self._write()
        return bool(over)

    def who(self, cookie: str | None) -> Session | None:
        """Return the session of a cookie's value; None without a valid one."""
        key = _hash(cookie) if cookie else ""
        return self._sessions.get(key) if self._good(key) else None

    def holds(self, session: Session) -> bool:
        """Return True if a session has not ended or expired, and record that it was used now."""
        key = next((k for k, s in self._sessions.items() if s is session), "")
        return self._good(key)

    def forget(self, player: str | None) -> None:
        """End the sessions of a player's phone, and invalidate the player's unused tokens; for None do nothing."""
        if player is not None:
            self._tokens = {k: s for k, s in self._tokens.items() if not s.of(player)}
            for key in [k for k, s in self._sessions.items() if s.of(player)]:
                self._drop(key)
            self._write()

    def forget_all(self, named: Callable[[str], bool]) -> None:
        """Delete the sessions and tokens of all players whose names satisfy ``named``, also from the file."""
        for player in {s.player for s in (*self._sessions.values(), *self._tokens.values()) if s.player is not None}:
            if named(player):
                self.forget(player)
        self._write()

    def spell(self, players: Iterable[str]) -> None:
        """Change the names in sessions and tokens to the spelling that a new game uses for the same players."""
        for session in (*self._tokens.values(), *self._sessions.values()):
            session.player = next((p for p in players if session.of(p)), session.player)

    def reseat(self, session: Session, player: str) -> None:
        """Assign a joined phone to another player."""
        session.player = player
        self._write()

    def phones(self) -> set[str]:
        """Return the players who have joined with a phone."""
        return {s.player for s in self._sessions.values() if s.player is not None}

    def host_ok(self, host: str | None) -> bool:
        """Return True if the Host header of a request names this machine."""
        if host is None:
            return False
        name = _name(host)
        return name in self.hosts or f"*.{name.partition('.')[2]}" in self.hosts

    def origin_ok(self, origin: str | None, host: str | None) -> bool:
        """Return True if the Origin header of a request is this server's own or missing.

        Browsers send none when a user opens an address.
        """
        if origin is None:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.casefold() == (host or "").casefold()


def _name(host: str) -> str:
    if host.startswith("["):
        return host[: host.find("]") + 1].casefold()
    return host.partition(":")[0].casefold()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
