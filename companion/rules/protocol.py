"""The few questions that every game answers (after OpenSpiel, python-chess and boardgame.io).

A game is a pure function of (options, seed, actions): no clock, no I/O, no hidden globals. States and actions are
immutable values. Players are numbered 0..n-1 in seating order; two more actors make chance and the table explicit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from companion.rules.errors import IllegalAction, MalformedAction

Actor: TypeAlias = int
CHANCE: Final = -1  # shuffles, dice, random teams: drawn from the seed, or read by a camera, in the same action
TABLE: Final = -2  # what only the people (or the senses) at the table can say: a trade seen, a verdict, a flop
Language: TypeAlias = Literal["en", "de"]
View: TypeAlias = dict[str, Any]  # plain JSON values only


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: final scores by player and the winners (several on a tie), with the reason as a short code."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    termination: str


@dataclass(frozen=True)
class Options:
    """What is fixed before the first card: the players' names and the variant. Games subclass it and validate."""

    players: tuple[str, ...]


O = TypeVar("O", bound=Options)
S = TypeVar("S")
A = TypeVar("A")


class LegalActions(ABC, Collection[A]):
    """The legal actions of one actor now, without building them until asked.

    ``action in legal`` is the rules' own check; iteration may be long; ``count()`` and ``len()`` agree with iteration.
    """

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    def count(self) -> int:
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @abstractmethod
    def sample(self, random: Any) -> A:
        """One legal action by a ``random.Random``-like generator, quickly, without listing all where that is costly."""


class Game(ABC, Generic[O, S, A]):
    """One game. All methods are pure; ``apply`` never changes its argument and never accepts an illegal action."""

    name: ClassVar[str]  # "face-off"
    title: ClassVar[str]  # "Face Off!"
    version: ClassVar[int]  # of notation and positions; a record of a newer one is refused
    player_count: ClassVar[range]
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"default": {}}  # option values by name: for tests, self-play
    about: ClassVar[Mapping[Language, str]] = {}  # a summary of the game in a few sentences
    option_help: ClassVar[Mapping[str, Mapping[Language, str]]] = {}  # one line an option

    @abstractmethod
    def options(self, players: Collection[str], **values: Any) -> O:
        """Validated options. Raises OptionsError in one sentence for names, counts and values that cannot be."""

    def option_values(self, options: O) -> dict[str, Any]:
        """All options but the players as JSON values: ``options(players, **option_values(o)) == o``."""
        return {f.name: _plain(getattr(options, f.name)) for f in fields(options) if f.name != "players" and f.init}

    @abstractmethod
    def start(self, options: O, seed: int) -> S:
        """The position before the first action (often CHANCE is to act first)."""

    @abstractmethod
    def actors(self, state: S) -> tuple[Actor, ...]:
        """Who may act now, several at once where the game has no turns; empty if and only if the game is over."""

    @abstractmethod
    def legal(self, state: S, actor: Actor) -> LegalActions[A]:
        """The legal actions of ``actor`` (empty if it may not act)."""

    @abstractmethod
    def apply(self, state: S, actor: Actor, action: A) -> S:
        """The state after. Raises IllegalAction with the broken rule, MalformedAction for what is no action."""

    @abstractmethod
    def draw(self, state: S) -> A:
        """The seeded generator's own choice where CHANCE is to act: the same for the same (options, seed, actions)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""

    @abstractmethod
    def view(self, state: S, viewer: Actor) -> View:
        """What ``viewer`` (a player, or TABLE for all to see) may know, as JSON values. Never the seed."""

    @abstractmethod
    def format(self, action: A, options: O) -> str:
        """The canonical text of an action, in one line; ``parse`` reads it back to an equal value."""

    @abstractmethod
    def parse(self, text: str, state: S, actor: Actor) -> A:
        """Read an action. Raises MalformedAction or AmbiguousAction; legality is ``apply``'s business."""

    @abstractmethod
    def dump(self, state: S) -> str:
        """The position as one line of text that ``load`` reads back to an equal state."""

    @abstractmethod
    def load(self, text: str) -> S:
        """Read a position. Raises RecordError."""

    @abstractmethod
    def undoable(self, before: S, actor: Actor, action: A) -> bool:
        """Whether ``actor`` may take the action back: it revealed nothing, drew no chance, and touched nobody else."""

    @abstractmethod
    def tell(self, before: S, actor: Actor, action: A, language: Language = "en") -> str:
        """One plain sentence for what happened, as a referee says it aloud: nothing secret in it."""

    @abstractmethod
    def choose(self, view: View, legal: LegalActions[A], random: Any) -> A:
        """A sensible player's choice from its own view alone (fills empty seats)."""

    # Two hooks for the conformance suite; every game is to answer them.

    def audit(self, state: S) -> str | None:
        """What cannot be in this position (a card lost or doubled, scores that do not add up), or None."""
        return None

    def hidden_twin(self, state: S, viewer: Actor, random: Any) -> S | None:
        """A position that ``viewer`` cannot tell from this one (hidden cards swapped); None if nothing is hidden."""
        return None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    return value


__all__ = [
    "CHANCE", "TABLE", "Actor", "Game", "IllegalAction", "Language", "LegalActions", "MalformedAction", "Mapping",
    "Options", "Outcome", "View",
]
