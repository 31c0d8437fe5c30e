"""The second look at an utterance: the phones' own files, network, search, accents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.senses.speech.aligner import Aligner
from companion.senses.speech.best_path import search
from companion.senses.speech.lexicon import shipped_lexicon, with_accents
from companion.senses.speech.phoneme_encoder import shipped_phones
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.sentence_network import SILENCE_PLACE, Choice, SentenceNetwork
from companion.senses.speech.settings import SpeechSettings

RNG = np.random.default_rng(0)


PHONES = shipped_phones()


def test_phones_have_numbers_and_lengths() -> None:
    assert len(PHONES.numbers) == 42
    assert list(PHONES.numbers.values()) == list(range(42))
    assert PHONES.moves.shape == (42, 3, 2)
    assert np.exp(PHONES.moves).sum(axis=2) == pytest.approx(1.0, abs=1e-3)
    assert PHONES.columns([0, 2]).tolist() == [0, 1, 2, 6, 7, 8]


def spoken(words: list[tuple[str, ...]]) -> np.ndarray:
    """Levels as of a sound in which each state of these phones is heard clearly for five frames."""
    said = [PHONES.numbers[p] for p in ("SIL", *(p for word in words for p in word), "SIL")]
    out = np.full((5 * 3 * len(said), 3 * len(PHONES.numbers)), -5.0, dtype=np.float32)
    out[np.arange(len(out)), np.repeat(PHONES.columns(said), 5)] = 4.0
    return out


def test_the_best_path_says_what_was_said_and_scores_the_others() -> None:
    first = [Choice("ann", ("AE", "N")), Choice("ben", ("B", "EH", "N"))]
    second = [Choice("ruby", ("R", "UW", "B", "IY")), Choice("opal", ("OW", "P", "AH", "L"))]
    network = SentenceNetwork(PHONES, [first, second])
    heard = spoken([("B", "EH", "N"), ("OW", "P", "AH", "L")])
    found = search(network, heard, np.full(len(heard), -1e4, np.float32))
    arcs = [network.arcs[piece.arc] for piece in found.pieces]
    said = [network.places[arc.place][arc.choice].word for arc in arcs if arc.place != SILENCE_PLACE]
    assert said == ["ben", "opal"]
    assert (found.pieces[0].start, found.pieces[-1].end) == (0, len(heard))
    assert all(a.end == b.start for a, b in zip(found.pieces, found.pieces[1:], strict=False))
    scores = {
        s: max(found.through[k] for k, a in enumerate(network.arcs) if a.place == 0 and a.choice == c)
        for c, s in enumerate(("ann", "ben"))
    }
    assert scores["ben"] == pytest.approx(found.through.max(), abs=0.5)
    assert scores["ann"] < scores["ben"] - 50


def test_talk_around_the_sentence_is_left_out() -> None:
    network = SentenceNetwork(PHONES, [[Choice("opal", ("OW", "P", "AH", "L"))]])
    word = spoken([("OW", "P", "AH", "L")])
    noise = RNG.normal(-4, 1, (40, word.shape[1])).astype(np.float32)
    outside = np.concatenate([np.full(40, -1), np.full(len(word), -20)]).astype(np.float32)
    found = search(network, np.concatenate([noise, word]), outside)
    assert found.pieces[0].start == pytest.approx(40, abs=3)
    assert (found.states[:35] == -1).all()


def test_noise_and_too_little_sound_have_no_words() -> None:
    aligner = Aligner(("Ann", "Ben"), SpeechSettings.load(), shipped_lexicon())
    assert aligner.words(np.zeros(RATE, np.float32)) == []
    words = aligner.words(RNG.normal(0, 0.1, 4 * RATE).astype(np.float32))
    assert len([w for w in words if w.word]) < 14


def test_one_habit_of_speech_at_a_time() -> None:
    found = with_accents(("P ER L Z", "OW P AH L"))
    assert found[:2] == ("P ER L Z", "OW P AH L")
    assert {"P AH L Z", "P EH R L Z", "AO P AH L"} <= set(found)
    assert len(found) == len(set(found))
    assert "K AA D Z" in with_accents(("K AA R D Z",))
    assert "K AH R IY M" in with_accents(("K ER IY M",))  # an R before a vowel is said by everybody
    assert "K AH IY M" not in with_accents(("K ER IY M",))
    assert with_accents(("N IY",)) == ("N IY",)


def test_what_does_not_fit_with_the_voice_known_is_no_sentence() -> None:
    noise = RNG.normal(0, 0.1, 3 * RATE).astype(np.float32)
    settings = SpeechSettings.load()
    aligned = Aligner(("Ann", "Ben"), settings, shipped_lexicon()).words(noise)
    strict = replace(settings, align={**settings.align, "known": 9.0})
    patient = replace(settings, align={**settings.align, "known": -99.0})
    assert aligned == []
    assert Aligner(("Ann", "Ben"), strict, shipped_lexicon()).words(noise) == []
    assert len(Aligner(("Ann", "Ben"), patient, shipped_lexicon()).words(noise)) == len(settings.words)
