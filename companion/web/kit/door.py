"""Who may come in: hosts and origins, one-use tokens, the sessions that they open."""

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
COOKIE_AGE_S: Final = 365 * 86400  # seconds in the browser: this side decides what it is good for
TOKEN_BYTES: Final = 16  # 128 bits
MAX_CLOCK_S: Final = 1e12  # seconds: no clock is beyond
MAX_SESSIONS: Final = 64
MAX_USED_TOKENS: Final = 256  # used tokens that are remembered, to say so
MAX_IDLE_SESSION_S: Final = (
    7 * 86400
)  # seconds of the server's own time for which a browser that is not used stays joined
MAX_OUTLIVED_STARTS: Final = 50  # starts of the server that such a browser outlives
SWEEP_INTERVAL_S: Final = 1.0  # seconds between two looks at whose time is over
UPTIME_WRITE_INTERVAL_S: Final = 600.0  # seconds after which it is written how long the server has run
_BOOT_ID_FILE: Final = Path("/proc/sys/kernel/random/boot_id")


class NotJoined(Refused):
    """The browser has no session."""

    status = 401


class Forbidden(Refused):
    """Not for this browser."""

    status = 403


@dataclass(eq=False)
class Session:
    """Who a browser is. ``player`` is None for the laptop. Two sessions of one player are not the same."""

    role: Role
    player: str | None = None

    def of(self, player: str | None) -> bool:
        """Return whether it is this player's phone, however the name is spelt."""
        return self.player is not None and player is not None and fold_name(self.player) == fold_name(player)


class RunningTime:
    """Seconds that a server has run, over all its starts.

    No wall clock is asked: one that is set back or forward signs nobody out. The time between two starts counts where
    the machine has run on, which the name of its boot tells.
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
        """Go on after the start that wrote ``state``. Raises ValueError, TypeError or KeyError for anything else."""
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
    """Tokens and sessions of one server; only hashes are kept.

    With a file ``keep``, phones keep their seats when the server starts again: cookies and QR codes that were shown
    stay good.
    """

    hosts: frozenset[str] = frozenset(("localhost", "127.0.0.1", "[::1]"))
    """Names and addresses by which this machine may be called; ``*.`` before a name stands for one label."""
    keep: Path | None = None
    dropped: Observers[[Session]] = field(default_factory=Observers)
    """Told of each session that ends: its sockets end with it."""
    time: RunningTime = field(default_factory=RunningTime)
    _tokens: dict[str, Session] = field(default_factory=dict)
    _used: dict[str, None] = field(default_factory=dict)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _used_at: dict[str, tuple[float, int]] = field(default_factory=dict)  # running time and start of the last use
    _swept: float = 0.0
    _written: float = 0.0
    _laptop: str = ""

    def __post_init__(self) -> None:
        if self.keep is not None:
            with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
                self._read(json.loads(self.keep.read_text("utf-8")))  # a damaged file: join again

    def _read(self, state: JSON) -> None:
        """Read the sessions and tokens of an earlier run.

        ``{"time": ..., "sessions": {hash: [player or null, used at, start]}, "tokens": {hash: player}, "used":
        [hash]}``. Without ``time`` it is of an older version, which kept wall times: its sessions count from now.
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
        """Keep who is in, readable by this user only. A full disk costs no more than joining again after a restart."""
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
        """Return the token that is printed where the server was started; it lasts as long as the server."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._laptop = _hash(token)
        return token

    def invite(self, player: str) -> str:
        """Return a token for one phone; it works once, and an earlier one of that player no more."""
        self._tokens = {k: s for k, s in self._tokens.items() if not s.of(player)}
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens[_hash(token)] = Session("player", player)
        self._write()
        return token

    def enter(self, token: object) -> tuple[str, Session]:
        """Return a new session's secret for a token. Raises Forbidden for one that opens nothing."""
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
        """Return a new session of the laptop, for whoever has proved to be the one who started the server."""
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
        """Return whether a session's time is not over; then it is used now."""
        used, start = self._used_at.get(key, (-math.inf, 0))
        now = self.time.now()
        if now - used > MAX_IDLE_SESSION_S or self.time.start - start > MAX_OUTLIVED_STARTS:
            return False
        self._used_at[key] = (now, self.time.start)
        return True

    def sweep(self) -> bool:
        """End the sessions whose time is over; whether there were some. To be called again and again."""
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
        """Return the session of a cookie's value."""
        key = _hash(cookie) if cookie else ""
        return self._sessions.get(key) if self._good(key) else None

    def holds(self, session: Session) -> bool:
        """Return whether a session is still good."""
        key = next((k for k, s in self._sessions.items() if s is session), "")
        return self._good(key)

    def forget(self, player: str | None) -> None:
        """End the sessions of a player's phone, and the tokens that would open another."""
        if player is not None:
            self._tokens = {k: s for k, s in self._tokens.items() if not s.of(player)}
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
        """Call phones that stayed joined as a new game calls their players."""
        for session in (*self._tokens.values(), *self._sessions.values()):
            session.player = next((p for p in players if session.of(p)), session.player)

    def reseat(self, session: Session, player: str) -> None:
        """Give a phone that is in another seat."""
        session.player = player
        self._write()

    def phones(self) -> set[str]:
        """Return players who joined with a phone."""
        return {s.player for s in self._sessions.values() if s.player is not None}

    def host_ok(self, host: str | None) -> bool:
        """Return whether the Host header names this machine."""
        if host is None:
            return False
        name = _name(host)
        return name in self.hosts or f"*.{name.partition('.')[2]}" in self.hosts

    def origin_ok(self, origin: str | None, host: str | None) -> bool:
        """Return whether a request comes from one of our own pages; without an Origin it comes from no page."""
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
