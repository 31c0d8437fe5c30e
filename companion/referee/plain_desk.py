"""The desk of a game in which nothing is sensed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from companion.facts import Fact, fact
from companion.referee.desk import Desk, DeskMemory
from companion.referee.match_view import MatchView
from companion.referee.questions import Answer, Question
from companion.rules.protocol import TABLE

MOST_ANSWERS: Final = 12  # of a question that the rules leave to the table


class PlainDesk(Desk[DeskMemory]):
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
