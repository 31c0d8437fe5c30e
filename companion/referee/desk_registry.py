"""Which game has which desk, and how it is played unless something else is said: a match from the header of a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.defaults import BOT_LEVEL
from companion.errors import StorageError
from companion.facts import fact
from companion.referee.desk import Desk, PlainDesk
from companion.referee.face_off_desk import FaceOffDesk
from companion.referee.keep_smiling_desk import KeepSmilingDesk
from companion.referee.log_header import RULES_EDITION, LogHeader
from companion.referee.log_writer import Ledger
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
    level: str = BOT_LEVEL,
) -> LogHeader:
    """Return what the log of a new game begins with."""
    return LogHeader(
        game, tuple(players), dict(values), seed, language, tuple(bots), edition=RULES_EDITION, level=level
    )


def match_of(head: LogHeader, log: Ledger | None) -> Match:
    """Return the match that a header describes, before its first event.

    Raises StorageError for a header that makes none.
    """
    try:
        rules = get(head.game)
        options = rules.options(list(head.players), **head.options)
        match = Match(rules, options, head.seed, DESKS.get(rules.name, PlainDesk)(), log=log)
        match.edition = head.edition
    except RulesError as error:
        raise StorageError("log.header", why=error.fact) from error
    except Exception as error:  # a header from a stranger's file can hold anything
        raise StorageError("log.header", why=fact("log.odd-header", kind=type(error).__name__)) from error
    return match


PHYSICAL_OPTIONS = {"cards": "physical", "pieces": "physical"}
"""Options that say whether cards and pieces lie on the table, with the value for yes."""
_FACES_SET, _NOISES_SET = "B", "A"


def signal_set(camera: bool, microphone: bool) -> str:
    """Return the set of faces where there is only a camera, else set A, the farm's noises."""
    return _FACES_SET if camera and not microphone else _NOISES_SET


def defaults(game: str, *, camera: bool, microphone: bool, real: bool = True) -> dict[str, Any]:
    """Return the option values of a game that differ from its own rules' defaults, for these senses.

    Raises OptionsError for an unknown game (see ``registry.get``).
    """
    names = {spec.name for spec in get(game).specs}
    chosen: dict[str, Any] = {name: value for name, value in PHYSICAL_OPTIONS.items() if real and name in names}
    if "signal_set" in names:
        chosen["signal_set"] = signal_set(camera, microphone)
    return chosen
