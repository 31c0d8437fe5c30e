"""A sound in a talking room is cut by its own level; answers by another player are signals of their own."""

from __future__ import annotations

import numpy as np
import pytest

from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.noise_matcher import NoiseMatch
from companion.senses.sounds.ongoing_signals import OngoingSignal, OngoingSignals
from companion.senses.sounds.sound_features import CEPSTRA, SoundFeatures
from companion.senses.sounds.sound_spans import SoundSpan, spans

QUIET, TALK, NOISE = -60.0, -40.0, -20.0


def room(*parts: tuple[int, float]) -> np.ndarray:
    return np.concatenate([np.full(n, level) for n, level in parts])


def verdict(
    name: str, player: str | None, fitting: tuple[str, ...] = (), over: float = 1.0, like: float = 0.0
) -> NoiseVerdict:
    """``like``: sounds of other numbers are far from each other."""
    match = NoiseMatch("Ann", name, 3.0, "", 1.0, -9.0, 3)
    sound = SoundFeatures(np.full((4, CEPSTRA), like, np.float32), np.ones(4, np.float32))
    return NoiseVerdict(sound, match, player, fitting or ((player,) if player else ()), over, 1.0)


def signal(start: int, stop: int, told: NoiseVerdict) -> OngoingSignal:
    return OngoingSignal(SoundSpan(start, stop, True), told)


def test_in_a_quiet_room_a_sound_is_cut_where_it_ends() -> None:
    found = spans(room((100, QUIET), (50, NOISE), (30, QUIET)), 180)
    assert len(found) == 1
    assert found[0].over
    assert found[0].start == pytest.approx(100, abs=2)
    assert found[0].stop == pytest.approx(150, abs=3)


@pytest.mark.parametrize("under", [20.0, 14.0])
def test_talk_before_and_after_is_no_part_of_it(under: float) -> None:
    rng = np.random.default_rng(2)
    talk = NOISE - under + rng.normal(0, 2.0, 260)
    levels = talk.copy()
    levels[180:230] = NOISE + rng.normal(0, 1.0, 50)
    found = spans(levels, 1260)
    assert any(abs(s.start - 1180) <= 3 and abs(s.stop - 1230) <= 4 and s.over for s in found)


def test_words_glued_to_it_are_left_by_its_core() -> None:
    """A word 8 dB under the noise comes right before it: the wide cut holds both, a core the noise alone."""
    levels = room((120, QUIET), (40, NOISE - 8), (4, NOISE - 14), (50, NOISE), (25, QUIET))
    found = spans(levels, len(levels))
    assert found[0].start < 125
    assert any(abs(s.start - 163) <= 4 and s.over for s in found[1:])


def test_what_goes_on_is_not_over() -> None:
    found = spans(room((100, QUIET), (80, NOISE)), 180)
    assert [s.over for s in found] == [False]
    assert found[0].stop == 180
    assert spans(room((100, QUIET)), 100) == [] or not spans(room((100, QUIET)), 100)[0].over
    assert spans(np.zeros(0), 0) == []


def test_an_answer_by_another_player_is_a_signal_of_its_own() -> None:
    going = OngoingSignals(60)
    first = signal(100, 150, verdict("cow", "Ann"))
    assert going.take(first)
    going.on["cow"] = first
    assert not going.take(signal(102, 152, verdict("cow", "Ben"))), "one sound is one signal"
    assert not going.take(signal(160, 200, verdict("cow", "Ann"))), "Ann goes on"
    assert going.on["cow"].span.stop == 200
    assert going.take(signal(205, 240, verdict("cow", "Ben")))


@pytest.mark.parametrize(
    ("start", "stop", "player", "new"),
    [
        (140, 200, "Ann", False),
        (140, 200, "Ben", False),  # a part of Ann's noise that is like Ben's
        (140, 200, None, False),
        (100, 260, "Ann", True),  # she went on: it ends later
        (190, 230, "Ben", True),  # he began before she was over
        (245, 300, "Ben", True),
        (245, 300, "Ann", True),
    ],
)
def test_a_part_of_a_noise_that_is_over_is_no_new_signal(start: int, stop: int, player: str | None, new: bool) -> None:
    going = OngoingSignals(60)
    assert going.take(signal(100, 230, verdict("cow", "Ann")))
    assert going.take(signal(start, stop, verdict("cow", player))) == new


def test_a_noise_of_nobody_known_is_named_by_a_part_of_it() -> None:
    going = OngoingSignals(60)
    assert going.take(signal(100, 230, verdict("cow", None, ("Ann", "Ben"))))
    assert not going.take(signal(120, 180, verdict("cow", None, ("Ann", "Ben"))))
    assert going.take(signal(140, 200, verdict("cow", "Ann")))


@pytest.mark.parametrize(
    ("answer", "believed"),
    [
        (signal(200, 250, verdict("cow", "Ben", over=-0.3, like=9.0)), True),
        (signal(200, 250, verdict("cow", "Ben", over=-0.9, like=9.0)), False),  # too little like the takes
        (signal(200, 250, verdict("cow", "Ben", ("Ben", "Ann"), over=-0.3, like=9.0)), False),  # it may be Ann again
        (signal(200, 250, verdict("cow", "Ben", over=-0.3)), False),  # it is too like Ann's
        (signal(200, 250, verdict("pig", "Ben", over=-0.3, like=9.0)), False),
        (signal(400, 450, verdict("cow", "Ben", over=-0.3, like=9.0)), False),  # too late
    ],
)
def test_an_answer_may_be_a_little_less_like_the_takes(answer: OngoingSignal, believed: bool) -> None:
    going, first = OngoingSignals(60), signal(100, 150, verdict("cow", "Ann"))
    assert going.believed(answer) == [], "by itself it is none"
    going = OngoingSignals(60)
    assert going.believed(first) == [first]
    assert going.take(first)
    assert going.believed(answer) == ([answer] if believed else [])


@pytest.mark.parametrize(
    ("start", "like", "fitting", "player"),
    [
        (200, 0.0, ("Ben", "Ann"), "Ann"),
        (200, 9.0, ("Ben", "Ann"), None),  # it is not like Ann's
        (200, 0.0, ("Ben", "Cleo"), None),  # it is not hers
        (400, 0.0, ("Ben", "Ann"), None),  # too late
    ],
)
def test_a_noise_like_the_one_before_is_by_the_same_player(
    start: int, like: float, fitting: tuple[str, ...], player: str | None
) -> None:
    going = OngoingSignals(60)
    first = signal(100, 150, verdict("cow", "Ann"))
    assert going.take(first)
    going.on["cow"] = first
    (told,) = going.believed(signal(start, start + 50, verdict("cow", None, fitting, like=like)))
    assert told.verdict.player == player
    assert told.verdict.candidates == (fitting if player is None else (player,))
    assert going.take(told) == (player is None), "what Ann goes on with is no new signal"


def test_what_was_nearly_a_noise_is_told_with_its_answer() -> None:
    going = OngoingSignals(60)
    nearly, answer = (
        signal(100, 150, verdict("cow", "Ann", over=-0.3)),
        signal(200, 250, verdict("cow", "Ben", like=9.0)),
    )
    assert going.believed(nearly) == []
    assert going.believed(answer) == [nearly, answer]
    assert len(going.believed(signal(300, 350, verdict("cow", "Cleo", like=20.0)))) == 1, "it is told once"


def test_a_signal_ends_when_nothing_of_it_is_heard() -> None:
    going = OngoingSignals(60)
    going.on["cow"] = OngoingSignal(SoundSpan(100, 150, False), verdict("cow", "Ann"))
    going.hear([SoundSpan(101, 180, False)])
    assert going.over(230) == []
    assert going.over(241) == ["cow"]
