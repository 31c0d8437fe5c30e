"""One open page: its session, its language, what waits to be sent to it, and what a new state changes for it."""

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
"""A value of a state as JSON; of a list, each item by itself."""
_log = logging.getLogger(__name__)
_json = json.JSONEncoder(ensure_ascii=False).encode  # made once: ``json.dumps`` makes one for each call


class LastSent:
    """The state that one page has. Its values are kept as JSON: what they were made of may change meanwhile."""

    def __init__(self) -> None:
        self._kept: dict[str, SentValue] = {}

    def message(self, state: dict[str, Any]) -> str:
        """``state`` as JSON the first time; later ``{"t": "changes", "set", "lists", "gone"}``.

        ``set``: the keys whose values are new. ``gone``: the keys that are not there any more. ``lists``: for a list
        ``[first, count, items]``: of the page's list ``count`` items from ``first`` on stay, then ``items`` follow.
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
        """Note a message that carries an item of a list of the state: it is not sent once more with the state.

        ``message["list"]`` names the list; the page adds the message to it (net.js).
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
    """Return where ``new`` begins in ``old``, and how many items from there are the same; (0, 0): nowhere."""
    if not new or new[0] not in old:
        return 0, 0
    first = old.index(new[0])
    count = 0
    for a, b in zip(old[first:], new, strict=False):
        if a != b:
            break
        count += 1
    return first, count


MAX_WAITING_MESSAGES: Final = 50  # messages that wait for a slow page; a newer state replaces them


@dataclass(eq=False)
class Page:
    """``seat`` is the seat that the laptop looks through, or the phone's own.

    ``sent``: the version of the state that it shows.
    """

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
        self.outbox = [*self.outbox[-MAX_WAITING_MESSAGES:], message]
        self.wake.set()


_aside: set[asyncio.Future[None]] = set()


def aside(work: Coroutine[None, None, None]) -> None:
    """Do it on the server's loop, while nobody waits for it."""
    task = asyncio.ensure_future(work)
    _aside.add(task)
    task.add_done_callback(_finish_aside)


def _finish_aside(task: asyncio.Future[None]) -> None:
    """Drop a task that is over. Nobody awaits it, so what it raised is logged here."""
    _aside.discard(task)
    log_failure(task)


def log_failure(task: asyncio.Future[None]) -> None:
    """Log what a task raised that nobody may be waiting for any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("in the background", exc_info=error)


def language_of(value: object) -> Language | None:
    """Return the language that a page asks for; None leaves it at the game's."""
    return next((known for known in languages() if known == value), None)


def language_from_header(header: str | None) -> Language:
    """Return the language of an ``Accept-Language`` header: the first of ours that it names."""
    tags = (tag.partition(";")[0] for tag in (header or "").split(","))
    return next((language for tag in tags if (language := parse_language(tag)) is not None), FALLBACK_LANGUAGE)


def cell_shown(cell: Cell, language: Language) -> dict[str, Any]:
    """Return a cell as pages draw it."""
    return {
        "signal": cell.signal,
        "title": term("signal", cell.signal, language),
        "grade": cell.grade,
        "word": term("grade", cell.grade, language),
        "text": say(cell.as_fact, language),
    }


def data_url(jpeg: bytes) -> str:
    """Return a picture within a page's state."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")
