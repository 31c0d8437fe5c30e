"""Fetching and loading speech models: every way in which it goes wrong says one sentence and keeps nothing."""

from __future__ import annotations

import hashlib
import io
import urllib.error
import urllib.request
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import BadInput, DeviceUnavailable
from companion.senses.speech import model_download
from companion.senses.speech.model_download import KNOWN, Archive, fetch
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.vosk_recogniser import NEEDED, check_folder, place, vocabulary

INSIDE = "vosk-model-small-en-us-0.15"


def packed(files: dict[str, bytes]) -> tuple[Archive, io.BytesIO]:
    """An archive with these files and the description that fits it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    data = out.getvalue()
    return replace(KNOWN["vosk-small-en"], size=len(data), sha256=hashlib.sha256(data).hexdigest()), io.BytesIO(data)


def quiet(done: int, total: int) -> None:
    assert 0 < done <= total


def left(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir()) if folder.exists() else []


def test_the_makers_archive_is_pinned() -> None:
    known = KNOWN["vosk-small-en"]
    assert known.size == 41_205_931
    assert known.sha256 == "30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498"
    assert known.url.endswith("/vosk-model-small-en-us-0.15.zip")


def test_a_good_archive_is_unpacked_once(tmp_path: Path) -> None:
    known, stream = packed({f"{INSIDE}/am/final.mdl": b"x" * 100})
    where = fetch(known, tmp_path, quiet, stream)
    assert (where / "am/final.mdl").read_bytes() == b"x" * 100
    assert left(tmp_path) == [INSIDE]
    assert fetch(known, tmp_path, quiet, io.BytesIO(b"not read")) == where


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda a, s: (replace(a, sha256="0" * 64), s), "sha256"),
        (lambda a, s: (a, io.BytesIO(s.getvalue()[:-1])), "should have"),
        (lambda a, s: (a, io.BytesIO(s.getvalue() + b"more")), "should have"),
    ],
)
def test_another_archive_is_refused(tmp_path: Path, change, words: str) -> None:
    known, stream = change(*packed({f"{INSIDE}/am/final.mdl": b"x"}))
    with pytest.raises(BadInput, match=words):
        fetch(known, tmp_path, quiet, stream)
    assert left(tmp_path) == []


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", f"{INSIDE}/../../evil", "C:evil", f"{INSIDE}\\..\\evil"])
def test_a_path_that_leads_outside_is_refused(tmp_path: Path, name: str) -> None:
    known, stream = packed({f"{INSIDE}/a": b"x", name: b"evil"})
    with pytest.raises(BadInput, match="leads outside"):
        fetch(known, tmp_path / "models", quiet, stream)
    assert left(tmp_path / "models") == []
    assert not (tmp_path / "evil").exists()


def test_no_archive_at_all(tmp_path: Path) -> None:
    data = b"<html>sorry</html>"
    known = replace(KNOWN["vosk-small-en"], size=len(data), sha256=hashlib.sha256(data).hexdigest())
    with pytest.raises(BadInput, match="no ZIP"):
        fetch(known, tmp_path, quiet, io.BytesIO(data))


def test_offline_says_where_to_put_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def offline(*_: object, **__: object) -> None:
        raise urllib.error.URLError("no network")

    monkeypatch.setattr(urllib.request, "urlopen", offline)
    with pytest.raises(DeviceUnavailable) as caught:
        fetch(KNOWN["vosk-small-en"], tmp_path, quiet)
    assert str(tmp_path / INSIDE) in str(caught.value)
    assert "COMPANION_SPEECH_MODEL" in str(caught.value)


def test_folders_that_are_no_model(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no speech model folder"):
        check_folder(tmp_path / "nowhere")
    for name in (*NEEDED[:-1], "graph/HCLr.fst", "graph/Gr.fst"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(BadInput, match=NEEDED[-1]):
        check_folder(tmp_path)
    (tmp_path / NEEDED[-1]).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / NEEDED[-1]).write_bytes(b"x")
    check_folder(tmp_path)


def test_nothing_is_chosen_or_fetched_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    monkeypatch.delenv("COMPANION_SPEECH_MODEL", raising=False)
    assert model_download.model_folder() is None
    assert model_download.recogniser().title == "PocketSphinx"
    monkeypatch.setenv("COMPANION_SPEECH_MODEL", str(tmp_path / "mine"))
    with pytest.raises(BadInput, match="mine"):
        model_download.recogniser()
    assert left(tmp_path) == []


def test_vosks_words_find_their_places() -> None:
    settings = SpeechSettings.load()
    said = ["so", "face", "off", "anna", "has", "all", "of", "the", "rubies"]
    said += ["and", "is", "a", "totally", "awful", "player"]
    found = [{"word": w, "start": k / 4, "end": k / 4 + 0.2, "conf": 0.9} for k, w in enumerate(said)]
    words = place(found, ("Anna", "Jürgen"), settings)
    assert [w.said for w in words if w.place in (2, 7)] == ["Anna", "ruby"]
    assert settings.words.index("awesome") not in {w.place for w in words}
    assert len(words) == 13
    assert {"jurgen", "rubies", "awful"} <= set(vocabulary(("Anna", "Jürgen"), settings))
