"""The legal actions of one actor as lazy collections."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.rules.errors import RulesError

A = TypeVar("A")
V = TypeVar("V")
Check: TypeAlias = Callable[[Any, object, object], None]  # (state, actor, action); raises RulesError


class LegalActions(ABC, Collection[A]):
    """The legal actions of one actor in a position, generated lazily: the base class of all such collections.

    ``action in legal`` calls the game's ``check``. Iterating may take long. ``count()`` and ``len()`` return the number
    of actions that it yields. ``len()`` raises OverflowError above ``sys.maxsize``, ``count()`` where counting takes
    too long.
    """

    __slots__ = ("actor", "state")
    check: Check  # the game's check: given to the class, or set on the instance

    def __init_subclass__(cls, check: Check | None = None) -> None:
        if check is not None:
            cls.check = staticmethod(check)

    def __init__(self, state: Any, actor: int) -> None:  # each game has a state of its own
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

    def count(self) -> int:
        """Return the number of legal actions; computed without listing them if there are many."""
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        """Return True: an actor who may act always has a legal action. ``NO_ACTIONS`` and the like return False."""
        return True

    def weight(self, action: A) -> int:
        """Return how likely chance's action is: its probability is this number divided by ``total()``."""
        return 1

    def total(self) -> int:
        """Return the sum of the weights of all actions. Raises OverflowError where ``count`` does."""
        return self.count()

    @abstractmethod
    def sample(self, random: Random) -> A:
        """Return a random legal action, quickly. Raises IndexError if there is none."""


class Nothing(LegalActions[Any]):
    """The empty collection, for an actor who may not act."""

    __slots__ = ()

    def __init__(self) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __contains__(self, action: object) -> bool:
        return False

    def __bool__(self) -> bool:
        return False

    def sample(self, random: Random) -> Any:
        raise IndexError("nobody without a legal action can choose one")


NO_ACTIONS: Final[LegalActions[Any]] = Nothing()


class Listed(LegalActions[A]):
    """A small collection of legal actions, given as a sequence.

    ``sample`` chooses from ``falls``, by default the same sequence. An action that is there twice is drawn twice as
    often, like a roll that dice can show in two ways.
    """

    __slots__ = ("actions", "check", "falls")

    def __init__(
        self, check: Check, state: object, actor: int, actions: Sequence[A], falls: Sequence[A] | None = None
    ) -> None:
        self.check, self.state, self.actor, self.actions = check, state, actor, actions
        self.falls = actions if falls is None else falls

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def count(self) -> int:
        return len(self.actions)

    def weight(self, action: A) -> int:
        return self.falls.count(action)

    def total(self) -> int:
        return len(self.falls)

    def sample(self, random: Random) -> A:
        return self.falls[int(random.random() * len(self.falls))]


class Made(LegalActions[A], Generic[A, V]):
    """Legal actions that are built on demand: ``make(value)`` for each of ``values``."""

    __slots__ = ("check", "make", "values")

    def __init__(self, check: Check, state: object, actor: int, make: Callable[[V], A], values: Sequence[V]) -> None:
        self.check, self.state, self.actor, self.make, self.values = check, state, actor, make, values

    def __iter__(self) -> Iterator[A]:
        return map(self.make, self.values)

    def count(self) -> int:
        return len(self.values)

    def sample(self, random: Random) -> A:
        return self.make(self.values[int(random.random() * len(self.values))])
