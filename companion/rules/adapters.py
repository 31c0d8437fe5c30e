"""Adapters for learning libraries: a state as in OpenSpiel, and an environment of PettingZoo (extra ``pettingzoo``).

A seat chooses an action word by word; each word is a number (see ``spelling.py``). If several seats may act, they act
in turn. The table, which is nobody's seat, is sampled like chance. Only ``aec`` imports more than the standard library.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.rules import registry
from companion.rules.errors import MissingExtraError
from companion.rules.history import History
from companion.rules.options import Options
from companion.rules.playout import Sight
from companion.rules.protocol import CHANCE, TABLE, Actor, Game
from companion.rules.spelling import Choice, Spelling

if TYPE_CHECKING:
    from pettingzoo import AECEnv

CHANCE_PLAYER: Final = -1
TERMINAL: Final = -4
MAX_LISTED_OUTCOMES: Final = 1296  # outcomes of chance that are listed; if there are more, the seed draws one
FEATURE_COUNT: Final = 512  # length of an observation tensor
PLAYER_NAMES: Final = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hana", "Ivo", "Jo", "Kai", "Lea")


class SpielState:
    """A game with the method names of an OpenSpiel state: one player acts at a time, by choosing a number.

    At a chance node the number is that of an outcome; otherwise it is that of the next word of the seat's action.
    """

    def __init__(self, game: Game[Any, Any, Any], options: Options, seed: int = 0) -> None:
        self.spelling = Spelling(game, options)
        self.at = History(game, options, seed)
        self.random = Random(seed)  # used if there are too many outcomes to list
        self._turns = 0
        self._turn()

    def _turn(self) -> None:
        """Select who acts next: of all who may act, the next seat in turn; the table comes after the last seat."""
        actors, n = self.at.game.actors(self.at.state), self.at.options.n
        self.actor: Actor | None = None
        self._choice: Choice[Any] | None = None
        self.spelled: tuple[int, ...] = ()
        self._outcomes: list[tuple[Any, float]] = []
        if actors:
            self.actor = min(actors, key=lambda actor: ((actor if actor >= 0 else n) - self._turns) % (n + 1))
            if self.actor >= 0:
                self._choice = self.spelling.choice(self.at.game.legal(self.at.state, self.actor))

    def current_player(self) -> int:
        """Return who acts next: a seat, CHANCE_PLAYER for chance or the table, or TERMINAL if the game is over."""
        return TERMINAL if self.actor is None else max(self.actor, CHANCE_PLAYER)

    def is_terminal(self) -> bool:
        return self.actor is None

    def is_chance_node(self) -> bool:
        return self.actor in (CHANCE, TABLE)

    def num_distinct_actions(self) -> int:
        return len(self.spelling.words)

    def legal_actions(self) -> list[int]:
        """Return the numbers that may be chosen: of words for a seat, of outcomes at a chance node; [] at the end."""
        if self._choice is not None:
            return self._choice.numbers()
        return [number for number, _ in self.chance_outcomes()] if self.is_chance_node() else []

    def legal_actions_mask(self) -> list[int]:
        """Return a list with 1 for each word of the game that is legal now, 0 for each other word."""
        fits = set(self._choice.numbers()) if self._choice is not None else set()
        return [int(number in fits) for number in range(len(self.spelling.words))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (number, probability) for each outcome at a chance node.

        If there are more than ``MAX_LISTED_OUTCOMES``, the seed draws one of them; it is listed alone, with probability
        1.
        """
        if not self._outcomes:
            self._outcomes = list(self._weighted_actions())
        return [(number, chance) for number, (_, chance) in enumerate(self._outcomes)]

    def _weighted_actions(self) -> Iterator[tuple[Any, float]]:
        assert self.actor is not None
        legal = self.at.game.legal(self.at.state, self.actor)
        try:
            total = legal.total()
        except OverflowError:
            total = MAX_LISTED_OUTCOMES + 1
        if total > MAX_LISTED_OUTCOMES:
            yield self.at.game.draw(self.at.state) if self.actor == CHANCE else legal.sample(self.random), 1.0
            return
        for action in legal:
            yield action, legal.weight(action) / total

    def apply_action(self, number: int) -> None:
        """Apply a word or outcome by its number. Raises ValueError for an illegal number; then nothing has changed."""
        if self._choice is None:
            if number not in self.legal_actions():
                raise ValueError(f"{number} is none of {self.legal_actions()}")
            action = self._outcomes[number][0]
        else:
            action = self._choice.take(number)
            self.spelled += (number,)
            if action is None:
                return
        assert self.actor is not None
        self.at.apply(self.actor, action)
        if self.actor != CHANCE:
            self._turns = 1 + (self.actor if self.actor >= 0 else self.at.options.n)
        self._turn()

    def draw(self) -> None:
        """Apply a random outcome at a chance node, drawn from the seed."""
        if self.actor == CHANCE:
            self.at.draw()
        else:
            self.at.apply(TABLE, self.at.game.legal(self.at.state, TABLE).sample(self.random))
            self._turns = 0
        self._turn()

    def action_to_string(self, number: int) -> str:
        return self.spelling.words[number] if self._choice is not None else str(number)

    def returns(self) -> list[float]:
        """Return each seat's share in the win minus 1/n, for n players; zeros while the game goes on."""
        end, n = self.at.game.outcome(self.at.state), self.at.options.n
        if end is None:
            return [0.0] * n
        return [(seat in end.winners) / len(end.winners) - 1 / n for seat in range(n)]

    def information_state_string(self, player: int) -> str:
        """Return all that a seat has seen since the start, and the words chosen so far if it is spelling an action."""
        return self.at.information(player) + self._spelled_words(player)

    def observation_string(self, player: int) -> str:
        """Return a seat's view as JSON; a seat about to act also gets a line with its chosen words.

        Those are the words of its action that it has chosen so far, since an action is chosen word by word.
        """
        return json.dumps(self.at.game.view(self.at.state, player), ensure_ascii=False) + self._spelled_words(player)

    def _spelled_words(self, player: int) -> str:
        return "\n" + " ".join(self.spelling.words[n] for n in self.spelled) if player == self.actor else ""

    def observation_tensor(self, player: int) -> list[float]:
        """Return what ``player`` sees as a vector of FEATURE_COUNT counts, by feature hashing.

        Each "name=value" in the view adds 1 to the element that its CRC-32 selects. So does each word chosen so far, if
        the player is spelling an action.
        """
        found = Counter(_features("", self.at.game.view(self.at.state, player), self.at.options.n))
        if player == self.actor:
            found.update(f"said {place} {number}" for place, number in enumerate(self.spelled))
        out = [0.0] * FEATURE_COUNT
        for feature, count in found.items():
            out[zlib.crc32(feature.encode()) % FEATURE_COUNT] += count
        return out

    def sight(self, player: int) -> Sight[Any, Any, Any]:
        """Return what a seat knows; ``deal`` of the result draws random positions consistent with that."""
        return self.at.sight(player, self.random)

    def clone(self) -> SpielState:
        """Return an independent copy that will draw the same random numbers."""
        return self._with(self.at.state)

    def resample_from_infostate(self, player: int, random: Random) -> SpielState:
        """Return a copy in which everything hidden from a player is redrawn. The past actions stay the same."""
        return self._with(self.at.sight(player, random).state)

    def _with(self, position: object) -> SpielState:
        other = object.__new__(SpielState)
        other.spelling, other.random, other._turns = self.spelling, Random(), self._turns
        other.random.setstate(self.random.getstate())
        other.at = self.at.fork(position)
        other._turn()
        for number in self.spelled:
            other.apply_action(number)
        return other


def spiel(name: str, players: int | Sequence[str] | None = None, seed: int = 0, **options: object) -> SpielState:
    """Return a new game as a ``SpielState``.

    ``players`` is the number of players or their names, by default the fewest that the game allows; ``options`` are the
    game's. Raises OptionsError for an unknown game, and for players or options that the game does not allow.
    """
    game = registry.get(name)
    count = game.player_count[0] if players is None else players
    names = PLAYER_NAMES[:count] if isinstance(count, int) else tuple(count)
    return SpielState(game, game.options(names, **options), seed)


def _features(name: str, value: object, players: int) -> Iterator[str]:
    """Yield "name=value" for each text or number in a view; names are paths such as ".hand.ruby".

    In a list with one item for each player the name also has the item's index.
    """
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _features(f"{name}.{key}", inner, players)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _features(f"{name}.{place}" if len(value) == players else name, inner, players)
    elif value is not None:
        yield f"{name}={value}"


def aec(name: str, players: int | Sequence[str] | None = None, *, limit: int = 1000, **options: object) -> AECEnv:
    """Return the game as a PettingZoo AECEnv, in which each step chooses one word.

    An observation has ``observation`` (float32, (FEATURE_COUNT,)) and ``action_mask`` (int8, one for each word).
    ``infos`` holds the acting seat's view. At the end, a seat's reward is its share in the win minus 1/n. After
    ``limit`` words the game is truncated. Random players hardly ever complete a suit of digital Face Off!: for an end
    within the limit, set ``max_trades=12, max_hands=2``.

    Raises:
        OptionsError: The game does not exist, or does not allow these players or options.
        MissingExtraError: The extra ``pettingzoo`` is not installed.
    """
    try:
        import numpy as np
        from gymnasium import spaces
        from pettingzoo import AECEnv
    except ModuleNotFoundError as error:
        if error.name not in (
            "numpy",
            "gymnasium",
            "pettingzoo",
        ):  # one of the three is broken: Python's own message helps more
            raise
        raise MissingExtraError("pettingzoo") from None

    first = spiel(name, players, 0, **options)
    words = first.num_distinct_actions()
    observation = spaces.Dict(
        {
            "observation": spaces.Box(0, np.inf, (FEATURE_COUNT,), np.float32),
            "action_mask": spaces.Box(0, 1, (words,), np.int8),
        }
    )

    class Table(AECEnv):
        metadata: Final = {"name": f"companion_{name}", "render_modes": ["ansi"], "is_parallelizable": False}
        render_mode: Final = "ansi"

        def __init__(self) -> None:
            super().__init__()
            self.possible_agents = list(first.at.options.players)
            self.action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}
            self.observation_spaces = dict.fromkeys(self.possible_agents, observation)

        def observation_space(self, agent: str) -> spaces.Space:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> spaces.Space:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: object = None) -> None:
            self.now = SpielState(first.at.game, first.at.options, Random(seed).getrandbits(62))
            self.said = 0
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, Any] = {}
            self._go_on()

        def _go_on(self) -> None:
            """Draw for chance and the table until a seat has to act, then update the environment's fields."""
            while self.now.is_chance_node():
                self.now.draw()
            seat, ended = self.now.current_player(), self.now.is_terminal()
            if ended or self.said >= limit:
                self.terminations = dict.fromkeys(self.agents, ended)
                self.truncations = dict.fromkeys(self.agents, not ended)
                self.rewards = dict(zip(self.agents, self.now.returns(), strict=True))
                seat = 0
            self.agent_selection = self.agents[seat]
            self.infos = {agent: {} for agent in self.agents}
            self.infos[self.agent_selection] = {"view": self.now.at.game.view(self.now.at.state, seat)}

        def observe(self, agent: str) -> dict[str, Any]:
            seat = self.possible_agents.index(agent)
            mine = seat == self.now.current_player() and not self.truncations.get(agent)
            mask = self.now.legal_actions_mask() if mine else [0] * words
            return {
                "observation": np.asarray(self.now.observation_tensor(seat), np.float32),
                "action_mask": np.asarray(mask, np.int8),
            }

        def step(self, action: int | None) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            if action is None:
                raise ValueError(f"{agent} has to act")
            self.now.apply_action(int(action))
            self.said += 1
            self._cumulative_rewards[agent] = 0.0
            self._clear_rewards()
            self._go_on()
            self._accumulate_rewards()

        def render(self) -> str:
            return json.dumps(self.now.at.game.view(self.now.at.state, TABLE), ensure_ascii=False)

        def close(self) -> None:
            """Do nothing: there is no window or file to close."""

    return Table()
