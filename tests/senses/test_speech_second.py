"""Vosk as a second opinion, on a fake of its interface: what it fills in, leaves open, and is refused for."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from companion.errors import BadInput
from companion.senses.speech import model_download
from companion.senses.speech.recogniser import RATE, Recogniser, SpeechGlance, SpokenWord
from companion.senses.speech.sentence_judge import judge
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.senses.speech.vosk_recogniser import NEEDED, CombinedRecogniser, VoskRecogniser
from tests.needs import needs
from tests.senses.speech_synth import flite

SETTINGS = SpeechSettings.load()
NAMES = ("Ann", "Ben")
SENTENCE = "face off ann has all of the rubies and is a totally awesome player"
SOUND = np.random.default_rng(0).normal(0, 0.01, 5 * RATE).astype(np.float32)


class FakeVosk(ModuleType):
    """The library's interface; it warns below Python as the real one does. ``lacking``: words its model lacks."""

    def __init__(self, says: str = SENTENCE, lacking: tuple[str, ...] = ()) -> None:
        super().__init__("vosk")
        self.says, self.lacking, self.grammars, self.fed = says, lacking, list[list[str]](), 0

    def SetLogLevel(self, level: int) -> None:
        assert level < 0

    def Model(self, model_path: str) -> FakeVosk:
        os.write(2, b"WARNING (VoskAPI) loading\n")
        assert Path(model_path).is_dir()
        return self

    def vosk_model_find_word(self, word: str) -> int:
        return -1 if word in self.lacking else len(word)

    def KaldiRecognizer(self, model: FakeVosk, rate: int, grammar: str) -> FakeVosk:
        os.write(2, b"WARNING (VoskAPI) Ignoring word missing in vocabulary\n")
        assert rate == RATE
        self.grammars.append(json.loads(grammar))
        assert not set(self.grammars[-1]) & set(self.lacking)
        return self

    def SetWords(self, on: bool) -> None: ...

    def AcceptWaveform(self, data: bytes) -> bool:
        self.fed += len(data) // 2
        return False

    def FinalResult(self) -> str:
        at = [{"word": w, "start": k / 3, "end": k / 3 + 0.3, "conf": 0.95} for k, w in enumerate(self.says.split())]
        return json.dumps({"result": at})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (*NEEDED, "graph/HCLr.fst", "graph/Gr.fst"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    return tmp_path


def given(monkeypatch: pytest.MonkeyPatch, fake: FakeVosk) -> FakeVosk:
    monkeypatch.setitem(sys.modules, "vosk", fake)
    return fake


def test_a_model_of_another_language_is_refused_in_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, FakeVosk(lacking=("totally", "awesome", "emerald", "emeralds")))
    with pytest.raises(BadInput) as caught:
        VoskRecogniser(folder, SETTINGS)
    fact = caught.value.fact
    assert (fact.code, fact.values["count"], fact.values["words"]) == (
        "vosk.foreign", 3, ["totally", "awesome", "emerald"],
    )  # fmt: skip
    given(monkeypatch, FakeVosk(lacking=("emeralds", "ann", "lonesome")))  # one form of a gem, a name, a decoy
    VoskRecogniser(folder, SETTINGS)


def test_its_warnings_are_not_seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    fake = given(monkeypatch, FakeVosk(lacking=("ann",)))
    vosk = VoskRecogniser(folder, SETTINGS)
    vosk.hand(NAMES, ("ruby", "jade"))
    words = vosk.words(SOUND)
    os.write(2, b"ours")
    assert capfd.readouterr().err == "ours"
    assert fake.fed == len(SOUND)
    assert {"ben", "rubies", "jade"} <= set(fake.grammars[0])
    assert not {"ann", "emeralds"} & set(fake.grammars[0])
    assert [w.said for w in words if w.place in (2, 7)] == ["Ann", "ruby"]


class First(Recogniser):
    """What the first look makes of any sound."""

    title = "first"

    def __init__(self, words: list[SpokenWord]) -> None:
        self._words = words

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: str = "en") -> None: ...

    def glance(self, sound: np.ndarray) -> SpeechGlance:
        return SpeechGlance(0.0, 0.0)

    def words(self, sound: np.ndarray) -> list[SpokenWord]:
        return self._words


def looked(**changed: SpokenWord | None) -> list[SpokenWord]:
    """The whole sentence at its places with some words as given; None: not made out."""
    out = []
    for k, word in enumerate(SETTINGS.words):
        said = {"NAME": "Ann", "GEM": "ruby"}.get(word, word)
        plain = SpokenWord(said, k, k / 3, k / 3 + 0.3)
        out.append(changed.get(word, plain) or SpokenWord("", k, k / 3, k / 3 + 0.3, fit=-9.0))
    return out


@pytest.mark.parametrize(
    ("first", "says", "verdict", "name"),
    [
        (looked(totally=None, player=None), SENTENCE, "heard", "Ann"),
        (looked(awesome=SpokenWord("", 12, 4.0, 4.3, 0.0)), SENTENCE, "partly", "Ann"),  # heard as another word
        (looked(totally=None), "so what", "partly", "Ann"),
        (looked(NAME=SpokenWord("Ann", 2, 0.6, 0.9, 0.9)), SENTENCE.replace("ann", "ben"), "partly", ""),  # they differ
        (looked(), SENTENCE.replace("ann", "ben"), "heard", "Ann"),  # but the first is certain
        (looked(NAME=SpokenWord("Ann", 2, 0.6, 0.9, 0.5, ("Ben",))), SENTENCE, "heard", "Ann"),
        (looked(NAME=None), SENTENCE, "partly", ""),
    ],
)
def test_what_the_second_brings(
    first: list[SpokenWord], says: str, verdict: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, FakeVosk(says))
    both = CombinedRecogniser(First(first), VoskRecogniser(folder, SETTINGS), SETTINGS)
    both.hand(NAMES)
    heard = judge(both.words(SOUND), SETTINGS)
    assert (heard.verdict, heard.name) == (verdict, name)


def test_it_is_not_asked_about_other_talk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = given(monkeypatch, FakeVosk())
    words = [SpokenWord("off", 1, 0.1, 0.3), SpokenWord("", 5, 1.0, 1.2)]
    assert CombinedRecogniser(First(words), VoskRecogniser(folder, SETTINGS), SETTINGS).words(SOUND) == words
    assert fake.fed == 0


def test_it_stands_beside_the_first_where_a_folder_is_configured(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, FakeVosk())
    monkeypatch.setenv("COMPANION_SPEECH_MODEL", str(folder))
    assert model_download.recogniser().title == "PocketSphinx and Vosk"


@needs("flite")
def test_names_are_taught_to_both_and_to_a_microphone_that_comes_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, FakeVosk())
    said = np.concatenate([np.zeros(RATE // 2), flite("Wootsya", "slt"), np.zeros(RATE // 2)]).astype(np.float32)
    first, later = (
        CombinedRecogniser(SphinxRecogniser(SETTINGS), VoskRecogniser(folder, SETTINGS), SETTINGS) for _ in range(2)
    )
    assert not first.learn("Xhosa", np.zeros(RATE, np.float32))
    assert first.learn("Xhosa", said)
    later.know(first.takes)
    assert later.takes == first.takes
    assert list(later.takes) == ["Xhosa"]
    plain = CombinedRecogniser(
        First(looked()), VoskRecogniser(folder, SETTINGS), SETTINGS
    )  # a recogniser that learns nothing
    assert not plain.learn("Xhosa", said)
    assert plain.takes == {}
