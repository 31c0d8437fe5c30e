"""The functions that every game has (after OpenSpiel, python-chess and boardgame.io).

A game is a pure function of (options, seed, actions): no clock, no I/O, no hidden globals. States and actions are
immutable values. Players are numbered 0..n-1 in seating order; two more actors stand for chance and the table.

Every view is a dictionary of plain JSON values with at least:

===========  =======================================================================================================
``game``     the game's name
``viewer``   the seat that sees this, -2 (TABLE) for what all may see
``players``  the names by seat
``phase``    what the game waits for, a short word of the game's own
``actors``   who may act now: seats, -1 for chance, -2 for the table; empty when the game is over
``turn``     the seat whose turn it is; null where nobody's or everybody's
``round``    the round (in Face Off! the hand), counted from 1
``scores``   the points so far by seat, as far as the viewer may know; null where they are hidden
===========  =======================================================================================================

A player's view also has the player's own cards, under the game's own keys. Seats count from 0 everywhere; null is
nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import wraps
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.facts import Fact, Value, fact
from companion.rules.errors import MalformedAction, Rule, RulesError
from companion.rules.highlights import Highlight, no_highlights
from companion.rules.legal_actions import LegalActions
from companion.rules.notation import shorten_repr
from companion.rules.options import Options, OptionSpec, write_options

Actor: TypeAlias = int
CHANCE: Final = -1  # shuffles, dice, random teams: drawn from the seed, or read by a camera
TABLE: Final = -2  # the people at the table (or the senses), who report a trade, a verdict and the like
View: TypeAlias = dict[str, Any]  # plain JSON values only; the module's description lists the shared keys


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the final scores by seat, the winners (several on a tie), and the reason as a short code."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    termination: str


def best(scores: tuple[int, ...], termination: str) -> Outcome:
    """Return the outcome in which all with the highest score win; ``termination`` is the reason as a short code."""
    top = max(scores)
    return Outcome(scores, tuple([seat for seat, score in enumerate(scores) if score == top]), termination)


class Position(Protocol):
    """Protocol of every game's state: it has the game's options."""

    @property
    def options(self) -> Options: ...


O = TypeVar("O", bound=Options)
S = TypeVar("S", bound=Position)
A = TypeVar("A")
T = TypeVar("T")
SeenHistory: TypeAlias = Sequence[tuple[Actor, A | None]]  # past actions as one seat saw them; None is hidden


def quick(state: type[T]) -> type[T]:
    """Give a NamedTuple class a faster ``_replace``, and return the class.

    The standard ``_replace`` would take most of the time that applying an action needs.
    """
    places = {name: place for place, name in enumerate(getattr(state, "_fields"))}  # noqa: B009
    new: Any = tuple.__new__  # makes an instance of a subclass of tuple

    def _replace(self: Iterable[object], /, **changes: object) -> T:
        values = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        changed: T = new(state, values)
        return changed

    setattr(state, "_replace", _replace)  # noqa: B010
    return state


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[O, S, A]):
    """One game as a set of pure functions. ``game_of`` collects them from the game's package.

    ``check``, ``apply``, ``tell`` and ``undoable`` raise MalformedAction for what is no action of the game, and
    IllegalAction for what the rules forbid now.
    """

    name: str  # such as "face-off"; the messages term.game and about.NAME are its title and summary
    version: int  # version of notation and positions; newer records are rejected
    player_count: range
    specs: tuple[OptionSpec, ...]  # all options except the players, in the order of records
    rules: Mapping[str, Rule]  # rules that an action can break, by name without the game's prefix
    variants: Mapping[str, Mapping[str, Value]]  # named option values for tests and self-play
    upgrades: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)  # version -> option values it implies
    secret: tuple[type, ...] = ()  # types of actions of which others may see the type alone
    senses: frozenset[str] = frozenset()  # senses that it can use: "signals", "phrases", "teeth", "dice"
    levels: tuple[str, ...] = ()  # its bots' levels, see ``search.LEVELS``; empty if they would all play alike
    commands: tuple[str, ...] = ()  # extra command words of its referee; the message command.NAME.WORD words each

    options: Callable[..., O]
    """(players, **values): Return validated options. Raises OptionsError for invalid names, counts and values."""
    start: Callable[[O, int], S]
    """(options, seed): Return the position before the first action (often CHANCE acts first). Raises OptionsError for a
    seed that is not an integer."""
    actors: Callable[[S], tuple[Actor, ...]]
    """(state): Return all who may act now, several where there are no turns; empty if and only if the game is over."""
    legal: Callable[[S, Actor], LegalActions[A]]
    """(state, actor): Return the legal actions of an actor, empty if it may not act."""
    check: Callable[[S, object, object], object]
    """(state, actor, action): Raise an error if the action is illegal; ``legal`` and ``apply`` rely on it."""
    move: Callable[[S, Actor, A], S]
    """(state, actor, action): Return the state after a legal action, without checking it."""
    apply: Callable[[S, Actor, A], S]
    """(state, actor, action): Check the action and return the state after it."""
    draw: Callable[[S], A]
    """(state): Return CHANCE's action as the seed decides it, the same for the same (options, seed, actions). Raises
    RulesError if it is not CHANCE's turn."""
    outcome: Callable[[S], Outcome | None]
    """(state): Return how the game ended, None while it goes on."""
    scores: Callable[[S], tuple[int, ...]]
    """(state): Return the points so far by seat; empty if nobody may know them."""
    view: Callable[[S, Actor], View]
    """(state, viewer): Return what a player may know, or for TABLE what all may know; never the seed."""
    format: Callable[[A, O], str]
    """(action, options): Return the action as one line of text; ``parse`` reads it back as an equal value."""
    veil: Callable[[A], A] = lambda action: action
    """(action): Return the action without what only its player knows."""
    parse: Callable[[str, S, Actor], A]
    """(text, state, actor): Return the action, legal or not. Raises MalformedAction or AmbiguousAction."""
    dump: Callable[[S], str]
    """(state): Return the position as one line of text; ``load`` reads it back as an equal state."""
    load: Callable[[str], S]
    """(text): Return the position that ``dump`` wrote. Raises RecordError."""
    reversible: Callable[[S, Actor, A, S], bool]
    """(before, actor, action, after): Return True if the action may be undone, see ``undoable``."""
    describe: Callable[[S, Actor, A, S], Fact]
    """(before, actor, action, after): Return the action's public description, see ``tell``."""
    highlights: Callable[[S, Actor, A, S], Iterable[Highlight]] = no_highlights
    """(before, actor, action, after): Return the moments and feats that an action brings, none of them secret."""
    redeal: Callable[[S, Actor, SeenHistory[A], Random], S]
    """(state, viewer, seen, random): Return the position with a new seed and with all that the viewer cannot know
    redrawn at random, consistent with the viewer's view and with the actions seen, if any are given."""
    recall: Callable[[S, Actor], View] | None = None
    """(redealt state, viewer): Return the view with what the viewer remembers but no screen shows; None is ``view``."""
    words: Callable[[O], tuple[str, ...]]
    """(options): Return the words of which the seats' actions consist, by their numbers (see ``spelling.py``)."""
    choose: Callable[[View, LegalActions[A], Random], A]
    """(view, legal, random): Return the choice of the game's bot, from its own view alone."""
    audit: Callable[[S], Fact | None]
    """(state): Return why the position is impossible (a card lost or doubled, a wrong sum of scores), None if not."""

    def points(self, state: S, viewer: Actor) -> tuple[int, ...]:
        """Return the points so far by seat, as far as the viewer may know them; empty if they are hidden."""
        check_viewer(viewer, state.options.n)
        return self.scores(state)

    def public(self, action: A, options: O) -> str:
        """Return the action's text as all may see it, without hidden cards."""
        if isinstance(action, self.secret):
            return type(action).__name__.lower()
        return self.format(self.veil(action), options)

    def undoable(self, before: S, actor: Actor, action: A) -> bool:
        """Return True if the action may be undone: it revealed nothing, drew nothing, and affected no other player."""
        self.check(before, actor, action)
        return self.reversible(before, actor, action, self.move(before, actor, action))

    def tell(self, before: S, actor: Actor, action: A) -> Fact:
        """Return a description of what an action does, for the referee to say aloud; it contains nothing secret."""
        self.check(before, actor, action)
        return self.describe(before, actor, action, self.move(before, actor, action))

    def option_values(self, options: O) -> dict[str, Any]:
        """Return all options except the players as JSON values: ``options(players, **option_values(o)) == o``."""
        return write_options(self.specs, options)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


_CONSTANTS: Final = {
    "NAME": "name",
    "VERSION": "version",
    "PLAYERS": "player_count",
    "SPECS": "specs",
    "RULES": "rules",
}


def game_of(package: str, **data: object) -> Game[Any, Any, Any]:
    """Return the game whose functions a package defines. ``data`` are further fields of ``Game``.

    A function with the name of a field of ``Game`` becomes that field, in whichever module of the package it is
    defined. So do the constants in ``_CONSTANTS``, and the functions of ``POSITIONS``, the codec of positions.
    """
    wanted = {field.name for field in fields(Game)}
    parts: dict[str, Any] = dict(data)
    for info in iter_modules(import_module(package).__path__):
        module = import_module(f"{package}.{info.name}")
        found = vars(module)
        own = {name: value for name, value in found.items() if name in wanted}
        parts |= {name: value for name, value in own.items() if getattr(value, "__module__", "") == module.__name__}
        parts |= {_CONSTANTS[name]: value for name, value in found.items() if name in _CONSTANTS}
        if (codec := found.get("POSITIONS")) is not None:
            parts |= {name: getattr(codec, name) for name in ("version", "upgrades", "dump", "load")}
    if "apply" not in parts:
        parts["apply"] = _checked_apply(parts["check"], parts["move"])
    parts["draw"] = _due(parts["actors"], parts["draw"])
    return Game(**parts)


def _checked_apply(
    check: Callable[[S, Actor, A], object], move: Callable[[S, Actor, A], S]
) -> Callable[[S, Actor, A], S]:
    def apply(state: S, actor: Actor, action: A) -> S:
        check(state, actor, action)
        return move(state, actor, action)

    return apply


def _due(actors: Callable[[S], tuple[Actor, ...]], draw: Callable[[S], A]) -> Callable[[S], A]:
    @wraps(draw)
    def draw_if_due(state: S) -> A:
        if actors(state) != (CHANCE,):
            raise RulesError(fact("rules.no.draw"))
        return draw(state)

    return draw_if_due


def check_viewer(viewer: object, players: int) -> int:
    """Return the viewer if it is a seat or TABLE. Raises MalformedAction otherwise."""
    if type(viewer) is not int or not (viewer == TABLE or 0 <= viewer < players):
        raise MalformedAction(fact("rules.no.viewer", viewer=shorten_repr(viewer), last=players - 1, table=TABLE))
    return viewer


def check_actor(actor: object, players: int) -> int:
    """Return the actor if it is a seat, CHANCE or TABLE. Raises MalformedAction otherwise."""
    if type(actor) is not int or not TABLE <= actor < players:
        raise MalformedAction(fact("rules.no.actor", actor=shorten_repr(actor), last=players - 1))
    return actor


SHARED_VIEW_FIELDS = ("game", "viewer", "players", "phase", "actors", "turn", "round", "scores")


def common(
    game: str,
    viewer: Actor,
    players: Sequence[str],
    phase: str,
    actors: Sequence[Actor],
    turn: int | None,
    round: int,
    scores: Sequence[int] | None,
) -> View:
    """Return the part of a view that all games share; the module's description explains its keys.

    Raises MalformedAction for a viewer who is neither a seat nor TABLE.
    """
    return {
        "game": game,
        "viewer": check_viewer(viewer, len(players)),
        "players": list(players),
        "phase": phase,
        "actors": list(actors),
        "turn": turn,
        "round": round,
        "scores": None if scores is None else list(scores),
    }


def sentences(*parts: Fact | None) -> Fact:
    """Return a fact whose text is the sentences of ``parts`` one after another; None is left out."""
    said = [part for part in parts if part is not None]
    return said[0] if len(said) == 1 else fact("rules.sentences", parts=said)


def clauses(parts: Sequence[Fact]) -> Fact:
    """Return a fact whose text is one sentence with these clauses."""
    return fact("rules.clauses", parts=parts)


def winners(game: str, players: Sequence[str], scores: Sequence[int]) -> Fact:
    """Return a fact that announces the winner (GAME.win), or the tied players (GAME.tie)."""
    top = max(scores)
    names = [name for name, score in zip(players, scores, strict=True) if score == top]
    return fact(f"{game}.win" if len(names) == 1 else f"{game}.tie", who=names, points=top)
