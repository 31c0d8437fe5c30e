"""What a log begins with: all that a replay needs besides the events, checked by its types where a log is opened."""

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
READABLE_FORMATS: Final = (1, 2)  # 1 kept sentences; its events are read as they are upgraded by the codec
MAX_VALUE_CHARS: Final = 20_000  # letters of one value as JSON
MAX_KEYS: Final = 40  # keys


@dataclass(frozen=True, slots=True)
class LogHeader:
    """``language``: of whoever keeps the log.

    ``bots``: the players whom the machine plays. ``mark``: drawn for each log; a rescue copy that does not carry the
    same is none of this game. ``edition``: of the referee's ways, by which a log is replayed: in the first one no call
    opened a hand, and trades went on while all showed the Wild Thing; in the first two a noise met others when it was
    told, not when it began; in the first three anybody's call opened a hand, a refused call left the table deaf for two
    seconds, and a speech claimed for whom it named.
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
    """How well the bots play (see ``rules.search.LEVELS``)."""

    def to_export(self) -> dict[str, Any]:
        """For an export: everything but the mark."""
        return {k: v for k, v in asdict(self).items() if k != "mark"}


_CHECKS: Final = checks_of(LogHeader)


def rows_of(header: LogHeader) -> list[tuple[str, str]]:
    """Return what a log keeps of it: a key and its value as JSON."""
    return [(k, json.dumps(v)) for k, v in {"format": FORMAT_VERSION, **asdict(header)}.items()]


def header_of(rows: Iterable[tuple[object, object]], path: str) -> LogHeader:
    """Return the header of the log at ``path``. Raises StorageError for another version, or a value of another type."""
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
