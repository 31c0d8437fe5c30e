"""The few questions that every game answers (after OpenSpiel, python-chess and boardgame.io).

A game is a pure function of (options, seed, actions): no clock, no I/O, no hidden globals. States and actions are
immutable values. Players are numbered 0..n-1 in seating order; two more actors make chance and the table explicit.

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

A player's view has the own cards as well, under the game's own keys. Seats count from 0 everywhere; null is nobody.
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
CHANCE: Final = -1  # shuffles, dice, random teams: drawn from the seed, or read by a camera, in the same action
TABLE: Final = -2  # what only the people (or the senses) at the table can say: a trade seen, a verdict, a flop
View: TypeAlias = dict[str, Any]  # plain JSON values only; above are the keys that all games share


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: final scores by player and the winners (several on a tie), with the reason as a short code."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    termination: str


def best(scores: tuple[int, ...], termination: str) -> Outcome:
    """Return the outcome in which the highest score wins, shared by all who have it."""
    top = max(scores)
    return Outcome(scores, tuple([seat for seat, score in enumerate(scores) if score == top]), termination)


class Position(Protocol):
    """What the state of every game has."""

    @property
    def options(self) -> Options: ...


O = TypeVar("O", bound=Options)
S = TypeVar("S", bound=Position)
A = TypeVar("A")
T = TypeVar("T")
SeenHistory: TypeAlias = Sequence[tuple[Actor, A | None]]  # the actions so far as one seat saw them; None is hidden


def quick(state: type[T]) -> type[T]:
    """Return a NamedTuple with a ``_replace`` three times as fast: most of the time of an action goes into it."""
    places = {name: place for place, name in enumerate(getattr(state, "_fields"))}  # noqa: B009
    new: Any = tuple.__new__  # of a tuple's subclass

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
    """One game: a record of pure functions. ``game_of`` makes it of the functions in the game's package.

    ``check`` raises MalformedAction or IllegalAction. ``apply``, ``tell`` and ``undoable`` raise what ``check`` raises.
    """

    name: str  # "face-off"; its title is worded by term.game, a summary by about.NAME
    version: int  # of notation and positions; a record of a newer one is refused
    player_count: range
    specs: tuple[OptionSpec, ...]  # the options but the players, in the order in which records have them
    rules: Mapping[str, Rule]  # that an action can break, by the name after the game's
    variants: Mapping[str, Mapping[str, Value]]  # option values by name: for tests and self-play
    upgrades: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)  # version -> options that it implies
    secret: tuple[type, ...] = ()  # the actions of which all may see the kind alone
    senses: frozenset[str] = frozenset()  # what it may ever need: "signals", "phrases", "teeth", "dice"
    levels: tuple[str, ...] = ()  # of its bots, see ``search.LEVELS``; none where they only guess what people would
    commands: tuple[str, ...] = ()  # short words that a referee of this game adds, each worded by command.NAME.WORD

    options: Callable[..., O]
    """(players, **values): validated options. Raises OptionsError for names, counts and values that cannot be."""
    start: Callable[[O, int], S]
    """(options, seed): the position before the first action (often CHANCE acts first). Raises OptionsError for a seed
    that is not a whole number."""
    actors: Callable[[S], tuple[Actor, ...]]
    """Who may act now, several at once where the game has no turns; empty if and only if the game is over."""
    legal: Callable[[S, Actor], LegalActions[A]]
    """The legal actions of an actor (empty if it may not act)."""
    check: Callable[[S, object, object], object]
    """(state, actor, action): the one source of legality; ``legal`` and ``apply`` ask it."""
    move: Callable[[S, Actor, A], S]
    """(state, actor, action): the state after a legal action, which is not checked again."""
    apply: Callable[[S, Actor, A], S]
    """(state, actor, action): the state after, once the action is checked."""
    draw: Callable[[S], A]
    """The seeded generator's own choice where CHANCE is to act: the same for the same (options, seed, actions). Raises
    RulesError where it is not."""
    outcome: Callable[[S], Outcome | None]
    """None while the game goes on."""
    scores: Callable[[S], tuple[int, ...]]
    """The points so far by seat; empty where nobody may know them."""
    view: Callable[[S, Actor], View]
    """(state, viewer): what a player, or TABLE for all to see, may know. Never the seed."""
    format: Callable[[A, O], str]
    """(action, options): the canonical text in one line; ``parse`` reads it back to an equal value."""
    veil: Callable[[A], A] = lambda action: action
    """The action without what only the player knows of it."""
    parse: Callable[[str, S, Actor], A]
    """(text, state, actor): raises MalformedAction or AmbiguousAction; legality is the business of ``apply``."""
    dump: Callable[[S], str]
    """The position as one line of text that ``load`` reads back to an equal state."""
    load: Callable[[str], S]
    """Read a position. Raises RecordError."""
    reversible: Callable[[S, Actor, A, S], bool]
    """(before, actor, action, after): see ``undoable``."""
    describe: Callable[[S, Actor, A, S], Fact]
    """(before, actor, action, after): see ``tell``."""
    highlights: Callable[[S, Actor, A, S], Iterable[Highlight]] = no_highlights
    """(before, actor, action, after): the big moments that an action brings, and what it is for its player's praise.
    Nothing in it is secret any more."""
    redeal: Callable[[S, Actor, SeenHistory[A], Random], S]
    """(state, viewer, seen, random): the position with another seed, and with all that the viewer cannot know dealt
    again, in agreement with the view and with the actions seen (without those: with the position alone)."""
    recall: Callable[[S, Actor], View] | None = None
    """(position dealt again, viewer): the view with what that seat remembers and no screen shows; None for the view."""
    words: Callable[[O], tuple[str, ...]]
    """(options): the words of which the seats' actions consist, in the order of their numbers (see ``spelling.py``)."""
    choose: Callable[[View, LegalActions[A], Random], A]
    """(view, legal, random): a sensible player's choice from its own view alone (fills empty seats)."""
    audit: Callable[[S], Fact | None]
    """What cannot be in this position (a card lost or doubled, scores that do not add up), or None."""

    def points(self, state: S, viewer: Actor) -> tuple[int, ...]:
        """Return the points so far by seat, as far as the viewer may know them; empty where they are hidden."""
        check_viewer(viewer, state.options.n)
        return self.scores(state)

    def public(self, action: A, options: O) -> str:
        """Return the action as all may see it: what lies face down stays out."""
        if isinstance(action, self.secret):
            return type(action).__name__.lower()
        return self.format(self.veil(action), options)

    def undoable(self, before: S, actor: Actor, action: A) -> bool:
        """Return whether it may be taken back: it showed nothing, drew no chance, touched nobody else."""
        self.check(before, actor, action)
        return self.reversible(before, actor, action, self.move(before, actor, action))

    def tell(self, before: S, actor: Actor, action: A) -> Fact:
        """Return what happened, as a referee says it aloud: nothing secret in it."""
        self.check(before, actor, action)
        return self.describe(before, actor, action, self.move(before, actor, action))

    def option_values(self, options: O) -> dict[str, Any]:
        """Return all options but the players as JSON values: ``options(players, **option_values(o)) == o``."""
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
    """Return the game of a package. ``data`` are further fields of ``Game``.

    A function belongs to the game by its name, in whatever module of the package it is defined; so do the constants of
    ``_CONSTANTS``, and ``POSITIONS``, the codec of its positions.
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
    """Return a seat or TABLE. Raises MalformedAction for anything else."""
    if type(viewer) is not int or not (viewer == TABLE or 0 <= viewer < players):
        raise MalformedAction(fact("rules.no.viewer", viewer=shorten_repr(viewer), last=players - 1, table=TABLE))
    return viewer


def check_actor(actor: object, players: int) -> int:
    """Return a seat, CHANCE or TABLE. Raises MalformedAction for anything else."""
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
    """Return the shared part of a view. Raises MalformedAction for a viewer who is neither a seat nor TABLE."""
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
    """Whole sentences, one after the other; those that are None are left out."""
    said = [part for part in parts if part is not None]
    return said[0] if len(said) == 1 else fact("rules.sentences", parts=said)


def clauses(parts: Sequence[Fact]) -> Fact:
    """Return one sentence of several clauses."""
    return fact("rules.clauses", parts=parts)


def winners(game: str, players: Sequence[str], scores: Sequence[int]) -> Fact:
    """Return the end of the game: GAME.win, or GAME.tie where several share the highest score."""
    top = max(scores)
    names = [name for name, score in zip(players, scores, strict=True) if score == top]
    return fact(f"{game}.win" if len(names) == 1 else f"{game}.tie", who=names, points=top)
