"""A tournament as the fold of its log: entries change its state, and the organiser's actions return entries to log.

Nothing here draws a random number or reads a clock. ``pair`` makes a round's pairings once; they are logged and read
back.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, TypeVar

from companion.bounds import as_integer
from companion.club.hall.pairing import MAX_ENTRANTS, circle, seats_of, sizes, swiss
from companion.club.hall.plan import (
    Begun,
    Correction,
    Player,
    TableResult,
    TournamentPlan,
    TournamentRound,
    TournamentTable,
    clean_name,
    reason_of,
)
from companion.club.hall.standings import StandingsRow, standings
from companion.errors import BadInput
from companion.names import fold_name

T = TypeVar("T")
MAX_POINTS: Final = 10**6  # of one player in one game


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: a kind, and a body of plain JSON values."""

    kind: str
    body: Mapping[str, Any]


@dataclass
class Tournament:
    """State of a tournament.

    Methods like ``enter`` and ``pair`` only check a request and return its entry; ``fold`` applies entries. ``ring``
    holds the places of a round robin, None for an empty one.
    """

    plan: TournamentPlan | None = None
    players: dict[int, Player] = field(default_factory=dict)
    rounds: list[TournamentRound] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    ring: list[int | None] = field(default_factory=list)
    games: set[tuple[str, str]] = field(default_factory=set)
    """Table ID and game ID of each reported result in use, because a game counts once."""
    _rows: list[StandingsRow] | None = None

    # The fold

    def fold(self, seq: int, at: str, entry: Entry) -> bool:
        """Apply one entry; return False if its kind is not a tournament's.

        Args:
            seq: The entry's number in the log.
            at: The time at which it was logged (ISO 8601).
            entry: The entry.
        """
        work = getattr(self, f"_on_{entry.kind}", None)
        if work is None:
            return False
        work(seq, at, entry.body)
        self._rows = None
        return True

    def _on_planned(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        self.plan = TournamentPlan(**body)

    def _on_entered(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        player = Player(int(body["number"]), str(body["name"]), str(body["team"]))
        self.players[player.number] = player
        if not self.rounds:
            self.ring.append(player.number)
        elif (empty := self._empty()) is not None:
            self.ring[empty] = player.number

    def _on_withdrew(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        number = int(body["number"])
        self.players[number] = replace(self.players[number], here=False)

    def _on_returned(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        number = int(body["number"])
        self.players[number] = replace(self.players[number], here=True)

    def _on_paired(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        if not self.rounds and len(self.ring) % 2:
            self.ring.append(None)
        tables = tuple(
            TournamentTable(k + 1, tuple(map(int, table["players"])), str(table["place"]))
            for k, table in enumerate(body["tables"])
        )
        self.rounds.append(TournamentRound(len(self.rounds) + 1, tables, tuple(map(int, body["byes"])), Begun(seq, at)))

    def _on_unpaired(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        gone = self.rounds.pop()
        self.corrections.append(Correction(gone.number, 0, reason=str(body["reason"])))

    def _on_seated(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        found, table = self.table(body["round"], body["table"])
        self._put(found, replace(table, place=str(body["place"])))

    def _on_result(self, seq: int, at: str, body: Mapping[str, Any]) -> None:
        found, table = self.table(body["round"], body["table"])
        source = (str(given[0]), str(given[1])) if (given := body.get("source")) else None
        after = {int(k): int(v) for k, v in body["points"].items()}
        before = dict(table.result.points) if table.result is not None else {}
        winners, reason = tuple(map(int, body["winners"])), str(body["reason"])
        self.corrections.append(Correction(found.number, table.number, before, after, reason))
        self.score(found, table, TableResult(after, winners, True, "hall", reason, source))

    def score(self, at: TournamentRound, table: TournamentTable, result: TableResult) -> None:
        """Set a table's result, reported by its laptop or entered by the organiser."""
        if result.source is not None:
            self.games.add(result.source)
        self._put(at, replace(table, result=result))

    def _put(self, at: TournamentRound, table: TournamentTable) -> None:
        self._rows = None
        self.rounds[at.number - 1] = at.with_table(table)

    # Results from tables

    def report_result(
        self, source: tuple[str, str], since: Begun, points: Mapping[str, int], winners: Collection[str], *, sure: bool
    ) -> str:
        """Process a result that a table reports; return what became of it.

        The result is accepted for an open table of a round with these players, if the round was made before the game
        began. A confirmed result, or one that the organiser entered, is not overwritten.

        Args:
            source: The table's ID and the game's ID.
            since: When the game began.
            points: The game's points by name.
            winners: The winners' names.
            sure: True if the table has confirmed the result.

        Returns:
            "counts"; "waits" for its confirmation; "known" for a repetition; or "nobody's" if no table matches or it
            contradicts the result in effect, so that the organiser has to decide.
        """
        for at, table in self._tables():
            now, read = table.result, self._read(table, source, points, winners, sure)
            here = now is not None and now.source == source
            if now is not None and here and table.is_done:
                return _repeat_verdict(now, read, sure)
            free = here or source not in self.games
            if read is not None and free and not table.is_done and since.after(at.since):
                self.score(at, table, read)
                return "counts" if sure else "waits"
        return "known" if source in self.games else "nobody's"

    def _read(
        self,
        table: TournamentTable,
        source: tuple[str, str],
        points: Mapping[str, int],
        winners: Collection[str],
        sure: bool,
    ) -> TableResult | None:
        """Return the result by the players' numbers; None if other players sit at the table.

        Players who have withdrawn may be missing.
        """
        names = self.by_number(table, {name: name for name in points})
        missing = any(n not in names and self.players[n].here for n in table.players)
        if not names or missing or len(names) < len(points):
            return None
        won = tuple(n for n, name in names.items() if name in winners)
        return TableResult({n: points[name] for n, name in names.items()}, won, sure, "table", "", source)

    # Requests of the organiser, as entries

    def enter(self, name: object, team: object = "") -> Entry:
        """Return the entry for a new player.

        Raises BadInput for a name that exists already, or if there is no place left.
        """
        shown = clean_name(name)
        club = clean_name(team) if team else ""
        if any(player.is_called(shown) for player in self.players.values()):
            raise BadInput("tournament.no.twice", name=shown)
        if len(self.players) >= MAX_ENTRANTS:
            raise BadInput("tournament.no.more-players", most=MAX_ENTRANTS)
        plan = self._plan()
        if plan.system == "round-robin" and plan.most == 2 and self.rounds and self._empty() is None:
            raise BadInput("tournament.no.late", name=shown)
        return Entry("entered", {"number": max(self.players, default=0) + 1, "name": shown, "team": club})

    def _empty(self) -> int | None:
        """Return the index of a free place in the round robin; None if there is none."""
        return next((k for k, n in enumerate(self.ring) if n is None or not self.players[n].here), None)

    def withdraw(self, number: object) -> Entry:
        player = self.player(number)
        if not player.here:
            raise BadInput("tournament.no.gone", name=player.name)
        return Entry("withdrew", {"number": player.number})

    def bring_back(self, number: object) -> Entry:
        player = self.player(number)
        if player.here or (self._plan().system == "round-robin" and player.number not in self.ring):
            raise BadInput("tournament.no.back", name=player.name)
        return Entry("returned", {"number": player.number})

    def pair(self, places: Sequence[str] = ()) -> Entry:
        """Return the entry for the next round.

        Args:
            places: Names of the tables where the pairings sit, in order; the rest get none.

        Raises:
            BadInput: If the last round is still open, all rounds are played, or there are too few players.
        """
        plan = self._plan()
        if self.rounds and not self.rounds[-1].is_done:
            raise BadInput("tournament.no.open", n=sum(not table.is_done for table in self.rounds[-1].tables))
        if len(self.rounds) >= self.of:
            raise BadInput("tournament.no.more-rounds", n=len(self.rounds))
        here = [player.number for player in self.players.values() if player.here]
        places_at, byes = sizes(len(here), plan.least, plan.usual, plan.most)
        if plan.system == "round-robin" and plan.most == 2:
            tables, resting = circle([n if n in here else None for n in self.ring], len(self.rounds))
        else:
            seats = seats_of(plan, self.players, self.rounds, self.standings())
            tables, resting = swiss(seats, places_at, byes, plan.seed + len(self.rounds))
        seated = [
            {"players": list(table), "place": places[k] if k < len(places) else ""} for k, table in enumerate(tables)
        ]
        return Entry("paired", {"tables": seated, "byes": list(resting)})

    def unpair(self, reason: object) -> Entry:
        """Return the entry that withdraws the last round. Raises BadInput once one of its results counts."""
        if not self.rounds or any(table.is_done for table in self.rounds[-1].tables):
            raise BadInput("tournament.no.unpair")
        return Entry("unpaired", {"reason": reason_of(reason)})

    def seat(self, number: object, table: object, place: str) -> Entry:
        at, found = self.table(number, table)
        return Entry("seated", {"round": at.number, "table": found.number, "place": place})

    def correct(
        self,
        number: object,
        table: object,
        points: object,
        winners: object,
        reason: object,
        source: tuple[str, str] | None = None,
    ) -> Entry:
        """Return the entry for a result that the organiser enters or changes.

        Args:
            number: The round.
            table: The table's number in the round.
            points: The game's points by the player's number.
            winners: The winners' numbers; if it is not a list, the players with the most points win.
            reason: The reason for the correction.
            source: The table's ID and the game's ID, if a reported result is used.

        Raises:
            BadInput: For an unknown table, points that are not integers, or missing points of a player who is here.
        """
        at, found = self.table(number, table)
        given = points if isinstance(points, Mapping) else {}
        read: dict[int, int] = {}
        for who in found.players:
            value = given.get(str(who), given.get(who))
            if (points_read := as_integer(value, -MAX_POINTS, MAX_POINTS)) is not None:
                read[who] = points_read
            elif value is not None or self.players[who].here:
                raise BadInput("tournament.no.points", name=self.players[who].name)
        if not read:
            raise BadInput("tournament.no.result")
        best = [who for who in read if read[who] == max(read.values())]
        chosen = [w for w in winners if w in read] if isinstance(winners, (list, tuple)) else best
        return Entry(
            "result",
            {
                "round": at.number,
                "table": found.number,
                "points": {str(k): v for k, v in read.items()},
                "winners": chosen or best,
                "reason": reason_of(reason),
                "source": list(source) if source else None,
            },
        )

    # State

    @property
    def of(self) -> int:
        """The number of rounds of the whole tournament; 0 without a plan, or with fewer than two players here."""
        plan, here = self.plan, sum(player.here for player in self.players.values())
        if plan is None or here < 2:
            return 0
        if plan.rounds:
            return plan.rounds
        if plan.system == "round-robin":
            return len(self.ring) + len(self.ring) % 2 - 1 if plan.most == 2 else -(-(here - 1) // (plan.usual - 1))
        return math.ceil(math.log2(here)) if plan.most == 2 else math.ceil(math.log(here, plan.usual)) + 1

    @property
    def is_over(self) -> bool:
        return bool(self.rounds) and len(self.rounds) >= self.of and self.rounds[-1].is_done

    def standings(self) -> list[StandingsRow]:
        """Return the standings, computed once for each state."""
        if self._rows is None:
            self._rows = standings(self._plan(), self.players, self.rounds)
        return self._rows

    def by_number(self, table: TournamentTable, by_name: Mapping[str, T]) -> dict[int, T]:
        """Return values by name as values by number, for the players at the table.

        Names are compared by ``fold_name``.
        """
        spelt = {fold_name(name): value for name, value in by_name.items()}
        return {n: spelt[name] for n in table.players if (name := fold_name(self.players[n].name)) in spelt}

    def player(self, number: object) -> Player:
        """Return the player with this number. Raises BadInput if there is none."""
        found = self.players.get(number) if type(number) is int else None
        if found is None:
            raise BadInput("tournament.no.player")
        return found

    def table(self, number: object, table: object) -> tuple[TournamentRound, TournamentTable]:
        """Return the round and the table with these numbers. Raises BadInput if there is none."""
        for at, found in self._tables():
            if type(number) is type(table) is int and (at.number, found.number) == (number, table):
                return at, found
        raise BadInput("tournament.no.table")

    def _tables(self) -> list[tuple[TournamentRound, TournamentTable]]:
        return [(at, table) for at in self.rounds for table in at.tables]

    def _plan(self) -> TournamentPlan:
        if self.plan is None:
            raise BadInput("tournament.no.plan")
        return self.plan


def _repeat_verdict(now: TableResult, read: TableResult | None, sure: bool) -> str:
    """Return "known" or "nobody's" for a later report of a result that counts already."""
    same = read is not None and read.points == now.points
    return "known" if same or not sure or now.by == "hall" else "nobody's"


def plan_entry(plan: TournamentPlan) -> Entry:
    """Return the entry that opens a tournament with this plan."""
    return Entry("planned", asdict(plan))
