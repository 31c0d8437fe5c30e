"""Answers to the table's questions as people type or say them: a number, a name, a gem, yes or nein."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.bounds import digits
from companion.referee.questions import OTHER, Answer, Question
from companion.words import LANGUAGES, say

YES: Final = {"yes", "y", "ja", "j", "stimmt", "richtig"}
NO: Final = {"no", "n", "nein", "stimmt nicht", "falsch"}


class TypedAnswer(NamedTuple):
    """``own``: the words of one's own that belong to the answer."""

    question: Question
    answer: Answer
    own: str = ""


def numbered(questions: Sequence[Question]) -> list[tuple[Question, Answer]]:
    """All answers of what is open, counted on from 1 over the questions."""
    return [(q, a) for q in questions for a in q.answers]


def said(questions: Sequence[Question], text: str, *, numbers: bool = True) -> TypedAnswer | None:
    """The answer that a line is, None where it is none. ``numbers``: whether a bare number can be one (where dice are
    due, it is theirs)."""
    line = " ".join(text.split()).casefold()
    if not line or not questions:
        return None
    head, _, own = " ".join(text.split()).partition(" ")
    if numbers and (at := digits(head, 1, 999)) is not None:
        found = dict(enumerate(numbered(questions), start=1)).get(at)
        if found is not None and (not own or found[1].kind == OTHER):
            return TypedAnswer(*found, own)
        return None
    newest = sorted(questions, key=lambda q: q.number, reverse=True)
    if line in YES or line in NO:
        kind = "yes" if line in YES else "no"
        return next((TypedAnswer(q, a) for q in newest for a in q.answers if a.kind == kind), None)
    return next((TypedAnswer(q, a) for q in newest for a in q.answers if line in _names(a)), None)


def _names(answer: Answer) -> set[str]:
    """What an answer is called: its sentence in each language, and its id where that is a word of the game."""
    found = {say(answer.told, language).casefold() for language in LANGUAGES} if answer.kind != OTHER else set()
    return found if answer.id.startswith(("seat", "wild", "a", "die")) else {*found, answer.id.casefold()}
