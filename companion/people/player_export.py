"""Read and check the export of a player, which is one JSON text; nothing is stored before all of it is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from companion.decoder import Bounds, Check, Wrong, as_object, check_of, reader
from companion.errors import BadInput
from companion.events import Event, EventError
from companion.events.codec import from_dict
from companion.facts import JSON, fact
from companion.people import profile_files
from companion.people.attempt import Attempt, Throw, tries_of
from companion.people.person import Consent, player_key
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile as Sounds

FACE_FILE, SOUNDS_FILE = "face.json", "sounds.npz"
FORMAT_FIELD: Final = "companion-person"  # the field with the version
MAX_EXPORT_BYTES: Final = 2 * profile_files.MAX_FILE_BYTES
MAX_NAME_CHARS: Final = 60  # characters; practice has the same limit


@dataclass(frozen=True, slots=True)
class Card:
    """Name and consents of a player, as in ``person.json``."""

    name: str
    consent: Consent


@dataclass(frozen=True, slots=True)
class Export:
    """Decoded export of a player.

    ``games`` are in the export only for the player to read: an import checks them, but does not store them.
    """

    name: Annotated[str, Bounds(1, MAX_NAME_CHARS)]
    consent: Consent
    face: Face | None
    sounds: Sounds | None
    practice: tuple[list[Attempt], list[Throw]]
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    name: str
    header: dict[str, Any]
    events: tuple[Event, ...]


def _event(value: JSON) -> Event:
    try:
        return from_dict(value)
    except EventError as error:
        raise Wrong(str(error)) from None


def _rows(value: JSON) -> tuple[list[Attempt], list[Throw]]:
    return tries_of(_list(value))


_list: Final = check_of(list[dict[str, Any]])
_CUSTOM_CHECKS: Final[Mapping[Any, Check]] = {
    Face: profile_files.face_of,
    Sounds: profile_files.sounds_from,
    Event: _event,
    tuple[list[Attempt], list[Throw]]: _rows,
}
_card: Final = reader(Card)
_read: Final = reader(Export, _CUSTOM_CHECKS)
READERS: Final[Mapping[str, Callable[[bytes], Any]]] = {
    FACE_FILE: lambda data: profile_files.face_of(profile_files.json_of(data)),
    SOUNDS_FILE: profile_files.sounds_of,
}


def _without_voice(export: dict[str, JSON]) -> dict[str, JSON]:
    """Return the export without the voice fields of earlier versions, which nothing uses."""
    export.pop("voice", None)
    if isinstance(consent := export.get("consent"), dict):
        consent.pop("voice", None)
    return export


def card_of(export: dict[str, JSON]) -> Card:
    """Return the name and consents in a decoded ``person.json``.

    Raises:
        Wrong: A field is missing or wrong.
    """
    return _card(_without_voice(export))


def read(data: bytes) -> tuple[Export, dict[str, bytes]]:
    """Return the decoded export, and the contents of the player's profile files by file name.

    Raises:
        BadInput: The data is no valid export; the error names the wrong part.
    """
    if len(data) > MAX_EXPORT_BYTES:
        raise BadInput("people.no-export", why=fact("people.too-large"))
    try:
        told = dict(as_object(profile_files.json_of(data)))
        version = told.pop(FORMAT_FIELD, None)
        if version != profile_files.VERSION or isinstance(version, bool):
            raise Wrong("is no export of this version")
        found = _read(_without_voice(told))
        player_key(found.name)
        parts = _parts(found)
        for part, content in parts.items():
            if len(content) > profile_files.MAX_FILE_BYTES:
                raise Wrong("is too large", part)
            READERS[part](content)
    except Wrong as wrong:
        raise BadInput("people.no-export", why=fact("people.wrong", where=wrong.where or FORMAT_FIELD)) from None
    except ValueError as error:
        raise BadInput("people.no-export", why=str(error)[:200]) from None
    return found, parts


def _parts(export: Export) -> dict[str, bytes]:
    """Return the contents of the profile files for an export, by file name."""
    parts = dict[str, bytes]()
    if export.face is not None:
        parts[FACE_FILE] = profile_files.json_bytes(profile_files.face_data(replace(export.face, player=export.name)))
    if export.sounds is not None:
        parts[SOUNDS_FILE] = profile_files.sounds_bytes(replace(export.sounds, player=export.name))
    return parts
