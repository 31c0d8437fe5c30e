"""Replaying a log: fold what was sensed and said again, and hold the rulings against those that were logged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.events import Event, Ruling
from companion.events.codec import encode
from companion.referee.desk_registry import match_of
from companion.referee.log import Log
from companion.referee.match import Match


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """An event of the log as it counted, or a ruling as it comes out today.

    ``differs``: the ruling that was logged in its place, if it is another one. ``missing``: whether the ruling
    follows but is not in the log, because a crash came between.
    """

    event: Event
    differs: Ruling | None = None
    missing: bool = False


def replay(log: Log) -> Iterator[tuple[ReplayResult, Match]]:
    """Fold the log again. Each ruling that comes out is compared, to the byte, with the one that was logged.

    Logs of version 1 kept sentences: theirs are compared by code, number, times and actions. Raises StorageError.
    """
    match = match_of(log.header, None)
    made = match.begin()
    yielded = False
    for event in log.events():
        yielded = True
        if not isinstance(event, Ruling):
            yield from ((ReplayResult(ruling, missing=True), match) for ruling in made)
            made = match.fold(event)
            yield ReplayResult(event), match
            continue
        if not made:
            made += match.advance(event.decided)
        if not made:
            yield ReplayResult(event, event), match
            continue
        again = made.pop(0)
        yield ReplayResult(again, None if same(again, event) else event), match
    if yielded or made:
        yield from ((ReplayResult(ruling, missing=True), match) for ruling in made)


def last_match(log: Log) -> Match | None:
    """Return the match as it stood after the log's last event; None for a log without any. Raises StorageError."""
    match = None
    for _, match in replay(log):  # noqa: B007 (the last one counts)
        pass
    return match


def same(ruling: Ruling, logged: Ruling) -> bool:
    """Return whether two rulings are one. An older version's is known by its sentence."""
    reason = logged.reason
    if "text" in logged.values and (reason is None or reason.code == "old.said"):
        return _bare(ruling) == _bare(logged)
    return encode(ruling) == encode(logged)


def _bare(ruling: Ruling) -> tuple[object, ...]:
    return ruling.code, ruling.number, ruling.onset, ruling.decided, ruling.action


def resume_match(log: Log) -> Match:
    """Return the match of a log as it stood after its last event, which goes on in the log.

    Rulings that a crash kept out of it are written now. Raises StorageError.
    """
    stood = None
    missing: list[Event] = []
    for step, match in replay(log):
        stood = match
        if step.missing:
            missing.append(step.event)
    if stood is None:
        stood = match_of(log.header, log)
        stood.begin()
        return stood
    stood.log = log
    if missing:
        log.append(*missing)
    return stood
