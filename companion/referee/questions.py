"""Questions to the table with their answers, the same for pages, phones and the terminal.

A question is computed from the position and the desk's memory, so a replay asks the same ones. It disappears when its
cause does. An answer is a command, which logs hold as ``answer who-won-12 ann``. ``sitting.follower.in_turn`` orders
all open questions and drops expired ones.
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
"""Actions of a game as (actor, action)."""
OTHER_ANSWER: Final = "other"
QUESTION_TIMEOUT_S: Final = 30.0  # seconds for which an optional question stays open


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question.

    Attributes:
        id: The answer's key within its question.
        text: What its button says.
        acts: Actions that it applies; () if the desk only notes it.
        kind: "yes", "no", "pick" for a choice among several, or "other" for an answer that needs free text.
    """

    id: str
    text: Fact
    acts: Acts = ()
    kind: Kind = "pick"


@dataclass(frozen=True, slots=True)
class Question:
    """An open question to the table.

    Attributes:
        code: Its kind, such as "who-won"; with ``number`` it makes the unique ``id``, such as "who-won-12".
        number: The number of the ruling or step that raised it.
        text: The question.
        answers: The possible answers.
        why: A fact that explains the question; None if it needs no explanation.
        to: Who may answer it: "all", "laptop" for the table's own screen alone, or a seat.
        asked: When it was asked, in seconds of the match; None if the game waits until it is answered.
        picture: A JPEG of its subject; such a question is asked only where there is a screen.
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
        """Return the answer with this id, None if there is none."""
        return next((a for a in self.answers if a.id == name), None)

    def concerns(self, seat: int | None) -> bool:
        """Return True if the player in ``seat`` may answer it.

        None stands for the table's own laptop or terminal, which may answer every question.
        """
        return seat is None or self.to == "all" or self.to == seat


def players(
    names: Sequence[str], act: Callable[[int], Acts] | None = None, seats: Iterable[int] | None = None
) -> tuple[Answer, ...]:
    """Return an answer for each player; ``act`` gives the actions of a seat's answer, ``seats`` limits the players."""
    chosen = range(len(names)) if seats is None else seats
    does = act or (lambda seat: ())
    return tuple(Answer(f"seat{k}", fact("answer.is", value=names[k]), does(k)) for k in chosen)


def yes_no(code: str, yes: Acts = (), no: Acts = ()) -> tuple[Answer, ...]:
    """Return two answers with the texts ``answer.CODE-yes`` and ``answer.CODE-no``.

    ``yes`` and ``no`` are their actions.
    """
    return Answer("yes", fact(f"answer.{code}-yes"), yes, "yes"), Answer("no", fact(f"answer.{code}-no"), no, "no")
