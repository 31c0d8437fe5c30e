"""What one seat knows of a game; whole games, in which players decide from that alone; and statistics of such games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, Final, Generic, TypeAlias

from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import CHANCE, TABLE, A, Actor, Game, O, Outcome, S, SeenHistory, View


@dataclass(frozen=True, slots=True)
class Sight(Generic[O, S, A]):
    """What ``viewer`` knows of a game, with one position that is possible for the viewer.

    ``state`` is that position: it agrees with ``history``, the actions as the viewer saw them. All that is hidden from
    the viewer was redrawn at random, so it reveals nothing about the true position.
    """

    game: Game[O, S, A]
    viewer: Actor
    state: S
    history: SeenHistory[A]

    @property
    def view(self) -> View:
        return recall_view(self.game, self.state, self.viewer)

    @property
    def legal(self) -> LegalActions[A]:
        return self.game.legal(self.state, self.viewer)

    def deal(self, random: Random) -> S:
        """Return another random position that is consistent with all that the viewer has seen."""
        return self.game.redeal(self.state, self.viewer, self.history, random)


def recall_view(game: Game[O, S, A], dealt: S, viewer: Actor) -> View:
    """Return what a seat sees and remembers. In ``dealt`` all that is hidden from the seat must have been redrawn.

    Do not use it for the real position: a screen must not show what players have to remember themselves.
    """
    return (game.recall or game.view)(dealt, viewer)


def visible_action(game: Game[Any, Any, Any], viewer: Actor, actor: Actor, action: object) -> tuple[Actor, Any]:
    """Return (actor, action) as a seat sees it.

    Its own actions are complete. Others lack the hidden cards, or are None if only their type is public.
    """
    if actor == viewer:
        return actor, action
    return actor, None if isinstance(action, game.secret) else game.veil(action)


def sight_of(
    game: Game[O, S, A], state: S, viewer: Actor, steps: Iterable[tuple[Actor, A]], random: Random
) -> Sight[O, S, A]:
    """Return what a viewer knows in ``state``; ``steps`` are the (actor, action) that led to it."""
    seen = [visible_action(game, viewer, actor, action) for actor, action in steps]
    return Sight(game, viewer, game.redeal(state, viewer, seen, random), seen)


Policy: TypeAlias = Callable[[Sight[Any, Any, Any], Random], Any]  # what a seat knows -> its action
Watcher: TypeAlias = Callable[[Any, Actor, Any], None]  # (state before, actor, action)
MAX_ACTIONS: Final = 200_000  # default limit of a playout


@dataclass(frozen=True)
class Playout(Generic[S]):
    """The result of a game that policies played.

    It has the last position, the number of actions, and the outcome (None if the limit was reached first).
    """

    state: S
    actions: int
    outcome: Outcome | None


def random_player(sight: Sight[O, S, A], random: Random) -> A:
    """Return a random legal action."""
    return sight.legal.sample(random)


def sensible_player(sight: Sight[O, S, A], random: Random) -> A:
    """Return the choice of the game's own bot, made from what the seat sees and remembers."""
    return sight.game.choose(sight.view, sight.legal, random)


POLICIES: Final[Mapping[str, Policy]] = {"random": random_player, "sensible": sensible_player}


def playout(
    game: Game[O, S, A],
    options: O,
    seed: int,
    policy: Policy | Mapping[int, Policy] = random_player,
    *,
    limit: int = MAX_ACTIONS,
    watch: Watcher | None = None,
) -> Playout[S]:
    """Play a game to its end, or for ``limit`` actions. The same arguments give the same game.

    Args:
        game: The game.
        options: Its options.
        seed: The seed of chance and of the policies.
        policy: One policy for all seats and the table, or one for each seat (the others act at random).
        limit: The largest number of actions.
        watch: Called with (state, actor, action) before each action.

    If several actors may act, one is picked at random, so that none is quicker than the others.
    """
    random, hidden = Random(seed), Random(~seed)
    state = game.start(options, seed)
    actors: Sequence[Actor] = (TABLE, *range(options.n))
    plays = policy if isinstance(policy, Mapping) else dict.fromkeys(actors, policy)
    histories: dict[Actor, list[tuple[Actor, A | None]]] = {
        actor: [] for actor in actors if plays.get(actor, random_player) is not random_player
    }
    who, legal, draw, apply = game.actors, game.legal, game.draw, game.apply
    for count in range(limit):
        actors = who(state)
        if not actors:
            return Playout(state, count, game.outcome(state))
        actor = actors[int(random.random() * len(actors))] if len(actors) > 1 else actors[0]
        if actor in histories:
            sight = Sight(game, actor, game.redeal(state, actor, histories[actor], hidden), histories[actor])
            action = plays[actor](sight, random)
        else:  # random actors need not see anything
            action = draw(state) if actor == CHANCE else legal(state, actor).sample(random)
        if watch is not None:
            watch(state, actor, action)
        for viewer, row in histories.items():
            row.append(visible_action(game, viewer, actor, action))
        state = apply(state, actor, action)
    return Playout(state, limit, game.outcome(state))


DUEL_POLICY: Final = "duel"  # one sensible player, in the next seat each game, against random ones


@dataclass
class Statistics:
    """Sums over many games; ``summary`` turns them into rates."""

    players: int
    policy: str
    games: int = 0
    actions: int = 0
    unfinished: int = 0
    sensible_won: float = 0.0  # a win shared by n players counts 1/n
    sensible_points: int = 0
    random_points: int = 0
    seat_won: list[float] = field(default_factory=list)
    terminations: Counter[str] = field(default_factory=Counter)
    shortest: int = 0
    longest: int = 0

    def add(self, result: Playout[Any], seat: int) -> None:
        """Add one game's result; ``seat`` is the sensible player's in a duel, or that of ONE in a policy ONE:OTHERS."""
        self.games += 1
        self.actions += result.actions
        self.shortest = min(self.shortest or result.actions, result.actions)
        self.longest = max(self.longest, result.actions)
        end = result.outcome
        if end is None:
            self.unfinished += 1
            return
        self.terminations[end.termination] += 1
        for winner in end.winners:
            self.seat_won[winner] += 1 / len(end.winners)
        self.sensible_won += (seat in end.winners) / len(end.winners)
        self.sensible_points += end.scores[seat]
        self.random_points += sum(end.scores) - end.scores[seat]

    def summary(self) -> dict[str, Any]:
        """Return the rates as JSON values; ``low`` and ``high`` beside ``win_rate`` are its 95 % interval (Wilson)."""
        ended = max(1, self.games - self.unfinished)
        out: dict[str, Any] = {
            "players": self.players,
            "policy": self.policy,
            "games": self.games,
            "unfinished": self.unfinished,
            "actions": self.actions,
            "actions_a_game": round(self.actions / max(1, self.games), 1),
            "shortest": self.shortest,
            "longest": self.longest,
            "terminations": dict(sorted(self.terminations.items())),
            "wins_by_seat": [round(won / ended, 4) for won in self.seat_won],
        }
        if self.policy == DUEL_POLICY or ":" in self.policy:
            rate = self.sensible_won / ended
            others = ended * (self.players - 1)
            out["sensible"] = {
                "win_rate": round(rate, 4),
                **_interval(rate, ended),
                "by_chance": round(1 / self.players, 4),
                "mean_points": round(self.sensible_points / ended, 2),
                "random_mean_points": round(self.random_points / others, 2),
            }
        return out


def _interval(rate: float, n: int) -> dict[str, float]:
    """Return Wilson's 95 % interval of the share ``rate`` (0..1) in ``n`` games, as ``low`` and ``high``."""
    z2 = 1.96**2
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = 1.96 * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return {"low": round(middle - half, 4), "high": round(middle + half, 4)}


def selfplay(
    game: Game[O, S, A],
    options: O,
    games: int,
    seed: int,
    policy: str = DUEL_POLICY,
    limit: int = MAX_ACTIONS,
    levels: Mapping[str, Policy] = POLICIES,
) -> Iterator[Statistics]:
    """Play ``games`` games with the seeds ``seed``, ``seed`` + 1, and so on; yield the statistics so far after each.

    ``policy`` is a name in ``levels`` for all seats, or ``ONE:OTHERS``: one seat plays ONE, all others OTHERS, and with
    each game ONE moves to the next seat.
    """
    one, duel, others = ("sensible:random" if policy == DUEL_POLICY else policy).partition(":")
    n = len(options.players)
    sums = Statistics(n, policy, seat_won=[0.0] * n)
    for number in range(games):
        seat = number % n
        how = {**dict.fromkeys(range(n), levels[others]), seat: levels[one]} if duel else levels[one]
        sums.add(playout(game, options, seed + number, how, limit=limit), seat)
        yield sums
