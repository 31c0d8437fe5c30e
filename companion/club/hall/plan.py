"""Value types of a tournament: plan, players, rounds, tables, results and corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args

from companion.errors import BadInput
from companion.names import fold_name, is_printable
from companion.rules.errors import RulesError
from companion.rules.notation import MAX_NAME_CHARS
from companion.rules.registry import get

System: TypeAlias = Literal["swiss", "round-robin"]
Order: TypeAlias = Literal["places", "points"]
SYSTEMS: Final[tuple[str, ...]] = get_args(System)
ORDERS: Final[tuple[str, ...]] = get_args(Order)
USUAL_TABLE_SIZES: Final = {"face-off": 4, "keep-smiling": 2, "face-cards": 4, "ftw": 4, "factum": 6}
"""Default number of places at a table, by game."""
MAX_ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """Plan of a tournament.

    Attributes:
        name: The tournament's name.
        game: The game's name.
        system: Swiss or round robin.
        rounds: The number of rounds; 0 for as many as the system needs.
        least: Fewest places at a table.
        usual: Preferred number of places.
        most: Most places at a table.
        order: The first criterion of the standings: "places" at the tables, or the game's "points".
        seed: Seed of all random numbers.
    """

    name: str
    game: str
    system: System
    rounds: int
    least: int
    usual: int
    most: int
    order: Order
    seed: int


def make_plan(name: str, game: str, system: str, rounds: int, table: int, order: str, seed: int) -> TournamentPlan:
    """Return a plan, after checking the values.

    Args:
        name: The tournament's name.
        game: The game's name.
        system: One of ``SYSTEMS``.
        rounds: Number of rounds; 0 for as many as the system needs.
        table: Places at a table; 0 for the game's usual number.
        order: One of ``ORDERS``.
        seed: Seed of all random numbers.

    Raises:
        BadInput: A value is not valid.
    """
    try:
        found = get(game)
    except RulesError as error:
        raise BadInput(error.fact) from None
    counts = found.player_count
    if system not in SYSTEMS:
        raise BadInput("tournament.no.system", given=system, systems=SYSTEMS)
    if order not in ORDERS:
        raise BadInput("tournament.no.order", given=order, orders=ORDERS)
    if not 0 <= rounds <= MAX_ROUNDS:
        raise BadInput("tournament.no.rounds", most=MAX_ROUNDS)
    usual = table or USUAL_TABLE_SIZES.get(found.name, counts.start)
    if usual not in counts:
        raise BadInput("tournament.no.table-size", game=found.name, least=counts.start, most=counts.stop - 1)
    least = max(counts.start, min(usual, 2 if usual == 2 else usual - 1))
    most = min(counts.stop - 1, usual if usual == 2 else usual + 1)
    return TournamentPlan(
        clean_name(name),
        found.name,
        "swiss" if system == "swiss" else "round-robin",
        rounds,
        least,
        usual,
        most,
        "points" if order == "points" else "places",
        seed,
    )


def clean_name(text: object) -> str:
    """Return a name as it is stored: one line, with single spaces.

    Raises:
        BadInput: The name is empty, too long or not printable.
    """
    plain = " ".join(text.split()) if isinstance(text, str) else ""
    if not plain or len(plain) > MAX_NAME_CHARS or not is_printable(plain):
        raise BadInput("tournament.no.name", most=MAX_NAME_CHARS)
    return plain


def reason_of(text: object) -> str:
    """Return the reason for a correction, cut to 200 characters.

    Raises:
        BadInput: There is no reason.
    """
    plain = " ".join(text.split())[:200] if isinstance(text, str) else ""
    if not plain:
        raise BadInput("tournament.no.reason")
    return plain


@dataclass(frozen=True, slots=True)
class Player:
    """Player of the tournament; ``here`` is False after they have withdrawn."""

    number: int
    name: str
    team: str = ""
    here: bool = True

    def is_called(self, name: str) -> bool:
        """Return True if this is the player's name, ignoring differences that ``fold_name`` ignores."""
        return fold_name(self.name) == fold_name(name)


@dataclass(frozen=True, slots=True)
class TableResult:
    """Result of one table of a round.

    Attributes:
        points: The game's points, by the player's number.
        winners: Numbers of the winners.
        confirmed: True once the table's players have confirmed it; only then does it count.
        by: "table" if the table's laptop reported it, "hall" if the organiser entered it.
        reason: The organiser's reason for entering it; "" if the table reported it.
        source: Table ID and game ID of a reported result; None if there is no report.
    """

    points: Mapping[int, int]
    winners: tuple[int, ...]
    confirmed: bool
    by: Literal["table", "hall"]
    reason: str = ""
    source: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """Table of a round; ``place`` is the name of the table in the hall where its players sit, "" if unknown."""

    number: int
    players: tuple[int, ...]
    place: str = ""
    result: TableResult | None = None

    @property
    def is_done(self) -> bool:
        return self.result is not None and self.result.confirmed


@dataclass(frozen=True, slots=True)
class Begun:
    """When a game or round began: its position in the hall's log, and the time (ISO 8601), "" if unknown."""

    seq: int
    at: str = ""

    def after(self, other: Begun) -> bool:
        """Return True if this is later than ``other`` in the log and, if its time is known, also by the clock.

        The clock is needed because a message may have waited at the table before it was logged.
        """
        return self.seq > other.seq and (not self.at or self.at >= other.at)


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """One round of the tournament.

    ``since`` is when it was paired; games that began earlier do not belong to it.
    """

    number: int
    tables: tuple[TournamentTable, ...]
    byes: tuple[int, ...]
    since: Begun

    @property
    def is_done(self) -> bool:
        return all(table.is_done for table in self.tables)

    def with_table(self, table: TournamentTable) -> TournamentRound:
        return replace(self, tables=tuple(table if t.number == table.number else t for t in self.tables))


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that the organiser entered or changed, or a round that was withdrawn.

    Attributes:
        round: Number of the round.
        table: Number of the table in the round; 0 for a withdrawn round.
        before: Points before, by the player's number.
        after: Points after, by the player's number.
        reason: The organiser's reason.
    """

    round: int
    table: int
    before: Mapping[int, int] = field(default_factory=dict)
    after: Mapping[int, int] = field(default_factory=dict)
    reason: str = ""
