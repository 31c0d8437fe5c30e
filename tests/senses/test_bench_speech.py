"""``bench speech``: its figures come from the sense itself, and what it says of the budgets is true."""

from __future__ import annotations

from dataclasses import replace

from measure.bench.speech import SHARE, SPEECH_S, WILD_S, Row, bench, lines


def test_the_demo_is_heard_and_told_in_time() -> None:
    talk, game = bench(0.1)
    assert (talk.wild_s, talk.speech_s) == (-1.0, -1.0), "nobody says a phrase in the minute of talk"
    assert -0.3 < game.wild_s < float("inf")
    assert 0.1 < game.speech_s < float("inf")
    for row in (talk, game):
        assert 0 < row.share < 5
    assert len(lines([talk, game])) == 4


def test_a_budget_that_is_missed_is_said() -> None:
    good = Row("demo.flac", 1.0, SHARE / 2, WILD_S / 2, SPEECH_S / 2)
    assert good.within
    for worse in (replace(good, share=SHARE * 2), replace(good, wild_s=float("inf")), replace(good, speech_s=2.0)):
        assert not worse.within
        assert "OVER" in lines([worse])[-1]
    assert good.as_dict()["budget"]["share"] == SHARE
