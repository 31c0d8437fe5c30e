"""Legal actions a second (of processor time) in random play-outs of each game, and where the time goes."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from companion.rules import registry
from companion.rules.playout import playout
from companion.rules.protocol import CHANCE, Actor, Game

BUDGET: Final = 50_000  # actions a second
CHUNK: Final = 20_000  # longest single play-out


@dataclass(frozen=True, slots=True)
class Row:
    """One game and variant. The shares are of the time of the same actions: who may act, choosing, applying."""

    game: str
    variant: str
    players: int
    actions: int
    per_second: int
    actors_share: float
    choose_share: float
    apply_share: float

    @property
    def within(self) -> bool:
        return self.per_second >= BUDGET

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "budget": BUDGET, "within": self.within}


def bench(seconds: float = 12.0, names: tuple[str, ...] = ()) -> list[Row]:
    """Each variant of each game with the fewest players it allows, for about so many seconds in all."""
    rows = []
    for name in names or registry.names():
        game = registry.get(name)
        share = seconds / len(names or registry.names()) / len(game.variants)
        rows += [measure(game, variant, dict(values), share) for variant, values in game.variants.items()]
    return rows


def lines(rows: list[Row]) -> list[str]:
    """Return the table for people."""
    head = f"rules: legal actions a second in random play-outs, one core (budget {BUDGET:,})"
    out = [head, f"  {'game':13}{'variant':19}{'players':>7}{'a second':>10}   who may act / choose / apply"]
    for row in rows:
        shares = f"{row.actors_share:8.0%}    {row.choose_share:6.0%}   {row.apply_share:6.0%}"
        verdict = "" if row.within else "   below budget"
        out.append(f"  {row.game:13}{row.variant:19}{row.players:7}{row.per_second:10,}   {shares}{verdict}")
    return out


def measure(game: Game[Any, Any, Any], variant: str, values: dict[str, Any], seconds: float) -> Row:
    """Random play-outs through the public protocol; the first, short one warms tables up and is not counted."""
    options = fewest(game, values)
    playout(game, options, 0, limit=2_000)
    actions, spent, seed = 0, 0.0, 1
    while spent < seconds:
        begin = time.process_time()
        actions += playout(game, options, seed, limit=CHUNK).actions
        spent += time.process_time() - begin
        seed += 1
    shares = _shares(game, options)
    return Row(game.name, variant, len(options.players), actions, round(actions / spent), *shares)


def fewest(game: Game[Any, Any, Any], values: dict[str, Any]) -> Any:
    """Return the variant's options with as few players as it allows."""
    for count in game.player_count:
        try:
            return game.options([f"P{i}" for i in range(count)], **values)
        except ValueError:
            if count == game.player_count[-1]:
                raise
    raise AssertionError("a game has a player count")


def _shares(game: Game[Any, Any, Any], options: Any) -> tuple[float, float, float]:
    """Return the shares of the three questions, each asked again over the positions of one play-out."""
    met: list[tuple[Any, Actor, Any]] = []
    for seed in range(1, 200):
        playout(game, options, seed, limit=4_000, watch=lambda s, a, x: met.append((s, a, x)))
        if len(met) > 4_000:
            break
    random = Random(1)
    times = []
    for part in range(3):
        begin = time.process_time()
        for state, actor, action in met:
            if part == 0:
                game.actors(state)
            elif part == 2:
                game.apply(state, actor, action)
            elif actor == CHANCE:
                game.draw(state)
            else:
                game.legal(state, actor).sample(random)
        times.append(time.process_time() - begin)
    return round(times[0] / sum(times), 3), round(times[1] / sum(times), 3), round(times[2] / sum(times), 3)
