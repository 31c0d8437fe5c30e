"""Who shows what right now, and which shows meet: a pair trades, three or more are listed for the table to choose.

A show begins at its signal's onset. It ends when the signal stops, plus a linger: a cluck is over before the other
player has answered it. Two open shows of one kind that overlap are a pair once ``settle`` seconds have passed without a
third. A trade spends its shows: to trade again, a player shows the signal again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

Linger = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class SignalShow:
    """One player's signal. ``kind`` is "1".."4", "grin" or "wild"; ``until`` is None while it lasts (seconds)."""

    player: int
    kind: str
    since: float
    until: float | None = None
    spent: bool = False

    def lives(self, now: float, linger: Linger) -> bool:
        return self.until is None or now <= self.until + linger(self.kind)


@dataclass(frozen=True, slots=True)
class SignalMeeting:
    """Players who show the same kind together; two of them are a pair."""

    kind: str
    players: tuple[int, ...]
    since: float


@dataclass(frozen=True, slots=True)
class SignalShows:
    """All shows of a hand. Times are those of the events, so that a replay decides alike."""

    shows: Mapping[tuple[int, str], SignalShow] = field(default_factory=dict)
    forming: Mapping[str, SignalMeeting] = field(default_factory=dict)

    def begin(self, player: int, kind: str, onset: float, now: float, linger: Linger, met: float) -> SignalShows:
        """Begin a show, which meets what lives at ``met``; the player's shows of other numbers by face end."""
        shows = {
            key: replace(show, until=min(onset, now))
            if show.player == player and show.kind != kind and show.until is None
            else show
            for key, show in self.shows.items()
        }
        shows[player, kind] = SignalShow(player, kind, onset)
        forming = self._regroup(SignalShows(shows).players(kind, met, linger), kind, now)
        return SignalShows(shows, forming)

    def end(self, player: int, kind: str, at: float) -> SignalShows:
        """End a signal."""
        show = self.shows.get((player, kind))
        if show is None or show.until is not None:
            return self
        return replace(self, shows={**self.shows, (player, kind): replace(show, until=at)})

    def showing(self, player: int, now: float, linger: Linger) -> str | None:
        """Return what ``player`` shows, spent or not; the latest if several linger."""
        mine = [s for s in self.shows.values() if s.player == player and s.lives(now, linger)]
        return max(mine, key=lambda s: s.since).kind if mine else None

    def players(self, kind: str, now: float, linger: Linger) -> tuple[int, ...]:
        """Players with an unspent show of ``kind`` that lives at ``now``, in seating order."""
        shows = (s for s in self.shows.values() if s.kind == kind and not s.spent and s.lives(now, linger))
        return tuple(sorted(s.player for s in shows))

    def spend(self, players: tuple[int, ...], kind: str) -> SignalShows:
        """Use up these shows: by a trade, or because the table must choose among three."""
        spent = {(p, kind): replace(self.shows[p, kind], spent=True) for p in players if (p, kind) in self.shows}
        return SignalShows({**self.shows, **spent}, {k: m for k, m in self.forming.items() if k != kind})

    def spend_all(self, players: Collection[int]) -> SignalShows:
        """Return all that these players show is used up: the table ruled a trade of theirs, whatever it was by."""
        shows = {key: replace(show, spent=show.spent or key[0] in players) for key, show in self.shows.items()}
        rest = {k: replace(m, players=tuple(p for p in m.players if p not in players)) for k, m in self.forming.items()}
        return SignalShows(shows, {k: m for k, m in rest.items() if len(m.players) > 1})

    def release(self, now: float, linger: Linger) -> SignalShows:
        """Let trades be ruled again: those who still show the same meet from ``now`` on (seconds)."""
        forming: dict[str, SignalMeeting] = {}
        for kind in sorted({kind for _, kind in self.shows}):
            players = self.players(kind, now, linger)
            if len(players) > 1:
                forming[kind] = SignalMeeting(kind, players, now)
        return replace(self, forming=forming)

    def due(self, settle: float) -> float | None:
        """When the next meeting is to be decided (seconds), or None."""
        return min((m.since + settle for m in self.forming.values()), default=None)

    def ready(self, now: float, settle: float) -> list[SignalMeeting]:
        """Meetings that are due at ``now``, oldest first."""
        return sorted((m for m in self.forming.values() if m.since + settle <= now), key=lambda m: m.since)

    def _regroup(self, players: tuple[int, ...], kind: str, now: float) -> Mapping[str, SignalMeeting]:
        """Return the meetings once these players show it together."""
        if len(players) < 2:
            return self.forming
        forming = self.forming.get(kind)
        everyone = tuple(sorted({*players, *(forming.players if forming else ())}))
        return {**self.forming, kind: SignalMeeting(kind, everyone, forming.since if forming else now)}
