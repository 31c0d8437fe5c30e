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
    """The legal actions of one actor now, built only as far as they are asked for.

    ``action in legal`` is the game's own ``check``; iteration may be long. ``count()`` and ``len()`` agree with it.
    They raise OverflowError at once: ``len()`` above ``sys.maxsize``, ``count()`` where reckoning would take long.
    """

    __slots__ = ("actor", "state")
    check: Check  # the game's, given with the class or set on the instance

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
        """Return how many there are, worked out without listing them where they are many."""
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        """Whoever may act has a legal action; ``NO_ACTIONS`` is for the others."""
        return True

    def weight(self, action: A) -> int:
        """Return how often chance makes this choice out of ``total`` times; ``sample`` of chance keeps to it."""
        return 1

    def total(self) -> int:
        """Return the sum of all weights. Raises OverflowError as ``count`` does."""
        return self.count()

    @abstractmethod
    def sample(self, random: Random) -> A:
        """Draw one legal action at random, quickly. Raises IndexError where there is none."""


class Nothing(LegalActions[Any]):
    """The empty set of actions, of whoever may not act."""

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
    """A small set of legal actions that are all written out.

    ``falls`` (default: ``actions``) is what is drawn from: an action that it holds twice is drawn twice as often, as
    the sums of real dice are.
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
    """Legal actions that are built when asked for: ``make(value)`` for each of ``values``."""

    __slots__ = ("check", "make", "values")

    def __init__(self, check: Check, state: object, actor: int, make: Callable[[V], A], values: Sequence[V]) -> None:
        self.check, self.state, self.actor, self.make, self.values = check, state, actor, make, values

    def __iter__(self) -> Iterator[A]:
        return map(self.make, self.values)

    def count(self) -> int:
        return len(self.values)

    def sample(self, random: Random) -> A:
        return self.make(self.values[int(random.random() * len(self.values))])
