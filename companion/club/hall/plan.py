"""What a tournament is made of, as values: the plan, who takes part, rounds, tables and their results."""

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
"""Places at a table where nothing else is said."""
MAX_ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """``order``: what the standings go by first, places at the tables or the book's points.

    ``rounds`` 0: as many as the system needs. ``seed``: of everything that is drawn.
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
    """Return a plan of what was asked for; ``table`` 0: the usual table of that game. Raises BadInput."""
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
    """Return a name as it is kept: one line without odd characters. Raises BadInput."""
    plain = " ".join(text.split()) if isinstance(text, str) else ""
    if not plain or len(plain) > MAX_NAME_CHARS or not is_printable(plain):
        raise BadInput("tournament.no.name", most=MAX_NAME_CHARS)
    return plain


def reason_of(text: object) -> str:
    """Return why something is corrected: it has to be said. Raises BadInput."""
    plain = " ".join(text.split())[:200] if isinstance(text, str) else ""
    if not plain:
        raise BadInput("tournament.no.reason")
    return plain


@dataclass(frozen=True, slots=True)
class Player:
    """``here``: False once they have withdrawn."""

    number: int
    name: str
    team: str = ""
    here: bool = True

    def is_called(self, name: str) -> bool:
        """Return whether this is their name, however it is spelt."""
        return fold_name(self.name) == fold_name(name)


@dataclass(frozen=True, slots=True)
class TableResult:
    """``points``: the book's, by the player's number.

    ``by`` "table": told by the table's laptop; ``source`` is then (its id, its game). One that is not ``confirmed``
    counts for nothing yet.
    """

    points: Mapping[int, int]
    winners: tuple[int, ...]
    confirmed: bool
    by: Literal["table", "hall"]
    reason: str = ""
    source: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """One table of a round. ``place``: the name of the table where they sit, "" where none is known."""

    number: int
    players: tuple[int, ...]
    place: str = ""
    result: TableResult | None = None

    @property
    def is_done(self) -> bool:
        return self.result is not None and self.result.confirmed


@dataclass(frozen=True, slots=True)
class Begun:
    """Where in the hall's log something stands, and when it was (ISO 8601)."""

    seq: int
    at: str = ""

    def after(self, other: Begun) -> bool:
        """Whether a game began after a round was made, by the log's order and the clock: a message may have waited."""
        return self.seq > other.seq and (not self.at or self.at >= other.at)


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """``since``: when it was made; games that tables began earlier are no part of it."""

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
    """A result that the organiser has entered or changed, and why; shown for good."""

    round: int
    table: int
    before: Mapping[int, int] = field(default_factory=dict)
    after: Mapping[int, int] = field(default_factory=dict)
    reason: str = ""
