"""What people say for an answer: the lists of each language, and the one grammar of what is said and typed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import Command
from companion.facts import Value, fact
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.referee.questions import Answer, Question, yes_no
from companion.sitting.answer_grammar import move_prompt, prompt_of
from companion.sitting.typed_answers import parse_answer
from companion.words import languages
from companion.words.messages import entries
from companion.words.spoken_words import answer_sayings, fold_saying, spoken_table, words_of

NAMES = ("Ann", "Ben", "Anna Lena")
TABLES = ("kind", "answer", "value", "place", "move", "call", "command")


def answer_codes() -> list[str]:
    """Return "nobody-won", "gem", ...: all but the answer that waits for words of one's own."""
    found = (name.removeprefix("answer--") for name in entries("en") if name.startswith("answer--"))
    return sorted(code for code in found if code != "wild-own")


def lines(question: Question, answer: str, language: str = "en") -> list[str]:
    option = prompt_of(question, language, NAMES).option(answer)
    assert option is not None
    return [fold_saying(said) for said in option.sayings]


def pick(*texts: Any) -> Question:
    return Question("who-won", 1, fact("question.who-won"), tuple(Answer(f"o{k}", t) for k, t in enumerate(texts)))


@pytest.mark.parametrize("language", languages())
def test_each_language_has_every_table_and_every_answer(language: str) -> None:
    for table in TABLES:
        assert spoken_table(language, table).keys() == spoken_table("en", table).keys() != set(), table
    for kind, values in spoken_table("en", "value").items():
        assert spoken_table(language, "value")[kind].keys() == values.keys()


@pytest.mark.parametrize("language", languages())
def test_every_answer_of_the_file_is_an_answer_of_some_question(language: str) -> None:
    known = {name.removeprefix("answer--") for name in entries(language) if name.startswith("answer--")}
    assert set(spoken_table(language, "answer")) <= known


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", answer_codes())
def test_every_answer_there_is_can_be_said(language: str, code: str) -> None:
    values: dict[str, Value] = dict.fromkeys(("value", "a", "name"), "Ann")
    values |= {"b": "Ben", "gem": "ruby", "set": "A", "shown": "2", "kind": "S", "wild": "kiss", "chair": 3}
    kind = code.rpartition("-")[2] if code.endswith(("-yes", "-no")) else "pick"
    said = answer_sayings(fact(f"answer.{code}", **values), kind, 1, language, NAMES)
    assert len(said) > 1, "besides its place on the card"
    assert all(word.strip() and not word.isdigit() for saying in said for word in saying)


def test_two_names_are_said_in_either_order_and_a_name_is_one_word() -> None:
    asked = pick(fact("answer.two", a="Ann", b="Anna Lena"))
    assert prompt_of(asked, "en", NAMES).options[0].sayings[0] == ("Ann", "and", "Anna Lena")
    assert "anna lena und ann" in lines(asked, "o0", "de")


def test_yes_and_no_are_said_to_what_is_asked_and_words_are_one_answers_alone() -> None:
    teeth = Question("teeth", 1, fact("question.teeth", name="Ann"), yes_no("claim"))
    assert "yeah" in lines(teeth, "yes")
    assert "nope" in lines(teeth, "no")
    for language in languages():
        said = [line for option in prompt_of(teeth, language, ()).options for line in map(fold_saying, option.sayings)]
        assert len(said) == len(set(said))


def test_any_answer_can_be_called_by_its_place() -> None:
    asked = pick(fact("answer.gem", gem="ruby"), fact("answer.gem", gem="jade"))
    assert "number two" in lines(asked, "o1")
    assert "nummer zwei" in lines(asked, "o1", "de")


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("Rubies", "o0"),
        ("with jade", "o1"),
        ("mit Rubin", "o0"),
        ("Nummer zwei", "o1"),
        ("émeraude", "o2"),
        ("2", "o1"),
    ],
)
def test_what_can_be_said_can_be_typed(typed: str, chosen: str) -> None:
    asked = pick(*(fact("answer.gem", gem=gem) for gem in ("ruby", "jade", "emerald")))
    found = parse_answer([asked], typed)
    assert found is not None
    assert found.answer.id == chosen


@pytest.mark.parametrize("typed", ["undo", "score", "pause", "trade Ann Ben 2", "teeth", "weiter", "rückgängig"])
def test_what_is_a_command_stays_one_while_something_is_asked(typed: str) -> None:
    assert parse_answer([pick(fact("answer.is", value="Ann"), fact("answer.nobody-won"))], typed) is None


def test_own_words_cannot_be_said() -> None:
    own = Question(
        "next-wild", 1, fact("question.next-wild"), (Answer("other", fact("answer.wild-own"), kind="other"),)
    )
    assert prompt_of(own, "en", ()).options == ()


def keep_smiling(*typed: str) -> Match:
    made = match_of(header("keep-smiling", ["Ann", "Ben"], {"pieces": "physical"}, 7, "en"), None)
    made.begin()
    for text in typed:
        made.fold(Command(onset=made.now + 1, decided=made.now + 1, text=text))
    return made


def test_a_move_is_said_by_its_lane_and_its_dice() -> None:
    made = keep_smiling("1 3 5")
    prompt = move_prompt(made, "en")
    assert prompt is not None
    said = {fold_saying(s): option.id for option in prompt.options for s in option.sayings}
    assert said["b with the three"] == said["bravo three"]
    assert said["a with the one and c with the five"] == said["c with the five and a with the one"]
    assert "b mit der drei" in {fold_saying(s) for o in move_prompt(made, "de").options for s in o.sayings}  # type: ignore[union-attr]
    before = made.step
    made.fold(Command(onset=99, decided=99, text=said["b with the three"], source="voice"))
    assert made.step > before, "what was said is a move of the notation"
    assert move_prompt(made, "en") is None, "dice are due"


def test_words_lose_their_punctuation_and_keep_their_names() -> None:
    assert words_of("No, no teeth!") == ("No", "no", "teeth")
    assert words_of("c'est Anna Lena", NAMES) == ("c'est", "Anna Lena")
