"""Which desk referees which game, the default options of a new game, and the match that a log header describes."""

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
"""Game name -> its desk, for the games refereed by senses; all other games use ``PlainDesk``."""


def header(
    game: str,
    players: Sequence[str],
    values: Mapping[str, Any],
    seed: int,
    language: str,
    bots: Sequence[str] = (),
    level: str = BOT_LEVEL,
) -> LogHeader:
    """Return the header for the log of a new game; ``values`` are its options, ``level`` is the level of its bots."""
    return LogHeader(
        game, tuple(players), dict(values), seed, language, tuple(bots), edition=RULES_EDITION, level=level
    )


def match_of(head: LogHeader, log: Ledger | None) -> Match:
    """Return the match that a header describes, before its first event.

    ``log`` receives its events and rulings; with None they are not logged. Raises StorageError if the header describes
    no valid match.
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
"""Option name -> its value if the players use real cards or pieces."""
_FACES_SET, _NOISES_SET = "B", "A"


def signal_set(camera: bool, microphone: bool) -> str:
    """Return the letter of the default set of signals.

    It is "B" (faces) with a camera but no microphone, else "A" (noises).
    """
    return _FACES_SET if camera and not microphone else _NOISES_SET


def defaults(game: str, *, camera: bool, microphone: bool, real: bool = True) -> dict[str, Any]:
    """Return the options, as name -> value, that suit a table's cameras, microphones and pieces.

    They are the set of signals and, if ``real`` is True, physical cards and pieces. All other options keep the game's
    own defaults.

    Raises OptionsError for an unknown game (see ``registry.get``).
    """
    names = {spec.name for spec in get(game).specs}
    chosen: dict[str, Any] = {name: value for name, value in PHYSICAL_OPTIONS.items() if real and name in names}
    if "signal_set" in names:
        chosen["signal_set"] = signal_set(camera, microphone)
    return chosen
