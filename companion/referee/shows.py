"""Who shows what right now, and which shows meet: a pair trades, three or more are listed for the table to choose.

A show begins at its signal's onset and ends when the signal stops, plus a linger (a cluck is over before the other
player has answered it). Two open shows of one kind that overlap make a pair once ``settle`` seconds have passed
without a third joining. A show is spent by its trade: to trade again the player shows the signal again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

Linger = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Show:
    """One player's signal. ``kind`` is "1".."4", "grin" or "wild"; ``until`` is None while it lasts (seconds)."""

    player: int
    kind: str
    since: float
    until: float | None = None
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Players who show the same kind together; two of them are a pair."""

    kind: str
    players: tuple[int, ...]
    since: float


@dataclass
class Shows:
    """All shows of a hand. Times are those of the events, so that a replay decides alike."""

    settle: float
    linger: Linger
    _open: dict[tuple[int, str], Show] = field(default_factory=dict)
    _forming: dict[str, Meeting] = field(default_factory=dict)

    def begin(self, player: int, kind: str, onset: float, now: float) -> None:
        """A signal starts. An earlier show of another kind by the same player ends: a face shows one number."""
        for key, show in list(self._open.items()):
            if show.player == player and show.kind != kind and show.until is None:
                self._open[key] = replace(show, until=min(onset, now))
        self._open[player, kind] = Show(player, kind, onset)
        self._regroup(kind, now)

    def end(self, player: int, kind: str, at: float) -> None:
        """A signal stops."""
        show = self._open.get((player, kind))
        if show is not None and show.until is None:
            self._open[player, kind] = replace(show, until=at)

    def showing(self, player: int, now: float) -> str | None:
        """What ``player`` shows, spent or not; the latest if several linger."""
        mine = [s for s in self._open.values() if s.player == player and self._lives(s, now)]
        return max(mine, key=lambda s: s.since).kind if mine else None

    def players(self, kind: str, now: float) -> tuple[int, ...]:
        """Players with an unspent show of ``kind`` that lives at ``now``, in seating order."""
        return tuple(
            sorted(s.player for s in self._open.values() if s.kind == kind and not s.spent and self._lives(s, now))
        )

    def spend(self, players: tuple[int, ...], kind: str) -> None:
        """These shows are used up: by a trade, or because the table must choose among three."""
        for player in players:
            if (player, kind) in self._open:
                self._open[player, kind] = replace(self._open[player, kind], spent=True)
        self._forming.pop(kind, None)

    def clear(self) -> None:
        """A hand ends: nothing shown counts any more."""
        self._open.clear()
        self._forming.clear()

    def due(self) -> float | None:
        """When the next meeting is to be decided (seconds), or None."""
        return min((m.since + self.settle for m in self._forming.values()), default=None)

    def decide(self, now: float) -> list[Meeting]:
        """Meetings that are due at ``now``, oldest first; each is reported once."""
        ready = sorted((m for m in self._forming.values() if m.since + self.settle <= now), key=lambda m: m.since)
        for meeting in ready:
            del self._forming[meeting.kind]
        return ready

    def _regroup(self, kind: str, now: float) -> None:
        players = self.players(kind, now)
        if len(players) < 2:
            return
        forming = self._forming.get(kind)
        everyone = tuple(sorted({*players, *(forming.players if forming else ())}))
        self._forming[kind] = Meeting(kind, everyone, forming.since if forming else now)

    def _lives(self, show: Show, now: float) -> bool:
        return show.until is None or now <= show.until + self.linger(show.kind)
