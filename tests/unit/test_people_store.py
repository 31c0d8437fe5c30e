"""The store of people: one person a name, numbers only, readable by nobody else, bounded, and moved from before."""

from __future__ import annotations

import io
import json
import os
import stat
import unicodedata
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import pytest

from companion.errors import BadInput, StorageError
from companion.people import profile_files
from companion.people.attempt import Attempt, Throw
from companion.people.person import PracticeSummary, key_of, player_key
from companion.people.profile_lookup import face_of, noises_of
from companion.people.store import FACE_FILE, PERSON_FILE, SOUNDS_FILE, People
from companion.practice.personal_data import PracticePersonalData
from companion.practice.store import PracticeStore
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NEGATIVE, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures

NAMES = ["Ann Marie", "Jörg-Peter", "Łucja", "Ann", "名前", "O'Neil", "ann-marie", "Ann.", "CON", "🙂"]
HOSTILE = [
    "../../x",
    "a/b\\c",
    ".",
    "..",
    "x\0y",
    "Ann\nBen",
    "-rf",
    "~",
    "%2e%2e",
    "a" * 5000,
    "\ud800",
    "person.json",
]


def face(name: str = "Ann") -> Face:
    return Face(name, {"eye": 0.08, "width": 0.5}, {"grin": 0.6})


def sounds(name: str = "Ann", *signals: str) -> NoiseProfile:
    def sound(value: float) -> SoundFeatures:
        return SoundFeatures(np.full((20, 3), value, np.float32), np.full(4, value, np.float32))

    takes = [NoiseTake(signal, TAUGHT, sound(k + 0.25)) for k, signal in enumerate(signals or ("cow",))]
    return NoiseProfile(name, [*takes, NoiseTake("", NEGATIVE, sound(9.0))], "model 1")


def same(one: NoiseProfile | None, other: NoiseProfile | None) -> bool:
    if one is None or other is None:
        return one is other
    pairs = list(zip(one.takes, other.takes, strict=True))
    alike = all(
        a.name == b.name and a.kind == b.kind and np.array_equal(a.sound.steps, b.sound.steps) for a, b in pairs
    )
    return alike and (one.player, one.model) == (other.player, other.model)


def test_a_take_is_kept_with_what_it_would_be_in_talk_and_from_afar() -> None:
    clean, talk = (SoundFeatures(np.full((20, 3), v, np.float32), np.full(4, v, np.float32)) for v in (0.25, 0.5))
    profile = NoiseProfile(
        "Ann", [NoiseTake("cow", TAUGHT, replace(clean, beside=(talk, clean))), NoiseTake("", NEGATIVE, clean)]
    )
    for again in (
        profile_files.sounds_of(profile_files.sounds_bytes(profile)),
        profile_files.sounds_from(profile_files.sounds_data(profile)),
    ):
        assert [len(t.sound.beside) for t in again.takes] == [2, 0]
        assert np.array_equal(again.takes[0].sound.beside[0].steps, talk.steps)
    old = profile_files.sounds_data(profile)
    for take in old["takes"]:
        del take["beside"]
    assert [t.sound.beside for t in profile_files.sounds_from(old).takes] == [(), ()], "as earlier versions kept it"


def code(error: pytest.ExceptionInfo[StorageError] | pytest.ExceptionInfo[BadInput]) -> str:
    return error.value.fact.code


@pytest.mark.parametrize("name", NAMES + HOSTILE)
def test_every_name_keeps_what_is_its_own(tmp_path: Path, name: str) -> None:
    people = People(tmp_path / "people")
    people.keep_face(face(name))
    people.keep_sounds(sounds(name))
    found = People(tmp_path / "people").find(name)
    assert found is not None
    assert found.name == " ".join(name.split())
    assert found.face is not None
    assert (found.face.neutral, found.troubles) == (face().neutral, ())
    assert same(found.sounds, sounds(found.name))
    assert [p.name for p in tmp_path.iterdir()] == ["people"], "nothing beside the folder"
    (folder,) = (tmp_path / "people").iterdir()
    assert {p.name for p in folder.iterdir()} == {PERSON_FILE, FACE_FILE, SOUNDS_FILE}


def test_no_two_names_share_a_folder() -> None:
    assert len({key_of(name) for name in NAMES + HOSTILE}) == len(NAMES + HOSTILE)
    assert all(len(key_of(name)) < 48 and key_of(name).isascii() for name in NAMES + HOSTILE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann Marie", "  ann  MARIE "),
        ("Jörg-Peter", "JÖRG-PETER"),
        ("Łucja", "łucja"),
        ("Straße", "STRASSE"),
        ("Zoë", unicodedata.normalize("NFD", "Zoë")),
    ],
)
def test_letter_case_and_blanks_make_no_other_player(tmp_path: Path, one: str, other: str) -> None:
    people = People(tmp_path)
    people.keep_face(face(one))
    people.keep_sounds(sounds(other))
    (found,) = people.all()
    assert found.name == one, "as it was first spelt"
    assert found.face is not None
    assert same(people.sounds(other), sounds(other)), "under the name that it is asked by"
    people.delete(other)
    assert people.find(one) is None


@pytest.mark.parametrize("name", ["", "  ", "\t\n"])
def test_nobody_is_no_player(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput) as error:
        People(tmp_path).keep_face(face(name))
    assert code(error) == "people.no-name"


@pytest.mark.skipif(os.name != "posix", reason="rights of files are Unix's")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    people = People(tmp_path / "people")
    people.keep_face(face())
    people.keep_sounds(sounds())
    for path in [tmp_path / "people", *(tmp_path / "people").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_consents_are_kept_apart(tmp_path: Path) -> None:
    people = People(tmp_path)
    assert people.consent("Ann").practice is None
    people.agree("Ann", practice=True)
    people.agree("ann", play=False)
    people.keep_face(face())
    found = People(tmp_path).consent("Ann")
    assert (found.practice, found.play) == (True, False)


# ---- the version before ----------------------------------------------------------------------------------------------


def before(folder: Path, name: str, *signals: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.sounds.npz"
    path.write_bytes(profile_files.sounds_bytes(sounds(name, *signals)))
    return path


def test_files_of_the_version_before_are_moved_in(tmp_path: Path) -> None:
    before(tmp_path, "Ann")
    (tmp_path / "ann.face.json").write_text(json.dumps(profile_files.face_data(face())))
    (found,) = People(tmp_path).all()
    assert found.name == "Ann"
    assert found.face is not None
    assert same(found.sounds, sounds())
    assert [p.name for p in tmp_path.iterdir()] == [key_of("Ann")], "one player to all senses"
    assert same(People(tmp_path).sounds("Ann"), sounds())


def test_two_old_files_of_one_player_become_one(tmp_path: Path) -> None:
    before(tmp_path, "Ann", "cow", "pig")
    before(tmp_path, "ann", "pig", "lamb")
    found = People(tmp_path).sounds("Ann")
    assert found is not None
    assert set(found.signals) == {"cow", "pig", "lamb"}
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04 cut"])
def test_a_broken_old_file_is_told_and_stays(tmp_path: Path, content: bytes) -> None:
    path = before(tmp_path, "Ann")
    path.write_bytes(content)
    before(tmp_path, "Ben")
    people = People(tmp_path)
    assert [t.code for t in people.troubles] == ["people.damaged"]
    assert path.read_bytes() == content
    assert same(people.sounds("Ben"), sounds("Ben")), "another's is read"
    with pytest.raises(StorageError) as error:
        people.sounds("ann")
    assert code(error) == "people.damaged"
    people.keep_sounds(sounds())
    assert same(People(tmp_path).sounds("Ann"), sounds()), "taught again"


# ---- what is damaged or hostile --------------------------------------------------------------------------------------


FACES = [
    ("{", "damaged"),
    ("[]", "damaged"),
    ("[" * 100_000, "damaged"),
    ('{"version": 1, "player": "Ann"}', "damaged"),
    ('{"version": 1, "player": "Ann", "neutral": {"eye": "wide", "width": 1}}', "damaged"),
    ('{"version": 1, "player": "Ann", "neutral": {"eye": NaN, "width": 1}}', "damaged"),
    ('{"version": 1, "player": "Ann", "neutral": {"eye": 0.0, "width": 1}}', "damaged"),
    ('{"version": 1, "player": "Ann", "neutral": {"eye": 1, "width": 1}, "bones": [1]}', "damaged"),
    ('{"version": 9, "player": "Ann", "neutral": {}}', "version"),
]


@pytest.mark.parametrize(("text", "told"), FACES)
def test_a_face_that_cannot_be_used_is_one_fact(tmp_path: Path, text: str, told: str) -> None:
    people = People(tmp_path)
    people.keep_face(face())
    people.keep_sounds(sounds())
    path = tmp_path / key_of("Ann") / FACE_FILE
    path.write_text(text)
    with pytest.raises(StorageError) as error:
        people.face("Ann")
    assert code(error) == f"people.{told}"
    assert "\n" not in str(error.value)
    found = people.find("Ann")
    assert found is not None
    assert [t.code for t in found.troubles] == [f"people.{told}"]
    assert same(found.sounds, sounds()), "the rest is there"
    assert path.read_text() == text


def pickled() -> bytes:
    out = io.BytesIO()
    np.savez(out, meta=np.array([{"pickled": "object"}], dtype=object))
    return out.getvalue()


def bomb() -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("meta.npy", "w") as entry,
    ):
        for _ in range(profile_files.MAX_UNPACKED_BYTES // (1 << 20) + 1):
            entry.write(bytes(1 << 20))
    return out.getvalue()


def odd_arrays() -> bytes:
    meta = {"version": 1, "player": "Ann", "model": "", "takes": [["cow", TAUGHT]]}
    broken = {"meta": np.array(json.dumps(meta)), "steps0": np.full((2, 3), np.nan), "embedding0": np.ones(4)}
    return profile_files.pack_arrays(broken)


def nothing_of_a_person() -> bytes:
    return profile_files.pack_arrays({"meta": "{}"})


@pytest.mark.parametrize("made", [bytes, lambda: b"no zip", pickled, bomb, odd_arrays, nothing_of_a_person])
def test_sounds_that_cannot_be_used_are_one_fact(tmp_path: Path, made: Callable[[], bytes]) -> None:
    people = People(tmp_path)
    people.keep_sounds(sounds())
    (tmp_path / key_of("Ann") / SOUNDS_FILE).write_bytes(made())
    with pytest.raises(StorageError) as error:
        people.sounds("Ann")
    assert code(error) == "people.damaged"


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(tmp_path)
    people.keep_sounds(sounds())
    monkeypatch.setattr(profile_files, "MAX_FILE_BYTES", 100)
    with pytest.raises(StorageError) as error:
        people.sounds("Ann")
    assert code(error) == "people.damaged"


def test_a_damaged_card_hides_nobody(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.keep_face(face("Ann"))
    people.keep_face(face("Ben"))
    (tmp_path / key_of("Ann") / PERSON_FILE).write_text("[1]")
    assert {p.name for p in people.all()} == {key_of("Ann"), "Ben"}
    assert people.face("Ann") is not None, "who asks by name still gets it"


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(tmp_path)
    people.keep_face(face())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as error:
        people.keep_face(Face("Ann", {"eye": 1.0, "width": 1.0}))
    assert code(error) == "people.not-kept"
    assert people.face("Ann") == face()
    assert {p.name for p in (tmp_path / key_of("Ann")).iterdir()} == {PERSON_FILE, FACE_FILE}


# ---- practice, export, import, deletion ------------------------------------------------------------------------------


def practised(path: Path, *names: str) -> PracticeSummary:
    with PracticeStore(path) as store:
        for name in names:
            at = datetime(2026, 11, 22, 1, 2, 3, tzinfo=timezone.utc)
            store.add(name, Attempt(drill="signals", asked="grin", made=None, hit=False, at=at, score=0.5))
            store.add_throw(name, Throw((1, 0), (1, 2), True, at))
    return PracticePersonalData(path)


def test_an_export_brings_everything_to_another_machine(tmp_path: Path) -> None:
    here = People(tmp_path / "here", practised(tmp_path / "here.sqlite3", "Ann Marie", "ANN MARIE", "Ben"))
    here.keep_face(face("Ann Marie"))
    here.keep_sounds(sounds("Ann Marie"))
    here.agree("Ann Marie", practice=True)
    text = here.export("ann marie")
    assert json.loads(text)["face"]["neutral"] == face().neutral
    there = People(tmp_path / "there", PracticePersonalData(tmp_path / "there.sqlite3"))
    assert there.import_(text) == "Ann Marie"
    one, other = here.find("Ann Marie"), there.find("Ann Marie")
    assert one is not None
    assert other is not None
    assert (one.name, one.consent, one.face, one.practised) == (other.name, other.consent, other.face, other.practised)
    assert same(one.sounds, other.sounds)
    assert json.loads(there.export("Ann Marie")) == json.loads(text)


def test_numbers_of_a_voice_that_versions_before_kept_are_read_and_go(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.keep_face(face())
    told = json.loads(people.export("Ann"))
    folder = tmp_path / key_of("Ann")
    (folder / "voice.npz").write_bytes(b"numbers")
    card = json.loads((folder / PERSON_FILE).read_text("utf-8"))
    (folder / PERSON_FILE).write_text(json.dumps({**card, "consent": {**card["consent"], "voice": True}}))
    people = People(tmp_path)
    assert {p.name for p in folder.iterdir()} == {PERSON_FILE, FACE_FILE}
    found = people.find("Ann")
    assert found is not None
    assert (found.name, found.troubles) == ("Ann", ())
    consent = {**told["consent"], "voice": True}
    old = {**told, "name": "Ben", "consent": consent, "voice": {"warp": {"shape": [1], "f4": "AAAAAA=="}}}
    assert people.import_(json.dumps(old).encode()) == "Ben"
    assert json.loads(people.export("Ben")) == {**told, "name": "Ben", "face": {**told["face"], "player": "Ben"}}


def test_an_import_does_not_replace_unasked(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.keep_face(face())
    text = people.export("Ann")
    people.keep_face(Face("Ann", {"eye": 0.1, "width": 0.4}))
    with pytest.raises(BadInput) as error:
        people.import_(text)
    assert code(error) == "people.known"
    people.import_(text, instead=True)
    assert people.face("Ann") == face()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        b'{"companion-person": 2}',
        b'{"companion-person": 1, "name": " ", "consent": {}, "face": null, "sounds": null, "practice": []}',
        b'{"companion-person": 1, "name": "A", "consent": {"x": 1}, "face": null, "sounds": null, "practice": []}',
        b'{"companion-person": 1, "name": "A", "consent": {}, "face": null, "sounds": null, "practice": [1]}',
    ],
)
def test_what_is_no_export_is_refused(tmp_path: Path, data: bytes) -> None:
    people = People(tmp_path)
    with pytest.raises(BadInput):
        people.import_(data)
    assert people.all() == []


def test_deletion_leaves_nothing(tmp_path: Path) -> None:
    people = People(tmp_path / "people", practised(tmp_path / "practice.sqlite3", "Ann", "Ben"))
    people.keep_face(face())
    people.keep_face(face("Ben"))
    before(tmp_path / "people", "ann").write_bytes(b"broken, of the version before")
    gone, attempts = People(tmp_path / "people", PracticePersonalData(tmp_path / "practice.sqlite3")).delete("ANN")
    assert (sorted(gone), attempts) == (["ann.sounds.npz", FACE_FILE, PERSON_FILE], 2)
    assert [p.name for p in people.all()] == ["Ben"]
    assert [p.name for p in (tmp_path / "people").iterdir()] == [key_of("Ben")]
    with pytest.raises(BadInput) as error:
        people.delete("Ann")
    assert code(error) == "people.nothing"


def test_who_has_only_practised_is_listed(tmp_path: Path) -> None:
    people = People(tmp_path / "people", practised(tmp_path / "practice.sqlite3", "Łucja", "łucja"))
    (found,) = people.all()
    assert (player_key(found.name), found.practised, found.face) == (player_key("Łucja"), 4, None)
    assert not (tmp_path / "none.sqlite3").exists()
    assert PracticePersonalData(tmp_path / "none.sqlite3").names() == []
    assert not (tmp_path / "none.sqlite3").exists(), "asking makes no database"


def test_the_table_asks_by_its_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    People().keep_sounds(sounds("Ann"))
    People().keep_face(face("Ben"))
    assert [p.player for p in noises_of(["ANN", "Ben"])] == ["ANN"]
    assert [p.player for p in noises_of(["Ann", "ann"])] == ["Ann"], "one person cannot sit twice"
    assert [p.player for p in noises_of(None)] == ["Ann"]
    found = face_of("ben")
    assert found is not None
    assert found.player == "ben"
    assert face_of("Ann") is None
