"""The table's questions in the terminal: each with its numbered answers, when it is asked."""

from __future__ import annotations

from collections.abc import Callable

from companion.events import Event
from companion.facts import fact
from companion.sitting.answers import numbered
from companion.sitting.sitting import Sitting
from companion.words import Language, say


class Asker:
    """An observer of a sitting; ``show`` prints a line."""

    def __init__(self, sitting: Sitting, language: Language, show: Callable[[str], None] = print) -> None:
        self._sitting, self._language, self._show = sitting, language, show
        self._asked: tuple[str, ...] = ()

    def __call__(self, event: Event) -> None:
        """Something was counted or said: what is asked now that was not asked before?"""
        self._sitting.post(self.look)

    def look(self) -> None:
        """Print the open questions if there is a new one; numbers go on over all of them."""
        questions = self._sitting.questions()
        before, self._asked = self._asked, tuple(q.id + say(q.told) for q in questions)
        if not set(self._asked) - set(before):
            return
        count = {(q.id, a.id): n for n, (q, a) in enumerate(numbered(questions), start=1)}
        for question in questions:
            options = [fact("question.option", n=count[question.id, a.id], told=a.told) for a in question.answers]
            self._show("  ? " + say("question.line", self._language, told=question.told, answers=options))
