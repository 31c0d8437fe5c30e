"""State of a tournament, rebuilt from its log, and the organiser's actions, which return entries for the log.

Nothing here draws a random number or reads a clock. ``pair`` computes a round's pairings once; from then on they are
read from the log.
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
MAX_POINTS: Final = 10**6  # most points of one player in one game


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: a kind, and a body of JSON values."""

    kind: str
    body: Mapping[str, Any]


@dataclass
class Tournament:
    """State of a tournament, which only ``fold`` changes.

    Methods such as ``enter`` and ``pair`` check an action and return its entry, without changing the state.

    Attributes:
        plan: The plan; None before there is one.
        players: The players, by number.
        rounds: The rounds so far.
        corrections: The organiser's corrections, oldest first.
        ring: Order of the players in a round robin, by number; None for an empty place.
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
        """Apply the next entry of the log; return False if its kind is not a tournament's.

        Args:
            seq: Number of the entry.
            at: Time when it was logged (ISO 8601).
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
        """Set a table's result."""
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
        """Set the result that a table reports, if a table of a round matches it; return what became of it.

        The table must be without a confirmed result and have these players, and its round must have been paired before
        the game began.

        Args:
            source: Table ID and game ID.
            since: When the game began.
            points: The game's points, by name.
            winners: Names of the winners.
            sure: True if the table's players have confirmed the result.

        Returns:
            "counts" if it was set; "waits" if it was set but is not confirmed yet; "known" if it repeats a result that
            counts; "nobody's" if no table matches, or another result counts already, so that the organiser has to
            decide.
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
        """Return a reported result by the players' numbers; None if the players are not those of the table.

        Players who have withdrawn may be missing in the report.
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

        Raises:
            BadInput: The name or team is not valid, the name exists already, or no more players can be entered.
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
        """Return the index of a free place in ``ring``; None if there is none."""
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
        """Return the entry with the pairings of the next round.

        Args:
            places: Names of the tables in the hall, for the tables of the round in order; the others get "".

        Raises:
            BadInput: The last round is not over, all rounds are played, or there are too few players.
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
        """Return the entry that withdraws the last round.

        Raises:
            BadInput: There is no round, one of its results counts already, or there is no reason.
        """
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
            number: Number of the round.
            table: Number of the table in the round.
            points: The game's points, by the player's number.
            winners: Numbers of the winners; if it is not a list, those with the most points.
            reason: Reason for the correction.
            source: Table ID and game ID, if this is a reported result.

        Raises:
            BadInput: There is no such table; points are not integers, or missing for a player who is here; or there is
                no reason.
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
        """Return the standings, computed once after each change.

        Raises:
            BadInput: There is no plan.
        """
        if self._rows is None:
            self._rows = standings(self._plan(), self.players, self.rounds)
        return self._rows

    def by_number(self, table: TournamentTable, by_name: Mapping[str, T]) -> dict[int, T]:
        """Return values that are given by name by the players' numbers, for the players at a table.

        Differences in names that ``fold_name`` ignores do not matter.
        """
        spelt = {fold_name(name): value for name, value in by_name.items()}
        return {n: spelt[name] for n in table.players if (name := fold_name(self.players[n].name)) in spelt}

    def player(self, number: object) -> Player:
        """Return the player with this number.

        Raises:
            BadInput: There is none.
        """
        found = self.players.get(number) if type(number) is int else None
        if found is None:
            raise BadInput("tournament.no.player")
        return found

    def table(self, number: object, table: object) -> tuple[TournamentRound, TournamentTable]:
        """Return the round with this number, and its table with this number.

        Raises:
            BadInput: There is none.
        """
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
    """Return what becomes of a further report on a result that counts: "known", or "nobody's" if it contradicts.

    Args:
        now: The result that counts.
        read: The reported result; None if it is of other players.
        sure: True if the table's players have confirmed it.
    """
    same = read is not None and read.points == now.points
    return "known" if same or not sure or now.by == "hall" else "nobody's"


def plan_entry(plan: TournamentPlan) -> Entry:
    """Return the entry that opens a tournament with this plan."""
    return Entry("planned", asdict(plan))
