"""The few questions that every game answers (after OpenSpiel, python-chess and boardgame.io).

A game is a pure function of (options, seed, actions): no clock, no I/O, no hidden globals. States and actions are
immutable values. Players are numbered 0..n-1 in seating order; two more actors make chance and the table explicit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.facts import Fact, fact
from companion.rules.errors import IllegalAction, MalformedAction, RulesError
from companion.rules.notation import shown
from companion.rules.options import OptionSpec, write_options

Actor: TypeAlias = int
CHANCE: Final = -1  # shuffles, dice, random teams: drawn from the seed, or read by a camera, in the same action
TABLE: Final = -2  # what only the people (or the senses) at the table can say: a trade seen, a verdict, a flop
View: TypeAlias = dict[str, Any]  # plain JSON values only; ``views.py`` has the keys that all games share


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: final scores by player and the winners (several on a tie), with the reason as a short code."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    termination: str


def best(scores: tuple[int, ...], termination: str) -> Outcome:
    """The outcome in which the highest score wins, shared by all who have it."""
    top = max(scores)
    return Outcome(scores, tuple([seat for seat, score in enumerate(scores) if score == top]), termination)


@dataclass(frozen=True)
class Options:
    """What is fixed before the first card: the players' names and the variant. Games subclass it and validate."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Needs:
    """What a position waits for from the senses: names of signals with what each shows ("1" to "4", "grin", "wild"),
    kinds of phrases ("shout", "speech", "wild-thing"), teeth during the speech, how many dice at rest."""

    signals: Mapping[str, str] = field(default_factory=dict)
    phrases: tuple[str, ...] = ()
    teeth: bool = False
    dice: int = 0

    def __bool__(self) -> bool:
        return bool(self.signals or self.phrases or self.teeth or self.dice)


NO_NEEDS: Final = Needs()

O = TypeVar("O", bound=Options)
S = TypeVar("S")
A = TypeVar("A")


class LegalActions(ABC, Collection[A]):
    """The legal actions of one actor now, without building them until asked.

    ``action in legal`` is the game's own ``check``; iteration may be long. ``count()`` and ``len()`` agree with
    iteration and answer at once, or raise OverflowError at once: ``len()`` for more than ``sys.maxsize``, ``count()``
    where reckoning would take long (deals of Face Off! for more than five).
    """

    __slots__ = ("actor", "state")
    check: Callable[[Any, Any, Any], None]  # the game's, set on the class or on the instance

    def __init__(self, state: Any, actor: Actor) -> None:
        self.state = state
        self.actor = actor

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    def __contains__(self, action: object) -> bool:
        try:
            self.check(self.state, self.actor, action)
        except RulesError:
            return False
        return True

    @abstractmethod
    def count(self) -> int:
        """How many there are, reckoned without listing them where they are many."""

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        """Whoever may act has a legal action; ``Nothing`` is for the others."""
        return True

    @abstractmethod
    def sample(self, random: Any) -> A:
        """One legal action by a ``random.Random``-like generator, quickly, without listing all where that is costly.
        Raises IndexError where there is none."""


class Nothing(LegalActions[Any]):
    """For one who may not act."""

    __slots__ = ()

    def __init__(self) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __contains__(self, action: object) -> bool:
        return False

    def count(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False

    def sample(self, random: Any) -> Any:
        raise IndexError("nobody without a legal action can choose one")


NOTHING: Final[LegalActions[Any]] = Nothing()


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[O, S, A]):
    """One game: a record of pure functions. ``apply`` never changes its argument and takes no illegal action."""

    name: str  # "face-off"; its title is worded by term.game, a summary by about.NAME
    version: int  # of notation and positions; a record of a newer one is refused
    player_count: range
    specs: tuple[OptionSpec, ...]  # the options but the players, in the order in which records have them
    variants: Mapping[str, Mapping[str, Any]]  # option values by name: for tests and self-play
    upgrades: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # version of a record -> options it implies
    senses: frozenset[str] = frozenset()  # what it may ever need: "signals", "phrases", "teeth", "dice"
    commands: tuple[str, ...] = ()  # short words that a referee of this game adds, each worded by command.NAME.WORD

    options: Callable[..., O]
    """(players, **values): validated options. Raises OptionsError for names, counts and values that cannot be."""
    start: Callable[[O, int], S]
    """(options, seed): the position before the first action (often CHANCE acts first). Raises OptionsError for a seed
    that is no whole number."""
    actors: Callable[[S], tuple[Actor, ...]]
    """Who may act now, several at once where the game has no turns; empty if and only if the game is over."""
    legal: Callable[[S, Actor], LegalActions[A]]
    """The legal actions of an actor (empty if it may not act)."""
    check: Callable[[S, Any, Any], None]
    """(state, actor, action): the one source of legality. Raises IllegalAction with the broken rule, MalformedAction
    for what is no action; ``legal`` and ``apply`` ask it."""
    apply: Callable[[S, Actor, A], S]
    """(state, actor, action): the state after. Raises what ``check`` raises."""
    draw: Callable[[S], A]
    """The seeded generator's own choice where CHANCE is to act: the same for the same (options, seed, actions)."""
    outcome: Callable[[S], Outcome | None]
    """None while the game goes on."""
    points: Callable[[S, Actor], tuple[int, ...]]
    """(state, viewer): the points so far by seat, as far as the viewer may know them; empty where they are hidden."""
    view: Callable[[S, Actor], View]
    """(state, viewer): what a player, or TABLE for all to see, may know. Never the seed. See ``views.py``."""
    format: Callable[[A, O], str]
    """(action, options): the canonical text in one line; ``parse`` reads it back to an equal value."""
    public: Callable[[A, O], str]
    """(action, options): the action as all may see it: what lies face down stays out."""
    parse: Callable[[str, S, Actor], A]
    """(text, state, actor): raises MalformedAction or AmbiguousAction; legality is the business of ``apply``."""
    dump: Callable[[S], str]
    """The position as one line of text that ``load`` reads back to an equal state."""
    load: Callable[[str], S]
    """Read a position. Raises RecordError."""
    undoable: Callable[[S, Actor, A], bool]
    """(before, actor, action): whether it may be taken back: it showed nothing, drew no chance, touched nobody else."""
    tell: Callable[[S, Actor, A], Fact]
    """(before, actor, action): what happened, as a referee says it aloud: nothing secret in it. Raises what ``apply``
    raises."""
    choose: Callable[[View, LegalActions[A], Any], A]
    """(view, legal, random): a sensible player's choice from its own view alone (fills empty seats)."""
    audit: Callable[[S], Fact | None]
    """What cannot be in this position (a card lost or doubled, scores that do not add up), or None."""
    hidden_twin: Callable[[S, Actor, Any], S | None]
    """(state, viewer, random): a position that the viewer cannot tell from this one; None if nothing is hidden."""
    needs: Callable[[S], Needs] = lambda state: NO_NEEDS
    """What the position waits for from the senses."""

    def option_values(self, options: O) -> dict[str, Any]:
        """All options but the players as JSON values: ``options(players, **option_values(o)) == o``."""
        return write_options(self.specs, options)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def check_viewer(viewer: object, players: int) -> int:
    """A seat or TABLE. Raises MalformedAction for anything else."""
    if type(viewer) is not int or not (viewer == TABLE or 0 <= viewer < players):
        raise MalformedAction(fact("rules.no.viewer", viewer=shown(viewer), last=players - 1, table=TABLE))
    return viewer


def check_actor(actor: object, players: int) -> int:
    """A seat, CHANCE or TABLE. Raises MalformedAction for anything else."""
    if type(actor) is not int or not TABLE <= actor < players:
        raise MalformedAction(fact("rules.no.actor", actor=shown(actor), last=players - 1))
    return actor


__all__ = [
    "CHANCE",
    "NOTHING",
    "NO_NEEDS",
    "TABLE",
    "Actor",
    "Game",
    "IllegalAction",
    "LegalActions",
    "MalformedAction",
    "Needs",
    "OptionSpec",
    "Options",
    "Outcome",
    "View",
    "best",
    "check_actor",
    "check_viewer",
]
