"""The advanced win: teeth over a speech, claims by speech, wrong names, the others' answer, and overruling."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.events import Command, Phrase, Ruling, Signal, Statement, Teeth
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.referee.speech_verdict import complete_speech, judge
from companion.rules.face_off.actions import NO_CARDS, Offer
from companion.rules.face_off.data import SUIT_INDEX
from companion.rules.face_off.state import Phase
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.followers.victory_watch import VictoryWatch
from companion.sitting.mouth_watch import FilmedMouth, MouthWatch
from companion.sitting.requests import ExpectShout, Request
from companion.sitting.sitting import Sitting
from companion.words import say as word
from tests.images import read_image
from tests.wording import reason, worded

SENTENCE = ["face", "off", "Ann", "has", "all", "of", "the", "ruby", "and", "is", "a", "totally", "awesome", "player"]
SETTINGS = SpeechSettings.load()
NAMES = ["Ann", "Ben", "Cleo"]


def phrase(
    name="Ann",
    gem="ruby",
    heard="heard",
    start=10.0,
    kind="speech",
    missing: tuple[str, ...] = (),
    text=SENTENCE,
    player: str | None = None,
) -> Phrase:
    words = tuple((w, start + 0.3 * k, start + 0.3 * k + 0.28) for k, w in enumerate(text))
    slots = {"heard": heard, "name": name, "gem": gem}
    return Phrase(
        onset=start,
        decided=words[-1][2] + 0.4,
        text=" ".join(text),
        kind=kind,
        words=words,
        slots=slots,
        missing=missing,
        player=player,
    )


def mouths(scores: Mapping[float, float | None], until: float = 15.0, fps: float = 20.0) -> list[FilmedMouth]:
    """No teeth on all frames from 9 s on, but for the frames nearest the given times."""
    out = [FilmedMouth(9.0 + k / fps, 0.05) for k in range(int((until - 9.0) * fps))]
    for t, score in scores.items():
        k = round((t - 9.0) * fps)
        out[k] = FilmedMouth(out[k].t, score)
    return out


def why(teeth: Teeth, language: str = "en") -> str:
    """Return the sentence of a verdict's reason."""
    assert teeth.why is not None
    return word(teeth.why, language)


def match(advanced=True, **values) -> Match:
    options = {"cards": "physical", "advanced": advanced, "signal_set": "B", "suits": ["ruby", "jade", "pearl"]}
    made = match_of(header("face-off", ["Ann", "Ben", "Cleo"], {**options, **values}, 1, "en"), None)
    made.begin()
    made.fold(
        Phrase(onset=-10.0, decided=0.0, text="face off", kind="shout", player="Ann")
    )  # the dealer's call opens the hand
    return made


def say(made: Match, text: str, t: float) -> list[Ruling]:
    return made.fold(Command(onset=t, decided=t, text=text))


def followed(made: Match) -> VictoryWatch:
    return VictoryWatch(Sitting(made, ManualClock()), "en")


def test_clean_speech() -> None:
    assert judge(mouths({}), phrase(), "Ann", SETTINGS).event.verdict == "clean"


def test_the_verdict_gives_its_reason_in_the_tables_language() -> None:
    shown = dict.fromkeys((11.0, 11.05, 11.1), 0.9)
    assert (
        why(judge(mouths({}), phrase(), "Ann", SETTINGS).event, "de") == "in der ganzen Rede waren keine Zähne zu sehen"
    )
    assert why(judge(mouths(shown), phrase(), "Ann", SETTINGS).event, "de") == "Zähne bei „has“ (11,0 s)"
    assert "abgewandt" in why(judge([], phrase(), "Ann", SETTINGS).event, "de")


def test_two_frames_are_no_verdict_and_three_are() -> None:
    two = judge(mouths({11.0: 0.9, 11.05: 0.9}), phrase(), "Ann", SETTINGS)
    three = judge(mouths({11.0: 0.9, 11.05: 0.7, 11.1: 0.8, 12.0: 0.55}), phrase(), "Ann", SETTINGS)
    assert two.event.verdict == "clean"
    assert three.event.verdict == "teeth"
    assert [m.teeth for m in three.evidence] == [0.9, 0.8, 0.7]
    assert three.event.times == (11.0,)
    assert "has" in why(three.event)


class Frame(NamedTuple):
    t: float
    teeth: float | None


def test_a_speech_is_judged_on_frames_of_any_kind_without_pictures() -> None:
    frames = [Frame(m.t, m.teeth) for m in mouths({11.0: 0.9, 11.05: 0.7, 11.1: 0.8})]
    verdict = judge(frames, phrase(), "Ann", SETTINGS)
    assert verdict.event.verdict == "teeth"
    assert [frame.t for frame in verdict.evidence] == pytest.approx([11.0, 11.1, 11.05])


def test_teeth_before_and_after_the_speech_do_not_count() -> None:
    shown = dict.fromkeys((9.1, 9.2, 9.3, 9.4, 14.7, 14.8, 14.9), 0.95)
    assert judge(mouths(shown), phrase(), "Ann", SETTINGS).event.verdict == "clean"


def test_hysteresis_keeps_a_showing_together() -> None:
    shown = {11.0: 0.9, 11.05: 0.6, 11.1: 0.55, 11.15: 0.3, 11.2: 0.6}
    found = judge(mouths(shown), phrase(), "Ann", SETTINGS)
    assert [len(s.frames) for s in found.showings] == [3]


@pytest.mark.parametrize(("hidden", "verdict"), [(0.5, "clean"), (1.6, "unseen")])
def test_a_face_turned_away(hidden: float, verdict: str) -> None:
    away = {11.0 + k / 20: None for k in range(int(hidden * 20))}
    assert judge(mouths(away), phrase(), "Ann", SETTINGS).event.verdict == verdict


def test_nobody_in_view_is_unseen() -> None:
    assert judge([], phrase(), "Ann", SETTINGS).event.verdict == "unseen"


def test_pictures_go_with_the_hand() -> None:
    watch = MouthWatch()
    for mouth in mouths({11.0: 0.9, 11.05: 0.9, 11.1: 0.9}):
        watch.see("Ann", mouth)
    assert len(watch.verdict(phrase(), "Ann").evidence) == 3
    watch.forget()
    assert watch.judged is None
    assert watch.verdict(phrase(), "Ann").event.verdict == "unseen"


def test_the_speech_claims_and_the_verdict_waits_for_the_table() -> None:
    made = match()
    victory = followed(made)
    for mouth in mouths({11.0: 0.9, 11.05: 0.9, 11.1: 0.9}):
        victory.watch.see("Ann", mouth)
    shouted = made.fold(Phrase(onset=10.0, decided=10.8, text="face off", kind="shout"))
    assert [r.code for r in shouted] == ["shout"]
    speech = phrase(player="Ann")
    assert [r.code for r in made.fold(speech)] == ["claim"]
    (teeth,) = victory.follow(speech, (), speech)
    assert isinstance(teeth, Teeth)
    assert teeth.verdict == "teeth"
    assert made.fold(teeth) == []
    phase = made.state.phase
    assert phase is Phase.CLAIM
    codes = [r.code for r in say(made, "confirm", 16.0)]
    assert codes[0] == "action"
    assert codes.index("verdict") < codes.index("wild-call")
    assert made.state.phase is Phase.NEXT
    assert made.state.scores[0] == 90 - 50


def test_clean_hand_to_the_next_one_and_overruled() -> None:
    made = match()
    made.fold(phrase(player="Ann"))
    say(made, "confirm", 15.0)
    ruled = made.fold(Teeth(onset=10.0, decided=15.5, verdict="clean", player="Ann"))
    assert made.state.scores[0] == 90
    say(made, f"overrule {ruled[0].number}", 16.0)
    assert made.state.phase is Phase.SPEECH
    say(made, "teeth", 17.0)
    assert made.state.scores[0] == 40
    say(made, "next C wild kiss", 18.0)
    assert (made.state.hand, made.state.signal_set) == (2, "C")
    assert ruled[0].number in made.rulings


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (phrase(name="Ben"), "wrong-name"),
        (phrase(gem="jade"), "wrong-gem"),
        (phrase(heard="partly", gem="", missing=("GEM",)), "speech-again"),
        (phrase(heard="not", kind="other"), "speech-nothing"),
    ],
)
def test_what_is_wrong_with_a_speech_is_said(said: Phrase, code: str) -> None:
    made = match()
    say(made, "win Ann ruby", 8.0)
    assert [r.code for r in made.fold(said)] == [code]
    assert followed(made).follow(said, (), said) == []
    assert made.state.claim == (0, "ruby")


def test_the_missing_word_is_named() -> None:
    made = match()
    (ruling,) = made.fold(phrase(heard="partly", gem="", missing=("GEM",)))
    assert worded(ruling) == "I missed the gem: say it again?"
    assert made.state.phase is Phase.PLAY


def test_two_shouts_close_together_are_not_guessed() -> None:
    def order(gap: float) -> list[str]:
        made = match()
        made.fold(Phrase(onset=5.0, decided=6.0, text="face off", kind="shout", player="Ann"))
        late = Phrase(onset=5.0 - gap, decided=6.1, text="face off", kind="shout", player="Ben")
        return [r.code + " " + worded(r) for r in made.fold(late)]

    assert order(0.1)[0].startswith("shouts-close")
    assert order(0.6)[0].startswith("shout-order Ben shouted first")


@pytest.mark.parametrize(
    ("sources", "gap", "told"),
    [
        (("mic", "mic"), 0.6, "shouts-two Two shouts, one after the other. Whose was the first?"),
        (("mic", "mic"), 0.2, "shouts-close"),
        (("mic", "mic"), 0.35, "shouts-close"),  # one microphone dates two over each other less surely than two do
        (("mic", "phone"), 0.35, "shouts-two"),
        (("mic", "phone"), 0.6, "shouts-two"),
        (("mic", "phone"), 0.1, ""),  # one shout that both microphones heard
        (("mic", "mic"), 3.0, "shout "),  # another one
    ],
)
def test_two_shouts_of_nobody_known_are_told_as_two_and_not_given_to_anybody(
    sources: tuple[str, str], gap: float, told: str
) -> None:
    made = match()
    for source, onset in zip(sources, (5.0, 5.0 + gap), strict=True):
        shout = Phrase(onset=onset, decided=onset + 0.8, text="face off", kind="shout", source=source)
        ruled = [f"{r.code} {worded(r)}" for r in made.fold(shout)]
    assert ruled[0].startswith(told) if told else ruled == []


def test_wild_thing_is_heard_and_joiners_are_counted() -> None:
    made = match()
    say(made, "trade Ann Ben 2", 3.0)
    ruled = made.fold(Phrase(onset=4.0, decided=5.0, text="wild thing", kind="wild_thing", player="Ben"))
    assert [r.code for r in ruled] == ["call"]
    assert "wild-call" in [r.code for r in say(made, "confirm", 6.0)]
    made.fold(Signal(onset=7.0, decided=7.2, name="wild_thing", phase="on", player="Cleo"))
    made.fold(Signal(onset=7.0, decided=7.2, name="wild_thing", phase="on", player="Ann"))
    (joined,) = made.advance(10.5)
    assert (joined.code, worded(joined)) == ("joined", "Cleo joined in.")
    assert joined.decided == pytest.approx(10.2)  # three seconds from the first show


def called(t: float, player: str | None = None) -> Phrase:
    return Phrase(onset=t - 1, decided=t, text="wild thing", kind="wild_thing", player=player)


def shows(t: float, player: str, name: str = "wild_thing", phase: str = "on") -> Signal:
    return Signal(onset=t, decided=t, name=name, phase="on" if phase == "on" else "off", player=player)


def punished(**values) -> Match:
    """Ann gave Ben a wrong card at 3 s; the table said so at 6 s."""
    made = match(**values)
    say(made, "trade Ann Ben 2", 3.0)
    made.fold(called(5.0, "Ben"))
    say(made, "confirm", 6.0)
    return made


def test_two_who_show_the_wild_thing_at_a_third_do_not_trade() -> None:
    made = punished()
    made.fold(shows(7.0, "Ben"))
    made.fold(shows(7.5, "Cleo"))
    assert [r.code for r in made.advance(30.0)] == ["joined"]
    made.fold(shows(31.0, "Ben", phase="off"))
    made.fold(shows(31.0, "Cleo", phase="off"))
    made.fold(shows(32.0, "Ben"))
    made.fold(shows(32.0, "Cleo"))
    assert [r.code for r in made.advance(40.0)] == ["trade"]  # play goes on


def test_shows_before_the_table_says_yes_count() -> None:
    made = match()
    say(made, "trade Ann Ben 2", 3.0)
    made.fold(called(5.0, "Ben"))
    made.fold(shows(5.5, "Cleo"))
    say(made, "confirm", 6.0)
    (joined,) = made.advance(9.0)
    assert (joined.decided, worded(joined)) == (9.0, "Cleo joined in.")


def test_after_a_no_trades_go_on_at_once() -> None:
    made = match()
    say(made, "trade Ann Ben 2", 3.0)
    made.fold(called(5.0, "Ben"))
    say(made, "deny", 6.0)
    for name in ("Ann", "Ben"):
        made.fold(shows(7.0, name, "sour"))
    assert [r.code for r in made.advance(12.0)] == ["trade"]


def test_the_ritual_ends_by_itself_where_nobody_shows_anything_and_by_a_tap() -> None:
    made = punished()
    (joined,) = made.advance(17.0)
    assert (joined.decided, worded(joined)) == (16.0, "I saw nobody join in.")
    made = punished()
    made.fold(shows(7.0, "Cleo"))
    (question,) = made.questions()
    (joined,) = made.fold(Command(onset=7.5, decided=7.5, text=f"answer {question.id} done"))
    assert worded(joined) == "Cleo joined in."
    assert made.questions() == []


@pytest.mark.parametrize("cards", ["physical", "digital"])
def test_no_trade_is_taken_while_all_show_the_wild_thing(cards: str) -> None:
    if cards == "physical":
        made = punished()
    else:
        made = match(cards=cards)
        for name in ("Ann", "Ben"):
            slip = next(
                a for a in made.game.legal(made.state, NAMES.index(name)) if getattr(a, "wrong", ()) and a.shown == 2
            )
            say(made, f"{name}: {made.game.format(slip, made.options)}", 2.0)
        say(made, "trade Ann Ben", 3.0)
        made.fold(called(5.0, "Ben"))
        assert made.state.scores[0] == -50
    before = made.state
    (refused,) = say(made, "Cleo: offer 2" if cards == "physical" else f"Cleo: {anything(made)}", 7.0)
    assert worded(refused).startswith("Not possible: First everyone shows Ann the Wild Thing.")
    assert made.state == before
    made.advance(17.0)
    say(made, "Cleo: offer 2" if cards == "physical" else f"Cleo: {anything(made)}", 18.0)
    assert made.state.offers[2] is not None


def anything(made: Match) -> str:
    """Return an offer that Cleo may make."""
    legal = made.game.legal(made.state, 2)
    return made.game.format(next(a for a in legal if isinstance(a, Offer)), made.options)


def test_wild_thing_by_nobody_known_asks() -> None:
    made = match()
    say(made, "trade Ann Ben 2", 3.0)
    ruled = made.fold(called(5.0))
    assert [r.code for r in ruled] == ["wild-asked"]
    assert made.state.phase is Phase.PLAY


def test_only_who_got_cards_in_the_last_half_minute_can_call() -> None:
    made = match()
    say(made, "trade Ann Ben 2", 3.0)
    assert [r.code for r in made.fold(called(10.0, "Cleo"))] == ["wild-asked"]  # who of Ann and Ben?
    assert made.fold(called(34.0, "Ben")) == []
    (late,) = say(made, "Ben: call Ann", 41.0)
    assert worded(late).startswith("Not possible: A wrong card is called within 30 seconds of its trade.")
    assert made.state.phase is Phase.PLAY
    say(made, "trade Ben Cleo 1", 42.0)
    (ruling,) = made.fold(called(45.0, "Cleo"))
    assert worded(ruling) == "Cleo calls a wrong card from Ben. Table, is it so?"


def test_whom_the_table_names_may_have_called_late() -> None:
    made = match()
    say(made, "trade Ann Ben 2", 3.0)
    made.fold(called(32.0))
    (question,) = made.questions()
    say(made, f"answer {question.id} seat1", 40.0)
    assert made.state.call == (1, 0)


def test_a_wrong_speech_is_said_again_twice_and_then_play_goes_on() -> None:
    made = match()
    for text in ("win Ann ruby", "confirm"):
        say(made, text, 8.0)
    codes = [[r.code for r in made.fold(phrase(name="Ben", start=10.0 + 10 * k))] for k in range(4)]
    assert codes == [["wrong-name"], ["wrong-name"], ["speech-enough"], []]
    assert [q.code for q in made.questions()] == ["teeth"]
    say(made, "clean", 60.0)
    say(made, "next C wild kiss", 61.0)
    for text in ("win Ann ruby", "confirm"):
        say(made, text, 70.0)
    assert [r.code for r in made.fold(phrase(name="Ben", start=80.0))] == ["wrong-name"]  # counted anew


def test_a_speech_by_another_is_none() -> None:
    made = match()
    say(made, "win Ann ruby", 8.0)
    (ruling,) = made.fold(dataclasses.replace(phrase(), player="Ben"))
    assert worded(ruling) == "Ben said the speech, but Ann has called: Ann says it, without teeth."


@pytest.mark.parametrize(
    ("cards", "trades", "rubies", "possible"),
    [
        ("physical", 4, 9, None),
        ("digital", 0, 9, None),  # the dealer's call, who need not have won
        ("digital", 4, 8, False),
        ("digital", 4, 9, True),
    ],
)
def test_microphones_are_told_whether_somebody_can_have_won(
    cards: str, trades: int, rubies: int, possible: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, asked = match(advanced=False, cards=cards), list[Request]()
    watch = followed(made)
    monkeypatch.setattr(watch, "_ask", asked.append)
    mine = tuple(rubies if k == SUIT_INDEX["ruby"] else 0 for k in range(len(NO_CARDS)))
    made.state = made.state._replace(trades=trades, hands=(mine, NO_CARDS, NO_CARDS) if cards == "digital" else ())
    ruling = Ruling(onset=1.0, decided=1.0, code="trade", number=1)
    for _ in range(2):
        watch.follow(ruling, [ruling], ruling)
    assert asked == ([] if possible is None else [ExpectShout(possible)])


def test_evidence_is_told_shown_and_saved_only_on_request(tmp_path: Path) -> None:
    shown: list[str] = []
    sitting = Sitting(match(), ManualClock())
    sitting.observers.add(lambda event: shown.append(worded(event)) if isinstance(event, Statement) else None)
    watch = VictoryWatch(sitting, "en").watch

    def ask(text: str) -> str:
        sitting.take(Command(onset=20.0, decided=20.0, text=text))
        return shown[-1].removeprefix("Not possible: ")

    assert ask("evidence") == "No speech has been judged in this hand."
    for mouth in mouths({11.0: 0.9, 11.05: 0.8, 11.1: 0.9}):
        assert mouth.teeth is not None
        watch.see("Ann", FilmedMouth(mouth.t, mouth.teeth, np.full((64, 64, 3), int(mouth.teeth * 200), np.uint8)))
    watch.verdict(phrase(), "Ann")
    assert "Ann, teeth, face seen for 100% of the speech." in ask("evidence")
    assert "Teeth at “has”, 11.0 to 11.1 s, 3 frames." in shown[-1]
    assert "3 pictures in memory" in shown[-1]
    assert list(tmp_path.iterdir()) == []
    assert ask(f"evidence {tmp_path}/ann.jpg").endswith("write evidence FILE.png")
    assert "cannot be written" in ask(f"evidence {tmp_path}/nowhere/ann.png")
    assert ask(f"evidence {tmp_path}/ann.png").startswith("3 pictures saved")
    assert read_image(tmp_path / "ann.png").shape == (240, 720, 3)
    watch.forget()
    assert ask("evidence") == "No speech has been judged in this hand."
    assert ask(f"evidence {tmp_path}/again.png") == "There are no pictures to show."
    assert sorted(p.name for p in tmp_path.iterdir()) == ["ann.png"]


def chosen(letters: str, player: str | None = None, t: float = 20.0) -> Phrase:
    return Phrase(
        onset=t,
        decided=t + 0.5,
        text=f"set {letters[0]}",
        kind="set",
        slots={"set": letters if len(letters) == 1 else ""},
        alternatives={"set": tuple(letters)},
        player=player,
    )


def won() -> Match:
    made = match()
    for k, text in enumerate(("win Ann ruby", "confirm", "clean")):
        say(made, text, 10.0 + k)
    assert made.state.phase is Phase.NEXT
    return made


def test_the_next_dealer_chooses_the_signals_by_voice_and_the_table_may_take_it_back() -> None:
    made = won()
    rulings = made.fold(chosen("C", "Ann"))
    assert [r.code for r in rulings] == ["next", "new-hand"]
    assert "undo" in reason(rulings[0])
    assert made.state.signal_set == "C"
    assert say(made, "undo", 22.0)[0].code == "undone"
    assert made.state.phase is Phase.NEXT
    made.fold(chosen("D", None, 23.0))
    assert made.state.signal_set == "D"


@pytest.mark.parametrize(("letters", "player", "code"), [("BD", "Ann", "set-asked"), ("C", "Ben", "set-other")])
def test_a_set_that_is_not_clear_or_not_the_dealers_is_not_played(letters: str, player: str, code: str) -> None:
    made = won()
    (ruling,) = made.fold(chosen(letters, player))
    assert ruling.code == code
    assert made.state.phase is Phase.NEXT


def test_a_set_is_chosen_between_two_hands_only() -> None:
    assert match().fold(chosen("C")) == []


def unclear(names: tuple[str, ...], gems: tuple[str, ...] = (), t: float = 10.0) -> Phrase:
    missing = tuple(slot for slot, found in (("NAME", names), ("GEM", gems)) if found)
    said = ["NAME" if w == "Ann" and names else "GEM" if w == "ruby" and gems else w for w in SENTENCE]
    made = phrase("" if names else "Ann", "" if gems else "ruby", "partly", t, missing=missing, text=said)
    return dataclasses.replace(made, alternatives={"name": names, "gem": gems})


def test_what_was_not_clear_is_what_was_claimed_where_it_may_have_been() -> None:
    known = complete_speech(unclear(("Ben", "Ann"), ("opal", "ruby")), SETTINGS, "Ann", "ruby")
    assert (known.slots["heard"], known.slots["name"], known.slots["gem"]) == ("heard", "Ann", "ruby")
    assert known.missing == ()
    assert known.text == " ".join(SENTENCE)
    assert complete_speech(unclear(("Ben", "Ann")), SETTINGS, "Cleo", "ruby").slots["heard"] == "partly"
    half = complete_speech(unclear(("Ben", "Ann"), ("opal", "jade")), SETTINGS, "Ann", "ruby")
    assert (half.slots["name"], half.slots["heard"], half.missing) == ("Ann", "partly", ("GEM",))


def test_an_unclear_name_is_asked_for_unless_it_was_claimed() -> None:
    made = match()
    assert [r.code for r in made.fold(unclear(("Ben", "Ann")))] == ["speech-again"]
    made = match()
    say(made, "win Ann ruby", 9.0)
    assert made.fold(unclear(("Ben", "Ann"))) == []


def test_the_spoken_win_counts_in_the_basic_game_too_and_no_mouth_is_judged() -> None:
    made = match(advanced=False)
    victory = followed(made)
    for mouth in mouths({11.0: 0.9, 11.05: 0.9, 11.1: 0.9}):
        victory.watch.see("Ann", mouth)
    speech = phrase(player="Ann")
    assert [r.code for r in made.fold(speech)] == ["claim"]
    assert list(victory.follow(speech, (), speech)) == []
    assert [r.code for r in say(made, "confirm", 16.0)] == ["action", "score"]
    assert made.state.scores[0] == 90
