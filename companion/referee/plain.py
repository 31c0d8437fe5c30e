"""The desk of a game in which nothing is sensed, and what the other desks share."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Any, Final

from companion.events import Event, Ruling
from companion.facts import Fact, fact
from companion.referee.match import Match
from companion.referee.needs import NOTHING, Needs
from companion.referee.questions import Answer, Question
from companion.rules.protocol import CHANCE, TABLE, Actor

MOST_ANSWERS: Final = 12  # of a question that the rules leave to the table


class PlainDesk:
    """A game in which nothing is sensed: cards are dealt, turns and the end are said, actions come by command.

    Face Cards, FTW?! and Factum are played at this one. Chance draws by itself unless the cards are physical.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._over = False

    # What the match asks

    def sense(self, event: Event) -> None:
        """A sense tells something."""

    def due(self) -> float | None:
        """When the next decision falls due, seconds; None where none waits."""
        return None

    def decide(self, now: float) -> None:
        """Rule what is due."""

    def settle(self) -> None:
        """What follows by itself: chance's actions as they fall due, and the end with its count."""
        game = self.match.game
        while CHANCE in game.actors(self.match.state):
            self.draw()
        self.finish()

    def rewound(self) -> None:
        """The table took something back, or paused: start from the engine's state as it is now."""
        self._over = self.match.over

    def shorthand(self, text: str, actor: Actor) -> tuple[Actor, list[tuple[Actor, str]]] | None:
        """What people type besides the notation: who acts by it, and the actions in the notation."""
        return None

    def scores(self) -> Fact:
        """The points that all may see now, by player: Ann 3, Ben 5."""
        match = self.match
        outcome = match.game.outcome(match.state)
        points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
        listed = [fact("score.of", name=n, points=p) for n, p in zip(match.players, points, strict=False)]
        return fact("score.list", all=listed) if listed else fact("score.none")

    def needs(self) -> Needs:
        """What the senses are to look and listen for now."""
        return NOTHING

    @property
    def acceptable(self) -> tuple[int, ...]:
        """Dice that were not read for sure, as they lie: the table may let them count. Empty where there are none."""
        return ()

    def lies(self, since: float) -> bool:
        """Whether dice that came to rest then may still become the roll that is due."""
        return False

    def questions(self) -> list[Question]:
        """What the table is asked: here, what the rules leave to it, as far as that is few things."""
        match = self.match
        if TABLE not in match.game.actors(match.state):
            return []
        found = list(islice(match.game.legal(match.state, TABLE), MOST_ANSWERS + 1))
        if not found or len(found) > MOST_ANSWERS:
            return []
        write = match.game.format
        answers = [Answer(f"a{k}", match.tell(TABLE, a), write(a, match.options)) for k, a in enumerate(found)]
        return [Question("table", self.step(), fact("question.table"), tuple(answers), to="laptop")]

    def answered(self, question: Question, answer: Answer) -> None:
        """An answer that is no action."""

    def word(self, text: str, actor: Actor) -> bool:
        """Whether what was said is a word of the desk's own that is no action; then it was done. Raises RulesError."""
        return False

    def knows(self, word: str) -> bool:
        """Whether a short word of the game's means something in the game as it is played now."""
        return True

    def step(self) -> int:
        """The ruling of the last action: another one when the position is."""
        steps = self.match.timeline.steps
        return steps[-1].group if steps else 0

    # What those ask who act for seats: taps and bots

    def signal_with(self, action: Any) -> tuple[bool, str | None]:
        """Whether a player's signal goes with their action, and which (None: it ends)."""
        return False, None

    def ended_by(self, ruling: Ruling) -> Collection[str]:
        """The players whose signals a ruling ends."""
        return ()

    def rested(self, seat: int, since: float, pace: float, spread: float) -> bool:
        """Whether a bot may act again ``since`` seconds after it did; ``spread`` is drawn from 0..1."""
        return True

    def table_word(self, bots: Collection[int], dice_seen: bool, random: Any) -> str | None:
        """What the bots say for the table where no person would: dice of their own, a count nobody else can give."""
        game, state = self.match.game, self.match.state
        if TABLE in game.actors(state) and len(bots) == len(self.match.players):
            return str(game.format(game.legal(state, TABLE).sample(random), self.match.options))
        return None

    # What desks share

    def draw(self) -> None:
        action = self.match.game.draw(self.match.state)
        self.match.rule("chance", [(CHANCE, action)], told=self.match.tell(CHANCE, action))

    def finish(self) -> bool:
        """Say the end once, when the game is over; whether it was said now."""
        outcome = self.match.game.outcome(self.match.state)
        if outcome is None or self._over:
            return False
        self._over = True
        self.match.rule("over", names=self.match.names(outcome.winners), scores=self.scores())
        return True
