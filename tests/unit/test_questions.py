"""What the table is asked: every question has its answers, and each does what it says, from page, phone and keys."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock import ManualClock
from companion.events import Command, Phrase, Roll, Ruling, Signal
from companion.facts import fact
from companion.referee.desk_registry import header, match_of
from companion.referee.hand_scores import hands
from companion.referee.match import Match
from companion.referee.questions import QUESTION_TIMEOUT_S, Question
from companion.rules.face_off.state import Phase
from companion.sitting.follower import in_turn
from companion.sitting.table_sitting import table_of
from companion.words import say
from tests.wording import worded

NAMES = ["Ann", "Ben", "Cleo"]


def match(game: str = "face-off", names: list[str] = NAMES, **values: Any) -> Match:
    options: dict[str, Any] = {"cards": "physical", "suits": ["ruby", "pearl", "jade"]} if game == "face-off" else {}
    made = match_of(header(game, names, {**options, **values}, 7, "en"), None)
    made.begin()
    if game == "face-off":
        shout(made, "Ann", at=-10.0)  # the dealer's call opens the hand
    return made


def said(made: Match, text: str, player: str | None = None) -> list[Ruling]:
    return made.fold(Command(onset=made.now + 1, decided=made.now + 1, text=text, player=player))


def shout(made: Match, player: str | None = None, at: float = 1.0, source: str = "mic") -> list[Ruling]:
    return made.fold(Phrase(onset=at, decided=at, source=source, player=player, text="face off", kind="shout"))


def asked(made: Match) -> list[str]:
    return [q.code for q in made.questions()]


def only(made: Match) -> Question:
    (question,) = made.questions()
    return question


def answer(made: Match, chosen: str, player: str | None = None, own: str = "") -> list[Ruling]:
    return said(made, f"answer {only(made).id} {chosen} {own}".strip(), player)


def texts(question: Question, language: str = "en") -> list[str]:
    return [say(a.text, language) for a in question.answers]


def test_a_shout_asks_who_and_then_with_which_gem() -> None:
    made = match()
    shout(made)
    assert say(only(made).text) == "Who has won?"
    assert texts(only(made)) == ["Ann", "Ben", "Cleo", "nobody: play on"]
    assert answer(made, "seat1") == []
    assert say(only(made).text) == "Ben has won: with which gem?"
    assert texts(only(made), "de") == ["Rubin", "Perle", "Jade", "jemand anderes"]
    answer(made, "pearl")
    assert made.state.phase is Phase.CLAIM
    assert asked(made) == ["claim"]
    answer(made, "yes")
    assert made.state.scores == (0, 60, 0)
    assert asked(made) == ["next-set"]


def test_a_trade_leaves_the_question_open() -> None:
    made = match()
    shout(made)
    before = only(made).id
    said(made, "trade Ann Ben 3")
    assert only(made).id == before


def test_nobody_has_won() -> None:
    made = match()
    shout(made)
    assert [worded(r) for r in answer(made, "nobody")] == ["Nobody has won: play goes on."]
    assert made.questions() == []


def test_whose_mouth_shouted_is_asked_for_the_gem_alone() -> None:
    made = match()
    shout(made, "Cleo")
    assert say(only(made).text) == "Cleo has won: with which gem?"
    answer(made, "else")
    assert say(only(made).text) == "Who has won?"


def test_two_who_shouted_are_the_answers() -> None:
    made = match()
    shout(made, "Cleo", 1.0)
    shout(made, "Ann", 1.02)
    assert sorted(texts(only(made))) == ["Ann", "Cleo", "nobody: play on"]


def test_the_word_win_asks_and_a_part_of_it_is_taken() -> None:
    made = match()
    assert [r.code for r in said(made, "win")] == ["win-asked"]
    assert asked(made) == ["who-won"]
    said(made, "win Ann")
    assert say(only(made).text) == "Ann has won: with which gem?"


def test_a_speech_without_its_gem_asks_for_the_gem() -> None:
    made = match()
    slots = {"heard": "part", "name": "Ben", "gem": "", "missing": "GEM"}
    made.fold(Phrase(onset=1, decided=2, text="face off Ben has ...", kind="speech", slots=slots, player="Ben"))
    assert say(only(made).text) == "Ben has won: with which gem?"


def test_a_false_claim_with_digital_cards_is_an_answer_too() -> None:
    made = match(cards="digital")
    said(made, "win Ann")
    answer(made, "ruby")
    assert made.questions() == []


def test_with_digital_cards_a_call_that_cannot_be_a_win_asks_nothing() -> None:
    made = match(cards="digital")
    told = "Ben called Face Off!, but does not have all cards of one gem yet: play goes on."
    assert [worded(r) for r in shout(made, "Ben")] == [told]
    assert made.questions() == []


def test_the_first_call_of_a_hand_opens_it_and_the_next_one_asks() -> None:
    made = match_of(header("face-off", NAMES, {"cards": "physical"}, 7, "en"), None)
    made.begin()
    assert [r.code for r in shout(made, "Ann", at=1.0)] == ["opened"]
    assert made.questions() == []
    assert [r.code for r in shout(made, at=9.0)] == ["shout"]


@pytest.mark.parametrize(("line", "opens"), [("face off", "opening-asked"), ("Ann: Face Off", "opened")])
def test_a_typed_call_opens_the_hand_as_a_heard_one_does(line: str, opens: str) -> None:
    made = match_of(header("face-off", NAMES, {"cards": "physical"}, 7, "en"), None)
    made.begin()
    assert [r.code for r in said(made, line)] == [opens]
    made.advance(9.0)
    assert [r.code for r in said(made, line)] == ["shout"]
    assert asked(made) == ["which-gem" if line.startswith("Ann") else "who-won"]


def test_a_hand_that_two_shows_have_opened_takes_the_first_call_for_a_win() -> None:
    made = match_of(header("face-off", NAMES, {"cards": "physical", "signal_set": "B"}, 7, "en"), None)
    made.begin()
    for at, name in ((1, "Ann"), (2, "Ben")):
        made.fold(Signal(onset=at, decided=at, player=name, name="sour", phase="on"))
    assert [r.code for r in shout(made, at=2.5)] == ["shout"]


def test_each_hand_is_opened_anew() -> None:
    made = match()
    for text in ("win Ann ruby", "confirm", "next B"):
        said(made, text)
    assert made.state.hand == 2
    assert [r.code for r in shout(made, "Ann", at=made.now + 5)] == ["opened"]


def test_three_who_show_the_same_are_asked_who_trades() -> None:
    made = match(signal_set="B")
    for n, name in enumerate(NAMES):
        made.fold(Signal(onset=1 + n / 10, decided=1 + n / 10, player=name, name="sour", phase="on"))
    made.advance(5)
    assert texts(only(made)) == ["Ann and Ben", "Ann and Cleo", "Ben and Cleo", "no trade"]
    rulings = answer(made, "seats0-2")
    assert worded(rulings[0]) == "Ann and Cleo trade 4 cards."
    assert made.questions() == []


def test_a_trade_without_a_signal_says_what_to_type_and_asks_how_many() -> None:
    made = match()
    (ruling,) = said(made, "trade Ann Cleo")
    assert "trade Ann Cleo 3" in worded(ruling)
    assert texts(only(made)) == ["1 card", "2 cards", "3 cards", "4 cards", "no trade"]
    assert worded(answer(made, "2")[0]) == "Ann and Cleo trade 2 cards."


def won(made: Match) -> None:
    said(made, "win Ann ruby")
    said(made, "confirm")


def test_after_a_won_hand_the_winner_chooses_the_signals() -> None:
    made = match()
    won(made)
    question = only(made)
    assert (question.code, question.to) == ("next-set", 0)
    assert say(question.text) == "Ann has won and deals hand 2: which signals?"
    assert texts(question)[1] == "B: tongue out, eyes wide, eyes and mouth wide and sour lemon face"
    said(made, f"answer {question.id} B", "Ben")
    assert made.state.hand == 1  # Ben does not deal
    said(made, f"answer {question.id} B", "Ann")
    assert (made.state.hand, made.state.signal_set) == (2, "B")


def test_the_advanced_game_asks_for_the_wild_thing_too() -> None:
    made = match(advanced=True)
    won(made)
    assert asked(made) == ["teeth"]
    answer(made, "yes")
    answer(made, "C")
    assert only(made).code == "next-wild"
    assert "Kussmund" in texts(only(made), "de")
    answer(made, "back")
    answer(made, "D")
    answer(made, "other", own='my "own" face')
    assert (made.state.signal_set, made.state.wild) == ("D", 'my "own" face')


def test_own_words_may_not_be_missing() -> None:
    made = match(advanced=True)
    won(made)
    answer(made, "no")
    answer(made, "A")
    assert [r.code for r in answer(made, "other")] == ["refused"]
    assert only(made).code == "next-wild"


def test_an_answer_to_what_is_asked_no_more_is_refused_and_changes_nothing() -> None:
    made = match()
    shout(made)
    old = only(made).id
    answer(made, "nobody")
    (ruling,) = said(made, f"answer {old} seat1")
    assert worded(ruling) == "Not possible: That is not asked any more."
    assert [r.code for r in said(made, "answer")] == ["refused"]


def test_undo_takes_its_questions_along() -> None:
    made = match()
    said(made, "win Ann ruby")
    assert asked(made) == ["claim"]
    said(made, "undo")
    assert made.questions() == []


def test_a_pause_asks_nothing() -> None:
    made = match()
    shout(made)
    said(made, "pause")
    assert made.questions() == []


def roll(values: tuple[int, ...], refused: Any = None, best: tuple[int, ...] = (), at: float = 1.0) -> Roll:
    return Roll(onset=at, decided=at + 0.4, values=values, refused=refused, best=best)


def test_dice_in_doubt_are_asked_about() -> None:
    made = match("keep-smiling", ["Ann", "Ben"], pieces="physical")
    made.fold(roll((3, 0, 6), fact("dice.leans"), (3, 5, 6)))
    assert say(only(made).text) == "Do the dice count as they lie, 3 5 6?"
    assert [worded(r) for r in answer(made, "no")] == ["These dice do not count: Ann throws again."]
    made.fold(roll((3, 0, 6), fact("dice.leans"), (3, 5, 6), 9.0))
    answer(made, "yes")
    assert made.state.dice == (3, 5, 6)


def test_a_roll_with_an_unread_die_counts_as_refused() -> None:
    """Found by ``./run fuzz``: a damaged log that had lost why the roll was refused."""
    made = match("keep-smiling", ["Ann", "Ben"], pieces="physical")
    assert [r.code for r in made.fold(roll((3, 0, 6), None, (3, 5, 6)))] == ["no-roll"]
    assert say(only(made).text) == "Do the dice count as they lie, 3 5 6?"


def test_what_the_rules_leave_to_the_table_has_buttons() -> None:
    made = match("face-cards")
    assert asked(made) == ["table"]
    assert len(only(made).answers) == 3
    assert say(only(made).text) == f"Who looks most like picture {made.state.box[0]}?"
    assert texts(only(made)) == NAMES
    first = only(made).answers[0].acts
    answer(made, "a1")
    assert asked(made) != ["table"] or only(made).answers[0].acts != first


def signal(made: Match, name: str, player: str | None, at: float, phase: str = "on") -> list[Ruling]:
    shown: Any = phase
    return made.fold(Signal(onset=at, decided=at, player=player, name=name, phase=shown))


@pytest.mark.parametrize("first", [None, "Ben"])
def test_a_noise_of_nobodys_is_asked_about_where_it_explains_a_trade(first: str | None) -> None:
    made = match(signal_set="A")
    signal(made, "chicken", first, 1.0)
    assert made.questions() == []
    signal(made, "chicken", "Ben" if first is None else None, 2.0)
    assert only(made).code == "whose-sound"
    assert texts(only(made)) == ["Ann", "Cleo", "nobody"]
    assert worded(answer(made, "seat2")[0]) == "Ben and Cleo trade 1 card."
    assert made.questions() == []


def test_a_noise_that_nobody_else_makes_is_a_line_of_the_log_and_no_question() -> None:
    made = match(signal_set="A")
    table = table_of(made, ManualClock())
    for at, name, player in ((1, "chicken", None), (2, "pig", "Ben"), (3, "chicken", None), (9, "chicken", "Ann")):
        table.sitting.take(Signal(onset=at, decided=at, name=name, player=player, phase="on"))
    assert table.sitting.questions() == []
    assert [heard.name for heard in table.taps.unknown] == ["chicken"]


def test_a_face_out_of_a_hand_of_noises_asks_nothing() -> None:
    made = match(signal_set="A")
    signal(made, "eyes_wide", "Ben", 1.0)
    signal(made, "eyes_wide", None, 1.5)
    assert made.questions() == []


def test_with_dealt_cards_only_who_picked_as_many_can_have_made_the_noise() -> None:
    made = match(cards="digital", signal_set="A")
    signal(made, "chicken", "Ben", 1.0)
    signal(made, "chicken", None, 1.5)
    assert made.questions() == []
    said(made, next(t for t in legal(made, 2) if t.startswith("offer 1 ")), "Cleo")
    assert texts(only(made)) == ["Cleo", "nobody"]


def legal(made: Match, seat: int) -> list[str]:
    return [made.game.format(a, made.options) for a in made.game.legal(made.state, seat)]


# The lives of questions


def lives(code: str, asked: float | None = None, to: Any = "all", number: int = 1) -> Question:
    return Question(code, number, fact("question.table"), (), None, to, asked)


def test_what_the_game_waits_for_comes_first_and_stays() -> None:
    waits, may_wait = lives("claim"), lives("warmup", 5.0)
    assert in_turn([may_wait, waits], 6.0) == [waits, may_wait]
    assert in_turn([may_wait, waits], 5.0 + QUESTION_TIMEOUT_S) == [waits]


def test_of_one_kind_the_latest_is_asked_of_each_once() -> None:
    early, late = lives("whose-sound", 1.0), lives("whose-sound", 2.0, number=2)
    ann, ben = lives("warmup-keep", 1.0, 0), lives("warmup-keep", 1.0, 1)
    assert in_turn([early, late, ann, ben], 3.0) == [ann, ben, late]


def test_an_answer_that_comes_late_counts_as_long_as_it_can() -> None:
    made = match(signal_set="A")
    table = table_of(made, clock := ManualClock())
    for player in (None, "Ben"):
        table.sitting.take(Signal(onset=1, decided=1, name="chicken", player=player, phase="on"))
    (question,) = table.sitting.questions()
    clock.advance(40.0)
    table.sitting.pass_time(41.0)
    assert table.sitting.questions() == []
    table.sitting.answer(question.id, "seat0")
    assert worded(made.rulings[made.last]) == "Ann and Ben trade 1 card."


def test_questions_end_with_their_hand() -> None:
    made = match(signal_set="A")
    signal(made, "chicken", None, 1.0)
    signal(made, "chicken", "Ben", 1.5)
    shout(made, at=2.0)
    assert asked(made) == ["whose-sound", "who-won"]
    won(made)
    said(made, "next B")
    assert made.questions() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_question_has_bare_codes(language: str) -> None:
    made = match(advanced=True)
    shout(made)
    seen = [only(made)]
    won(made)
    seen.append(only(made))
    answer(made, "yes")
    seen.append(only(made))
    for question in seen:
        for text in (say(question.text, language), *texts(question, language)):
            assert "question." not in text
            assert "answer." not in text
            assert "{" not in text


def test_the_evening_counts_what_stands() -> None:
    made = match()
    won(made)
    said(made, "next B")
    said(made, "win Ben jade")
    said(made, "confirm")
    assert [(h.number, h.scores, h.winners) for h in hands(made)] == [(1, (90, 0, 0), (0,)), (2, (0, 20, 0), (1,))]
    said(made, "undo")
    assert [h.scores for h in hands(made)] == [(90, 0, 0)]
