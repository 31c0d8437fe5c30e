"""What was said as an answer: on the card for a second, stopped, asked back, counted as a tap, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock import ManualClock
from companion.events import Command, Event, Phrase, Ruling
from companion.referee.desk_registry import header, match_of
from companion.sitting.followers.spoken_answers import CONFIRM, DISMISS, SpokenAnswers
from companion.sitting.table_sitting import TableSitting, table_of
from companion.words import say
from companion.words.spoken_words import fold_saying

NAMES = ["Ann", "Ben", "Cleo"]


class Table:
    """A table of Face Off! at which who has won is asked; every event of its match is noted."""

    def __init__(self, game: str = "face-off", bots: tuple[int, ...] = (), **values: Any) -> None:
        options = {"cards": "physical", "suits": ["ruby", "pearl", "jade"]} if game == "face-off" else {}
        names = NAMES[:2] if game == "keep-smiling" else NAMES
        self.clock = ManualClock()
        match = match_of(header(game, names, {**options, **values}, 7, "en"), None)
        self.game: TableSitting = table_of(match, self.clock, bots=bots)
        self.seen: list[Event] = []
        self.sitting = self.game.sitting
        self.sitting.observers.add(self.seen.append)
        self.sitting.begin()
        if game == "face-off":
            for at in (1.0, 9.0):
                self.wait(8.0)
                self.sitting.take(Phrase(onset=at, decided=at, source="mic", player="Ann", text="", kind="shout"))
            self.answer("else")

    @property
    def voice(self) -> SpokenAnswers:
        assert self.game.voice is not None
        return self.game.voice

    @property
    def asked(self) -> list[str]:
        return [question.code for question in self.sitting.questions()]

    def answer(self, chosen: str) -> None:
        self.sitting.answer(self.sitting.questions()[0].id, chosen)

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.sitting.pump()

    def hear(self, option: str, other: str = "", *, sure: bool = True, odds: float = 2.0, **values: Any) -> None:
        """Tell that an option was said, as the microphone's thread does."""
        now = self.sitting.now()
        prompt = self.voice.prompt
        slots = {"option": option, "or": other, "sure": "yes" if sure else "no", "odds": str(odds)}
        slots["prompt"] = values.pop("prompt", "" if prompt is None else prompt.id)
        told = Phrase(onset=now, decided=now, source="mic", text="", kind="answer", slots=slots, **values)
        self.sitting.take(told)

    def command(self, option: str) -> None:
        now = self.sitting.now()
        self.sitting.take(
            Phrase(onset=now, decided=now, source="mic", text="", kind="command", slots={"option": option})
        )

    def told(self) -> list[str]:
        return [say(e.as_fact) for e in self.seen if isinstance(e, Ruling) and e.number == 0]


def test_a_heard_answer_stands_for_a_second_then_counts_as_a_tap_would() -> None:
    table = Table()
    assert table.asked == ["who-won"]
    table.hear("seat1")
    assert table.told()[-1] == "Heard: Ben"
    assert table.voice.heard is not None
    table.wait(0.8)
    assert table.asked == ["who-won"]
    table.wait(0.4)
    assert table.asked == ["which-gem"]
    assert table.voice.heard is None
    counted = [e for e in table.seen if isinstance(e, Command)]
    assert counted[-1].source == "voice"
    assert counted[-1].text.startswith("answer who-won-")
    assert not [e for e in table.seen if isinstance(e, Phrase) and e.kind == "answer"], "words reach no log"


def test_what_was_counted_is_taken_back_by_undo() -> None:
    table = Table()
    for option in ("seat1", "pearl"):
        table.hear(option)
        table.wait(1.1)
    assert table.asked == ["claim"]
    table.command("undo")
    assert "claim" not in table.asked


@pytest.mark.parametrize("stop", ["typed", "said", "tapped"])
def test_it_can_be_stopped(stop: str) -> None:
    table = Table()
    table.hear("seat1")
    if stop == "typed":
        table.sitting.on_typed_line("misheard")
    elif stop == "said":
        table.command("misheard")
    else:
        table.voice.dismiss()
    table.wait(2.0)
    assert table.asked == ["who-won"]


def test_another_answer_goes_before_what_was_heard() -> None:
    table = Table()
    table.hear("seat1")
    table.answer("seat2")
    table.wait(2.0)
    assert table.asked == ["which-gem"]
    assert say(table.sitting.questions()[0].text) == "Cleo has won: with which gem?"


def test_what_is_not_sure_is_asked_back_and_forgotten() -> None:
    table = Table()
    table.hear("seat1", sure=False, odds=-0.5)
    assert table.told()[-1] == "Ben?"
    table.wait(2.0)
    assert table.asked == ["who-won"]
    table.wait(6.0)
    assert table.voice.heard is None
    assert table.asked == ["who-won"]


@pytest.mark.parametrize(("said", "asked"), [(CONFIRM, "which-gem"), (DISMISS, "who-won")])
def test_yes_and_no_answer_what_is_asked_back(said: str, asked: str) -> None:
    table = Table()
    table.hear("seat1", sure=False, odds=-0.5)
    table.hear(said)
    assert table.voice.heard is None
    assert table.asked == [asked]


def test_what_is_said_again_is_taken() -> None:
    table = Table()
    table.hear("seat1", sure=False, odds=-0.5)
    table.wait(1.5)
    table.hear("seat1", sure=False, odds=-0.5)
    table.wait(1.1)
    assert table.asked == ["which-gem"]


def test_two_microphones_that_hear_one_saying_are_one() -> None:
    table = Table()
    table.hear("seat1", sure=False, odds=-0.5)
    table.hear("seat1", sure=False, odds=-0.5)
    assert table.voice.heard is not None
    assert not table.voice.heard.sure


def test_two_that_are_close_are_both_shown_and_neither_counts() -> None:
    table = Table()
    table.hear("seat0", "seat1", sure=False)
    assert table.told()[-1] == "Ann or Ben?"
    table.wait(7.0)
    assert table.asked == ["who-won"]


def test_what_answers_another_question_counts_for_nothing() -> None:
    table = Table()
    table.hear("seat1", prompt="who-won-999")
    table.wait(2.0)
    assert table.asked == ["who-won"]


def test_the_dealers_question_is_the_dealers_where_the_speaker_is_known() -> None:
    table = Table()
    for option in ("seat1", "pearl", "yes"):
        table.answer(option)
    assert table.asked == ["next-set"]
    table.hear("B", player="Cleo")
    assert table.told()[-1].endswith("This question is for somebody else.")
    table.hear("B", player="Ben")
    table.wait(1.1)
    assert table.game.match.state.signal_set == "B"


def test_a_move_of_keep_smiling_is_said() -> None:
    table = Table("keep-smiling", pieces="physical")
    table.sitting.on_typed_line("1 3 5")
    assert table.voice.prompt is not None
    move = next(o for o in table.voice.prompt.options if "b with the three" in map(fold_saying, o.sayings))
    table.hear(move.id)
    table.wait(1.1)
    assert table.game.match.needs.dice == 3, "the move was made: the next throw is due"
    table.command("undo")
    assert table.game.match.needs.dice == 0


def test_nothing_is_listened_for_while_nothing_is_asked() -> None:
    assert Table("ftw").voice.prompt is None


def test_commands_are_answered_and_done() -> None:
    table, aloud = Table(), list[str]()
    table.voice.aloud.add(lambda what: aloud.append(say(what)))
    table.command("pause")
    assert table.game.match.paused
    table.command("resume")
    assert not table.game.match.paused
    table.command("score")
    table.command("turn")
    table.command("worth pig")
    table.command("repeat")
    assert aloud[0].startswith("Score")
    assert aloud[1] == "Everybody may act now."
    assert aloud[2] == "pig: 2 cards"
    assert len(aloud) == 4
    table.command("next")
    assert table.told()[-1].endswith("The next hand comes after this one.")


def test_a_trade_is_said() -> None:
    table = Table()
    table.answer("nobody")
    table.command("trade 0 2 3")
    assert any(isinstance(e, Ruling) and "Trade(" not in e.action and "trade" in e.action for e in table.seen)
    assert "trade 0 2 3" in table.voice.commands.request().commands
