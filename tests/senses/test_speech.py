"""What the speech sense makes of words, names and of sound that is no speech."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from companion import resources
from companion.errors import BadInput
from companion.events import Phrase
from companion.senses.speech.lexicon import DICTIONARY, Lexicon, align, shipped_lexicon
from companion.senses.speech.recogniser import RATE, SpokenWord, judge
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser

NAMES = ("Ann", "Ben", "Cleo", "Jürgen")
SETTINGS = SpeechSettings.load()


@pytest.fixture(scope="module")
def sphinx() -> SphinxRecogniser:
    return SphinxRecogniser(SETTINGS)


def hear(sphinx: SphinxRecogniser, samples: np.ndarray, t: float = 0.0, block: int = 1600) -> list[Phrase]:
    sense = SpeechSense("mic", NAMES, sphinx, SETTINGS)
    out: list[Phrase] = []
    for k in range(0, len(samples), block):
        out += sense.feed(samples[k : k + block].astype(np.float32), t + k / RATE)
    return [*out, *sense.finish()]


def test_silence_hiss_and_odd_blocks_are_nothing(sphinx: SphinxRecogniser) -> None:
    rng = np.random.default_rng(0)
    for samples in (np.zeros(RATE * 3), rng.normal(0, 0.2, RATE * 3), np.full(RATE * 2, 1.0)):
        assert hear(sphinx, samples, block=777) == []
    assert hear(sphinx, np.zeros(0)) == []


def said(*places: int, gap_before: int = -1) -> list[SpokenWord]:
    at, out = 0.0, []
    for place in places:
        at += 3.0 if place == gap_before else 0.3
        word = SETTINGS.words[place]
        out.append(SpokenWord({"NAME": "Ann", "GEM": "ruby"}.get(word, word), place, at, at + 0.25))
    return out


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (said(*range(14)), "heard"),
        (said(*(k for k in range(14) if k not in (0, 5, 6))), "heard"),
        (said(*(k for k in range(14) if k != 7)), "partly"),
        (said(*(k for k in range(14) if k != 12)), "partly"),
        (said(*range(8)), "partly"),
        (said(*range(14), gap_before=8), "partly"),
        (said(5, 6, 8, 9), "not"),
        ([], "not"),
    ],
)
def test_coverage_decides(words: list[SpokenWord], verdict: str) -> None:
    assert judge(words, SETTINGS).verdict == verdict


def test_names_of_any_spelling_have_a_pronunciation() -> None:
    lexicon = shipped_lexicon()
    assert lexicon.name("Ann")[0] == "AE N"
    assert "Y UW R G EH N" in lexicon.name("Jürgen")
    assert lexicon.name("Anne-Marie")[0].startswith("AE N M")
    for name in ("Xiomara", "Tjorven", "Žofie", "Łucja", "Søren", "O'Neal", "Qqq", "B"):
        assert all(phones.split() for phones in lexicon.name(name))
    for nothing in ("", "123", "Ольга", "!!"):
        with pytest.raises(BadInput, match="A to Z"):
            lexicon.name(nothing)


def test_a_dictionary_is_read_packed_and_as_plain_text(tmp_path: Path) -> None:
    plain = tmp_path / "words.dict"
    plain.write_bytes(gzip.decompress(resources.path(DICTIONARY).read_bytes()))
    assert Lexicon(plain).name("Tjorven") == shipped_lexicon().name("Tjorven")
    assert len(plain.read_text("utf-8").splitlines()) > 130_000


def test_letters_are_aligned_with_their_sounds() -> None:
    assert align("phone", ("F", "OW", "N"))[2:4] == ("OW", "N") or align("phone", ("F", "OW", "N"))[3] == "N"
    assert [p for p in align("knee", ("N", "IY")) if p] == ["N", "IY"]
    assert " ".join(p for p in align("max", ("M", "AE", "K", "S")) if p) == "M AE K S"


def test_a_speech_that_is_awaited_and_does_not_come_is_no_complaint(sphinx: SphinxRecogniser) -> None:
    sense = SpeechSense("mic", NAMES, sphinx, SETTINGS)
    sense.expect()
    hiss = np.random.default_rng(0).normal(0, 0.002, 8 * RATE).astype(np.float32)
    out = [p for k in range(0, len(hiss), 1600) for p in sense.feed(hiss[k : k + 1600], k / RATE)]
    assert [*out, *sense.finish()] == []
