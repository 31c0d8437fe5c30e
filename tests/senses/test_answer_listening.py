"""Answers and commands by synthesised voices: heard, not heard in talk, over when they are over, and at what price."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from companion.facts import fact
from companion.referee.questions import Answer, Question, yes_no
from companion.senses.speech.aligned_answers import AlignedAnswers
from companion.senses.speech.answer_engine import HeardOption
from companion.senses.speech.answer_listener import AnswerListener, HeardAnswer
from companion.senses.speech.command_listener import CommandListener
from companion.senses.speech.phoneme_encoder import PhonemeEncoder
from companion.senses.speech.pronouncing import PRONOUNCED_LANGUAGES, pronounce_by
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.answer_grammar import prompt_of
from companion.words.spoken_words import all_words, sayings, spoken_table, words_of
from tests.needs import needs
from tests.senses.speech_synth import RATE, TEXTS, espeak, flite

SETTINGS = SpeechSettings.load()
NAMES = ("Ann", "Ben", "Cleo")
SETS = Question(
    "next-set",
    1,
    fact("question.next-set"),
    tuple(Answer(letter, fact("answer.set", set=letter, signals=["cow"])) for letter in "ABCD"),
)
TRADES = Question(
    "who-trades",
    2,
    fact("question.who-trades"),
    (
        *(Answer(f"{a}{b}", fact("answer.two", a=a, b=b)) for a, b in combinations(NAMES, 2)),
        Answer("nobody", fact("answer.nobody-trades"), kind="no"),
    ),
)
CLAIM = Question("claim", 3, fact("question.claim"), yes_no("claim"))


@pytest.fixture(scope="module")
def phones() -> PhonemeEncoder:
    return PhonemeEncoder(SETTINGS.align["weight"])


def in_a_room(said: np.ndarray, seconds: float = 3.0) -> np.ndarray:
    sound = np.random.default_rng(0).normal(0, 0.001, int(seconds * RATE) + len(said))
    sound[3 * RATE // 2 : 3 * RATE // 2 + len(said)] += said
    return sound.astype(np.float32)


def hear(phones: PhonemeEncoder, question: Question, said: np.ndarray, language: str = "en") -> list[HeardAnswer]:
    listener = AnswerListener(AlignedAnswers(language, SETTINGS, phones), SETTINGS.answers)
    prompt = prompt_of(question, language, NAMES)
    listener.expect({o.id: o.sayings for o in prompt.options}, prompt.names)
    blocks = (said[k : k + 1600] for k in range(0, len(said), 1600))
    return [heard for block in blocks if (heard := listener.feed(block)) is not None]


@needs("espeak-ng", "flite")
@pytest.mark.parametrize(
    ("question", "text", "voice", "language", "option"),
    [
        (SETS, "Signal set Charlie.", "rms", "en", "C"),
        (SETS, "Set Bravo.", "slt", "en", "B"),
        (TRADES, "Kein Tausch.", "de", "de", "nobody"),
        (TRADES, "Ann and Cleo.", "slt", "en", "AnnCleo"),
        (TRADES, "No trade.", "awb", "en", "nobody"),
        (CLAIM, "All of them.", "awb", "en", "yes"),
        (CLAIM, "Ja, alle.", "de", "de", "yes"),
    ],
)
def test_an_answer_is_heard(
    question: Question, text: str, voice: str, language: str, option: str, phones: PhonemeEncoder
) -> None:
    said = espeak(text, voice) if voice == "de" else flite(text, voice)
    (heard,) = hear(phones, question, in_a_room(said), language)
    assert option in [one.option for one in heard.options]
    assert heard.start == pytest.approx(1.5, abs=0.6)


@needs("flite")
@pytest.mark.parametrize("question", [SETS, TRADES], ids=["sets", "trades"])
def test_talk_is_no_answer(question: Question, phones: PhonemeEncoder) -> None:
    for text in TEXTS["texts"]["talk"][:4]:
        heard = hear(phones, question, in_a_room(flite(text.format(name="Ann", gem="rubies"), "slt")))
        assert not [h for h in heard if h.sure], text


class Counted:
    """An engine that hears nothing, and counts how often it is asked."""

    title, unknown = "nobody", list[str]()

    def __init__(self, *heard: Sequence[HeardOption]) -> None:
        self.asked, self._heard = 0, [*heard]

    def expect(self, grammar: object, names: object) -> None: ...

    def listen(self, sound: np.ndarray) -> list[HeardOption]:
        self.asked += 1
        return list(self._heard.pop(0)) if self._heard else []

    def close(self) -> None: ...


def test_without_a_question_and_in_silence_nothing_is_looked_at() -> None:
    engine = Counted()
    listener = AnswerListener(engine, SETTINGS.answers)
    loud, quiet = in_a_room(np.full(RATE, 0.1)), np.zeros(5 * RATE, np.float32)
    for sound, expected in ((loud, None), (quiet, {"yes": [("yes",)]})):
        listener.expect(expected)
        for k in range(0, len(sound), 1600):
            assert listener.feed(sound[k : k + 1600]) is None
    assert engine.asked == 0


def test_a_saying_that_may_go_on_is_waited_for() -> None:
    said = np.random.default_rng(1).normal(0, 0.1, RATE).astype(np.float32)
    engine = Counted([HeardOption("yes", 3.0, 0.0, 2.4)], [HeardOption("yes", 3.0, 0.0, 2.4)])
    listener = AnswerListener(engine, SETTINGS.answers)
    listener.expect({"yes": [("yes",)]})
    heard = [
        (k / RATE + 0.1, found)
        for k in range(0, 5 * RATE, 1600)
        if (found := listener.feed(in_a_room(said, 4.0)[k : k + 1600])) is not None
    ]
    assert len(heard) == 1
    assert heard[0][0] >= 2.4 + SETTINGS.answers["rest"]


def commands(engine: CommandListener, sound: np.ndarray) -> list[str]:
    blocks = (sound[k : k + 1600] for k in range(0, len(sound), 1600))
    return [heard.options[0].option for block in blocks if (heard := engine.feed(block)) is not None]


@needs("espeak-ng", "flite")
@pytest.mark.parametrize(
    ("text", "voice", "language", "found"),
    [
        ("Companion, undo.", "slt", "en", ["undo"]),
        ("Companion, whose turn?", "slt", "en", ["turn"]),
        ("Undo.", "slt", "en", []),
        ("Could you undo the knot, companion of mine.", "slt", "en", []),
        ("Schiedsrichter, Punktestand.", "de", "de", ["score"]),
    ],
)
def test_a_command_needs_the_call_name(
    text: str, voice: str, language: str, found: list[str], phones: PhonemeEncoder
) -> None:
    said = espeak(text, voice) if voice == "de" else flite(text, voice)
    listener = CommandListener(
        AlignedAnswers(language, SETTINGS, phones), AlignedAnswers(language, SETTINGS, phones), SETTINGS.commands
    )
    table = spoken_table(language, "command")
    plain = {name: sayings(table[name], {}, language) for name in table if name not in ("trade", "worth")}
    listener.expect([words_of(name) for name in spoken_table(language, "call")["names"]], plain)
    assert commands(listener, in_a_room(said)) == found


def test_talk_costs_one_look_a_sentence() -> None:
    calling, engine = Counted(), Counted()
    listener = CommandListener(calling, engine, SETTINGS.commands)
    listener.expect([("companion",)], {"undo": [("undo",)]})
    sentence = np.concatenate([np.zeros(RATE), np.random.default_rng(2).normal(0, 0.1, 2 * RATE)])
    commands(listener, np.tile(sentence, 5).astype(np.float32))
    assert calling.asked == 5
    assert engine.asked == 0


@pytest.mark.parametrize("language", PRONOUNCED_LANGUAGES)
def test_the_shipped_engine_can_say_every_word_of_its_languages(language: str) -> None:
    pronounce = pronounce_by(language, NAMES, {"Ann": ("AA N",)})
    assert [word for word in all_words(language) if not pronounce(word)] == []
    assert "AA N" in pronounce("Ann")
