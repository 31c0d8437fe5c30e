"""The warm-up's cards with faces and noises: what is wrong is said, takes and thresholds are checked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.facts import Fact
from companion.people.lessons.noise_takes import take
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.warmup.cards import WarmUpCard, deal
from companion.people.warmup.learner import CardLearner
from companion.people.warmup.observations import FaceObservation, NoiseObservation, WordObservation
from companion.people.warmup.room_advice import RoomAdvice
from companion.people.warmup.round import WarmUpRound
from companion.senses.faces.features import FaceScores
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.settings import shipped
from companion.senses.faces.signals import score_all
from companion.senses.sounds.enrolled_players import EnrolledPlayers, accepts
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import NoiseMatcher, overruled
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import TAUGHT, NoiseTake, SoundFeatures, cohort
from tests.senses.faces_help import frame
from tests.senses.test_sounds_enrolment import NAMES, taught, voice

SEED = 700002
SET_B = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour")
BELIEFS = NeutralFace(shipped()).prior


@pytest.fixture(scope="module")
def net() -> NoiseEmbedding:
    return NoiseEmbedding()


def glance(t: float, label: str = "neutral", **more: Any) -> FaceObservation:
    seen = frame(SEED, label, t)
    if label == "eyes_wide":
        seen = replace(seen, face=FaceScores(sour=0.01, wide=0.98, closed=0.02, laughing=0.02, frown=0.05))
    found = score_all(seen, BELIEFS, shipped())
    on = {name: hold.on for name, hold in shipped().holds.items()}
    shown = frozenset(name for name, score in found.items() if score.value >= on[name])
    values = {"light": 120.0, "behind": 120.0, "beliefs": BELIEFS, "shown": shown,
              "scores": {n: s.value for n, s in found.items()}, "on": on}  # fmt: skip
    return replace(FaceObservation(t, replace(seen, size=120.0)), **{**values, **more})


def learner(*cards: WarmUpCard) -> CardLearner:
    return CardLearner("Ann", list(cards), shipped(), SoundSettings.load())


def sound(name: str, seed: int, person: int = 5, **more: Any) -> NoiseObservation:
    samples = voice(name, seed, person)
    whole = NoiseObservation(0.0, len(samples) / 16000, samples, -60.0, -15.0)
    return replace(whole, **more)


def test_cards_are_those_of_the_signals_that_count() -> None:
    assert [c.key for c in deal(SET_B, sees=True, hears=False)] == ["calm", *(f"show.{n}" for n in SET_B)]
    assert [c.key for c in deal(NAMES, sees=False, hears=True)] == [f"noise.{n}" for n in NAMES]
    both = deal((*SET_B, "grin", "wild_thing"), sees=True, hears=True, speaks=True, dealer=True)
    assert [c.key for c in both][-4:] == ["show.grin", "wild.wild_thing", "shout", "name"]
    assert deal(SET_B, sees=False, hears=True) == []


def test_two_seconds_of_a_calm_look_teach_the_neutral_face() -> None:
    ann = learner(WarmUpCard("calm"), WarmUpCard("show", "grin"))
    said = [ann.see(glance(k / 10)) for k in range(24)]
    assert ann.status["calm"] == "done"
    assert [s.code for s in said if s] == ["warmup.calm-going", "warmup.calm-done"]
    face, _ = ann.face()
    assert face is not None
    assert face.neutral["width"] == pytest.approx(frame(SEED, "neutral").measures.width, abs=0.03)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"frame": None, "faces": 0}, "warmup.no-face"),
        ({"frame": None, "faces": 2}, "warmup.not-you"),
        ({"faces": 2, "crowd": True}, "warmup.two"),
        ({"light": 20.0, "behind": 30.0}, "warmup.dark"),
        ({"light": 20.0, "behind": 180.0}, "warmup.backlit"),
        ({"frame": replace(frame(SEED, "neutral"), yaw=40.0, size=120.0)}, "warmup.turned"),
        ({"frame": replace(frame(SEED, "neutral"), size=25.0)}, "warmup.far"),
        ({"frame": replace(frame(SEED, "neutral"), size=120.0, speed=150.0)}, "warmup.still"),
    ],
)
def test_a_calm_look_that_is_none_says_why(wrong: dict[str, Any], says: str) -> None:
    ann = learner(WarmUpCard("calm"))
    told = [ann.see(glance(k / 10, **wrong)) for k in range(30)]
    assert [s.code for s in told if s] == [says]  # said once, and nothing is learned
    assert ann.status["calm"] == "open"
    assert not ann.calm


def test_a_smile_is_no_calm_look() -> None:
    ann = learner(WarmUpCard("calm"))
    told = [ann.see(glance(k / 10, "grin")) for k in range(20)]
    assert [s.code for s in told if s] == ["warmup.smiling"]
    for k in range(20, 44):
        ann.see(glance(k / 10))
    assert ann.status["calm"] == "done"


def test_a_face_that_is_made_is_no_calm_look() -> None:
    ann = learner(WarmUpCard("calm"))
    told = [ann.see(glance(k / 10, "eyes_wide")) for k in range(20)]
    assert [s.code for s in told if s] == ["warmup.making"]
    assert not ann.calm
    for k in range(20, 44):
        ann.see(glance(k / 10))
    assert ann.status["calm"] == "done"
    odd = learner(WarmUpCard("calm"))  # somebody who always looks so is believed after a while
    for k in range(100):
        odd.see(glance(k / 10, "eyes_wide"))
    assert odd.status["calm"] == "done"


def test_a_show_is_taken_and_one_that_never_comes_is_left_for_later() -> None:
    ann = learner(WarmUpCard("calm"), WarmUpCard("show", "grin"), WarmUpCard("show", "sour"))
    t = 0.0
    while ann.status["calm"] == "open":
        ann.see(glance(t))
        t += 0.1
    said: list[Fact | None] = []
    while ann.status["show.grin"] == "open":
        said.append(ann.see(glance(t, "grin")))
        t += 0.1
    assert [s.code for s in said if s] == ["warmup.hold", "warmup.show-done"]
    said = []
    while ann.status["show.sour"] == "open" and t < 40:
        said.append(ann.see(glance(t)))
        t += 0.1
    assert [s.code for s in said if s] == ["warmup.show-stronger", "warmup.later"]
    assert ann.status["show.sour"] == "later"


def test_a_show_that_went_wrong_changes_nothing() -> None:
    """The calm face given as a show: no threshold goes down for it."""
    calm = [frame(SEED, "neutral", k / 10) for k in range(24)]
    found = face_thresholds.settle(
        calm, {"grin": calm, "eyes_wide": [frame(SEED, "eyes_wide", k / 10) for k in range(12)]}, shipped()
    )
    assert "grin" not in found.own
    assert found.margins["eyes_wide"] >= found.before["eyes_wide"] * 0.99


def test_small_faces_get_a_threshold_of_their_own_and_rest_is_none() -> None:
    rest, wide = frame(SEED, "neutral"), frame(SEED, "grin")
    names = [n for n in shipped().features if n != "eye"]
    part = 0.6
    between = {n: (1 - part) * getattr(rest.measures, n) + part * getattr(wide.measures, n) for n in names}
    weak = replace(wide.measures, **between)
    calm = [replace(rest, t=k / 10) for k in range(24)]
    shows = [replace(wide, measures=weak, t=k / 10) for k in range(12)]
    found = face_thresholds.settle(calm, {"grin": shows}, shipped())
    beliefs = face_thresholds.beliefs_of(found.neutral, shipped())
    by = found.own.get("grin", 1.0)
    assert by <= 1.0
    assert face_thresholds.told(face_thresholds.scores(shows, beliefs, "grin", shipped()), "grin", by, shipped())
    assert not face_thresholds.told(face_thresholds.scores(calm, beliefs, "grin", shipped()), "grin", by, shipped())


def test_three_takes_of_a_noise(net: NoiseEmbedding) -> None:
    ann = learner(WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3))
    codes = []
    for k in range(3):
        told = ann.hear(sound("cow", k), net, {})
        codes.append(told.code if told else "")
    assert codes == ["warmup.take", "warmup.take", "warmup.noise-done"]
    assert ann.card is not None
    assert ann.card.signal == "seal"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"samples": (voice("cow", 1) * 0.002).astype(np.float32)}, "take.quiet"),
        ({"samples": np.sign(voice("cow", 1)).astype(np.float32)}, "take.loud"),
        ({"samples": np.zeros(8000, np.float32)}, "take.muted"),
        ({"room": -14.0}, "take.room"),
        ({"mouths": {"Ann": 0.02, "Ben": 0.7}}, "warmup.other"),
    ],
)
def test_a_bad_take_says_why_and_after_four_the_card_waits(
    net: NoiseEmbedding, more: dict[str, Any], says: str
) -> None:
    ann = learner(WarmUpCard("noise", "cow", 3))
    codes = [told.code for _ in range(4) if (told := ann.hear(sound("cow", 1, **more), net, {}))]
    assert codes == [says, "warmup.leave"]  # the same sentence is not said twice running
    assert ann.status["noise.cow"] == "later"
    assert not ann.takes.get("cow")


def test_too_like_ones_own_cow(net: NoiseEmbedding) -> None:
    ann = learner(WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3))
    for k in range(3):
        ann.hear(sound("cow", k), net, {})
    told = ann.hear(sound("cow", 7), net, {})
    assert told is not None
    assert (told.code, told.values["other"]) == ("warmup.like", "cow")


def test_skip_redo_and_later(net: NoiseEmbedding) -> None:
    ann = learner(WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3), WarmUpCard("shout"))
    ann.hear(sound("cow", 0), net, {})
    assert ann.redo() == WarmUpCard("noise", "cow", 3)
    assert "cow" not in ann.takes
    ann.skip()
    assert ann.status["noise.cow"] == "skipped"
    ann.skip("later")
    assert ann.card == WarmUpCard("shout")
    assert ann.say(WordObservation("shout", False)) == Fact("warmup.shout-again")
    ann.say(WordObservation("shout", True))
    assert ann.done
    ann.again(["noise.seal"])
    assert ann.card == WarmUpCard("noise", "seal", 3)


def test_a_round_goes_round_the_table_and_ends_with_a_sheet(net: NoiseEmbedding) -> None:
    cards = {p: [WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3)] for p in ("Ann", "Ben")}
    deck = WarmUpRound(cards, ("cow", "seal"), shipped(), SoundSettings.load(), lambda: net)
    assert deck.turn == "Ann"
    for name in ("cow", "seal"):
        for k in range(3):
            assert deck.hear(sound(name, k))[0] == "Ann"
    assert deck.turn == "Ben"
    deck.learners["Ben"].skip()
    deck.learners["Ben"].skip("later")
    assert deck.over
    sheet = deck.sheet()
    assert [c.grade for c in sheet["Ann"]] != ["unknown", "unknown"]
    assert [c.grade for c in sheet["Ben"]] == ["unknown", "unknown"]
    assert all(c.margin is not None for c in sheet["Ann"])
    deck.again("Ben")
    assert deck.turn == "Ben"


def test_phones_have_their_cards_all_at_once(net: NoiseEmbedding) -> None:
    cards = {p: [WarmUpCard("noise", "cow", 3)] for p in ("Ann", "Ben", "Cleo")}
    deck = WarmUpRound(cards, ("cow",), shipped(), SoundSettings.load(), lambda: net, phones=("Ben", "Cleo"))
    assert deck.hear(sound("cow", 0, owner="Cleo"))[0] == "Cleo"
    assert deck.hear(sound("cow", 0, owner="Ben"))[0] == "Ben"
    assert deck.hear(sound("cow", 0))[0] == "Ann"
    assert [len(m.takes["cow"]) for m in deck.learners.values()] == [1, 1, 1]


def test_one_bad_take_of_three_ruins_nothing(net: NoiseEmbedding) -> None:
    profile = taught(net)
    wrong = NoiseTake(
        "cow", TAUGHT, take((np.random.default_rng(0).standard_normal(9000) * 0.2).astype(np.float32), net)
    )
    spoilt = replace(profile, takes=[wrong, *(t for t in profile.takes if t is not profile.of("cow")[0])])
    found = noise_thresholds.settle(spoilt, (), SoundSettings.load())
    matcher = NoiseMatcher(found.profile, True, cohort())
    for name in NAMES:
        best = matcher.compare(take(voice(name, 9), net))
        assert best is not None
        assert (best.name, accepts(best, SoundSettings.load()) > 0) == (name, True)


def test_a_threshold_of_ones_own_takes_every_take_that_the_shipped_one_takes(net: NoiseEmbedding) -> None:
    settings, profile = SoundSettings.load(), taught(net)
    found = noise_thresholds.settle(profile, (), settings)
    for name in profile.signals:
        plain = noise_thresholds.measure(profile, name, (), settings)
        mine = found.measured[name]
        assert sum(m > 0 for m in mine.margins) >= sum(m > 0 for m in plain.margins)


def test_thresholds_go_down_for_uneven_takes_that_are_like_nothing_else() -> None:
    s = SoundSettings.load()
    down = noise_thresholds.offset(noise_thresholds.TakeDistances((-0.6, 1.0, 2.0), -6.0), s)
    assert -s.personal["down"] <= down < -0.6
    assert noise_thresholds.offset(noise_thresholds.TakeDistances((2.0, 3.0, 2.5), -6.0), s) == 0.0
    assert (
        noise_thresholds.offset(noise_thresholds.TakeDistances((-0.6, 1.0), -6.0), s) == 0.0
    )  # two takes say too little
    assert (
        noise_thresholds.offset(noise_thresholds.TakeDistances((-0.6, 1.0, 2.0), -0.7), s) == 0.0
    )  # something else is as near


def test_an_overruled_noise_stands_against_its_signal(net: NoiseEmbedding) -> None:
    settings, profile = SoundSettings.load(), taught(net)
    enrolled = EnrolledPlayers([profile], settings, "")
    strange = take(voice("cow", 3, person=5), net)
    moved = SoundFeatures(strange.steps[::-1].copy(), strange.embedding)
    before = enrolled.matchers[0].compare(moved, ("cow",))
    after = NoiseMatcher(overruled(profile, "cow", moved)).compare(moved, ("cow",))
    assert before is not None
    assert after is not None
    assert after.score < before.score
    fine = NoiseMatcher(overruled(profile, "cow", moved)).compare(take(voice("seal", 9), net))
    assert fine is not None
    assert fine.name == "seal"


def test_the_room_gets_two_sentences_at_most() -> None:
    room = RoomAdvice()
    for _ in range(20):
        room.level(-30.0)
        room.see("Ben", glance(0.0, light=30.0, behind=200.0))
        room.see("Cleo", replace(glance(0.0), frame=replace(frame(SEED, "neutral"), size=30.0)))
    advice = [a.code for a in room.advice()]
    assert len(advice) == 2
    assert advice[0] == "warmup.room-lamp"
    assert not RoomAdvice().advice()
