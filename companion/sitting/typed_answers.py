"""Read answers to the table's questions as people type or say them: a number, a name, a gem, "yes" or "nein"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.bounds import digits
from companion.referee.questions import OTHER_ANSWER, Answer, Question
from companion.sitting.answer_grammar import typed_sayings
from companion.words import languages, say
from companion.words.spoken_words import fold_saying, words_of
from companion.words.typed_words import small


class TypedAnswer(NamedTuple):
    """A question with the answer that a typed line gives; ``typed_text`` has the person's own words, if any."""

    question: Question
    answer: Answer
    typed_text: str = ""


def parse_answer(questions: Sequence[Question], text: str, *, numbers: bool = True) -> TypedAnswer | None:
    """Return the answer that a line gives to the first question without a picture; None if it gives none.

    Args:
        questions: The open questions, in the order in which they are asked.
        text: The line.
        numbers: Whether a bare number can choose an answer; False where dice are due and a number is a roll.
    """
    line = " ".join(text.split()).casefold()
    question = next((q for q in questions if not q.picture), None)
    if not line or question is None:
        return None
    head, _, own = " ".join(text.split()).partition(" ")
    if numbers and (at := digits(head, 1, 999)) is not None:
        fits = [a for a in question.answers[at - 1 : at] if not own or a.kind == OTHER_ANSWER]
    else:
        said, plain = _sayings(question), fold_saying(words_of(line))
        fits, own = [a for a in question.answers if _is(a, line) or plain in said.get(a.id, ())], ""
    return TypedAnswer(question, fits[0], own) if fits else None


def _sayings(question: Question) -> dict[str, set[str]]:
    """Return what people may say for each answer, by the answer's id, in all languages."""
    found: dict[str, set[str]] = {}
    for answer, said in typed_sayings(question, languages()):
        found.setdefault(answer, set()).add(said)
    return found


def _is(answer: Answer, line: str) -> bool:
    if line in (yes := small("yes")) or line in small("no"):
        return answer.kind == ("yes" if line in yes else "no")
    return line in _names(answer)


def _names(answer: Answer) -> set[str]:
    """Return the names of an answer: its sentence in each language, and its id if that is a word of the game."""
    found = (
        {say(answer.text, language).casefold() for language in languages()} if answer.kind != OTHER_ANSWER else set()
    )
    return found if answer.id.startswith(("seat", "wild", "a", "die")) else {*found, answer.id.casefold()}
