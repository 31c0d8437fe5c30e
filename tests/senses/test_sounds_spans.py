"""A sound in a talking room is cut by its own level; answers by another player are signals of their own."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.noise_matcher import NoiseMatch
from companion.senses.sounds.ongoing_signals import OngoingSignals
from companion.senses.sounds.sound_features import CEPSTRA_COUNT, SoundFeatures
from companion.senses.sounds.sound_spans import SoundSpan, spans

QUIET, TALK, NOISE = -60.0, -40.0, -20.0
WHO = {"sure": 0.6, "both": 0.55, "fits": 0.1}
NOBODY = dict.fromkeys(("ann", "ben", "cleo", "dan"), 1e-6)


def room(*parts: tuple[int, float]) -> np.ndarray:
    return np.concatenate([np.full(n, level) for n, level in parts])


def verdict(name: str, over: float = 1.0, **chances: float) -> NoiseVerdict:
    """``chances``: of each who taught it."""
    match = NoiseMatch("Ann", name, 3.0, "", 1.0, -9.0, 3)
    sound = SoundFeatures(np.zeros((4, CEPSTRA_COUNT), np.float32), np.ones(4, np.float32))
    against = {player.title(): -math.log(chance) for player, chance in {**NOBODY, **chances}.items()}
    return NoiseVerdict(sound, match, over, 1.0, against).by(WHO)


def told(going: OngoingSignals, start: int, stop: int, heard: NoiseVerdict) -> list[tuple[int, str | None]]:
    """When what is new began, and whose it is."""
    found = going.tell(SoundSpan(start, stop, True), heard)
    for signal in found:
        going.begin(signal)
    return [(signal.span.start, signal.verdict.player) for signal in found]


def test_in_a_quiet_room_a_sound_is_cut_where_it_ends() -> None:
    found = spans(room((100, QUIET), (50, NOISE), (30, QUIET)), 180)
    assert len(found) == 1
    assert found[0].has_ended
    assert found[0].start == pytest.approx(100, abs=2)
    assert found[0].stop == pytest.approx(150, abs=3)


@pytest.mark.parametrize("under", [20.0, 14.0])
def test_talk_before_and_after_is_no_part_of_it(under: float) -> None:
    rng = np.random.default_rng(2)
    talk = NOISE - under + rng.normal(0, 2.0, 260)
    levels = talk.copy()
    levels[180:230] = NOISE + rng.normal(0, 1.0, 50)
    found = spans(levels, 1260)
    assert any(abs(s.start - 1180) <= 3 and abs(s.stop - 1230) <= 4 and s.has_ended for s in found)


def test_words_glued_to_it_are_left_by_its_core() -> None:
    """A word 8 dB under the noise comes right before it: the wide cut holds both, a core the noise alone."""
    levels = room((120, QUIET), (40, NOISE - 8), (4, NOISE - 14), (50, NOISE), (25, QUIET))
    found = spans(levels, len(levels))
    assert found[0].start < 125
    assert any(abs(s.start - 163) <= 4 and s.has_ended for s in found[1:])


def test_what_goes_on_is_not_over() -> None:
    found = spans(room((100, QUIET), (80, NOISE)), 180)
    assert [s.has_ended for s in found] == [False]
    assert found[0].stop == 180
    assert spans(room((100, QUIET)), 100) == [] or not spans(room((100, QUIET)), 100)[0].has_ended
    assert spans(np.zeros(0), 0) == []


def test_an_answer_by_another_player_is_a_signal_of_its_own() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 150, verdict("cow", ann=1.0)) == [(100, "Ann")]
    assert told(going, 102, 152, verdict("cow", ben=1.0)) == [], "one sound is one signal"
    assert told(going, 104, 151, verdict("pig", ben=1.0)) == []
    assert told(going, 160, 200, verdict("cow", ann=1.0)) == [], "Ann goes on"
    assert going.last["cow"].span.stop == 200
    assert told(going, 205, 240, verdict("cow", ben=1.0)) == [(205, "Ben")]


@pytest.mark.parametrize(
    ("start", "stop", "player", "new"),
    [
        (140, 200, "ann", False),
        (140, 200, "ben", False),  # a part of Ann's noise that is like Ben's
        (100, 260, "ann", False),
        (190, 290, "ben", True),  # he began before she was over
        (245, 300, "ben", True),
        (245, 300, "ann", True),
    ],
)
def test_a_part_of_a_noise_that_is_over_is_no_new_signal(start: int, stop: int, player: str, new: bool) -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 230, verdict("cow", ann=1.0))
    going.on.clear()
    assert bool(told(going, start, stop, verdict("cow", **{player: 1.0}))) == new


def test_an_answer_is_told_though_the_noise_before_seems_to_last() -> None:
    """The room's levels take both for one sound: what was cut of the first is not what was cut of the second."""
    going = OngoingSignals(60, WHO)
    assert told(going, 34, 111, verdict("lamb", ann=1.0))
    going.hear([SoundSpan(34, 251, False)])
    assert told(going, 180, 241, verdict("lamb", dan=1.0)) == [(180, "Dan")]


def test_a_noise_that_may_be_several_players_waits_for_more_of_it() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 180, verdict("cow", ann=0.4, ben=0.5)) == []
    assert told(going, 110, 200, verdict("cow", ann=0.9, ben=0.1)) == [(100, "Ann")]
    assert told(going, 120, 210, verdict("cow", ben=1.0)) == [], "what was told stays hers"


def test_a_noise_that_stays_open_is_told_without_a_player() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 180, verdict("cow", ann=0.4, ben=0.5)) == []
    assert going.late(200) == []
    (signal,) = going.late(260)
    assert (signal.span.start, signal.verdict.player, signal.verdict.candidates) == (100, None, ("Ben", "Ann"))
    assert going.late(300) == []


def test_a_noise_that_stays_open_is_told_before_its_answer() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 150, verdict("cow", ann=0.5, ben=0.5)) == []
    assert told(going, 200, 250, verdict("cow", cleo=1.0)) == [(100, None), (200, "Cleo")]


def test_two_who_are_not_sure_together_make_no_trade() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 150, verdict("cow", ann=0.7, dan=0.3)) == [(100, "Ann")]
    assert told(going, 200, 250, verdict("cow", ben=0.7, cleo=0.3)) == []
    assert told(going, 202, 260, verdict("cow", ben=0.9, cleo=0.1)) == [(200, "Ben")], "more of it makes it sure"
    assert told(going, 300, 350, verdict("cow", cleo=0.65, ben=0.35)) == []
    (signal,) = going.late(500)
    assert (signal.verdict.player, signal.verdict.candidates) == (None, ("Cleo", "Ben"))


def test_later_cuts_of_the_first_noise_count_for_its_answer() -> None:
    for later, new in (({"ann": 0.95, "dan": 0.05}, [(200, "Ben")]), ({"ann": 0.05, "dan": 0.95}, [])):
        going = OngoingSignals(60, WHO)
        assert told(going, 100, 150, verdict("cow", ann=0.7, dan=0.3)) == [(100, "Ann")]
        assert told(going, 102, 160, verdict("cow", **later)) == [], "what was told stays hers"
        assert told(going, 200, 250, verdict("cow", ben=0.75, cleo=0.25)) == new


@pytest.mark.parametrize(
    ("start", "answer", "believed"),
    [
        (200, verdict("cow", over=-1.3, ben=1.0), True),
        (200, verdict("cow", over=-1.6, ben=1.0), False),  # too little like the takes
        (200, verdict("cow", over=-0.3, ben=0.5, cleo=0.5), False),  # whose it is stays open
        (200, verdict("cow", over=-0.3, ben=0.8, ann=0.2), False),  # it may be Ann again
        (200, verdict("pig", over=-0.3, ben=1.0), False),
        (400, verdict("cow", over=-0.3, ben=1.0), False),  # too late
    ],
)
def test_an_answer_may_be_less_like_the_takes(start: int, answer: NoiseVerdict, believed: bool) -> None:
    assert told(OngoingSignals(60, WHO), start, start + 50, answer) == [], "by itself it is none"
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 150, verdict("cow", ann=1.0))
    assert told(going, start, start + 50, answer) == ([(start, "Ben")] if believed else [])


def test_what_was_nearly_a_noise_is_told_with_its_answer() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 150, verdict("cow", over=-1.3, ann=1.0)) == []
    assert told(going, 200, 250, verdict("cow", ben=1.0)) == [(100, "Ann"), (200, "Ben")]
    assert len(told(going, 300, 350, verdict("cow", cleo=1.0))) == 1, "it is told once"


def test_a_signal_ends_when_nothing_of_it_is_heard() -> None:
    going = OngoingSignals(60, WHO)
    told(going, 100, 150, verdict("cow", ann=1.0))
    going.hear([SoundSpan(101, 180, False)])
    assert going.ended_signals(230) == []
    assert going.ended_signals(241) == ["cow"]


def test_a_player_who_goes_in_the_middle_of_a_sound_is_left_out() -> None:
    going = OngoingSignals(60, WHO)
    assert told(going, 100, 150, verdict("cow", ann=0.5, ben=0.5)) == []
    both = verdict("cow", ann=0.5, ben=0.5)
    later = replace(both, against={player: x for player, x in both.against.items() if player != "Ben"})
    assert told(going, 102, 190, later) == []
    assert [signal.verdict.player for signal in going.late(400)] == [None]
