"""The second look at an utterance: the model's own files, features, network, search, adaptation, accents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.senses.speech.accents import with_accents
from companion.senses.speech.acoustics import AcousticModel, shipped_model
from companion.senses.speech.aligning import Aligner
from companion.senses.speech.cepstra import around, cepstra, features
from companion.senses.speech.lexicon import shipped
from companion.senses.speech.network import BETWEEN, Choice, Network
from companion.senses.speech.paths import search
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.settings import Settings
from models.phones.train.adaptation import adapted

RNG = np.random.default_rng(0)


@pytest.fixture(scope="module")
def model() -> AcousticModel:
    return shipped_model()


def test_the_model_is_read_as_pocketsphinx_reads_it(model: AcousticModel) -> None:
    assert model.mean.shape == model.var.shape == (len(model.phones), 128, 39)
    assert model.weight.shape[2] == len(model.owner) == model.states.max() + 1
    assert model.weight.sum(axis=1).mean() == pytest.approx(1.0, abs=0.05)  # weights are shares, stored coarsely
    assert np.exp(model.moves).sum(axis=2) == pytest.approx(1.0, abs=1e-3)
    inner = model.triphone("AE", "K", "T", 0)
    assert (model.owner[model.states[inner]] == model.phones["AE"]).all()


def test_features_have_the_mean_of_what_was_said_taken_off() -> None:
    sound = RNG.normal(0, 0.05, RATE).astype(np.float32)
    rows = cepstra(sound)
    assert len(rows) == 98
    assert features(rows)[:, :13].mean(axis=0) == pytest.approx(0, abs=1e-3)
    some = features(rows, around(60, 70))
    assert some[30:98, :13].mean(axis=0) == pytest.approx(0, abs=1e-3)
    for nothing in (np.zeros(0, np.float32), np.zeros(100, np.float32)):
        assert features(cepstra(nothing)).shape == (0, 39)
    assert np.isfinite(features(cepstra(np.zeros(RATE, np.float32)))).all()


def spoken(model: AcousticModel, words: list[tuple[str, ...]]) -> np.ndarray:
    """Features that these phones' models like best: each state's likeliest mean for five frames."""
    out = []
    phones = ["SIL", *(p for word in words for p in word), "SIL"]
    for left, phone, right in zip(["SIL", *phones], phones, [*phones[1:], "SIL"], strict=False):
        for senone in model.states[model.triphone(phone, left, right, 0)]:
            book = model.owner[senone]
            best = [model.weight[s][:, senone].argmax() for s in range(3)]
            out += [np.concatenate([model.mean[book, g, 13 * s : 13 * s + 13] for s, g in enumerate(best)])] * 5
    return np.array(out, dtype=np.float32)


def test_the_best_path_says_what_was_said_and_scores_the_others(model: AcousticModel) -> None:
    first = [Choice("ann", ("AE", "N")), Choice("ben", ("B", "EH", "N"))]
    second = [Choice("ruby", ("R", "UW", "B", "IY")), Choice("opal", ("OW", "P", "AH", "L"))]
    network = Network(model, [first, second])
    heard = spoken(model, [("B", "EH", "N"), ("OW", "P", "AH", "L")])
    levels = model.log_likelihood(heard, network.senones)
    found = search(network, levels, np.full(len(heard), -1e4, np.float32))
    arcs = [network.arcs[piece.arc] for piece in found.pieces]
    said = [network.places[arc.place][arc.choice].said for arc in arcs if arc.place != BETWEEN]
    assert said == ["ben", "opal"]
    assert (found.pieces[0].start, found.pieces[-1].end) == (0, len(heard))
    assert all(a.end == b.start for a, b in zip(found.pieces, found.pieces[1:], strict=False))
    scores = {s: max(found.through[k] for k, a in enumerate(network.arcs) if a.place == 0 and a.choice == c)
              for c, s in enumerate(("ann", "ben"))}  # fmt: skip
    assert scores["ben"] == pytest.approx(found.through.max(), abs=0.5)
    assert scores["ann"] < scores["ben"] - 50


def test_talk_around_the_sentence_is_left_out(model: AcousticModel) -> None:
    network = Network(model, [[Choice("opal", ("OW", "P", "AH", "L"))]])
    word = spoken(model, [("OW", "P", "AH", "L")])
    heard = np.concatenate([RNG.normal(0, 5, (40, 39)).astype(np.float32), word])
    levels = model.log_likelihood(heard, network.senones)
    outside = np.concatenate([np.full(40, -100), np.full(len(word), -400)]).astype(np.float32)
    found = search(network, levels, outside)
    assert found.pieces[0].start == pytest.approx(40, abs=3)
    assert (found.states[:35] == -1).all()


def test_the_model_moves_to_a_voice_and_stays_without_one(model: AcousticModel) -> None:
    senones = np.repeat(np.arange(0, 4000, 10), 2)
    best = [[model.weight[s][:, k].argmax() for s in range(3)] for k in senones]
    heard = np.array(
        [np.concatenate([model.mean[model.owner[k], g[s], 13 * s : 13 * s + 13] for s in range(3)])
         for k, g in zip(senones, best, strict=True)], dtype=np.float32,
    )  # fmt: skip
    shift = RNG.normal(0, 3, 39).astype(np.float32)
    moved = adapted(model, heard + shift, senones)

    def likely(of: AcousticModel, features: np.ndarray) -> float:
        each, column = np.unique(senones, return_inverse=True)
        return float(of.log_likelihood(features, each)[np.arange(len(features)), column].mean())

    at_home = likely(model, heard)
    assert at_home - likely(moved, heard + shift) < 0.5 * (at_home - likely(model, heard + shift))
    assert adapted(model, heard, np.full(len(heard), -1)) is model


def test_noise_and_too_little_sound_have_no_words() -> None:
    aligner = Aligner(("Ann", "Ben"), Settings.load(), shipped())
    assert aligner.words(np.zeros(RATE, np.float32)) == []
    words = aligner.words(RNG.normal(0, 0.1, 4 * RATE).astype(np.float32))
    assert len([w for w in words if w.said]) < 14


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
    settings = Settings.load()
    aligned = Aligner(("Ann", "Ben"), settings, shipped()).words(noise)
    strict = replace(settings, align={**settings.align, "known": 9.0})
    patient = replace(settings, align={**settings.align, "known": -99.0})
    assert aligned == []
    assert Aligner(("Ann", "Ben"), strict, shipped()).words(noise) == []
    assert len(Aligner(("Ann", "Ben"), patient, shipped()).words(noise)) == len(settings.words)
