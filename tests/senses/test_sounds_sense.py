"""The sound sense on synthesised people: onsets, names, narrowing, quiet, our own loudspeaker, cost."""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt
import pytest

from companion.events import Signal
from companion.senses.sounds.hints import SoundLook, doubt, rhythm, scores
from companion.senses.sounds.levels import LevelMeter, Loudspeaker
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import NOISE_SETS, RATE, SIGNALS, canonical
from companion.senses.sounds.sound_sense import SoundSense
from companion.sources.audio import SampleRing
from models.training.voices import NEGATIVES, perform

Array = npt.NDArray[np.float32]


@pytest.fixture(scope="module")
def net() -> NoiseEmbedding:
    return NoiseEmbedding()


def laid(label: str, seed: int, lead: float = 1.0, level: float = 0.5) -> tuple[Array, float]:
    """Return a performance in a quiet room, and its onset in seconds."""
    found = perform(label, seed)
    rng = np.random.default_rng(seed)
    quiet = np.zeros(int(lead * RATE)), np.zeros(RATE)
    sound = np.concatenate([quiet[0], found.samples * level, quiet[1]])
    return (sound + rng.standard_normal(len(sound)) * 1e-3).astype(np.float32), lead + found.onset


def told(sense: SoundSense, sound: Array, piece: int = 1600) -> list[Signal]:
    events = [e for at in range(0, len(sound), piece) for e in sense.feed(sound[at : at + piece], at / RATE)]
    return [e for e in [*events, *sense.finish()] if isinstance(e, Signal)]


def test_the_same_seed_gives_the_same_voice() -> None:
    for label in ("cow", "laughter"):
        assert np.array_equal(perform(label, 3).samples, perform(label, 3).samples)
        assert not np.array_equal(perform(label, 3).samples[:1000], perform(label, 4).samples[:1000])


@pytest.mark.parametrize("label", [*SIGNALS, *NEGATIVES])
def test_voices_are_finite_audible_and_timed(label: str) -> None:
    found = perform(label, 11)
    assert np.isfinite(found.samples).all()
    assert 0.5 < np.abs(found.samples).max() <= 0.7001
    assert 0 <= found.onset < found.end <= len(found.samples) / RATE + 1e-9


def test_levels_do_not_depend_on_the_size_of_the_pieces() -> None:
    sound, _ = laid("seal", 2)
    whole = list(LevelMeter().feed(sound))
    levels, pieces = LevelMeter(), []
    for at in range(0, len(sound), 777):
        pieces += list(levels.feed(sound[at : at + 777]))
    assert pieces == whole


def test_onsets_within_thirty_milliseconds() -> None:
    late: list[float] = []
    for name in SIGNALS:
        for seed in range(5):
            sound, onset = laid(name, 300 + seed)
            levels = LevelMeter()
            list(levels.feed(sound))
            late.append(levels.onsets[0] * 0.01 - onset)
    assert np.percentile(np.abs(late), 90) <= 0.03


def test_ring_gives_back_what_was_written() -> None:
    rng = np.random.default_rng(0)
    sound = rng.standard_normal(RATE * 3).astype(np.float32)
    ring = SampleRing(1.0)
    for at in range(0, len(sound), 1234):
        ring.write(sound[at : at + 1234])
    end = len(sound)
    assert np.array_equal(ring.read(end - RATE, end), sound[-RATE:])
    assert not ring.read(0, 100).any()
    ring.write(np.concatenate([sound, sound]))
    assert np.array_equal(ring.read(ring.end - 500, ring.end), sound[-500:])


@pytest.mark.parametrize("letter", ["A", "C", "D"])
def test_most_synthesised_signals_are_named_in_time(net: NoiseEmbedding, letter: str) -> None:
    sense = SoundSense("test", net=net)
    right, late, late_onsets = 0, [], []
    trials = [(name, seed) for name in NOISE_SETS[letter] for seed in range(500, 506)]
    for name, seed in trials:
        sense.restart(NOISE_SETS[letter])
        sound, onset = laid(name, seed)
        found = [s for s in told(sense, sound) if s.phase == "on"]
        if found and found[0].name == name:
            right += 1
            late.append(found[0].decided - onset)
            late_onsets.append(abs(found[0].onset - onset))
    assert right >= 0.75 * len(trials)
    assert np.median(late) < 1.0
    assert np.median(late_onsets) <= 0.03


def test_only_the_active_set_is_told(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net)
    for seed in range(500, 504):
        sense.restart(NOISE_SETS["C"])
        assert {s.name for s in told(sense, laid("chicken", seed)[0])} <= set(NOISE_SETS["C"])
    sense.restart(NOISE_SETS["C"])
    sense.set_active(("tongue_out", "grin"))
    assert told(sense, laid("cow", 500)[0]) == []


def test_on_and_off_alternate_and_end_after_they_begin(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net)
    sense.restart(NOISE_SETS["C"])
    sound = np.concatenate([laid(name, seed)[0] for name in NOISE_SETS["C"] for seed in (500, 501)])
    state: dict[str, str] = {}
    for signal in told(sense, sound):
        assert state.get(signal.name, "off") != signal.phase
        assert signal.onset <= signal.decided
        assert 0 <= signal.confidence <= 1
        state[signal.name] = signal.phase
    assert set(state.values()) == {"off"}


def test_our_own_loudspeaker_does_not_count(net: NoiseEmbedding) -> None:
    heard, _ = laid("cow", 501)
    for muted in (False, True):
        sense = SoundSense("test", net=net)
        sense.restart(NOISE_SETS["C"])
        if muted:
            sense.loudspeaker.plays(0.0, len(heard) / RATE)
        assert bool(told(sense, heard)) is not muted


def test_speech_of_our_own_counts_from_its_word_to_its_echo() -> None:
    speaker = Loudspeaker(echo=0.35)
    speaker.begins(10.0)
    assert speaker.sounding(11.0, 12.0)
    assert not speaker.sounding(8.0, 9.9)
    speaker.ends(12.0)
    assert speaker.sounding(12.2, 13.0)
    assert not speaker.sounding(12.4, 13.0)
    speaker.begins(20.0)
    speaker.begins(22.0)  # the next sentence; the end of the first was never told
    assert speaker.sounding(20.5, 21.0)
    assert not speaker.sounding(60.0, 61.0), "a page that was closed does not deafen the table"


def test_lost_sound_ends_what_was_on(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net)
    sense.restart(NOISE_SETS["C"])
    sound, _ = laid("cow", 501)
    on = [e for e in sense.feed(sound[: int(1.9 * RATE)], 0.0) if isinstance(e, Signal)]
    assert [e.phase for e in on] == ["on"]
    off = sense.feed(sound[:1600], 5.0, lost=3.1)
    assert [e.phase for e in off if isinstance(e, Signal)] == ["off"]


def test_talk_raises_the_bar_and_never_vetoes() -> None:
    labels = ("chicken", "pig", "lamb", "turkey", "speech", "laughter", "cough", "other")
    logits = np.array([0, 9, 0, 0, 4, 0, 0, 0], np.float32)
    assert scores(logits, labels, NOISE_SETS["A"])["pig"] > 4.5
    assert (
        scores(logits, labels, NOISE_SETS["A"])["pig"]
        > scores(logits + np.eye(8, dtype=np.float32)[4] * 3, labels, NOISE_SETS["A"])["pig"]
    )


def test_rhythm_of_clucks_and_of_a_moo() -> None:
    clucks = np.tile(np.r_[np.full(8, -20.0), np.full(12, -60.0)], 5)
    found = rhythm(clucks)
    assert found.pulses == 5
    assert found.longest == pytest.approx(0.08)
    assert doubt("cow", found) > 0
    assert doubt("chicken", found) == 0
    moo = rhythm(np.full(150, -20.0))
    assert doubt("chicken", moo) > 0
    assert doubt("cow", moo) == 0


def test_watching_changes_nothing(net: NoiseEmbedding) -> None:
    sound, _ = laid("seal", 502)
    looks: list[SoundLook] = []
    with_watcher, without = SoundSense("test", net=net), SoundSense("test", net=net)
    with_watcher.watchers.append(looks.append)
    with_watcher.restart(NOISE_SETS["C"])
    without.restart(NOISE_SETS["C"])
    assert told(with_watcher, sound) == told(without, sound)
    assert looks


def test_labels_of_data_sets() -> None:
    assert canonical("Sheep") == "lamb"
    assert canonical("wild") == "wild_thing"
    assert canonical("other") is None


def test_cost_is_a_small_part_of_real_time(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net)
    sound = np.concatenate([laid(name, 503)[0] for name in SIGNALS])
    told(sense, sound)
    sense.restart(SIGNALS)
    began = time.process_time()
    told(sense, sound)
    share = (time.process_time() - began) / (len(sound) / RATE)
    assert share < 0.05 * 2, f"{share:.3f} of real time"  # twice the budget: the machines that test are busy


def test_the_model_is_small_and_says_what_it_is(net: NoiseEmbedding) -> None:
    from companion import resources

    assert set(SIGNALS) < set(net.labels)
    assert resources.path("models/noise_embedding/model.onnx").stat().st_size < 1_500_000 * 4
    heard = net.hear(np.zeros(RATE, np.float32))
    assert np.isfinite(heard.embedding).all()
    assert np.isfinite(heard.logits).all()
    assert heard.mel.shape == (64, 98)
    quiet, loud = laid("cow", 500)[0][RATE : 2 * RATE], laid("cow", 500)[0][RATE : 2 * RATE] * 0.1
    assert np.abs(net.hear(quiet).logits - net.hear(loud).logits).max() < 0.3, "distance must not matter"
