"""Who wins a hand of Face Off!, and how a win is heard: refused calls, speeches, secrets, the opening call."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.events import Command, Phrase, Ruling, Signal
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.referee.questions import Question
from companion.rules.errors import RulesError
from companion.rules.face_off.actions import GRIN_BITS, NO_CARDS, WILD_BITS, Offer, Trade
from companion.rules.face_off.data import SUIT_INDEX
from companion.rules.face_off.state import Phase
from companion.words import say
from tests.wording import worded

NAMES = ["Ann", "Ben", "Cleo"]


def fresh(**values: Any) -> Match:
    """Return a hand that nobody has opened; Ann deals."""
    options = {"cards": "physical", "suits": ["ruby", "pearl", "jade"], "signal_set": "A"}
    made = match_of(header("face-off", NAMES, {**options, **values}, 7, "en"), None)
    made.begin()
    return made


def opened(**values: Any) -> Match:
    made = fresh(**values)
    assert codes(shout(made, "Ann", -10.0)) == ["opened"]
    return made


def shout(made: Match, player: str | None, at: float, source: str = "mic") -> list[Ruling]:
    return made.fold(Phrase(onset=at, decided=at, source=source, player=player, text="face off", kind="shout"))


def wild(made: Match, player: str | None) -> list[Ruling]:
    at = made.now + 1
    return made.fold(Phrase(onset=at, decided=at, player=player, text="wild thing", kind="wild_thing"))


def speech(made: Match, player: str | None, name: str, begins: str = "face off ", gem: str = "ruby") -> list[Ruling]:
    at = made.now + 1
    slots = {"heard": "heard", "name": name, "gem": gem}
    text = f"{begins}{name} has all of the {gem} and is a totally awesome player"
    return made.fold(Phrase(onset=at, decided=at, player=player, text=text, kind="speech", slots=slots))


def typed(made: Match, text: str, player: str | None = None) -> list[Ruling]:
    return made.fold(Command(onset=made.now + 1, decided=made.now + 1, text=text, player=player))


def cluck(made: Match, player: str | None, at: float, phase: Any = "on") -> list[Ruling]:
    return made.fold(Signal(onset=at, decided=at, player=player, name="chicken", phase=phase))


def answer(made: Match, chosen: str, player: str | None = None) -> list[Ruling]:
    return typed(made, f"answer {only(made).id} {chosen}", player)


def only(made: Match) -> Question:
    (question,) = made.questions()
    return question


def asked(made: Match) -> list[str]:
    return [q.code for q in made.questions()]


def codes(rulings: list[Ruling]) -> list[str]:
    return [r.code for r in rulings]


def give(made: Match, seat: int, gem: str = "ruby") -> None:
    """Give a whole suit to a seat, by a position of its own."""
    mine = [9 if k == SUIT_INDEX[gem] else 0 for k in range(len(NO_CARDS))]
    if made.options.advanced:
        mine[GRIN_BITS] = mine[WILD_BITS] = 1 << SUIT_INDEX[gem]
    hands = tuple(tuple(mine) if k == seat else NO_CARDS for k in range(len(NAMES)))
    made.state = made.state._replace(hands=hands)


# A refused claim


@pytest.mark.parametrize("gap", [0.1, 0.5, 1.9, -0.4])
def test_after_a_call_that_cannot_win_the_next_one_counts(gap: float) -> None:
    made = opened(cards="digital")
    give(made, 1)
    assert codes(shout(made, "Cleo", 5.0)) == ["cannot-win"]
    assert codes(shout(made, "Ben", 5.0 + gap)) == ["shout"]
    assert say(only(made).text) == "Ben has won: with which gem?"


def test_an_echo_of_a_refused_call_is_no_second_one() -> None:
    made = opened(cards="digital")
    shout(made, "Cleo", 5.0, "mic")
    assert shout(made, "Cleo", 5.1, "phone") == []
    assert shout(made, None, 5.1, "phone") == []


def test_with_paper_the_next_call_counts_after_no_play_on() -> None:
    made = opened()
    shout(made, "Cleo", 5.0)
    answer(made, "ruby")
    answer(made, "no")
    assert made.state.phase is Phase.PLAY
    assert codes(shout(made, "Ben", 6.5)) == ["shout"]


def test_a_call_counts_after_nobody_has_won() -> None:
    made = opened()
    shout(made, None, 5.0)
    answer(made, "nobody")
    assert codes(shout(made, "Ben", 6.5)) == ["shout"]
    assert say(only(made).text) == "Ben has won: with which gem?"


def test_a_call_while_the_table_looks_at_anothers_counts_when_that_is_refused() -> None:
    made = opened()
    typed(made, "win Cleo ruby")
    assert shout(made, "Ben", made.now) == []
    assert codes(answer(made, "no")) == ["action", "shout"]
    assert say(only(made).text) == "Ben has won: with which gem?"


# The speech


def test_a_whole_speech_of_ones_own_is_call_and_speech_in_one() -> None:
    made = opened()
    assert codes(speech(made, "Ann", "Ann")) == ["claim"]
    assert made.state.claim == (0, "ruby")


@pytest.mark.parametrize(("player", "name"), [("Ben", "Ann"), ("Ann", "Ben")])
@pytest.mark.parametrize("cards", ["physical", "digital"])
def test_a_speech_never_claims_for_another(player: str, name: str, cards: str) -> None:
    made = opened(cards=cards, false_claim_penalty=10)
    if cards == "digital":
        give(made, 0)
    ruled = [codes(speech(made, player, name)) for _ in range(3)]
    assert ruled == [["speech-own"], ["speech-own"], ["no-win"]]
    assert made.state.scores == (0, 0, 0)
    assert made.state.claim is None


def test_who_did_not_call_says_no_speech_for_themselves_either() -> None:
    made = opened()
    shout(made, "Ben", 5.0)
    assert codes(speech(made, "Ann", "Ann")) == ["speech-other"]
    assert codes(speech(made, None, "Ann")) == ["speech-own"]
    assert codes(speech(made, "Ben", "Ben")) == ["claim"]


def test_without_a_call_the_speech_begins_with_one() -> None:
    made = opened()
    (ruling,) = speech(made, "Ann", "Ann", begins="")
    assert worded(ruling) == "I missed “face off”: say it again?"
    assert made.state.claim is None


def test_where_the_speaker_is_not_known_the_table_says_whose_speech_it_was() -> None:
    made = opened()
    assert codes(speech(made, None, "Ann")) == ["speech-whose"]
    assert [say(a.text) for a in only(made).answers] == ["Ann", "Ben", "Cleo", "nobody of us"]
    assert codes(answer(made, "seat1")) == ["speech-own"]
    assert made.questions() == []
    speech(made, None, "Ann")
    answer(made, "seat0")
    assert made.state.claim == (0, "ruby")


def test_a_part_of_a_speech_by_nobody_known_does_not_tell_who_won() -> None:
    made = opened()
    slots = {"heard": "part", "name": "Ben", "gem": ""}
    made.fold(Phrase(onset=1, decided=2, text="face off Ben has", kind="speech", slots=slots, missing=("GEM",)))
    assert say(only(made).text) == "Who has won?"


# Secrets


def traded(wrong: bool) -> Match:
    """Ann and Ben trade one card each with digital cards; Ann's is a wrong one, or neither is."""
    made = opened(cards="digital", advanced=True)
    for seat in (0, 1):
        legal = [a for a in made.game.legal(made.state, seat) if isinstance(a, Offer) and a.shown == 2]
        chosen = next(a for a in legal if bool(a.wrong) is (wrong and seat == 0))
        typed(made, f"{NAMES[seat]}: {made.game.format(chosen, made.options)}")
    assert "action" in codes(typed(made, "trade Ann Ben"))
    return made


@pytest.mark.parametrize("player", ["Cleo", "Ann", None])
def test_a_call_by_who_got_no_wrong_card_tells_nothing_of_the_trade(player: str | None) -> None:
    answers = []
    for wrong in (True, False):
        made = traded(wrong)
        ruled = [(r.code, worded(r)) for r in wild(made, player)]
        answers.append((ruled, [(q.code, q.to, [say(a.text) for a in q.answers]) for q in made.questions()]))
        assert made.state.scores == (0, 0, 0)
    assert answers[0] == answers[1]
    assert answers[0][0]


def test_who_got_the_wrong_card_calls_it() -> None:
    made = traded(wrong=True)
    assert codes(wild(made, "Ben"))[0] == "call"
    assert made.state.scores == (-50, 0, 0)


def test_no_other_phone_may_try_out_who_got_a_wrong_card() -> None:
    made = traded(wrong=True)
    wild(made, None)
    assert codes(answer(made, "seat1", "Cleo")) == ["refused"]
    assert made.state.scores == (0, 0, 0)
    answer(made, "seat1")
    assert made.state.scores == (-50, 0, 0)


def test_with_paper_a_call_asks_the_same_of_all() -> None:
    made = opened(advanced=True)
    typed(made, "trade Ann Ben 2")
    assert codes(wild(made, "Cleo")) == ["wild-asked"]
    assert only(made).to == "all"  # what was given lies on the table


def test_a_shout_of_nobody_known_does_not_tell_whether_somebody_holds_a_suit() -> None:
    found = []
    for seat in (None, 1):
        made = opened(cards="digital")
        if seat is not None:
            give(made, seat)
        found.append(([worded(r) for r in shout(made, None, 5.0)], asked(made)))
    assert found[0] == found[1]
    assert found[0][1] == ["who-won"]


# All cards of a suit


@pytest.mark.parametrize(
    ("advanced", "language", "words"),
    [
        (False, "en", "all nine rubies"),
        (True, "en", "all eleven rubies"),
        (True, "de", "alle elf Rubine"),
        (True, "fr", "les onze rubis"),
    ],
)
def test_a_claim_asks_for_as_many_cards_as_win(advanced: bool, language: Any, words: str) -> None:
    made = opened(advanced=advanced)
    typed(made, "win Ann ruby")
    assert words in say(only(made).text, language)


# The opening call


def test_the_dealers_call_opens_and_another_players_has_won() -> None:
    made = fresh()
    assert codes(shout(made, "Ben", 1.0)) == ["shout"]
    assert say(only(made).text) == "Ben has won: with which gem?"


def test_one_cluck_before_the_dealers_call_does_not_make_it_a_win() -> None:
    made = fresh()
    cluck(made, "Ben", 1.0)
    assert codes(shout(made, "Ann", 2.0)) == ["opened"]


def test_two_clucks_told_before_a_call_that_came_before_them_leave_it_the_opening() -> None:
    made = fresh()
    for at, name in ((1.3, "Ben"), (1.5, "Cleo")):
        cluck(made, name, at)
    assert codes(shout(made, "Ann", 1.0)) == ["opened"]


def test_with_a_microphone_alone_the_first_call_asks() -> None:
    made = fresh()
    assert codes(shout(made, None, 1.0)) == ["opening-asked"]
    assert say(only(made).text) == "Play begins, or has somebody won?"
    assert codes(answer(made, "begins")) == ["opened"]
    assert made.questions() == []
    made = fresh()
    shout(made, None, 1.0)
    answer(made, "won")
    assert asked(made) == ["who-won"]


def test_a_call_after_the_one_that_asked_is_a_win() -> None:
    made = fresh()
    shout(made, None, 1.0)
    assert codes(shout(made, None, 60.0)) == ["shout"]
    assert asked(made) == ["who-won"]


def test_offers_that_were_heard_end_the_opening() -> None:
    made = fresh()
    for at in (1.0, 5.0):
        cluck(made, None, at)
    assert codes(shout(made, None, 9.0)) == ["shout"]


def test_a_claim_by_phone_ends_the_opening() -> None:
    made = fresh()
    typed(made, "claim ruby", "Ben")
    answer(made, "no")
    assert codes(shout(made, None, made.now + 9)) == ["shout"]


def test_pause_and_resume_do_not_arm_the_opening_again() -> None:
    made = opened()
    for text in ("pause", "resume"):
        typed(made, text)
    assert codes(shout(made, "Ann", made.now + 5)) == ["shout"]


def test_taking_back_the_only_trade_does_not_arm_the_opening_again() -> None:
    made = fresh()
    typed(made, "trade Ann Ben 2")
    typed(made, "undo")
    assert made.state.trades == 0
    assert codes(shout(made, "Ann", made.now + 5)) == ["shout"]


def test_the_next_hand_is_opened_anew_after_its_choice_was_taken_back() -> None:
    made = opened()
    for text in ("win Ann ruby", "confirm", "next B"):
        typed(made, text)
    assert codes(shout(made, "Ann", made.now + 5)) == ["opened"]
    for text in ("undo", "next C"):
        typed(made, text)
    assert codes(shout(made, "Ann", made.now + 5)) == ["opened"]


# Trades that the table entered


@pytest.mark.parametrize("how", ["named", "answered"])
def test_a_trade_that_the_table_entered_spends_both_players_signals(how: str) -> None:
    made = opened()
    cluck(made, "Ann", 1.0)
    if how == "named":
        typed(made, "trade Ann Ben 1")
    else:
        cluck(made, None, 1.5)
        answer(made, "seat1")
    assert made.state.trades == 1
    cluck(made, "Cleo", made.now + 0.1)
    made.advance(made.now + 5)
    assert made.state.trades == 1
    cluck(made, "Ann", made.now, "off")
    cluck(made, "Ann", made.now + 1)
    made.advance(made.now + 5)
    assert made.state.trades == 2  # shown again


# Kept games


def test_a_kept_game_is_replayed_as_it_was_ruled() -> None:
    made = fresh()
    made.edition = 3
    assert codes(shout(made, "Ben", 1.0)) == ["opened"]
    assert codes(speech(made, None, "Ann")) == ["claim"]


# Attack: hands in odd orders


def odd_event(made: Match, random: Random) -> None:
    """One thing that a table may do, likely or not."""
    at, who = made.now + random.choice((0.05, 0.4, 1.2, 3.0)), random.choice([*NAMES, None])
    match random.randrange(8):
        case 0:
            shout(made, who, at - random.choice((0.0, 0.3)), random.choice(("mic", "phone")))
        case 1:
            cluck(made, who, at, random.choice(("on", "off")))
        case 2:
            speech(made, who, random.choice(NAMES), random.choice(("face off ", "")))
        case 3:
            wild(made, who)
        case 4:
            typed(made, random.choice(("undo", "pause", "resume", "trade Ann Ben 2", "trade Ben Cleo 1", "win")))
        case 5:
            typed(made, "face off", who)
        case 6:
            made.advance(at)
        case _:
            questions = made.questions()
            if questions:
                question = random.choice(questions)
                typed(made, f"answer {question.id} {random.choice(question.answers).id} kiss")


@pytest.mark.parametrize("cards", ["physical", "digital"])
@pytest.mark.parametrize("seed", range(25))
def test_hands_in_odd_orders_keep_what_a_table_relies_on(cards: str, seed: int) -> None:
    random = Random(seed)
    made = fresh(cards=cards, advanced=bool(seed % 2), target=100000)
    for _ in range(120):
        odd_event(made, random)
        assert not any(r.code == "failed" for r in made.rulings.values())
        for question in made.questions():
            assert can_be_answered(made, question), question
    while made.paused:
        typed(made, "resume")
    if made.state.phase is Phase.PLAY:
        a_refused_call_leaves_the_next_one_heard(made)


def can_be_answered(made: Match, question: Question) -> bool:
    """Whether at least one answer is one that the rules take now, or a note of the desk."""
    for given in question.answers:
        state = made.state
        try:
            for actor, action in given.acts:
                state = made.game.apply(state, actor, action)
        except RulesError:
            continue
        return True
    return False


def a_refused_call_leaves_the_next_one_heard(made: Match) -> None:
    for question in made.questions():
        if question.code in ("who-won", "which-gem", "opening", "whose-speech"):
            made.advance(made.now + 5)
            typed(made, f"answer {question.id} {question.answers[-1].id}")
    made.memory = replace(made.memory, open=made.memory.open.without_win())
    at, dealer = made.now + 5, made.state.dealer
    loser, winner = (seat for seat in range(len(NAMES)) if seat != dealer)
    shout(made, NAMES[loser], at)
    if "who-won" in made.memory.open.asked:
        made.memory = replace(made.memory, open=made.memory.open.without_win())
    if made.state.hands:
        give(made, winner)
    assert made.state.phase is Phase.PLAY
    assert codes(shout(made, NAMES[winner], at + 1.0)) == ["shout"]


def test_the_last_trade_of_a_limited_hand_leaves_the_next_one_unopened() -> None:
    made = opened(max_trades=1, max_hands=3)
    typed(made, "trade Ann Ben 1")
    assert any(isinstance(step.action, Trade) for step in made.steps)
    assert made.state.hand == 2
    assert codes(shout(made, "Ann", made.now + 5)) == ["opened"]
