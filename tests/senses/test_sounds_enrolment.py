"""Enrolment: takes and their faults, matching, profiles on disk, learning from play, real voices."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import soundfile

from companion.errors import BadInput
from companion.events import Signal
from companion.facts import fact
from companion.people.lessons.noise_lesson import Bouts, NoiseCourse, NoiseLesson, closing, from_files
from companion.people.lessons.noise_takes import cut, fault, in_talk, take
from companion.people.store import People
from companion.senses.sounds import noise_embedding, view_fusion
from companion.senses.sounds.enrolled_players import EnrolledPlayers, NoiseVerdict, accepts, bar
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import NoiseMatcher, learn
from companion.senses.sounds.settings import RATE, SoundSettings
from companion.senses.sounds.sound_features import (
    CEPSTRA_COUNT,
    CONFIRMED,
    TAUGHT,
    NoiseProfile,
    NoiseTake,
    SoundFeatures,
    cepstra,
    cohort,
    distances,
)
from companion.senses.sounds.sound_sense import SoundSense
from companion.senses.sounds.sound_spans import SoundSpan
from companion.sources.audio import Chunk
from models.training.voices import SIGNALS, perform
from models.training.voices.source import Speaker, peak

Array = npt.NDArray[np.float32]
NAMES = ("cow", "seal", "monkey", "donkey")


@cache
def network() -> NoiseEmbedding:
    return NoiseEmbedding()


@pytest.fixture(scope="module")
def net() -> NoiseEmbedding:
    return network()


@cache
def voice(name: str, seed: int, person: int = 5) -> Array:
    """One take by one person: the same performance with another noise and another level."""
    who = Speaker.draw(np.random.default_rng(person))
    rng = np.random.default_rng(seed)
    sound = peak(SIGNALS[name](np.random.default_rng([person, NAMES.index(name)]), who), rng.uniform(0.2, 0.6))
    quiet = np.zeros(4000)
    noisy = np.concatenate([quiet, sound, quiet]) + rng.standard_normal(len(sound) + 8000) * 0.002
    noisy_take = np.asarray(noisy, np.float32)
    noisy_take.setflags(write=False)  # many tests have it
    return noisy_take


@cache
def taken(name: str, seed: int, person: int = 5) -> SoundFeatures:
    return take(voice(name, seed, person), network())


def taught(player: str = "Ann", person: int = 5) -> NoiseProfile:
    return NoiseProfile(player, [NoiseTake(n, TAUGHT, taken(n, i, person)) for n in NAMES for i in range(3)])


def slow_distance(a: Array, b: Array) -> float:
    """Return the definition, cell by cell."""
    table = np.full((len(a) + 1, len(b) + 1), np.inf)
    table[0, 0] = 0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            here = np.linalg.norm(a[i - 1] - b[j - 1])
            table[i, j] = here + min(table[i - 1, j - 1], table[i - 1, j], table[i, j - 1])
    return float(table[-1, -1] / (len(a) + len(b)))


def test_warping_is_what_its_definition_says() -> None:
    rng = np.random.default_rng(1)
    takes = [rng.standard_normal((n, CEPSTRA_COUNT)).astype(np.float32) for n in (1, 7, 20, 33)]
    query = rng.standard_normal((15, CEPSTRA_COUNT)).astype(np.float32)
    assert distances(query, takes) == pytest.approx([slow_distance(query, t) for t in takes], rel=1e-4)
    assert distances(query, [query])[0] == pytest.approx(0.0, abs=1e-3)
    assert len(distances(query, [])) == 0


def test_cepstra_do_not_depend_on_level() -> None:
    mel = np.random.default_rng(2).standard_normal((64, 80)).astype(np.float32)
    assert cepstra(mel) == pytest.approx(cepstra(mel + 1.7), abs=1e-3)
    assert cepstra(mel).shape == (40, CEPSTRA_COUNT)


@pytest.mark.parametrize(
    ("samples", "says"),
    [
        (np.zeros(16000), "take.muted"),
        (np.zeros(0), "take.muted"),
        (np.random.default_rng(0).standard_normal(16000) * 1e-4, "take.quiet"),
        (np.sign(np.sin(np.arange(16000) * 0.05)), "take.loud"),
        (np.r_[np.zeros(8000), np.ones(400) * 0.5, np.zeros(8000)] * np.cos(np.arange(16400)), "take.short"),
    ],
)
def test_bad_takes_get_their_reason(samples: npt.NDArray[np.float64], says: str) -> None:
    assert fault(samples.astype(np.float32)) == fact(says)


def test_a_take_in_a_loud_room_is_refused() -> None:
    assert fault(voice("cow", 1), room=-12.0) == fact("take.room")
    assert fault(voice("cow", 1), room=-60.0) is None


def test_cut_finds_the_sound() -> None:
    whole = np.concatenate([np.zeros(RATE, np.float32), voice("seal", 1)[4000:]])
    found = cut(whole)
    begins = [at for at in range(0, len(whole), 80) if np.array_equal(whole[at : at + len(found)], found)]
    assert len(begins) == 1
    assert 0.9 < begins[0] / RATE < 1.1


def test_a_lesson_from_one_recording(net: NoiseEmbedding) -> None:
    pause = (np.random.default_rng(3).standard_normal(RATE) * 1e-3).astype(np.float32)
    whole = np.concatenate([pause, *(part for n in ("cow",) for i in range(3) for part in (voice(n, i), pause))])
    lesson, cutter = NoiseLesson("Ann", ("cow",), net), Bouts()
    heard = [bout for at in range(0, len(whole), 1600) for bout in cutter.feed(whole[at : at + 1600])]
    reasons = []
    for sound, room in [*heard, *cutter.finish()]:
        if lesson.next_signal is None:
            break
        reasons.append(lesson.offer(sound, room))
    assert len(lesson.taken["cow"]) == 3, reasons
    assert lesson.profile().signals == ("cow",)


def heard(*parts: Array) -> list[Chunk]:
    """Return a recording in pieces of a tenth of a second, with a second of room after each part."""
    pause = (np.random.default_rng(3).standard_normal(RATE) * 1e-3).astype(np.float32)
    whole = np.concatenate([piece for part in parts for piece in (part, pause)])
    return [Chunk(whole[at : at + 1600], at / RATE) for at in range(0, len(whole), 1600)]


ROOM_AND_TALK = (np.random.default_rng(4).standard_normal(6 * RATE) * 1e-3).astype(np.float32)


def test_the_whole_course_step_by_step(net: NoiseEmbedding) -> None:
    course = NoiseCourse("Ann", ("cow",), net)
    said = course.begin()
    for chunk in heard(ROOM_AND_TALK[: 3 * RATE], *(voice("cow", i) for i in range(3)), ROOM_AND_TALK):
        said += course.feed(chunk)
    asked = [what.code.removeprefix("lesson.sound.") for what in said if what.code.startswith("lesson")]
    assert course.step == "done"
    assert (asked[0], asked[1], asked[-1]) == ("quiet", "take", "talk")
    assert set(asked[2:-1]) == {"again"}
    assert len(course.lesson.negatives) >= 7, "the room and the talk"
    last = closing(course.lesson)[-1]
    assert (last.code, last.values["taught"]) == ("lesson.sound.kept", [fact("lesson.sound.count", signal="cow", n=3)])


def test_a_course_that_ends_early_is_told(net: NoiseEmbedding) -> None:
    course = NoiseCourse("Ann", ("cow",), net)
    for chunk in heard(ROOM_AND_TALK[: 3 * RATE], voice("cow", 1)):
        course.feed(chunk)
    with pytest.raises(BadInput) as error:
        course.finish()
    assert error.value.fact.code == "lesson.sound.ended"
    with pytest.raises(BadInput) as error:
        closing(NoiseLesson("Ann", ("cow",), net))
    assert error.value.fact.code == "lesson.sound.nothing"


def test_what_cannot_be_made_is_left_for_later(net: NoiseEmbedding) -> None:
    course = NoiseCourse("Ann", ("cow", "pig"), net)
    loud = np.sign(np.sin(np.arange(RATE // 2) * 0.05)).astype(np.float32)
    said = [what for chunk in heard(ROOM_AND_TALK[: 3 * RATE], *[loud] * 5) for what in course.feed(chunk)]
    assert fact("lesson.sound.later", signal="cow") in said
    assert course.lesson.next_signal == "pig"


def test_a_lesson_from_files(tmp_path: Path, net: NoiseEmbedding) -> None:
    for name, samples in (("cow_0", voice("cow", 1)), ("cow_1", np.zeros(RATE)), ("talk_0", ROOM_AND_TALK)):
        soundfile.write(tmp_path / f"{name}.wav", samples, RATE)
    lesson, said = from_files("Ann", tmp_path, net)
    assert said == [fact("lesson.sound.file", file="cow_1.wav", reason=fact("take.muted"))]
    assert (list(lesson.taken), len(lesson.negatives)) == (["cow"], 6)
    with pytest.raises(BadInput) as error:
        from_files("Ann", tmp_path / "none", net)
    assert error.value.fact.code == "lesson.sound.no-folder"


def test_two_signals_that_are_alike_are_named(net: NoiseEmbedding) -> None:
    lesson = NoiseLesson("Ann", ("cow", "donkey"), net)
    for i in range(3):
        assert lesson.offer_as("cow", voice("cow", i)) is None
        assert lesson.offer_as("donkey", voice("cow", 10 + i)) is None
    assert lesson.warnings() == [fact("take.close", one="cow", other="donkey")]
    other = NoiseLesson("Ann", ("cow", "seal"), net)
    for i in range(3):
        assert other.offer_as("cow", voice("cow", i)) is None
        assert other.offer_as("seal", voice("seal", i)) is None
    assert other.warnings() == []


def test_a_different_sound_among_takes_is_refused(net: NoiseEmbedding) -> None:
    lesson = NoiseLesson("Ann", ("cow",), net)
    assert lesson.offer(voice("cow", 1)) is None
    assert lesson.offer(voice("monkey", 2)) == fact("take.unlike", signal="cow")
    assert len(lesson.taken["cow"]) == 1


def test_taught_sounds_are_told_with_their_player(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net, profiles=[taught(), taught("Ben", 77)])
    right = 0
    for person, player in ((5, "Ann"), (77, "Ben")):
        for name in NAMES:
            sense.restart(NAMES)
            lead = (np.random.default_rng(1).standard_normal(RATE) * 1e-3).astype(np.float32)
            sound = np.concatenate([lead, voice(name, 99, person), lead])
            events = [e for at in range(0, len(sound), 1600) for e in sense.feed(sound[at : at + 1600], at / RATE)]
            on = [e for e in [*events, *sense.finish()] if getattr(e, "phase", "") == "on"]
            right += bool(on) and (on[0].name, on[0].player) == (name, player)  # type: ignore[attr-defined]
            assert not on or on[0].decided - on[0].onset < 1.2
    assert right >= 7


def test_profiles_come_back_as_they_were(tmp_path: Path) -> None:
    profile = taught("Zoë / ../x")
    People(tmp_path).keep_sounds(profile)
    again = People(tmp_path).sounds(profile.player)
    assert again is not None
    assert [t.name for t in again.takes] == [t.name for t in profile.takes]
    assert np.array_equal(again.takes[5].sound.steps, profile.takes[5].sound.steps)
    assert np.array_equal(again.takes[5].sound.embedding, profile.takes[5].sound.embedding)


def test_plays_are_learned_without_drifting_away() -> None:
    def sound(value: float) -> SoundFeatures:
        return SoundFeatures(np.full((20, CEPSTRA_COUNT), value, np.float32), np.full(4, 0.5, np.float32))

    profile = NoiseProfile("Ann", [NoiseTake("cow", TAUGHT, sound(float(i))) for i in range(3)])
    for k in range(50):
        profile = learn(profile, "cow", sound(100.0 + k))
    assert [t.kind for t in profile.takes].count(TAUGHT) == 3
    assert [t.kind for t in profile.takes].count(CONFIRMED) == 6
    assert profile.of("cow")[-1].sound.steps[0, 0] == 149.0


def test_confirmed_plays_are_learned_only_where_the_takes_agree(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net, profiles=[taught()])
    sense.restart(NAMES)
    lead = (np.random.default_rng(1).standard_normal(RATE) * 1e-3).astype(np.float32)
    sound = np.concatenate([lead, voice("seal", 99), lead])
    events = [e for at in range(0, len(sound), 1600) for e in sense.feed(sound[at : at + 1600], at / RATE)]
    signal = next(e for e in events if isinstance(e, Signal) and e.phase == "on")
    learned = sense.learn_from_play(signal, "Ann", stands=True)
    assert learned is not None
    assert [t.kind for t in learned.of("seal")] == [TAUGHT] * 3 + [CONFIRMED]
    assert sense.learn_from_play(signal, "Nobody", stands=True) is None
    assert sense.learn_from_play(replace(signal, onset=99.0), "Ann", stands=True) is None


@pytest.mark.parametrize(("size", "player"), [(view_fusion.VECTOR_SIZE, "Ben"), (view_fusion.EMBEDDING_SIZE, None)])
def test_whose_a_noise_is_follows_from_the_voice_as_well(size: int, player: str | None) -> None:
    """The course of both players' takes is the same; the tagger's embedding, where takes have one, is Ben's."""
    rng = np.random.default_rng(3)
    steps = rng.standard_normal((30, CEPSTRA_COUNT)).astype(np.float32)
    made = {name: rng.standard_normal(view_fusion.VECTOR_SIZE).astype(np.float32)[:size] for name in ("Ann", "Ben")}
    profiles = [
        NoiseProfile(name, [NoiseTake("cow", TAUGHT, SoundFeatures(steps, vector))] * 3, "1")
        for name, vector in made.items()
    ]
    verdict = EnrolledPlayers(profiles, SoundSettings.load(), "1").verdict(SoundFeatures(steps, made["Ben"]), ("cow",))
    assert verdict is not None
    assert verdict.player == player
    assert set(verdict.candidates) == ({player} if player else {"Ann", "Ben"})
    assert sum(verdict.chances.values()) == pytest.approx(1.0)


def test_an_unknown_sound_scores_below_a_known_one() -> None:
    profile = NoiseProfile("Ann", [t for t in taught().takes if t.name != "donkey"])
    matcher = NoiseMatcher(profile)
    known, unknown = matcher.compare(taken("cow", 50)), matcher.compare(taken("donkey", 50))
    assert known is not None
    assert unknown is not None
    assert known.name == "cow"
    assert known.score > unknown.score + 0.3
    assert matcher.compare(taken("cow", 50), active=("pig",)) is None


def test_a_sound_is_described_alike_at_every_level_and_at_any_length(net: NoiseEmbedding) -> None:
    sound = voice("cow", 1)[4000:]
    for view, size in ((net.general, noise_embedding.SPEECH_SIZE), (net.tagger, noise_embedding.TAGGER_SIZE)):
        near, far = view.describe(sound), view.describe(sound * 0.05)
        assert near.shape == (size,)
        assert near == pytest.approx(far, abs=0.05)
        for n in (1600, 4000, len(sound), 48000, 60000):
            assert np.isfinite(view.describe(np.resize(sound, n).astype(np.float32))).all()


def older(profile: NoiseProfile, size: int) -> NoiseProfile:
    """Return the profile as companion kept it before sounds had a general embedding."""
    takes = [replace(t, sound=SoundFeatures(t.sound.steps, t.sound.embedding[:size])) for t in profile.takes]
    return NoiseProfile(profile.player, takes, "1")


@pytest.mark.parametrize("size", [view_fusion.EMBEDDING_SIZE, view_fusion.TAGGER_START])
def test_takes_of_an_earlier_version_are_compared_by_their_steps(net: NoiseEmbedding, size: int) -> None:
    kept = older(taught(), size)
    enrolled = EnrolledPlayers([kept], SoundSettings.load(), net.version)
    assert not enrolled.matchers[0].all_views
    told = [enrolled.verdict(taken(name, 99), NAMES) for name in NAMES]
    assert [v.match.name for v in told if v is not None] == list(NAMES)
    assert sum(v.margin > 0 for v in told if v is not None) >= 3
    strange = enrolled.verdict(take(perform("speech", 3).samples.astype(np.float32), net), NAMES)
    assert strange is not None
    assert strange.margin <= 0


@pytest.mark.parametrize("takes", [1, 3])
@pytest.mark.parametrize("names", [("cow",), ("cow", "seal")])
def test_one_or_two_signals_are_enough(names: tuple[str, ...], takes: int) -> None:
    profile = NoiseProfile("Ann", [NoiseTake(n, TAUGHT, taken(n, i)) for n in names for i in range(takes)])
    matcher = NoiseMatcher(profile, True, cohort())
    own, other = matcher.compare(taken("cow", 50)), matcher.compare(taken("donkey", 50))
    assert own is not None
    assert other is not None
    assert own.name == "cow"
    assert np.isfinite(own.score)
    assert own.score > other.score + 1.0


def test_what_the_room_and_others_make_lifts_the_threshold_of_what_it_comes_near(net: NoiseEmbedding) -> None:
    settings, ann = SoundSettings.load(), NoiseProfile("Ann", [t for t in taught().takes if t.name != "donkey"])
    alone, cow = EnrolledPlayers([ann], settings, net.version), NAMES.index("cow")
    before, match = alone.matchers[0].lift.copy(), alone.matchers[0].compare(taken("cow", 50))
    assert match is not None
    quiet = replace(match, talk=0.0)
    assert bar(quiet, settings) == settings.accept[2], "nothing comes near: the shipped threshold for three takes"
    assert bar(replace(match, talk=0.25), settings) == pytest.approx(settings.accept[2] + settings.talk[2] / 2)
    for i in range(6):
        alone.overhear(taken("cow", 60 + i))
    after = alone.matchers[0].lift
    assert after[cow] > before[cow] + 3.0, "this table's talk sounds like Ann's cow"
    assert after[1:].max() < after[cow] - 3.0
    match = alone.matchers[0].compare(taken("cow", 50))
    assert match is not None
    lifted = bar(replace(match, talk=0.0), settings)
    assert settings.accept[2] < lifted <= settings.accept[2] + settings.accept_lift
    assert accepts(match, settings) < 0, "what this table says all the time is no signal"
    ben = NoiseProfile("Ben", [NoiseTake("pig", TAUGHT, taken("cow", 70 + i)) for i in range(3)])
    beside = EnrolledPlayers([ann, ben], settings, net.version).matchers[0].lift
    assert beside[cow] > before[cow] + 3.0, "Ben's pig is like Ann's cow"


def test_what_is_like_no_take_at_first_view_is_compared_no_further(
    net: NoiseEmbedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled, described = EnrolledPlayers([taught()], SoundSettings.load(), net.version), list[int]()
    describe = net.tagger.describe
    monkeypatch.setattr(net.tagger, "describe", lambda samples: (described.append(1), describe(samples))[1])  # type: ignore[func-returns-value]
    hiss = (np.random.default_rng(3).standard_normal(RATE * 3 // 2) * 0.1).astype(np.float32)

    def judged(sound: Array) -> NoiseVerdict | None:
        described.clear()
        enrolled.restart()
        span = SoundSpan(0, len(sound) * 100 // RATE, has_ended=False)
        found = enrolled.judge(lambda a, b: sound[a * RATE // 100 : b * RATE // 100], net, NAMES, [span])
        return None if found is None else found[1]

    first = judged(hiss)
    assert first is not None
    assert first.margin < 0
    assert described, "as long as this table's talk is not known, all of it is heard"
    for _ in range(24):
        enrolled.overhear(replace(first.sound))
    assert judged(hiss) is None
    assert not described
    cow = judged(cut(voice("cow", 99)))
    assert cow is not None
    assert cow.match.name == "cow"
    assert described


def test_a_take_is_known_in_talk_too(net: NoiseEmbedding) -> None:
    """In talk a noise is nearer to what its takes would be there; one that stands out is compared with them alone."""
    takes = {name: [taken(name, i) for i in range(3)] for name in NAMES}
    profile = NoiseProfile("Ann", [NoiseTake(n, TAUGHT, x) for n, sounds in takes.items() for x in sounds], net.version)
    assert all(len(t.sound.beside) == 3 for t in profile.takes)
    enrolled = EnrolledPlayers([profile], replace(SoundSettings.load(), elsewhere=(0.0, 0.0, 0.0)), net.version)
    better = []
    for name in NAMES:
        sound = cut(voice(name, 99))
        heard = take(in_talk(sound, 5.0), net, alone=True)
        found = [enrolled.verdict(heard, (name,), clear) for clear in (False, True)]
        assert all(v is not None and v.match.takes == 3 for v in found), "what lies beside a take is no further take"
        better.append(found[0].margin - found[1].margin)  # type: ignore[union-attr]
    assert min(better) >= 0.0
    assert np.mean(better) > 0.3


def test_a_sound_that_is_over_is_judged_once(net: NoiseEmbedding, monkeypatch: pytest.MonkeyPatch) -> None:
    sense, judged = SoundSense("test", net=net, profiles=[taught()]), list[int]()
    verdict = sense.enrolled.verdict
    monkeypatch.setattr(sense.enrolled, "verdict", lambda *given: (judged.append(1), verdict(*given))[1])  # type: ignore[func-returns-value]
    sense.restart(NAMES)
    lead = (np.random.default_rng(1).standard_normal(RATE) * 1e-3).astype(np.float32)
    short = voice("seal", 99)[: 4000 + RATE * 4 // 10]
    sense.feed(np.concatenate([lead, short, lead]), 0.0)
    assert 1 <= len(judged) <= 2


def test_real_voices_with_three_takes(shared: Path) -> None:
    """Real recordings: six people, ten words. The bars are a little under what is reported in the model card.

    Over ten seconds: 4,800 comparisons, as the evaluation makes them.
    """
    from measure.evaluate.sounds_enrolment import evaluate

    found = evaluate(shared / "data/sounds/voices", [3])["takes"]["3"]
    assert found["all"]["identified"] >= 0.95
    assert found["all"]["accepted_right_at_0.01"] >= 0.78
    assert found["all"]["equal_error_rate"] <= 0.10
    assert found["sets_of_four"]["identified"] >= 0.95
    before, after = found["after_play"]["before"], found["after_play"]["after"]
    assert after["shipped_accepted_right"] > before["shipped_accepted_right"] + 0.02, "plays make it better"
    assert after["shipped_false_accepted"] <= before["shipped_false_accepted"] + 0.01, "wrong ones do not drag it away"


def test_enrolment_folders_that_cannot_be_used(tmp_path: Path) -> None:
    from measure.evaluate.sounds_enrolment import evaluate

    for folder, code in ((tmp_path / "none", "measure.voices-no-folder"), (tmp_path, "measure.voices-empty")):
        with pytest.raises(BadInput) as error:
            evaluate(folder, [3])
        assert error.value.fact.code == code
