"""Values of a tournament: the plan, players, rounds, tables, their results and corrections.

``USUAL_TABLE_SIZES`` are the default table sizes by game.
"""

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
    """Return a checked plan. Raises BadInput.

    Args:
        name: The tournament's name.
        game: The game's name.
        system: One of ``SYSTEMS``.
        rounds: The number of rounds; 0 for as many as the system needs.
        table: Places at a table; 0 for the game's usual number.
        order: One of ``ORDERS``.
        seed: Seed of all random numbers.
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

    Raises BadInput if it is empty, too long or not printable.
    """
    plain = " ".join(text.split()) if isinstance(text, str) else ""
    if not plain or len(plain) > MAX_NAME_CHARS or not is_printable(plain):
        raise BadInput("tournament.no.name", most=MAX_NAME_CHARS)
    return plain


def reason_of(text: object) -> str:
    """Return the reason of a correction, at most 200 characters. Raises BadInput if it is missing."""
    plain = " ".join(text.split())[:200] if isinstance(text, str) else ""
    if not plain:
        raise BadInput("tournament.no.reason")
    return plain


@dataclass(frozen=True, slots=True)
class Player:
    """Player of the tournament. ``here`` is False once they have withdrawn."""

    number: int
    name: str
    team: str = ""
    here: bool = True

    def is_called(self, name: str) -> bool:
        """Return True if this is the player's name, in any spelling that ``fold_name`` treats as equal."""
        return fold_name(self.name) == fold_name(name)


@dataclass(frozen=True, slots=True)
class TableResult:
    """Result of one table.

    Attributes:
        points: The game's points by the player's number.
        winners: The winners' numbers.
        confirmed: False until the table confirms it; it does not count before.
        by: "table" if the table's laptop reported it, "hall" if the organiser entered it.
        reason: The organiser's reason.
        source: The table's ID and the game's ID of a reported result.
    """

    points: Mapping[int, int]
    winners: tuple[int, ...]
    confirmed: bool
    by: Literal["table", "hall"]
    reason: str = ""
    source: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """One table of a round. ``place`` is the name of the table where its players sit, "" if it is unknown."""

    number: int
    players: tuple[int, ...]
    place: str = ""
    result: TableResult | None = None

    @property
    def is_done(self) -> bool:
        return self.result is not None and self.result.confirmed


@dataclass(frozen=True, slots=True)
class Begun:
    """Position in the hall's log, with its time (ISO 8601; "" if the position alone counts)."""

    seq: int
    at: str = ""

    def after(self, other: Begun) -> bool:
        """Return True if this follows ``other`` in the log and, where a time is known, by the clock.

        The clock is needed because a message may have waited at the table before it was logged.
        """
        return self.seq > other.seq and (not self.at or self.at >= other.at)


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """One round. ``since`` is when it was made; games that began earlier do not belong to it."""

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
    """Result that the organiser entered or changed, or a round that was withdrawn, with the reason.

    Corrections stay visible on the hall's page.
    """

    round: int
    table: int
    before: Mapping[int, int] = field(default_factory=dict)
    after: Mapping[int, int] = field(default_factory=dict)
    reason: str = ""
