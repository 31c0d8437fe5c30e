"""What the table is asked, with its answers: one list for pages, phones and the terminal.

A question is worked out from the position and from what the desk remembers of the events, so that a replay asks the
same: it ends with what it was about. Its answer is a command, which logs hold as ``answer who-won-12 ann``.
``sitting.follower.in_turn`` gives all questions their lives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from companion.facts import Fact, fact
from companion.rules.protocol import Actor

Kind: TypeAlias = Literal["yes", "no", "pick", "other"]
To: TypeAlias = Literal["all", "laptop"] | int
Acts: TypeAlias = tuple[tuple[Actor, Any], ...]
"""Actions of a game, each with who does it."""
OTHER_ANSWER: Final = "other"
QUESTION_TIMEOUT_S: Final = 30.0  # seconds that a question is asked where nothing hangs on it


@dataclass(frozen=True, slots=True)
class Answer:
    """``acts``: what it does; none where the desk only notes it. ``kind`` "other": words of one's own belong to it."""

    id: str
    text: Fact
    acts: Acts = ()
    kind: Kind = "pick"


@dataclass(frozen=True, slots=True)
class Question:
    """An open question to the table.

    ``code`` is its kind ("who-won"), ``id`` this very question ("who-won-12"). ``to``: who may answer it (a seat,
    everybody, or the laptop alone). ``asked``: when it was asked, seconds of the match; None where the game waits
    until it is answered. ``picture``: a JPEG of what it is about; a question with a picture is asked only where there
    is a screen.
    """

    code: str
    number: int
    text: Fact
    answers: tuple[Answer, ...]
    why: Fact | None = None
    to: To = "all"
    asked: float | None = None
    picture: bytes = b""

    @property
    def id(self) -> str:
        return f"{self.code}-{self.number}"

    def answer(self, name: str) -> Answer | None:
        """Return the answer with this id."""
        return next((a for a in self.answers if a.id == name), None)

    def concerns(self, seat: int | None) -> bool:
        """Return whether a player may answer it; None: the table's own laptop or terminal, which may answer all."""
        return seat is None or self.to == "all" or self.to == seat


def players(
    names: Sequence[str], act: Callable[[int], Acts] | None = None, seats: Iterable[int] | None = None
) -> tuple[Answer, ...]:
    """Return an answer for each player; ``act``: what it does, by the seat."""
    chosen = range(len(names)) if seats is None else seats
    does = act or (lambda seat: ())
    return tuple(Answer(f"seat{k}", fact("answer.is", value=names[k]), does(k)) for k in chosen)


def yes_no(code: str, yes: Acts = (), no: Acts = ()) -> tuple[Answer, ...]:
    """Two answers with the words ``answer.CODE-yes`` and ``answer.CODE-no``."""
    return Answer("yes", fact(f"answer.{code}-yes"), yes, "yes"), Answer("no", fact(f"answer.{code}-no"), no, "no")
