"""One store of people: all that this machine keeps of a player in one folder, numbers only.

A person's folder holds ``person.json`` (name, consents), ``face.json``, ``sounds.npz`` and ``voice.npz``; practice is
in its own database, asked through ``Practised``. Files of the version before lie beside the folders and are moved in
when read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from companion import private
from companion.config import settings
from companion.errors import BadInput, StorageError, system_says
from companion.facts import Fact, fact
from companion.people import files
from companion.people.files import Arrays
from companion.people.person import Consent, Person, Practised, folded, key_of
from companion.senses.faces.profile import Profile as Face
from companion.senses.sounds.profile import Profile as Sounds

T = TypeVar("T")
FORMAT: Final = 1  # of person.json and of an export
PERSON, FACE, SOUNDS, VOICE = "person.json", "face.json", "sounds.npz", "voice.npz"
PARTS: Final = (FACE, SOUNDS, VOICE)
OLD_FACE, OLD_SOUNDS = ".face.json", ".sounds.npz"


class People:
    """The people of one folder (default: this machine's). Everything raises StorageError where the disk refuses."""

    def __init__(self, folder: Path | None = None, practised: Practised | None = None) -> None:
        self.folder = folder if folder is not None else settings().profiles
        self._practised = practised
        self._broken: dict[tuple[str, str], Fact] = {}
        self._adopt()

    @property
    def troubles(self) -> tuple[Fact, ...]:
        """Files of the version before that could not be read; they stay where they are."""
        return tuple(self._broken.values())

    # Reading

    def face(self, name: str) -> Face | None:
        """The taught face under the name as it is given. Raises StorageError for a damaged one."""
        found = self._read(name, FACE, lambda data: files.face_of(files.json_of(data)))
        return None if found is None else replace(found, player=name)

    def sounds(self, name: str) -> Sounds | None:
        """The taught noises under the name as it is given. Raises StorageError for damaged ones."""
        found = self._read(name, SOUNDS, files.sounds_of)
        return None if found is None else replace(found, player=name)

    def voice(self, name: str) -> Arrays:
        """What the speech sense knows of the player's voice; empty for nothing. Raises StorageError."""
        return self._read(name, VOICE, files.arrays_of) or {}

    def consent(self, name: str) -> Consent:
        return self._card(self.folder / key_of(name))[1]

    def find(self, name: str) -> Person | None:
        """Everything of one player; parts that cannot be read are among its ``troubles``."""
        folder, practised = self.folder / key_of(name), self._count(name)
        broken = [part for part in (FACE, SOUNDS) if (_safe(name), part) in self._broken]
        if not folder.is_dir() and not practised and not broken:
            return None
        spelt, consent, troubles = name, Consent(), []
        try:
            spelt, consent = self._card(folder)
        except StorageError as error:
            troubles.append(error.fact)
        spelt = spelt or " ".join(name.split())

        def part(read: Callable[[str], T]) -> T | None:
            try:
                return read(spelt)
            except StorageError as error:
                troubles.append(error.fact)
                return None

        face, sounds, voice = part(self.face), part(self.sounds), part(self.voice)
        return Person(spelt, consent, face, sounds, voice or {}, practised, tuple(troubles))

    def all(self) -> list[Person]:
        """Everybody, by name; nobody is hidden by another's damaged file."""
        names: dict[str, str] = {}
        for folder in sorted(p for p in self._inside() if p.is_dir() and not p.name.startswith(".")):
            try:
                name = self._card(folder)[0]
            except StorageError:
                name = ""
            if name and key_of(name) == folder.name:
                names.setdefault(folded(name), name)
            elif any((folder / part).is_file() for part in (PERSON, *PARTS)):
                names.setdefault(folder.name, "")
        for name in self._practised.names() if self._practised is not None else ():
            names.setdefault(folded(name), name)
        found = (self.find(name) if name else self._nameless(key) for key, name in sorted(names.items()))
        return [person for person in found if person is not None]

    # Keeping

    def keep_face(self, face: Face) -> None:
        self._keep(face.player, FACE, files.json_bytes(files.face_data(face)))

    def keep_sounds(self, sounds: Sounds) -> None:
        self._keep(sounds.player, SOUNDS, files.sounds_bytes(sounds))

    def keep_voice(self, name: str, arrays: Arrays) -> None:
        """Named float arrays that the speech sense made of the player's voice."""
        self._keep(name, VOICE, files.packed(arrays))

    def agree(self, name: str, **consents: bool | None) -> Consent:
        """Set some of a player's consents."""
        now = replace(self.consent(name), **consents)
        self._keep(name, PERSON, _card(self._spelt(name), now))
        return now

    def drop(self, name: str, part: str) -> None:
        """Delete one part: FACE, SOUNDS or VOICE."""
        self._unlink(self.folder / key_of(name) / part)

    def delete(self, name: str) -> tuple[list[str], int]:
        """Delete all of a player, practice too: the files that are gone, and the number of attempts.

        Raises BadInput where nothing is kept.
        """
        folder, gone = self.folder / key_of(name), []
        old = [p for p in self._inside() if p.is_file() and _old_name(p) == _safe(name)]
        for path in [*old, *(sorted(folder.iterdir()) if folder.is_dir() else [])]:
            self._unlink(path)
            gone.append(path.name)
        if folder.is_dir():
            try:
                folder.rmdir()
            except OSError as error:
                raise StorageError("people.not-deleted", path=str(folder), why=system_says(error)) from None
        attempts = self._practised.delete(name) if self._practised is not None else 0
        if not gone and not attempts:
            raise BadInput("people.nothing", name=name)
        return gone, attempts

    # Export and import

    def export(self, name: str) -> bytes:
        """Everything of a player as one JSON text. Raises BadInput where nothing is kept, StorageError for damage."""
        person = self.find(name)
        if person is None:
            raise BadInput("people.nothing", name=name)
        if person.troubles:
            raise StorageError(person.troubles[0])
        rows = self._practised.export(name) if self._practised is not None else []
        return files.json_bytes(
            {
                "companion-person": FORMAT,
                "name": person.name,
                "consent": asdict(person.consent),
                "face": None if person.face is None else files.face_data(person.face),
                "sounds": None if person.sounds is None else files.sounds_data(person.sounds),
                "voice": {k: files.text_of(v) for k, v in person.voice.items()},
                "practice": rows,
            }
        )

    def import_(self, data: bytes, *, instead: bool = False) -> str:
        """Keep an export; the player's name. ``instead``: in place of what is kept of that player.

        Raises BadInput for what is no export, or for a player who is known.
        """
        person, rows = _imported(data)
        if self.find(person.name) is not None:
            if not instead:
                raise BadInput("people.known", name=person.name)
            self.delete(person.name)
        self.agree(person.name, **asdict(person.consent))
        if person.face is not None:
            self.keep_face(replace(person.face, player=person.name))
        if person.sounds is not None:
            self.keep_sounds(replace(person.sounds, player=person.name))
        if person.voice:
            self.keep_voice(person.name, person.voice)
        if rows and self._practised is not None:
            try:
                self._practised.restore(person.name, rows)
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
                raise BadInput("people.no-export", why=str(error)) from None
        return person.name

    # The version before

    def _adopt(self) -> None:
        """Move the files of the version before in; one that cannot be read stays, and is told."""
        for path in sorted(self._inside()):
            try:
                if path.name.endswith(OLD_FACE) and path.is_file():
                    face = files.face_of(files.json_of(files.read(path)))
                    self._move(path, face.player, FACE, files.json_bytes(files.face_data(face)))
                elif path.name.endswith(OLD_SOUNDS) and path.is_file():
                    sounds = files.sounds_of(files.read(path))
                    self._move(path, sounds.player, SOUNDS, files.sounds_bytes(self._joined(sounds)))
            except (ValueError, OSError, BadInput) as error:
                part = FACE if path.name.endswith(OLD_FACE) else SOUNDS
                self._broken[(_old_name(path), part)] = _trouble(path, error)
            except StorageError as error:
                self._broken[(_old_name(path), SOUNDS)] = error.fact

    def _joined(self, old: Sounds) -> Sounds:
        """With what is kept already: "Ann" and "ann" had two files."""
        new = self.sounds(old.player)
        if new is None:
            return old
        return replace(new, takes=[*(t for t in old.takes if t.name not in new.signals), *new.takes])

    def _move(self, path: Path, name: str, part: str, data: bytes) -> None:
        folder = self.folder / key_of(name)
        if part == FACE and (folder / FACE).exists():
            path.replace(folder / f"before-{FACE}")  # a newer face is there: the older counts no more
            return
        self._keep(name, part, data)
        path.unlink()

    # Files

    def _inside(self) -> Iterable[Path]:
        return list(self.folder.iterdir()) if self.folder.is_dir() else []

    def _read(self, name: str, part: str, reader: Callable[[bytes], T]) -> T | None:
        path = self.folder / key_of(name) / part
        if not path.exists():
            if (trouble := self._broken.get((_safe(name), part))) is not None:
                raise StorageError(trouble)
            return None
        try:
            return reader(files.read(path))
        except (ValueError, OSError) as error:
            raise StorageError(_trouble(path, error)) from None

    def _card(self, folder: Path) -> tuple[str, Consent]:
        """The name as it is spelt ("" where nothing is kept), and the consents. Raises StorageError."""
        path = folder / PERSON
        if not path.exists():
            return "", Consent()
        try:
            data = files.json_of(files.read(path))
            if data["version"] != FORMAT:
                raise files.OtherVersion(str(data["version"]))
            known = {k: v for k, v in data["consent"].items() if k in Consent.__slots__ and (v is None or v in (0, 1))}
            return str(data["name"]), Consent(**known)
        except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
            raise StorageError(_trouble(path, error)) from None

    def _spelt(self, name: str) -> str:
        """As it was first spelt."""
        try:
            return self._card(self.folder / key_of(name))[0] or " ".join(name.split())
        except StorageError:
            return " ".join(name.split())

    def _keep(self, name: str, part: str, data: bytes) -> None:
        folder = self.folder / key_of(name)
        try:
            for made in (self.folder, folder):
                private.folder(made)
            if part != PERSON and not (folder / PERSON).exists():
                private.write(folder / PERSON, _card(" ".join(name.split()), Consent()))
            private.write(folder / part, data)
        except OSError as error:
            raise StorageError(
                "people.not-kept", player=name, folder=str(self.folder), why=system_says(error)
            ) from None

    def _unlink(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError("people.not-deleted", path=str(path), why=system_says(error)) from None

    def _count(self, name: str) -> int:
        return self._practised.count(name) if self._practised is not None else 0

    def _nameless(self, key: str) -> Person:
        """A folder whose card is damaged or missing."""
        path = self.folder / key / PERSON
        try:
            self._card(self.folder / key)
        except StorageError as error:
            return Person(key, troubles=(error.fact,))
        return Person(key, troubles=(fact("people.damaged", path=str(path)),))


def _card(name: str, consent: Consent) -> bytes:
    return files.json_bytes({"version": FORMAT, "name": name, "consent": asdict(consent)})


def _trouble(path: Path, error: Exception) -> Fact:
    if isinstance(error, files.OtherVersion):
        return fact("people.version", name=path.name, version=str(error))
    if isinstance(error, OSError):
        return fact("people.unreadable", path=str(path), why=system_says(error))
    return fact("people.damaged", path=str(path))


def _imported(data: bytes) -> tuple[Person, list[Any]]:
    if len(data) > 2 * files.LARGEST:
        raise BadInput("people.no-export", why=fact("people.too-large"))
    try:
        told = files.json_of(data)
        if not isinstance(told, Mapping) or told.get("companion-person") != FORMAT:
            raise ValueError("no export of this version")
        name, rows = str(told["name"]), told["practice"]
        folded(name)
        consent = Consent(**{k: None if v is None else bool(v) for k, v in told["consent"].items()})
        face = None if told["face"] is None else files.face_of(told["face"])
        sounds = None if told["sounds"] is None else files.sounds_from(told["sounds"])
        voice = {str(k): files.array_of(v) for k, v in told["voice"].items()}
        if not isinstance(rows, list):
            raise ValueError("no practice")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise BadInput("people.no-export", why=str(error)) from None
    return Person(name, consent, face, sounds, voice), rows


def _safe(name: str) -> str:
    """How the version before made a name a file name, but for letter case."""
    return re.sub(r"[^\w-]", lambda m: f"%{ord(m[0]):x}", name.strip()).casefold()


def _old_name(path: Path) -> str:
    for suffix in (OLD_FACE, OLD_SOUNDS):
        if path.name.endswith(suffix):
            return path.name.removesuffix(suffix).casefold()
    return ""
