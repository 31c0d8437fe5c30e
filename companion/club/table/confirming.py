"""The table says that a result is right: only then does it count elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.facts import fact
from companion.referee.match import Match
from companion.referee.questions import Answer, Question, yes_no
from companion.sitting.follower import Follower

CODE: Final = "result"


class Confirming(Follower):
    """Asks once a game is over, on the laptop or in the terminal. ``confirm`` sends the result; ``deny`` says what
    then."""

    def __init__(self, match: Match, confirm: Callable[[], None], deny: Callable[[], None]) -> None:
        self._match, self._confirm, self._deny = match, confirm, deny
        self._settled = 0
        """The number of the last ruling when an answer was given: what comes after is asked anew."""

    def questions(self) -> Iterable[Question]:
        last = self._match.last
        if not self._match.over or self._settled == last:
            return ()
        return (Question(CODE, last, fact("question.result"), yes_no("", "", CODE), to="laptop"),)

    def answered(self, question: Question, answer: Answer) -> None:
        self._settled = self._match.last
        if answer.id == "yes":
            self._confirm()
        else:
            self._deny()
