"""Who shows what right now, and which shows meet: a pair trades, three or more are listed for the table to choose.

A show begins at its signal's onset. It ends when the signal stops, plus a linger: a cluck is over before the other
player has answered it. Two open shows of one rank that overlap are a pair once ``settle`` seconds have passed without a
third. A trade spends its shows: to trade again, a player shows the signal again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.rules.face_off.data import Rank

Linger = Callable[[Rank], float]


@dataclass(frozen=True, slots=True)
class SignalShow:
    """One player's signal. ``until`` is None while it lasts (seconds)."""

    player: int
    rank: Rank
    since: float
    until: float | None = None
    spent: bool = False

    def lives(self, now: float, linger: Linger) -> bool:
        return self.until is None or now <= self.until + linger(self.rank)


@dataclass(frozen=True, slots=True)
class SignalMeeting:
    """Players who show the same rank together; two of them are a pair."""

    rank: Rank
    players: tuple[int, ...]
    since: float


@dataclass(frozen=True, slots=True)
class SignalShows:
    """All shows of a hand. Times are those of the events, so that a replay decides alike."""

    shows: Mapping[tuple[int, Rank], SignalShow] = field(default_factory=dict)
    forming: Mapping[Rank, SignalMeeting] = field(default_factory=dict)

    def begin(self, player: int, rank: Rank, onset: float, now: float, linger: Linger, met: float) -> SignalShows:
        """Begin a show, which meets what lives at ``met``; the player's shows of other numbers by face end."""
        shows = {
            key: replace(show, until=min(onset, now))
            if show.player == player and show.rank != rank and show.until is None
            else show
            for key, show in self.shows.items()
        }
        shows[player, rank] = SignalShow(player, rank, onset)
        forming = self._regroup(SignalShows(shows).players(rank, met, linger), rank, now)
        return SignalShows(shows, forming)

    def end(self, player: int, rank: Rank, at: float) -> SignalShows:
        """End a signal."""
        show = self.shows.get((player, rank))
        if show is None or show.until is not None:
            return self
        return replace(self, shows={**self.shows, (player, rank): replace(show, until=at)})

    def showing(self, player: int, now: float, linger: Linger) -> Rank | None:
        """Return what ``player`` shows, spent or not; the latest if several linger."""
        mine = [s for s in self.shows.values() if s.player == player and s.lives(now, linger)]
        return max(mine, key=lambda s: s.since).rank if mine else None

    def players(self, rank: Rank, now: float, linger: Linger) -> tuple[int, ...]:
        """Players with an unspent show of ``rank`` that lives at ``now``, in seating order."""
        shows = (s for s in self.shows.values() if s.rank == rank and not s.spent and s.lives(now, linger))
        return tuple(sorted(s.player for s in shows))

    def spend(self, players: tuple[int, ...], rank: Rank) -> SignalShows:
        """Use up these shows: by a trade, or because the table must choose among three."""
        spent = {(p, rank): replace(self.shows[p, rank], spent=True) for p in players if (p, rank) in self.shows}
        return SignalShows({**self.shows, **spent}, {k: m for k, m in self.forming.items() if k != rank})

    def spend_all(self, players: Collection[int]) -> SignalShows:
        """Return all that these players show is used up: the table ruled a trade of theirs, whatever it was by."""
        shows = {key: replace(show, spent=show.spent or key[0] in players) for key, show in self.shows.items()}
        rest = {k: replace(m, players=tuple(p for p in m.players if p not in players)) for k, m in self.forming.items()}
        return SignalShows(shows, {k: m for k, m in rest.items() if len(m.players) > 1})

    def release(self, now: float, linger: Linger) -> SignalShows:
        """Let trades be ruled again: those who still show the same meet from ``now`` on (seconds)."""
        forming: dict[Rank, SignalMeeting] = {}
        for rank in sorted({rank for _, rank in self.shows}):
            players = self.players(rank, now, linger)
            if len(players) > 1:
                forming[rank] = SignalMeeting(rank, players, now)
        return replace(self, forming=forming)

    def due(self, settle: float) -> float | None:
        """When the next meeting is to be decided (seconds), or None."""
        return min((m.since + settle for m in self.forming.values()), default=None)

    def ready(self, now: float, settle: float) -> list[SignalMeeting]:
        """Meetings that are due at ``now``, oldest first."""
        return sorted((m for m in self.forming.values() if m.since + settle <= now), key=lambda m: m.since)

    def _regroup(self, players: tuple[int, ...], rank: Rank, now: float) -> Mapping[Rank, SignalMeeting]:
        """Return the meetings once these players show it together."""
        if len(players) < 2:
            return self.forming
        forming = self.forming.get(rank)
        everyone = tuple(sorted({*players, *(forming.players if forming else ())}))
        return {**self.forming, rank: SignalMeeting(rank, everyone, forming.since if forming else now)}
