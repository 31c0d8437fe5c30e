"""Replays a log: applies its events again and compares the new rulings with the logged ones."""

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
    """One event of a log, or one ruling as the replay made it.

    Attributes:
        event: The event, or the replayed ruling.
        differs: The logged ruling in its place, if it is a different one.
        missing: True if the replay made this ruling but the log lacks it, because of a crash.
    """

    event: Event
    differs: Ruling | None = None
    missing: bool = False


def replay(log: Log) -> Iterator[tuple[ReplayResult, Match]]:
    """Yield each event of a log and each replayed ruling, with the match after it.

    Each ruling is compared byte for byte with the logged one. Logs of format 1 kept sentences: their rulings are
    compared by code, number, times and actions. Raises StorageError if the log cannot be read.
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
    """Return the match after the log's last event; None for a log without events.

    Raises StorageError if the log cannot be read.
    """
    match = None
    for _, match in replay(log):  # noqa: B007 (the last one counts)
        pass
    return match


def same(ruling: Ruling, logged: Ruling) -> bool:
    """Return True if a replayed ruling equals the logged one.

    A ruling from a log of format 1 is compared by code, number, times and actions only.
    """
    reason = logged.reason
    if "text" in logged.values and (reason is None or reason.code == "old.said"):
        return _bare(ruling) == _bare(logged)
    return encode(ruling) == encode(logged)


def _bare(ruling: Ruling) -> tuple[object, ...]:
    return ruling.code, ruling.number, ruling.onset, ruling.decided, ruling.action


def resume_match(log: Log) -> Match:
    """Return the match after the log's last event, set to continue in that log.

    Rulings that a crash kept out of the log are written now. Raises StorageError if the log cannot be read or written.
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
