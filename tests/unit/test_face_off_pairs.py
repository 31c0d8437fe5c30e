"""Which pairs trade when play has stood still: while a win is asked, after a refused claim, after something undone."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import Command, Phrase, Ruling, Signal
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match

NAMES = ["Ann", "Ben", "Cleo"]


def opened(**values: Any) -> Match:
    options = {"cards": "physical", "suits": ["ruby", "pearl", "jade"], "signal_set": "B", **values}
    made = match_of(header("face-off", NAMES, options, 7, "en"), None)
    made.begin()
    shout(made, "Ann", 0.0)
    return made


def shout(made: Match, player: str | None, at: float) -> list[Ruling]:
    return made.fold(Phrase(onset=at, decided=at, player=player, text="face off", kind="shout"))


def show(made: Match, at: float, *players: str, phase: Any = "on", name: str = "sour") -> list[Ruling]:
    found = []
    for player in players:
        found += made.fold(Signal(onset=at, decided=at, player=player, name=name, phase=phase))
    return found


def say(made: Match, text: str) -> list[Ruling]:
    return made.fold(Command(onset=made.now, decided=made.now, text=text))


def codes(rulings: list[Ruling]) -> list[str]:
    return [r.code for r in rulings]


def answer(made: Match, chosen: str) -> list[Ruling]:
    question = next(q for q in made.questions() if q.code in ("who-won", "which-gem", "claim"))
    return say(made, f"answer {question.id} {chosen}")


@pytest.mark.parametrize("first", [4.8, 6.0])
def test_no_pair_trades_while_the_table_is_asked_who_has_won(first: float) -> None:
    made = opened()
    if first < 5:
        show(made, first, "Ann", "Ben")
    shout(made, None, 5.0)
    if first > 5:
        show(made, first, "Ann", "Ben")
    assert "trade" not in codes(made.advance(20.0))
    assert codes(say(made, "trade Ann Cleo 1")) == ["refused"]
    assert made.state.trades == 0


def test_after_nobody_has_won_those_trade_who_still_show_the_same() -> None:
    made = opened()
    shout(made, None, 5.0)
    show(made, 6.0, "Ann", "Ben")
    made.advance(20.0)
    answer(made, "nobody")
    assert codes(made.advance(30.0)) == ["trade"]
    assert made.state.pair == (0, 1)


def test_after_nobody_has_won_no_one_trades_who_has_stopped() -> None:
    made = opened()
    shout(made, None, 5.0)
    show(made, 6.0, "Ann", "Ben")
    show(made, 8.0, "Ben", phase="off")
    made.advance(20.0)
    answer(made, "nobody")
    assert made.advance(30.0) == []


@pytest.mark.parametrize("stops", [True, False])
def test_after_a_refused_claim_signals_are_as_they_are_now(stops: bool) -> None:
    made = opened()
    show(made, 4.0, "Ben")
    say(made, "win Ann ruby")
    if stops:
        show(made, 6.0, "Ben", phase="off")
    made.advance(10.0)
    answer(made, "no")
    show(made, 12.0, "Cleo")
    assert codes(made.advance(30.0)) == ([] if stops else ["trade"])


def test_a_pair_trades_though_something_else_is_taken_back_meanwhile() -> None:
    made = opened()
    (first,) = say(made, "trade Ann Cleo 1")
    show(made, 4.0, "Ann", "Ben")
    say(made, f"undo {first.number}")
    assert codes(made.advance(30.0)) == ["trade"]


def test_a_pair_whose_trade_is_taken_back_does_not_trade_by_itself() -> None:
    made = opened()
    show(made, 4.0, "Ann", "Ben")
    assert codes(made.advance(10.0)) == ["trade"]
    say(made, "undo")
    assert made.advance(30.0) == []
    show(made, 31.0, "Ann", phase="off")
    show(made, 32.0, "Ann")
    assert made.advance(40.0) == []
    show(made, 41.0, "Ben", phase="off")
    show(made, 42.0, "Ben")
    assert codes(made.advance(50.0)) == ["trade"]


def test_three_who_show_the_same_are_still_asked_after_something_else_is_taken_back() -> None:
    made = opened()
    (first,) = say(made, "trade Ann Cleo 1")
    show(made, 4.0, *NAMES)
    made.advance(10.0)
    say(made, f"undo {first.number}")
    assert [q.code for q in made.questions()] == ["who-trades"]


def test_signals_made_before_a_pause_do_not_count_after_it() -> None:
    made = opened()
    show(made, 4.0, "Ann", "Ben")
    say(made, "pause")
    say(made, "resume")
    assert made.advance(30.0) == []
