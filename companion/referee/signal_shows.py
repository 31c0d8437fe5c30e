"""Tracks which signals the players show, and finds the players who show the same one.

A show (a shown signal) begins at its signal's onset. It ends when the signal stops, plus a linger time: a noise is over
before the other player answers it. Players whose shows of one rank overlap form a meeting. ``settle`` seconds later it
becomes a trade if there are two of them; for more, the table is asked who traded. A trade uses up its shows: to trade
again, a player shows the signal again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.rules.face_off.data import Rank

Linger = Callable[[Rank], float]  # rank -> seconds for which its signal still counts after it stopped


@dataclass(frozen=True, slots=True)
class SignalShow:
    """One player's signal, with its times in seconds.

    Attributes:
        player: The seat.
        rank: What the signal offers.
        since: When it began.
        until: When it stopped; None while it lasts.
        spent: True once it has led to a trade, or to a question which of several players traded.
    """

    player: int
    rank: Rank
    since: float
    until: float | None = None
    spent: bool = False

    def lives(self, now: float, linger: Linger) -> bool:
        return self.until is None or now <= self.until + linger(self.rank)


@dataclass(frozen=True, slots=True)
class SignalMeeting:
    """Two or more players who show the same rank, and since when they do, in seconds."""

    rank: Rank
    players: tuple[int, ...]
    since: float


@dataclass(frozen=True, slots=True)
class SignalShows:
    """All shows (shown signals) of a hand, and the meetings that they form.

    Times come from the events, so a replay decides alike.
    """

    shows: Mapping[tuple[int, Rank], SignalShow] = field(default_factory=dict)
    forming: Mapping[Rank, SignalMeeting] = field(default_factory=dict)

    def begin(self, player: int, rank: Rank, onset: float, now: float, linger: Linger, met: float) -> SignalShows:
        """Return the shows with a new one, which meets other players' shows of the same rank.

        The player's earlier shows of other ranks end, if they still last.

        Args:
            player: The seat.
            rank: What the signal offers.
            onset: When the signal began, in seconds.
            now: When it was decided, in seconds.
            linger: Gives the seconds for which a stopped signal still counts, by rank.
            met: The time, in seconds, at which other players' shows must still count so that this one meets them.
        """
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
        """Return the shows with the player's show of ``rank`` ended at ``at`` (seconds), if it still lasts."""
        show = self.shows.get((player, rank))
        if show is None or show.until is not None:
            return self
        return replace(self, shows={**self.shows, (player, rank): replace(show, until=at)})

    def showing(self, player: int, now: float, linger: Linger) -> Rank | None:
        """Return the rank that a player's signal offers at ``now``, even after it led to a trade; None for no signal.

        If the player shows several signals, the one that began last is returned.

        Args:
            player: The seat.
            now: The time, in seconds.
            linger: Gives the seconds for which a stopped signal still counts, by rank.
        """
        mine = [s for s in self.shows.values() if s.player == player and s.lives(now, linger)]
        return max(mine, key=lambda s: s.since).rank if mine else None

    def players(self, rank: Rank, now: float, linger: Linger) -> tuple[int, ...]:
        """Return the seats whose signal for ``rank`` counts as shown at ``now`` and is not spent, ascending.

        Args:
            rank: What the signal offers.
            now: The time, in seconds.
            linger: Gives the seconds for which a stopped signal still counts, by rank.
        """
        shows = (s for s in self.shows.values() if s.rank == rank and not s.spent and s.lives(now, linger))
        return tuple(sorted(s.player for s in shows))

    def spend(self, players: tuple[int, ...], rank: Rank) -> SignalShows:
        """Return the shows with those of ``players`` for ``rank`` marked as spent; their meeting is removed.

        A trade spends the shows, and so does a question which of the players traded.
        """
        spent = {(p, rank): replace(self.shows[p, rank], spent=True) for p in players if (p, rank) in self.shows}
        return SignalShows({**self.shows, **spent}, {k: m for k, m in self.forming.items() if k != rank})

    def spend_all(self, players: Collection[int]) -> SignalShows:
        """Return the shows with all shows of these players marked as spent, after the table ruled their trade."""
        shows = {key: replace(show, spent=show.spent or key[0] in players) for key, show in self.shows.items()}
        rest = {k: replace(m, players=tuple(p for p in m.players if p not in players)) for k, m in self.forming.items()}
        return SignalShows(shows, {k: m for k, m in rest.items() if len(m.players) > 1})

    def release(self, now: float, linger: Linger) -> SignalShows:
        """Return the shows with new meetings, from ``now`` on (seconds), of players who still show the same rank."""
        forming: dict[Rank, SignalMeeting] = {}
        for rank in sorted({rank for _, rank in self.shows}):
            players = self.players(rank, now, linger)
            if len(players) > 1:
                forming[rank] = SignalMeeting(rank, players, now)
        return replace(self, forming=forming)

    def due(self, settle: float) -> float | None:
        """Return when the next meeting must be decided, ``settle`` seconds after it began; None if there is none."""
        return min((m.since + settle for m in self.forming.values()), default=None)

    def ready(self, now: float, settle: float) -> list[SignalMeeting]:
        """Return the meetings that began at least ``settle`` seconds before ``now``, oldest first."""
        return sorted((m for m in self.forming.values() if m.since + settle <= now), key=lambda m: m.since)

    def _regroup(self, players: tuple[int, ...], rank: Rank, now: float) -> Mapping[Rank, SignalMeeting]:
        """Return the meetings with ``players`` added to that of ``rank``; unchanged for fewer than two players."""
        if len(players) < 2:
            return self.forming
        forming = self.forming.get(rank)
        everyone = tuple(sorted({*players, *(forming.players if forming else ())}))
        return {**self.forming, rank: SignalMeeting(rank, everyone, forming.since if forming else now)}
