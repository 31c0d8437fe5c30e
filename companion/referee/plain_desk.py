"""The desk of a game in which nothing is sensed, and what the other desks share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, Generic, TypeVar

from companion.facts import Fact, fact
from companion.referee.desk import Answered, DeskEvent, Draft, Elapsed, Reaction, Rewound, Said, Sensed, Settled, draft
from companion.referee.match_view import MatchView
from companion.referee.questions import Acts, Answer, Question
from companion.referee.sense_needs import NOTHING, SenseNeeds
from companion.rules.errors import RulesError
from companion.rules.protocol import CHANCE, TABLE

MOST_ANSWERS: Final = 12  # of a question that the rules leave to the table


@dataclass(frozen=True, slots=True)
class DeskMemory:
    """``ended``: the end of the game has been said."""

    ended: bool = False


M = TypeVar("M", bound=DeskMemory)


class BaseDesk(Generic[M]):
    """What all desks share: chance draws by itself, the end is said once, the rules' questions for the table."""

    def reduce(self, match: MatchView, memory: M, event: DeskEvent) -> Reaction[M] | None:
        """See ``Desk``."""
        match event:
            case Sensed():
                return self.sensed(match, memory, event)
            case Elapsed():
                return self.elapsed(match, memory)
            case Settled():
                return self.settled(match, memory)
            case Rewound():
                return Reaction(self.rewound(match))
            case Answered():
                return self.answered(match, memory, event)
            case Said():
                return self.said(match, memory, event)

    def sensed(self, match: MatchView, memory: M, event: Sensed) -> Reaction[M]:
        return Reaction(memory)

    def elapsed(self, match: MatchView, memory: M) -> Reaction[M]:
        return Reaction(memory)

    def settled(self, match: MatchView, memory: M) -> Reaction[M]:
        """Chance's actions as they fall due, and the end with its count."""
        if CHANCE in match.game.actors(match.state):
            return Reaction(memory, [self.drawn(match)])
        return self.finished(match, memory)

    def rewound(self, match: MatchView) -> M:
        """The memory that begins from the position as it is."""
        raise NotImplementedError

    def answered(self, match: MatchView, memory: M, event: Answered) -> Reaction[M]:
        return Reaction(memory)

    def said(self, match: MatchView, memory: M, event: Said) -> Reaction[M] | None:
        """None: the line is read in the game's notation."""
        return None

    def forbids(self, match: MatchView, memory: M, acts: Acts) -> RulesError | None:
        return None

    def due(self, memory: M) -> float | None:
        return None

    def needs(self, match: MatchView) -> SenseNeeds:
        return NOTHING

    def knows(self, match: MatchView, word: str) -> bool:
        return True

    def scores(self, match: MatchView) -> Fact:
        """The points that all may see now, by player: Ann 3, Ben 5."""
        outcome = match.game.outcome(match.state)
        points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
        listed = [fact("score.of", name=n, points=p) for n, p in zip(match.players, points, strict=False)]
        return fact("score.list", all=listed) if listed else fact("score.none")

    def rested(self, match: MatchView, seat: int, since: float, pace: float, spread: float) -> bool:
        """See ``BotDesk``."""
        return True

    def for_the_table(self, match: MatchView, bots: Collection[int], dice_seen: bool, random: Random) -> Acts:
        """See ``BotDesk``."""
        game, state = match.game, match.state
        if TABLE in game.actors(state) and len(bots) == len(match.players):
            return ((TABLE, game.legal(state, TABLE).sample(random)),)
        return ()

    def drawn(self, match: MatchView) -> Draft:
        """Chance's own draw."""
        return draft("chance", (CHANCE, match.game.draw(match.state)), tells=True)

    def finished(self, match: MatchView, memory: M) -> Reaction[M]:
        """Says the end once, when the game is over."""
        outcome = match.game.outcome(match.state)
        if outcome is None or memory.ended:
            return Reaction(memory)
        over = draft("over", names=match.names(outcome.winners), scores=self.scores(match))
        return Reaction(replace(memory, ended=True), [over])


class PlainDesk(BaseDesk[DeskMemory]):
    """A game in which nothing is sensed: cards are dealt, turns and the end are said, actions come by command.

    Face Cards, FTW?! and Factum are played at this one. Chance draws by itself unless the cards are physical.
    """

    def start(self) -> DeskMemory:
        return DeskMemory()

    def rewound(self, match: MatchView) -> DeskMemory:
        return DeskMemory(match.over)

    def questions(self, match: MatchView, memory: DeskMemory) -> Sequence[Question]:
        """What the rules leave to the table, as far as that is few things."""
        if TABLE not in match.game.actors(match.state):
            return []
        found = list(islice(match.game.legal(match.state, TABLE), MOST_ANSWERS + 1))
        if not found or len(found) > MOST_ANSWERS:
            return []
        seen = match.game.view(match.state, TABLE)
        asked = fact(f"question.table-{seen['phase']}", card=seen.get("start_card"))
        answers = [Answer(f"a{k}", _short(match, action), ((TABLE, action),)) for k, action in enumerate(found)]
        return [Question("table", match.step, asked, tuple(answers), to="laptop")]


def _short(match: MatchView, action: object) -> Fact:
    """A player by name alone; else what the action does."""
    seat = getattr(action, "player", -1)
    return match.tell(TABLE, action) if seat < 0 else fact("answer.is", value=match.players[seat])
