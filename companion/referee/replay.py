"""Replaying a log: fold what was sensed and said again, and hold the rulings against those that were logged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import StorageError
from companion.events import Event, Ruling, encode
from companion.referee.face_off import FaceOffDesk
from companion.referee.keep_smiling import KeepSmilingDesk
from companion.referee.log import Log
from companion.referee.match import Desk, Match
from companion.referee.plain import PlainDesk
from companion.rules.errors import RulesError
from companion.rules.protocol import Language

DESKS: dict[str, Callable[[Match], Desk]] = {"face-off": FaceOffDesk, "keep-smiling": KeepSmilingDesk}
"""The games that companion's senses referee; every other game has the plain desk."""


def header(game: str, players: list[str], values: dict[str, Any], seed: int, language: str) -> dict[str, Any]:
    """What a log begins with: all that a replay needs besides the events."""
    return {"game": game, "players": players, "options": values, "seed": seed, "language": language}


def match_of(head: dict[str, Any], log: Log | None) -> Match:
    """The match that a header describes, before its first event. Raises StorageError for a header that makes none."""
    from companion.rules.registry import get

    try:
        rules = get(head["game"])
        options = rules.options(head["players"], **head["options"])
        match = Match(rules, options, head["seed"], log=log, language=head["language"])
        match.desk = DESKS.get(rules.name, PlainDesk)(match)
    except (KeyError, TypeError, RulesError) as e:
        german = e.worded("de") if isinstance(e, RulesError) else str(e)
        raise StorageError(
            f"this log's header describes no game that companion knows ({e})",
            f"der Kopf dieses Protokolls beschreibt kein Spiel, das companion kennt ({german})",
        ) from None
    return match


@dataclass(frozen=True, slots=True)
class Replayed:
    """An event of the log as it counted; ``differs`` is the ruling that came out instead, if it did."""

    event: Event
    differs: str = ""


def replay(log: Log, language: Language | None = None) -> Iterator[tuple[Replayed, Match]]:
    """Fold the log again. Each ruling that comes out is compared, to the byte, with the one that was logged.

    With another ``language`` than the log's the same rulings come out in that one, and differ.
    """
    match = match_of({**log.header, **({"language": language} if language is not None else {})}, None)
    made = match.begin()
    for event in log.events():
        if not isinstance(event, Ruling):
            made += match.fold(event)
            yield Replayed(event), match
            continue
        if not made:
            made += match.advance(event.decided)
        again = encode(made.pop(0)) if made else "no ruling"
        yield Replayed(event, "" if again == encode(event) else again), match
