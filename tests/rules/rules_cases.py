"""What the rules tests run over: every game, variant and player count, with positions met in play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

import pytest

from companion.rules import registry
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE, Game

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Émile", "Fritz", "Gül", "Hana", "Ivo", "Jo Anne", "Kai", "chance")

# Values that make a game short, for tests that play to the end: the rules are the same.
QUICK: dict[str, dict[str, Any]] = {"face-off": {"target": 60}}
WINDOW = 150  # actions of a play-out that positions are taken from
TAKEN = 12


@dataclass(frozen=True)
class Case:
    """One game with one variant for so many players."""

    name: str
    variant: str
    players: int

    @cached_property
    def game(self) -> Any:
        return registry.get(self.name)

    @cached_property
    def usual(self) -> Any:
        """The variant's own options: tests ask for them at every action."""
        return self._options({})

    def options(self, **values: Any) -> Any:
        return self._options(values) if values else self.usual

    def _options(self, values: dict[str, Any]) -> Any:
        return self.game.options(NAMES[: self.players], **{**self.game.variants[self.variant], **values})

    def quick(self) -> Any:
        """Options for a game to the end; values that a variant sets itself stay."""
        given = self.game.variants[self.variant]
        return self.options(**{k: v for k, v in QUICK.get(self.name, {}).items() if k not in given})


@cache
def cases() -> tuple[Case, ...]:
    """All of them: counts that a variant does not allow are left out."""
    found = []
    for name in registry.names():
        game = registry.get(name)
        for variant, values in game.variants.items():
            for players in game.player_count:
                try:
                    game.options(NAMES[:players], **values)
                except ValueError:
                    continue
                found.append(Case(name, variant, players))
    return tuple(found)


def smallest() -> list[Case]:
    """Each variant of each game with its fewest players."""
    found: dict[tuple[str, str], Case] = {}
    for case in cases():
        found.setdefault((case.name, case.variant), case)
    return list(found.values())


def each_case(test: Any) -> Any:
    """Return a decorator that runs ``test`` over all; the quick part has each variant with its fewest players alone."""
    quick = smallest()
    rows = [
        pytest.param(c, id=f"{c.name}-{c.variant}-{c.players}", marks=[] if c in quick else pytest.mark.slow)
        for c in cases()
    ]
    return pytest.mark.parametrize("case", rows)(test)


@dataclass(frozen=True)
class Met:
    """A position of a play-out with what was done in it."""

    state: Any
    actor: int
    action: Any


@cache
def walk(case: Case, seed: int = 1, sensible: bool = False) -> tuple[Met, ...]:
    """Return the first positions of a play-out."""
    met: list[Met] = []
    policy = sensible_player if sensible else random_player
    playout(case.game, case.options(), seed, policy, limit=WINDOW, watch=lambda s, a, x: met.append(Met(s, a, x)))
    return tuple(met)


@cache
def positions(case: Case) -> tuple[Any, ...]:
    """Positions, early and later, of a random and of a sensible game; more for the least and most players."""
    found = []
    edge = case.players in (case.game.player_count[0], case.game.player_count[-1])
    for sensible in (False, True):
        first, later = walk(case, 1, sensible)[:3], walk(case, 1, sensible)[3:]
        taken = Random(case.players).sample(later, min(TAKEN if edge else TAKEN // 3, len(later)))
        found += [met.state for met in (*first, *taken)]
    return tuple(found)


def everyone(case: Case) -> tuple[int, ...]:
    """All actors that a game may name."""
    return (*range(case.players), CHANCE, TABLE)


def hidden_twin(game: Game[Any, Any, Any], state: Any, viewer: int, random: Random) -> Any:
    """Return a position that the viewer cannot tell from this one; None if nothing is hidden but the seed."""
    twin = game.redeal(state, viewer, (), random)
    return None if twin._replace(seed=state.seed) == state else twin
