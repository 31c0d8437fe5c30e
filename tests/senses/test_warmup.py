"""The warm-up's cards with faces and noises: what is wrong is said, takes and thresholds are checked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.facts import Fact
from companion.people.lessons.noise_takes import take
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.warmup import round_messages as messages
from companion.people.warmup.cards import FaceObservation, NoiseObservation, WarmUpCard, WordObservation, deal
from companion.people.warmup.judging import Judging
from companion.people.warmup.pile import Pile
from companion.people.warmup.round import Room, WarmUpRound
from companion.people.warmup.round_cards import result_now
from companion.people.warmup.round_fold import step
from companion.senses.faces.features import FaceScores
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signals import score_all
from companion.senses.sounds.enrolled_players import EnrolledPlayers, accepts
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import NoiseMatcher, add_overruled
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import TAUGHT, NoiseTake, SoundFeatures, cohort
from tests.senses.faces_help import frame
from tests.senses.test_sounds_enrolment import NAMES, network, taken, taught, voice

SEED = 700002
SET_B = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour")
BELIEFS = NeutralFace(load_shipped()).prior
BY = Judging(network)


@pytest.fixture(scope="module")
def net() -> NoiseEmbedding:
    return network()


def glance(t: float, label: str = "neutral", **more: Any) -> FaceObservation:
    seen = frame(SEED, label, t)
    if label == "eyes_wide":
        seen = replace(seen, face=FaceScores(sour=0.01, wide=0.98, closed=0.02, laughing=0.02, frown=0.05))
    found = score_all(seen, BELIEFS, load_shipped())
    on = {name: hold.on for name, hold in load_shipped().holds.items()}
    shown = frozenset(name for name, score in found.items() if score.value >= on[name])
    values = {
        "light": 120.0,
        "behind": 120.0,
        "beliefs": BELIEFS,
        "shown": shown,
        "scores": {n: s.value for n, s in found.items()},
        "on": on,
    }
    return replace(FaceObservation(t, replace(seen, size=120.0)), **{**values, **more})


class Cards:
    """Ann's pile as it becomes."""

    def __init__(self, *cards: WarmUpCard) -> None:
        self.pile = Pile.of("Ann", cards)

    def now(self, pile: Pile) -> Fact | None:
        """Return what is said of it, where that is new."""
        before, self.pile = self.pile.verdict, pile
        return None if pile.verdict == before else pile.verdict

    def see(self, what: FaceObservation) -> Fact | None:
        return self.now(self.pile.see(what, BY))

    def hear(self, what: NoiseObservation) -> Fact | None:
        return self.now(self.pile.hear(what, BY))


class Table:
    """A round as it becomes; what it asked for last."""

    def __init__(self, cards: dict[str, list[WarmUpCard]], phones: tuple[str, ...] = ()) -> None:
        self.now, self.t = WarmUpRound(), 0.0
        self.asked: tuple[messages.RoundRequest, ...] = ()
        self.take(messages.Dealt(cards, ("cow", "seal"), frozenset(phones)))

    def take(self, event: messages.RoundEvent, after: float = 0.1) -> list[str]:
        """Return the codes of what is said.

        Tasks are done at once.
        """
        self.t += after
        self.now, self.asked = step(self.now, self.t, event, BY)
        said = [a.what.code for a in self.asked if isinstance(a, messages.Say)]
        for task in [a for a in self.asked if isinstance(a, messages.Learn)]:
            said += self.take(messages.Learned(task.number, result_now(self.now, task.player, BY), asks=False))
        return said


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
    ann = Cards(WarmUpCard("calm"), WarmUpCard("show", "grin"))
    said = [ann.see(glance(k / 10)) for k in range(24)]
    assert ann.pile.status["calm"] == "done"
    assert [s.code for s in said if s] == ["warmup.calm-going", "warmup.calm-done"]
    face, _ = ann.pile.face(BY)
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
    ann = Cards(WarmUpCard("calm"))
    told = [ann.see(glance(k / 10, **wrong)) for k in range(30)]
    assert [s.code for s in told if s] == [says]  # said once, and nothing is learned
    assert ann.pile.status["calm"] == "open"
    assert not ann.pile.calm


def test_the_calm_look_teaches_what_the_network_sees_at_rest() -> None:
    """Whoever looks sour at rest is known to: as the camera itself learns it."""
    rest = FaceScores(sour=0.2, wide=0.1, closed=0.02, laughing=0.02, frown=0.05)
    calm = [frame(SEED, "neutral", k / 10) for k in range(40)]
    found = face_thresholds.neutral_of([replace(seen, face=rest) for seen in calm], load_shipped())
    usual = face_thresholds.neutral_of(calm, load_shipped())
    assert {"sour", "wide"} <= set(found)
    assert not {"sour", "wide"} & set(usual)


def test_a_smile_is_no_calm_look() -> None:
    ann = Cards(WarmUpCard("calm"))
    told = [ann.see(glance(k / 10, "grin")) for k in range(20)]
    assert [s.code for s in told if s] == ["warmup.smiling"]
    for k in range(20, 44):
        ann.see(glance(k / 10))
    assert ann.pile.status["calm"] == "done"


def test_a_face_that_is_made_is_no_calm_look() -> None:
    ann = Cards(WarmUpCard("calm"))
    told = [ann.see(glance(k / 10, "eyes_wide")) for k in range(20)]
    assert [s.code for s in told if s] == ["warmup.making"]
    assert not ann.pile.calm
    for k in range(20, 44):
        ann.see(glance(k / 10))
    assert ann.pile.status["calm"] == "done"
    odd = Cards(WarmUpCard("calm"))  # somebody who always looks so is believed after a while
    for k in range(100):
        odd.see(glance(k / 10, "eyes_wide"))
    assert odd.pile.status["calm"] == "done"


def test_a_show_is_taken_and_one_that_never_comes_is_left_for_later() -> None:
    ann = Cards(WarmUpCard("calm"), WarmUpCard("show", "grin"), WarmUpCard("show", "sour"))
    t = 0.0
    while ann.pile.status["calm"] == "open":
        ann.see(glance(t))
        t += 0.1
    said: list[Fact | None] = []
    while ann.pile.status["show.grin"] == "open":
        said.append(ann.see(glance(t, "grin")))
        t += 0.1
    assert [s.code for s in said if s] == ["warmup.hold", "warmup.show-done"]
    said = []
    while ann.pile.status["show.sour"] == "open" and t < 40:
        said.append(ann.see(glance(t)))
        t += 0.1
    assert [s.code for s in said if s] == ["warmup.show-stronger", "warmup.later"]
    assert ann.pile.status["show.sour"] == "later"
    assert "grin" in ann.pile.completed_signals
    assert "sour" not in ann.pile.completed_signals


def test_a_show_that_went_wrong_changes_nothing() -> None:
    """The calm face given as a show: no threshold goes down for it."""
    calm = [frame(SEED, "neutral", k / 10) for k in range(24)]
    shows = {"grin": calm, "eyes_wide": [frame(SEED, "eyes_wide", k / 10) for k in range(12)]}
    found, before = (
        face_thresholds.settle(calm, shows, load_shipped()),
        face_thresholds.settle((), shows, load_shipped()),
    )
    assert "grin" not in found.own
    assert found.margins["eyes_wide"] >= before.margins["eyes_wide"] * 0.99


def test_small_faces_get_a_threshold_of_their_own_and_rest_is_none() -> None:
    rest, wide = frame(SEED, "neutral"), frame(SEED, "grin")
    names = [n for n in load_shipped().features if n != "eye"]
    part = 0.6
    between = {n: (1 - part) * getattr(rest.measures, n) + part * getattr(wide.measures, n) for n in names}
    weak = replace(wide.measures, **between)
    calm = [replace(rest, t=k / 10) for k in range(24)]
    shows = [replace(wide, measures=weak, t=k / 10) for k in range(12)]
    found = face_thresholds.settle(calm, {"grin": shows}, load_shipped())
    beliefs = face_thresholds.beliefs_of(found.neutral, load_shipped())
    by = found.own.get("grin", 1.0)
    assert by <= 1.0
    assert face_thresholds.is_recognised(
        face_thresholds.table(shows, beliefs, load_shipped())["grin"], "grin", by, load_shipped()
    )
    assert not face_thresholds.is_recognised(
        face_thresholds.table(calm, beliefs, load_shipped())["grin"], "grin", by, load_shipped()
    )


def test_three_takes_of_a_noise() -> None:
    ann = Cards(WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3))
    codes = []
    for k in range(3):
        told = ann.hear(sound("cow", k))
        codes.append(told.code if told else "")
    assert codes == ["warmup.take", "warmup.take", "warmup.noise-done"]
    assert ann.pile.card is not None
    assert ann.pile.card.signal == "seal"


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
def test_a_bad_take_says_why_and_after_four_the_card_waits(more: dict[str, Any], says: str) -> None:
    ann = Cards(WarmUpCard("noise", "cow", 3))
    codes = [told.code for _ in range(4) if (told := ann.hear(sound("cow", 1, **more)))]
    assert codes == [says, "warmup.leave"]  # the same sentence is not said twice running
    assert ann.pile.status["noise.cow"] == "later"
    assert not ann.pile.takes.get("cow")


def test_too_like_ones_own_cow() -> None:
    ann = Cards(WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3))
    for k in range(3):
        ann.hear(sound("cow", k))
    told = ann.hear(sound("cow", 7))
    assert told is not None
    assert (told.code, told.values["other"]) == ("warmup.like", "cow")


def test_skip_redo_and_later() -> None:
    ann = Cards(WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3), WarmUpCard("shout"))
    ann.hear(sound("cow", 0))
    ann.pile = ann.pile.redo()
    assert ann.pile.card == WarmUpCard("noise", "cow", 3)
    assert "cow" not in ann.pile.takes
    ann.pile = ann.pile.skip()
    assert ann.pile.status["noise.cow"] == "skipped"
    ann.pile = ann.pile.skip("later")
    assert ann.pile.card == WarmUpCard("shout")
    assert ann.now(ann.pile.say(WordObservation("shout", False))) == Fact("warmup.shout-again")
    ann.pile = ann.pile.say(WordObservation("shout", True))
    assert ann.pile.is_done
    assert ann.pile.again(["noise.seal"]).card == WarmUpCard("noise", "seal", 3)


def cards(*players: str) -> dict[str, list[WarmUpCard]]:
    return {p: [WarmUpCard("noise", "cow", 3), WarmUpCard("noise", "seal", 3)] for p in players}


def test_a_round_goes_round_the_table_and_ends_with_a_sheet() -> None:
    table = Table(cards("Ann", "Ben"))
    assert table.now.turn == "Ann"
    for name in ("cow", "seal"):
        for k in range(3):
            table.take(sound(name, k))
    assert table.now.turn == "Ben"
    table.take(messages.Chosen("skip"))
    assert table.take(messages.Chosen("later")) == []
    assert table.now.is_over
    assert not table.now.open
    assert messages.ShowSheet() in table.asked
    sheet = {p: table.now.row(p) for p in ("Ann", "Ben")}
    assert [c.grade for c in sheet["Ann"]] != ["unknown", "unknown"]
    assert [c.grade for c in sheet["Ben"]] == ["unknown", "unknown"]
    assert all(c.margin is not None for c in sheet["Ann"])
    table.take(messages.Chosen("again", "Ben"))
    assert table.now.turn == "Ben"


def test_phones_have_their_cards_all_at_once() -> None:
    table = Table(cards("Ann", "Ben", "Cleo"), ("Ben", "Cleo"))
    for owner in ("Cleo", "Ben", None):
        table.take(sound("cow", 0, owner=owner))
    assert [len(pile.takes["cow"]) for pile in table.now.piles.values()] == [1, 1, 1]


def test_a_step_changes_nothing_but_what_it_gives() -> None:
    """The state before stands as it was: the same events from it come to the same once more."""
    table = Table(cards("Ann"))
    before, seen = table.now, []
    for _ in range(2):
        table.now, table.t = before, 1.0
        said = [table.take(sound("cow", k)) for k in range(3)]
        seen.append((said, table.now.piles["Ann"].status))
        assert before.piles["Ann"].takes == {}
    assert seen[0] == seen[1]


def test_what_was_being_worked_out_when_a_card_is_made_again_counts_no_more() -> None:
    table = Table(cards("Ann"))
    table.take(messages.Chosen("skip"))
    now, asked = step(table.now, 5.0, messages.Chosen("skip"), BY)
    task = next(a for a in asked if isinstance(a, messages.Learn))
    assert now.open  # the sheet waits for the task
    now, _ = step(now, 6.0, messages.Chosen("redo", "Ann", "noise.cow"), BY)
    late = messages.Learned(task.number, replace(result_now(now, "Ann", BY), cells=()), asks=False)
    now, _ = step(now, 7.0, late, BY)
    assert now.open
    assert "Ann" not in now.results


def test_a_bad_sound_is_no_call_and_no_name() -> None:
    """Said once, and no shout is waited for and no name learned of it, however often it comes."""
    table = Table({"Ann": [WarmUpCard("shout"), WarmUpCard("name")]})
    bad = sound("cow", 1, room=-14.0)
    assert [table.take(bad), table.take(bad)] == [["take.room"], []]
    assert table.take(messages.Passed(), after=2.0) == []
    table.take(messages.Chosen("skip"))
    table.take(bad)
    table.take(bad)
    assert not any(isinstance(a, messages.HearName) for a in table.asked)
    table.take(sound("cow", 1))
    assert any(isinstance(a, messages.HearName) for a in table.asked)


def test_the_louder_phone_is_nearer() -> None:
    table = Table(cards("Ann", "Ben"), ("Ann", "Ben"))
    table.take(sound("cow", 1, owner="Ann", source="Ann", level=-15.0, shared=True))
    table.take(sound("cow", 1, owner="Ben", source="Ben", level=-25.0, shared=True))
    assert table.take(messages.Passed(), after=0.1) == []  # they wait for what the others heard
    said = table.take(messages.Passed(), after=0.4)
    assert said == ["warmup.take", "warmup.other"]
    assert "cow" not in table.now.piles["Ben"].takes


def test_one_bad_take_of_three_ruins_nothing(net: NoiseEmbedding) -> None:
    profile = taught()
    wrong = NoiseTake(
        "cow", TAUGHT, take((np.random.default_rng(0).standard_normal(9000) * 0.2).astype(np.float32), net)
    )
    spoilt = replace(profile, takes=[wrong, *(t for t in profile.takes if t is not profile.of("cow")[0])])
    found = noise_thresholds.settle(spoilt, (), SoundSettings.load())
    matcher = NoiseMatcher(found.profile, True, cohort())
    for name in NAMES:
        best = matcher.compare(taken(name, 9))
        assert best is not None
        assert (best.name, accepts(best, SoundSettings.load()) > 0) == (name, True)


def test_a_threshold_of_ones_own_takes_every_take_that_the_shipped_one_takes() -> None:
    settings, profile = SoundSettings.load(), taught()
    found = noise_thresholds.settle(profile, (), settings)
    for name in profile.signals:
        plain = noise_thresholds.Table((), settings, noise_thresholds.distances(profile, ())).measure(profile, name)
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


def test_an_overruled_noise_stands_against_its_signal() -> None:
    settings, profile = SoundSettings.load(), taught()
    enrolled = EnrolledPlayers([profile], settings, "")
    strange = taken("cow", 3, person=5)
    moved = SoundFeatures(strange.steps[::-1].copy(), strange.embedding)
    before = enrolled.matchers[0].compare(moved, ("cow",))
    after = NoiseMatcher(add_overruled(profile, "cow", moved)).compare(moved, ("cow",))
    assert before is not None
    assert after is not None
    assert after.score < before.score
    fine = NoiseMatcher(add_overruled(profile, "cow", moved)).compare(taken("seal", 9))
    assert fine is not None
    assert fine.name == "seal"


def test_the_room_gets_two_sentences_at_most() -> None:
    room = Room()
    for _ in range(20):
        room = room.with_level(-30.0).see("Ben", glance(0.0, light=30.0, behind=200.0))
        room = room.see("Cleo", replace(glance(0.0), frame=replace(frame(SEED, "neutral"), size=30.0)))
    advice = [a.code for a in room.advice()]
    assert len(advice) == 2
    assert advice[0] == "warmup.room-lamp"
    assert not Room().advice()
