"""One open page: its session and language, its queue of messages, and the difference between two states."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from companion.people.warmup.sheet import Cell
from companion.web.kit.door import Session
from companion.words import Language, languages, say, term
from companion.words.messages import FALLBACK_LANGUAGE, parse_language

SentValue: TypeAlias = "str | list[str]"
"""A state's value as JSON text; for a list, the text of each item."""
_log = logging.getLogger(__name__)
_json = json.JSONEncoder(ensure_ascii=False).encode  # made once; ``json.dumps`` would make one for each call


class LastSent:
    """The state that a page was sent last, as JSON text. Text cannot change when the objects behind it do."""

    def __init__(self) -> None:
        self._kept: dict[str, SentValue] = {}

    def message(self, state: dict[str, Any]) -> str:
        """Return the message that brings the page to ``state``.

        The first message is ``state`` itself as JSON. Later ones are ``{"t": "changes", "set", "lists", "gone"}``:

        ``set``: new values by key.
        ``gone``: keys that the state no longer has.
        ``lists``: key -> ``[first, count, items]``, for a list that lost items at its start or gained some at its end:
            the page keeps ``count`` items of its list from index ``first`` on and appends ``items``.
        """
        before, self._kept = self._kept, {key: _sent_value(value) for key, value in state.items()}
        if not before:
            return _object(self._kept)
        new: dict[str, SentValue] = {}
        lists: dict[str, SentValue] = {}
        for key, value in self._kept.items():
            old = before.get(key)
            if old == value:
                continue
            if isinstance(old, list) and isinstance(value, list) and (part := _slid(old, value))[1]:
                first, count = part
                lists[key] = [str(first), str(count), _text(value[count:])]
            else:
                new[key] = value
        gone = [_json(key) for key in before.keys() - self._kept.keys()]
        return _object({"t": '"changes"', "set": _object(new), "lists": _object(lists), "gone": gone})

    def add_sent_item(self, message: Mapping[str, Any]) -> None:
        """Record that a message has already sent one list item, so that the next changes do not send it again.

        ``message["list"]`` is the list's key in the state; the page appends the item itself (net.js).
        """
        kept = self._kept.get(message["list"])
        if isinstance(kept, list):
            kept.append(_json({key: value for key, value in message.items() if key not in ("t", "list")}))


def _sent_value(value: object) -> SentValue:
    if isinstance(value, list):
        return [_json(item) for item in value]
    return _json(value)


def _text(value: SentValue) -> str:
    return value if isinstance(value, str) else f"[{','.join(value)}]"


def _object(pairs: dict[str, SentValue]) -> str:
    return "{" + ",".join(f"{_json(key)}:{_text(value)}" for key, value in pairs.items()) + "}"


def _slid(old: list[str], new: list[str]) -> tuple[int, int]:
    """Compare two versions of a list and return which part of ``old`` the list ``new`` begins with.

    Returns:
        The index of ``new[0]`` in ``old``, and how many items are equal from there; (0, 0) if it is not in ``old``.
    """
    if not new or new[0] not in old:
        return 0, 0
    first = old.index(new[0])
    count = 0
    for a, b in zip(old[first:], new, strict=False):
        if a != b:
            break
        count += 1
    return first, count


MAX_WAITING_MESSAGES: Final = 50  # queued messages of a slow page; beyond that, the oldest are dropped


@dataclass(eq=False)
class Page:
    """One open page and its queue of messages.

    Attributes:
        seat: The seat for which it shows the game: the phone's own, or one that the laptop has chosen; None shows only
            what everybody may see.
        sent: The version of the state that it was sent last; -1 before the first.
    """

    session: Session
    seat: int | None = None
    language: Language | None = None
    sent: int = -1
    last: LastSent | None = None
    """The state that it was sent last; None for a page that always gets whole states."""
    outbox: list[dict[str, Any]] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def laptop(self) -> bool:
        return self.session.role == "host"

    def tell(self, message: dict[str, Any]) -> None:
        """Queue one message. If the page reads too slowly, the oldest messages are dropped."""
        self.outbox = [*self.outbox[1 - MAX_WAITING_MESSAGES :], message]
        self.wake.set()


_aside: set[asyncio.Future[None]] = set()


def aside(work: Coroutine[None, None, None]) -> None:
    """Run a coroutine in the background of the server's loop."""
    task = asyncio.ensure_future(work)
    _aside.add(task)
    task.add_done_callback(_finish_aside)


def _finish_aside(task: asyncio.Future[None]) -> None:
    """Remove a finished background task, and log its error, since nobody awaits it."""
    _aside.discard(task)
    log_failure(task)


def log_failure(task: asyncio.Future[None]) -> None:
    """Log the error of a finished task, in case nobody awaits the task."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("in the background", exc_info=error)


def language_of(value: object) -> Language | None:
    """Return the language that a page asks for; None for an unknown one, so that the game's is used."""
    return next((known for known in languages() if known == value), None)


def language_from_header(header: str | None) -> Language:
    """Return the first supported language in an ``Accept-Language`` header, else the fallback language."""
    tags = (tag.partition(";")[0] for tag in (header or "").split(","))
    return next((language for tag in tags if (language := parse_language(tag)) is not None), FALLBACK_LANGUAGE)


def cell_shown(cell: Cell, language: Language) -> dict[str, Any]:
    """Return one result of the warm-up (the grade of a player's signal) as JSON values, with its texts."""
    return {
        "signal": cell.signal,
        "title": term("signal", cell.signal, language),
        "grade": cell.grade,
        "word": term("grade", cell.grade, language),
        "text": say(cell.as_fact, language),
    }


def data_url(jpeg: bytes) -> str:
    """Return a JPEG as a data URL."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")
