"""Damaged models: each damage has a sentence, that sense is off, the rest is on, and the exit code is 3."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from companion import resources
from companion.clock import ManualClock
from companion.errors import DeviceUnavailable
from companion.events import Source
from companion.facts import Fact
from companion.referee.desk import SenseNeeds
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.faces.appearance import ExpressionClassifier, MouthClassifier
from companion.senses.faces.face_networks import FaceDetector, FaceMesh
from companion.senses.sounds.noise_embedding import AudioTagger, NoiseEmbedding
from companion.senses.speech.keyword_spotter import KeywordSpotter
from companion.senses.speech.phoneme_encoder import PhonemeEncoder
from companion.sitting.sitting import Sitting
from companion.sources import open_source
from companion.sources.audio_files import open_audio
from companion.words import say
from tests.sources_fakes import write_clip

ROOT = Path(__file__).resolve().parents[2]
MODELS: dict[str, Callable[[], Any]] = {
    "face_detector": FaceDetector,
    "face_landmarks": FaceMesh,
    "mouth_classifier": MouthClassifier,
    "expression_classifier": ExpressionClassifier,
    "noise_embedding": NoiseEmbedding,
    "speech_embedding": lambda: NoiseEmbedding().general,
    "audio_tagger": AudioTagger,
    "keyword_spotter": KeywordSpotter,
    "phoneme_encoder": PhonemeEncoder,
    "dice_detector": DiceDetector,
    "die_classifier": lambda: DiceDetector().classifier,
}


def missing(file: Path) -> None:
    file.unlink()


def short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def changed(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))


def swapped(file: Path) -> None:
    """Another network of ours, with its own hash beside it."""
    other = "dice_detector" if file.parent.name != "dice_detector" else "mouth_classifier"
    for name in ("model.onnx", "model.json"):
        shutil.copy(ROOT / "models" / other / name, file.with_name(name))


def garbage(file: Path) -> None:
    file.write_bytes(b"garbage " * 1000)
    file.with_name("model.json").unlink()


DAMAGES: dict[Callable[[Path], None], set[str]] = {
    missing: {"model.missing"},
    short: {"model.short"},
    changed: {"model.hash"},
    swapped: {"model.other", "model.outputs"},
    garbage: {"model.garbage"},
}


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the models in place of the shipped ones."""
    folder = tmp_path / "models"
    for name in MODELS:
        (folder / name).mkdir(parents=True)
        for file in ("model.onnx", "model.json"):
            shutil.copy(ROOT / "models" / name / file, folder / name / file)
    real = resources.path

    def path(name: str) -> Path:
        if not name.startswith("models/"):
            return real(name)
        if not (tmp_path / name).exists():
            raise resources.ResourceMissing("resource.missing", name=name)
        return tmp_path / name

    monkeypatch.setattr(resources, "path", path)
    return folder


def codes(told: Fact) -> set[str]:
    """All codes in a fact."""
    found = {told.code}
    for value in told.values.values():
        if isinstance(value, Fact):
            found |= codes(value)
    return found


@pytest.mark.parametrize("model", MODELS)
def test_each_damage_has_its_own_sentence_in_both_languages(model: str, models: Path) -> None:
    sentences: dict[str, set[str]] = {"en": set(), "de": set()}
    for damage, wanted in DAMAGES.items():
        shutil.copytree(ROOT / "models" / model, models / model, dirs_exist_ok=True)
        MODELS[model]()
        damage(models / model / "model.onnx")
        with pytest.raises(DeviceUnavailable) as caught:
            MODELS[model]()
        assert codes(caught.value.fact) & wanted, (damage.__name__, caught.value.fact)
        assert caught.value.exit_code == 3
        for language, told in sentences.items():
            told.add(caught.value.message_in(language))
    assert [len(told) for told in sentences.values()] == [len(DAMAGES)] * 2
    assert all("\n" not in text for told in sentences.values() for text in told)


def heard(tmp_path: Path) -> Path:
    file = tmp_path / "quiet.wav"
    soundfile.write(file, np.random.default_rng(1).standard_normal(16000 * 3) * 1e-3, 16000)
    return file


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("model", ["mouth_classifier", "noise_embedding"])
def test_that_sense_is_off_and_the_rest_is_on(model: str, damage: Callable[[Path], None], models: Path) -> None:
    clip, sound = write_clip(models / "clip.mp4"), heard(models)
    damage(models / model / "model.onnx")
    said: list[Source] = []
    sitting = Sitting(None, ManualClock(), observers=[lambda e: said.append(e) if isinstance(e, Source) else None])
    sitting.crew.need(SenseNeeds(sees="faces", hears=True, signals={"chicken": 1}))
    clock = sitting.clock
    eye = sitting.crew.eye("camera", lambda told: open_source(str(clip), clock=clock, on_status=told), (), workers=1)
    ear = sitting.crew.ear("microphone", lambda told: open_audio(str(sound), clock=clock, on_status=told), ())
    sitting.run_merged()
    failures = [f.fact for f in sitting.crew.failures]
    assert len(failures) == 1
    told = [e for e in said if e.detail is not None and codes(e.detail) & DAMAGES[damage]]
    assert len(told) == 1
    assert eye.status == "ended"
    assert ear.station is not None
    assert [e.source for e in said if e.status == "ended"] == ["clip.mp4", "quiet.wav"]
    sitting.close()


@pytest.mark.parametrize("model", ["dice_detector", "die_classifier"])
def test_a_camera_over_dice_is_off_at_once_and_the_microphone_goes_on(model: str, models: Path) -> None:
    clip, sound = write_clip(models / "clip.mp4"), heard(models)
    short(models / model / "model.onnx")
    said: list[Source] = []
    sitting = Sitting(None, ManualClock(), observers=[lambda e: said.append(e) if isinstance(e, Source) else None])
    sitting.crew.need(SenseNeeds(sees="dice", hears=True, dice=3))
    clock = sitting.clock
    eye = sitting.crew.eye("camera", lambda told: open_source(str(clip), clock=clock, on_status=told), ())
    sitting.crew.ear("microphone", lambda told: open_audio(str(sound), clock=clock, on_status=told), ())
    sitting.run_merged()
    assert eye.status == "off"
    assert [(e.status, "model.short" in codes(e.detail)) for e in said if e.status == "off" and e.detail] == [
        ("off", True)
    ]
    assert [e.source for e in said if e.status == "ended"] == ["quiet.wav"]
    sitting.close()


COMMAND = """
import sys
from pathlib import Path
from companion import resources
real = resources.path
folder = Path(sys.argv.pop(1))
resources.path = lambda name: folder / name if name.startswith("models/") else real(name)
from companion.cli import main
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("model", ["mouth_classifier", "noise_embedding"])
def test_watch_goes_on_and_ends_with_three(model: str, models: Path, tmp_path: Path) -> None:
    clip, sound = write_clip(tmp_path / "clip.mp4"), heard(tmp_path)
    changed(models / model / "model.onnx")
    words = [str(tmp_path), "watch", str(clip), "--mic", str(sound)]
    done = subprocess.run([sys.executable, "-c", COMMAND, *words], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 3, done.stderr
    assert "its hash differs" in done.stderr
    assert "Traceback" not in done.stderr
    assert "quiet.wav: ended" in done.stdout
    assert "clip.mp4: ended" in done.stdout


def test_every_model_has_its_size_and_hash_beside_it() -> None:
    done = subprocess.run([sys.executable, "tools/models.py", "--check"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    for file in (ROOT / "models").glob("*/model.onnx"):
        assert {"sha256", "bytes"} <= set(json.loads(file.with_name("model.json").read_text("utf-8"))), file


def test_the_sentence_says_what_to_do() -> None:
    told = say("model.closed", "en", what="mouth", why=Fact("model.short", {"found": 12, "wanted": 2000}))
    assert told == (
        "the mouth model cannot be loaded (its file is cut short: 12 of 2,000 bytes): "
        "install companion again, or run ./run doctor"
    )
