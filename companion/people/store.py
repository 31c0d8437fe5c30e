"""The store of players: one folder for each, with numbers only, neither pictures nor sound.

A folder holds ``person.json`` (name, consents), ``face.json`` and ``sounds.npz``. Records of practice are in a database
of their own, which is reached through ``PracticeSummary``. Files of earlier versions are moved into the folders when
the store opens.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final, TypeVar

from companion import private
from companion.config import settings
from companion.errors import BadInput, StorageError, storing
from companion.facts import Fact
from companion.people import old_profiles, player_export, profile_files
from companion.people.person import Consent, Person, PracticeSummary, key_of, player_key
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile as Sounds

T = TypeVar("T")
_there: Final = os.path.lexists  # True for any path that exists, even a broken link; raises nothing
FORMAT_VERSION: Final = profile_files.VERSION  # version of person.json and of exports
PERSON_FILE, FACE_FILE, SOUNDS_FILE = "person.json", player_export.FACE_FILE, player_export.SOUNDS_FILE


class People:
    """The players in one folder. All methods raise StorageError if a file cannot be read or written.

    Args:
        folder: The folder; None for this machine's.
        practised: The database of practice; None to leave practice out.
    """

    def __init__(self, folder: Path | None = None, practised: PracticeSummary | None = None) -> None:
        self.folder = folder if folder is not None else settings().profiles
        self._practised = practised
        self.broken: dict[tuple[str, str], Fact] = {}
        """Why files of the earlier version could not be read, by (old name, part)."""
        old_profiles.adopt(self)

    @property
    def troubles(self) -> tuple[Fact, ...]:
        """Reasons why files of earlier versions could not be read; these files stay where they are."""
        return tuple(self.broken.values())

    # Reading

    def face(self, name: str) -> Face | None:
        """Return a player's face profile, with the name spelt as given; None for none.

        Raises:
            StorageError: The file cannot be read or is damaged.
        """
        found = self._read(name, FACE_FILE, lambda data: profile_files.face_of(profile_files.json_of(data)))
        return None if found is None else replace(found, player=name)

    def sounds(self, name: str) -> Sounds | None:
        """Return a player's noise profile, with the name spelt as given; None for none.

        Raises:
            StorageError: The file cannot be read or is damaged.
        """
        found = self._read(name, SOUNDS_FILE, profile_files.sounds_of)
        return None if found is None else replace(found, player=name)

    def consent(self, name: str) -> Consent:
        return self._card(self._folder(name))[1]

    def find(self, name: str) -> Person | None:
        """Return all that is stored of a player; None if nothing is. ``Person.troubles`` lists what cannot be read."""
        folder, troubles = self._folder(name), list[Fact]()

        def part(read: Callable[[], T], nothing: T) -> T:
            try:
                return read()
            except StorageError as error:
                troubles.append(error.fact)
                return nothing

        practised = part(lambda: self._count(name), 0)
        if self._practised is not None and practised:
            troubles += part(lambda: self._practised.troubles(name), [])  # type: ignore[union-attr]
        broken = [one for one in (FACE_FILE, SOUNDS_FILE) if (old_profiles.safe(name), one) in self.broken]
        if not _there(folder) and not practised and not broken and not troubles:
            return None
        spelt, consent = part(lambda: self._card(folder), ("", Consent()))
        spelt = spelt or " ".join(name.split())
        face, sounds = part(lambda: self.face(spelt), None), part(lambda: self.sounds(spelt), None)
        return Person(spelt, consent, face, sounds, practised, tuple(troubles))

    def all(self) -> list[Person]:
        """Return all players, sorted by name.

        A player whose name cannot be read is listed under the name of their folder.
        """
        folders = [p for p in self.inside() if p.is_dir() and not p.name.startswith(".")]
        names = [name for folder in sorted(folders) if (name := self._name_of(folder))]
        try:
            names += self._practised.names() if self._practised is not None else ()
        except StorageError as error:
            self.broken[("", "practice")] = error.fact
        first = {player_key(name): name for name in reversed(names)}
        found = (self.find(name) for _, name in sorted(first.items()))
        return [person for person in found if person is not None]

    def _name_of(self, folder: Path) -> str:
        """Return the name of a folder's player; the folder's own name if that cannot be read, "" if it is empty."""
        with suppress(StorageError):
            if name := self._card(folder)[0]:
                return name if key_of(name) == folder.name else folder.name
        return "" if _empty(folder) else folder.name

    # Keeping

    def keep_face(self, face: Face) -> None:
        self.keep(face.player, FACE_FILE, profile_files.json_bytes(profile_files.face_data(face)))

    def keep_sounds(self, sounds: Sounds) -> None:
        self.keep(sounds.player, SOUNDS_FILE, profile_files.sounds_bytes(sounds))

    def agree(self, name: str, **consents: bool | None) -> Consent:
        """Set those of a player's consents that are given, and return all of them."""
        now = replace(self.consent(name), **consents)
        self.keep(name, PERSON_FILE, _card(self._spelt(name), now))
        return now

    def drop(self, name: str, part: str) -> None:
        """Delete one file of a player.

        Args:
            name: The player.
            part: FACE_FILE or SOUNDS_FILE.
        """
        _remove_file(self._folder(name) / part)

    def delete(self, name: str) -> tuple[list[str], int]:
        """Delete all files and practice of a player.

        Returns:
            The names of the deleted files, and the number of deleted attempts and throws.

        Raises:
            BadInput: Nothing is stored of the player.
            StorageError: Something could not be deleted; all else has been.
        """
        folder, gone, stays = self._folder(name), list[str](), list[StorageError]()
        inside = sorted(p.name for p in folder.iterdir()) if folder.is_dir() and not folder.is_symlink() else []
        for path in filter(_there, [*self._old(name), folder, *_beside(folder)]):
            try:
                _remove_file(path)
                gone += inside if path == folder and inside else [path.name]
            except StorageError as error:
                stays.append(error)
        try:
            attempts = 0 if self._practised is None else self._practised.delete(name)
        except StorageError as error:
            attempts, stays = 0, [*stays, error]
        if stays:
            raise stays[0]
        if not gone and not attempts:
            raise BadInput("people.nothing", name=name)
        return gone, attempts

    # Export and import

    def export(self, name: str) -> bytes:
        """Return everything of a player as one JSON text; parts that cannot be read are left out.

        Raises:
            BadInput: Nothing is stored of the player.
        """
        person = self.find(name)
        if person is None:
            raise BadInput("people.nothing", name=name)
        try:
            rows = self._practised.export(name) if self._practised is not None else []
        except StorageError:
            rows = []
        return profile_files.json_bytes(
            {
                "companion-person": FORMAT_VERSION,
                "name": person.name,
                "consent": asdict(person.consent),
                "face": None if person.face is None else profile_files.face_data(person.face),
                "sounds": None if person.sounds is None else profile_files.sounds_data(person.sounds),
                "practice": rows,
            }
        )

    def import_(self, data: bytes, *, instead: bool = False) -> str:
        """Store an export, all of it or nothing, and return the player's name.

        Args:
            data: The export, JSON text.
            instead: True to replace what is stored of the player.

        Raises:
            BadInput: The data is no valid export; or something is stored of the player and ``instead`` is False.
        """
        told, parts = player_export.read(data)
        if not instead and (_there(self._folder(told.name)) or self._count(told.name)):
            raise BadInput("people.known", name=told.name)
        folder = self.folder / key_of(told.name)
        new, before = _beside(folder)
        try:
            with self._storing(told.name):
                private.folder(self.folder)
                for path in (new, before):
                    private.remove(path)
                private.folder(new)
                for part, content in {PERSON_FILE: _card(told.name, told.consent), **parts}.items():
                    private.write(new / part, content)
                if self._practised is not None:
                    self._practised.restore(told.name, *told.practice, instead=instead)
                if _there(folder):
                    folder.replace(before)
                new.replace(folder)
                for path in (before, *(self._old(told.name) if instead else ())):
                    private.remove(path)
        finally:
            with suppress(OSError):
                if _there(before) and not _there(folder):
                    before.replace(folder)
                private.remove(new)
        return told.name

    # Files

    def inside(self) -> Iterable[Path]:
        """Return the paths directly in the store's folder; empty if there is no folder."""
        try:
            return list(self.folder.iterdir()) if self.folder.is_dir() else []
        except OSError as error:
            raise StorageError(profile_files.trouble_of(self.folder, error)) from None

    def _old(self, name: str) -> list[Path]:
        """Return the player's files of earlier versions that could not be moved."""
        return [p for p in self.inside() if p.is_file() and old_profiles.name_of(p) == old_profiles.safe(name)]

    def _folder(self, name: str) -> Path:
        """Return the player's folder, which may not exist.

        Folders whose player cannot be read are found by the folder's own name.
        """
        made = self.folder / key_of(name)
        return made if _there(made) else next((p for p in self.inside() if p.name == name.strip()), made)

    def _read(self, name: str, part: str, reader: Callable[[bytes], T]) -> T | None:
        path = self._folder(name) / part
        try:
            if _there(path):
                return reader(profile_files.read(path))
        except (ValueError, OSError) as error:
            raise StorageError(profile_files.trouble_of(path, error)) from None
        if (trouble := self.broken.get((old_profiles.safe(name), part))) is not None:
            raise StorageError(trouble)
        return None

    def _card(self, folder: Path) -> tuple[str, Consent]:
        """Return the player's name as first spelt ("" if there is no file) and the consents, from ``person.json``.

        Raises:
            StorageError: The file cannot be read or is damaged.
        """
        path = folder / PERSON_FILE
        try:
            if not _there(path):
                return "", Consent()
            data = profile_files.of_version(profile_files.json_of(profile_files.read(path)))
            card = player_export.card_of(data)
            player_key(card.name)
        except (ValueError, OSError, BadInput) as error:
            raise StorageError(profile_files.trouble_of(path, error)) from None
        return card.name, card.consent

    def _spelt(self, name: str) -> str:
        """Return the player's name as first spelt; as given if nothing is stored."""
        try:
            return self._card(self._folder(name))[0] or " ".join(name.split())
        except StorageError:
            return " ".join(name.split())

    def keep(self, name: str, part: str, data: bytes) -> None:
        """Write one file of a player, and ``person.json`` as well if it is missing.

        Args:
            name: The player.
            part: Name of the file.
            data: Its contents.
        """
        folder = self.folder / key_of(name)
        with self._storing(name):
            for made in (self.folder, folder):
                private.folder(made)
            if part != PERSON_FILE and not (folder / PERSON_FILE).exists():
                private.write(folder / PERSON_FILE, _card(" ".join(name.split()), Consent()))
            private.write(folder / part, data)

    def _storing(self, name: str) -> AbstractContextManager[None]:
        return storing("people.not-kept", player=name, folder=str(self.folder))

    def _count(self, name: str) -> int:
        return self._practised.count(name) if self._practised is not None else 0


def _card(name: str, consent: Consent) -> bytes:
    return profile_files.json_bytes({"version": FORMAT_VERSION, "name": name, "consent": asdict(consent)})


def _empty(folder: Path) -> bool:
    try:
        return next(folder.iterdir(), None) is None
    except OSError:
        return False


def _beside(folder: Path) -> tuple[Path, Path]:
    """Return the temporary folders of an import: for the new data, and for the old data until the new is in place."""
    return folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.before")


def _remove_file(path: Path) -> None:
    with storing("people.not-deleted", path=str(path)):
        private.remove(path)
