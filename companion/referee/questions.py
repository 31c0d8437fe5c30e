"""What the table is asked, with its answers: one list for pages, phones and the terminal.

A question is worked out from the position and from what the desk remembers of the events, so that a replay asks the
same. Its answer is a command like any other: ``answer who-won-12 ann`` (see ``Match``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.facts import Fact, fact
from companion.rules.notation import quote

Kind: TypeAlias = Literal["yes", "no", "pick", "other"]
To: TypeAlias = Literal["all", "laptop"] | int
OTHER: Final = "other"


@dataclass(frozen=True, slots=True)
class Answer:
    """``text``: what the table would type for it, "" where the desk only notes it. ``kind`` "other": words of one's own
    belong to it, which come in ``text``'s place for {}."""

    id: str
    told: Fact
    text: str = ""
    kind: Kind = "pick"


@dataclass(frozen=True, slots=True)
class Question:
    """``id`` names this asking ("who-won-12"), ``code`` its kind ("who-won"); ``to``: whom it concerns, a seat, all or
    the laptop alone."""

    code: str
    number: int
    told: Fact
    answers: tuple[Answer, ...]
    why: Fact | None = None
    to: To = "all"

    @property
    def id(self) -> str:
        return f"{self.code}-{self.number}"

    def answer(self, name: str) -> Answer | None:
        """The answer with this id."""
        return next((a for a in self.answers if a.id == name), None)

    def concerns(self, seat: int | None) -> bool:
        """Whether a player may answer it; None: the table's own laptop or terminal, which may answer all."""
        return seat is None or self.to == "all" or self.to == seat


def players(names: Sequence[str], write: str = "", seats: Iterable[int] | None = None) -> tuple[Answer, ...]:
    """An answer for each player; ``write``: what is typed for one, with {} for the name."""
    chosen = range(len(names)) if seats is None else seats
    return tuple(
        Answer(f"seat{k}", fact("answer.is", value=names[k]), write.format(quote(names[k])) if write else "")
        for k in chosen
    )


def yes_no(yes: str, no: str, code: str) -> tuple[Answer, ...]:
    """Two answers with the words ``answer.CODE-yes`` and ``answer.CODE-no``."""
    return Answer("yes", fact(f"answer.{code}-yes"), yes, "yes"), Answer("no", fact(f"answer.{code}-no"), no, "no")
