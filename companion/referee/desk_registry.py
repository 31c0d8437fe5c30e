"""A match with its desk, from the header of a log: the one place that knows which game has which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import StorageError
from companion.facts import Fact, fact
from companion.referee.desk import Desk, PlainDesk
from companion.referee.face_off_desk import FaceOffDesk
from companion.referee.keep_smiling_desk import KeepSmilingDesk
from companion.referee.log import Ledger
from companion.referee.log_header import EDITION, LogHeader
from companion.referee.match import Match
from companion.rules.errors import RulesError
from companion.rules.registry import get

DESKS: dict[str, Callable[[], Desk[Any]]] = {"face-off": FaceOffDesk, "keep-smiling": KeepSmilingDesk}
"""The games that companion's senses referee; every other game has the plain desk."""


def header(
    game: str,
    players: Sequence[str],
    values: Mapping[str, Any],
    seed: int,
    language: str,
    bots: Sequence[str] = (),
    level: str = "family",
) -> LogHeader:
    """What the log of a new game begins with."""
    return LogHeader(game, tuple(players), dict(values), seed, language, tuple(bots), edition=EDITION, level=level)


def match_of(head: LogHeader, log: Ledger | None) -> Match:
    """The match that a header describes, before its first event. Raises StorageError for a header that makes none."""
    try:
        rules = get(head.game)
        options = rules.options(list(head.players), **head.options)
        match = Match(rules, options, head.seed, DESKS.get(rules.name, PlainDesk)(), log=log)
        match.edition = head.edition
    except RulesError as error:
        raise StorageError("log.header", why=error.fact) from error
    except Exception as error:  # a header from a stranger's file can hold anything
        raise StorageError("log.header", why=_odd(error)) from error
    return match


def _odd(error: Exception) -> Fact:
    return fact("log.odd-header", kind=type(error).__name__)
