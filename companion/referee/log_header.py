"""The header of a log: all that a replay needs besides the events. Its values' types are checked on opening."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from companion.decoder import Wrong, checks_of
from companion.defaults import BOT_LEVEL
from companion.errors import StorageError

FORMAT_VERSION: Final = 2
RULES_EDITION: Final = 4
READABLE_FORMATS: Final = (1, 2)  # format 1 kept sentences; the codec upgrades its events
MAX_VALUE_CHARS: Final = 20_000  # characters of one value as JSON
MAX_KEYS: Final = 40  # keys that are read from a header


@dataclass(frozen=True, slots=True)
class LogHeader:
    """The settings of a logged match.

    Attributes:
        game: The game's name.
        players: The players' names by seat.
        options: The game's options, as JSON values.
        seed: The seed of chance.
        language: The language of the table that keeps the log.
        bots: The names of the players who are bots.
        mark: A random ID of the log; a rescue copy with another mark belongs to another game.
        edition: The version of the referee's behaviour, by which a log is replayed.

    Older editions of Face Off! differ from the present one. Edition 1: a shout "Face Off!" never opens a hand, and
    trades go on while the Wild Thing is shown. Editions 1 and 2: a noise is matched with other signals at the time of
    its report, not of its onset. Editions 1 to 3: anybody's shout opens a hand, shouts are ignored for two seconds
    after a rejected one, and a victory speech counts for the player whom it names, whoever speaks it.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    language: str = "en"
    bots: tuple[str, ...] = ()
    mark: str = field(default="", repr=False)
    edition: int = 1
    level: str = BOT_LEVEL
    """The bots' level (see ``rules.search.LEVELS``)."""

    def to_export(self) -> dict[str, Any]:
        """Return the header as a dictionary without the mark, for an export."""
        return {k: v for k, v in asdict(self).items() if k != "mark"}


_CHECKS: Final = checks_of(LogHeader)


def rows_of(header: LogHeader) -> list[tuple[str, str]]:
    """Return the header as rows (key, value as JSON), as a log stores it."""
    return [(k, json.dumps(v)) for k, v in {"format": FORMAT_VERSION, **asdict(header)}.items()]


def header_of(rows: Iterable[tuple[object, object]], path: str) -> LogHeader:
    """Return the header from the rows of the log at ``path``.

    Raises StorageError for another version, a missing key, or a value of the wrong type.
    """
    values = dict(rows)
    version = _value(values.pop("format", None), "format", path)
    if isinstance(version, bool) or version not in READABLE_FORMATS:
        raise StorageError("log.version", path=path, version=str(version)[:20], reads=FORMAT_VERSION)
    found: dict[str, Any] = {}
    for key, check in _CHECKS.items():
        if key in values:
            try:
                found[key] = check(_value(values[key], key, path))
            except Wrong:
                raise StorageError("log.odd-key", path=path, key=key) from None
    if lacking := [key for key in ("game", "players", "options", "seed") if key not in found]:
        raise StorageError("log.odd-key", path=path, key=lacking[0])
    return LogHeader(**found)


def _value(text: object, key: str, path: str) -> Any:
    try:
        if isinstance(text, str) and len(text) <= MAX_VALUE_CHARS:
            return json.loads(text, parse_constant=_none)
    except (ValueError, RecursionError):
        pass
    raise StorageError("log.odd-key", path=path, key=key)


def _none(constant: str) -> None:
    raise ValueError(constant)
