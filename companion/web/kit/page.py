"""One open page: its session, its language, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from companion.web.kit.changes import LastSent
from companion.web.kit.door import Session
from companion.words import Language, languages
from companion.words.folders import FIRST, chosen

MOST_WAITING: Final = 50  # messages that wait for a slow page; a newer state replaces them


@dataclass(eq=False)
class Page:
    """``seat`` is the seat that the laptop looks through, or the phone's own. ``sent``: the version of the state that
    it shows."""

    session: Session
    seat: int | None = None
    language: Language | None = None
    sent: int = -1
    last: LastSent | None = None
    """What it has of the state, where it is sent what changed."""
    outbox: list[dict[str, Any]] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def laptop(self) -> bool:
        return self.session.role == "host"

    def tell(self, message: dict[str, Any]) -> None:
        """Send one message; a page that does not read loses the oldest."""
        self.outbox = [*self.outbox[-MOST_WAITING:], message]
        self.wake.set()


_aside: set[asyncio.Task[None]] = set()


def aside(work: Coroutine[None, None, None]) -> None:
    """Do it on the server's loop, while nobody waits for it."""
    task = asyncio.ensure_future(work)
    _aside.add(task)
    task.add_done_callback(_aside.discard)


def language_of(value: object) -> Language | None:
    """The language that a page asks for; None leaves it at the game's."""
    return next((known for known in languages() if known == value), None)


def accepted(header: str | None) -> Language:
    """The language of an ``Accept-Language`` header: the first of ours that it names."""
    tags = (tag.partition(";")[0] for tag in (header or "").split(","))
    return next((language for tag in tags if (language := chosen(tag)) is not None), FIRST)
