"""Every code that the source names has words in all languages that fit its values, and no words are left over."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message

from companion.facts import Fact, Value, fact
from companion.words import Language, languages, say, words
from companion.words.messages import WORDS_FOLDER, messages
from companion.words.values import Calls
from tests.scripts import script

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+")
SAYING = {"fact", "Fact", "say", "told"}  # functions whose first argument is a code
VALUE = re.compile(r"[{(]\s*\$(\w+)")
CALL = re.compile(r"([A-Z]+)\(")
KIND = re.compile(r"TERM\(\$\w+, \"([\w-]+)\"\)|of: \"([\w-]+)\"")
NOT_SAID = ("term.", "form.", "page.")  # what templates are made of, and the pages' own


@cache
def nodes() -> tuple[tuple[Path, ast.AST], ...]:
    """Return the calls, classes and texts of the source."""
    files = [p for folder in ("companion", "measure") for p in sorted((ROOT / folder).rglob("*.py"))]
    wanted = ast.Call, ast.ClassDef, ast.Constant, ast.JoinedStr
    return tuple((p, n) for p in files for n in ast.walk(ast.parse(p.read_text("utf-8"))) if isinstance(n, wanted))


@cache
def errors() -> frozenset[str]:
    """Names of the error classes that carry a fact."""
    found = {"CompanionError", "RulesError"}
    classes = [node for _, node in nodes() if isinstance(node, ast.ClassDef)]
    while new := {c.name for c in classes if {getattr(b, "id", "") for b in c.bases} & found} - found:
        found |= new
    return frozenset(found)


def literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts that this expression may be, as far as they stand there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def named() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """(where, code, names of its values; None where these do not stand there) of each code that is given as such."""
    for path, node in nodes():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name not in SAYING and name not in errors():
            continue
        whole = name != "Fact" and all(k.arg is not None for k in node.keywords)
        values = frozenset(k.arg for k in node.keywords if k.arg is not None) if whole else None
        for code in literals(node.args[0]):
            if CODE.fullmatch(code):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", code, values


def placeholders(template: str) -> set[str]:
    """Return the names of the values in a message."""
    return set(VALUE.findall(template))


def templates(language: str) -> dict[str, str]:
    return {k: v for k, v in words(language).items() if not k.startswith(NOT_SAID)}


@pytest.mark.parametrize("language", languages())
def test_every_code_has_words_for_its_values(language: str) -> None:
    known = templates(language)
    wrong = []
    for where, code, values in named():
        if code not in known:
            wrong.append(f"{where}: {code} has no words")
        elif values is not None and (lacks := placeholders(known[code]) - values):
            wrong.append(f"{where}: {code} is given no {', '.join(sorted(lacks))}")
    assert not wrong, "\n".join(wrong)


def test_english_and_german_are_whole() -> None:
    """Who changes a sentence writes both; what another language lacks is said in English and counted by doctor."""
    assert messages("de").missing == []


@pytest.mark.parametrize("language", languages())
def test_every_language_says_the_same_values(language: str) -> None:
    english, own = templates("en"), templates(language)
    assert set(english) == set(own)
    names = {code: [placeholders(t[code]) for t in (english, own)] for code in english}
    assert [code for code, (en, other) in names.items() if en != other] == []


@pytest.mark.parametrize("language", languages())
def test_every_file_is_fluent_and_calls_what_there_is(language: str) -> None:
    kinds = {key.split(".")[1] for lang in languages() for key in words(lang) if key.startswith("term.")}
    known = Calls(messages(language).bundle.locale, lambda kind, value: None, lambda name, of, text: text).functions()
    names: list[str] = []
    for path in sorted((WORDS_FOLDER / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text("utf-8")).body:
            assert not isinstance(entry, Junk), f"{path}: {(entry.content or '')[:100]}"
            if isinstance(entry, Message):
                names.append(entry.id.name)
    assert sorted(names) == sorted(messages(language).entries), "a message stands there twice, or is not read"
    for code, template in words(language).items():
        assert set(CALL.findall(template)) <= set(known), code
        assert {one or other for one, other in KIND.findall(template)} <= kinds, code


def pattern(node: ast.JoinedStr) -> re.Pattern[str] | None:
    """Return what an f-string may be; None where too little of it stands there."""
    parts, fixed = [], ""
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(re.escape(str(value.value)))
            fixed += str(value.value)
        else:
            known = sorted(literals(value.value)) if isinstance(value, ast.FormattedValue) else []
            parts.append(f"({'|'.join(map(re.escape, known))})" if known else ".+")
            fixed += "".join(known)
    return re.compile("".join(parts)) if len(fixed) >= 4 and {".", "-"} & set(fixed) else None


@pytest.mark.slow
def test_every_code_that_is_put_together_has_words() -> None:
    known, wrong = templates("en"), []
    for path, node in nodes():
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.JoinedStr):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        made = pattern(node.args[0])
        if (name in SAYING or name in errors()) and made is not None and not any(map(made.fullmatch, known)):
            wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {made.pattern}")
    assert wrong == []


PART = r"([\w .-]+?)"
OLD = {"referee.not-now"}  # only in logs that were kept before


def said() -> tuple[set[str], set[str], list[re.Pattern[str]]]:
    """All texts of the code, all words of code and data, and the codes that are made while the program runs."""
    texts, made = set[str](), set[str]()
    for _, node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            fixed = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            made.add("".join(PART if text is None else re.escape(str(text)) for text in fixed))
    files = (path for end in ("py", "txt", "toml", "js", "ftl") for path in ROOT.glob(f"companion/**/*.{end}"))
    known = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
    return texts, known, [re.compile(one) for one in made if re.search(r"\w\\?\.|\.\w", one.replace(PART, ""))]


def test_no_message_is_left_over() -> None:
    """Something in the program says it, whole or by parts; names of terms and forms count, too."""
    texts, known, made = said()
    english = words("en")
    named = {name.replace("--", ".") for text in english.values() for name in re.findall(r"\{\s*([\w-]+)", text)}

    def is_said(code: str) -> bool:
        found = (one.fullmatch(code) for one in made)
        return any(match and {*re.split("[ .-]", ".".join(match.groups()))} <= known for match in found)

    whole = texts | named | OLD
    left = [c for c in english if not c.startswith("page.") and not {c, c.removesuffix("-one")} & whole]
    assert [code for code in left if not is_said(code)] == []


@pytest.mark.parametrize("value", [3, 10**400, True, "x", 0.5, float("inf"), ["x"], {"x": 1}, None])
@pytest.mark.parametrize("language", languages())
def test_a_value_of_another_kind_than_its_words_expect_is_said_as_it_is(language: str, value: Any) -> None:
    """A log that somebody changed said a number where a list was expected: stepping through it was a ValueError."""
    for code, template in words(language).items():
        if not code.startswith(NOT_SAID):
            places = dict.fromkeys(placeholders(template), value)
            assert isinstance(say(code, language, **places), str)


def test_a_form_bends_a_term_or_says_what_is_none() -> None:
    assert say("dice.leaning", "de", die="red").startswith("der rote Würfel")
    for key, text in words("de").items():
        if key.startswith("form."):
            assert placeholders(text) == {"known", "term"}, key


@pytest.mark.parametrize(("n", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (1234567, "1234567 cards")])
def test_a_count_has_the_plural_of_its_language(n: int, said: str) -> None:
    assert said in {say(code, "en", n=n) for code, text in words("en").items() if "$n ->" in text and "card" in text}


def test_numbers_and_lists_are_of_the_locale() -> None:
    assert " 1,234,567 " in say("model.short", "en", found=1234567, wanted=1)
    assert " 1.234.567 " in say("model.short", "de", found=1234567, wanted=1)
    assert say("clip.of", "de", seconds=0.25) == " von 0,2 s"
    assert say("old.said", "de", text=("Ann", "Ben", "Cleo")) == "Ann, Ben und Cleo"
    stated = [Fact("old.said", {"text": "It is"}), Fact("question.which-face")]
    assert say("old.said", text=[stated[1], stated[1]]) == "Who is this? Who is this?"
    assert say("old.said", text=stated[:1] * 2) == "It is and It is"


NAMES_WITH_ENDS = ("Ann B.", "Ben!", "Cleo?")


@pytest.mark.parametrize("language", languages())
def test_a_name_that_ends_as_a_sentence_is_an_item_of_a_list(language: str) -> None:
    """It was "Ann B.

    Ann C. Cleo all show 1": only a fact's own sentence follows another without an "and".
    """
    listed = say("old.said", "en", text=("Ann", "Ben", "Cleo")).replace(" and ", f" {AND[language]} ")
    for name, known in zip(("Ann", "Ben", "Cleo"), NAMES_WITH_ENDS, strict=True):
        listed = listed.replace(name, known)
    assert say("old.said", language, text=NAMES_WITH_ENDS) == listed
    assert say("ruling.several", language, names=NAMES_WITH_ENDS, sign="1", a="A", b="B").startswith(listed)
    assert say("old.said", language, text=[Fact("old.said", {"text": one}) for one in NAMES_WITH_ENDS]) == listed
    assert say("old.said", language, text=[Fact("old.said", {"text": [one]}) for one in NAMES_WITH_ENDS]) == listed


AND = {"en": "and", "de": "und", "fr": "et"}


@pytest.mark.parametrize("language", languages())
def test_a_name_with_a_full_stop_ends_a_sentence_with_one(language: str) -> None:
    """It was "The camera goes to Ann B.."."""
    ended = say("face-cards.round", language, who="Ann B.")
    assert ended.endswith("Ann B.")
    assert not ended.endswith("..")
    assert say("record.no.step", language, line=3, number=4).endswith("...")


def test_a_sentence_takes_less_than_twenty_microseconds() -> None:
    """The median of what the games' messages take; a slow machine may take five times as long."""
    given: dict[str, Value] = {"n": 2, "card": 12, "cards": (1, 2)}
    facts = [
        (code, {name: given.get(name, "Ann") for name in placeholders(text)})
        for code, text in templates("en").items()
        if code.startswith(("ftw.", "face-off.", "ruling."))
    ]
    taken = []
    for code, values in facts:
        say(code, "en", **values)
        start = time.perf_counter()
        for _ in range(20):
            say(code, "en", **values)
        taken.append((time.perf_counter() - start) / 20)
    assert sorted(taken)[len(taken) // 2] < 100e-6


def test_the_table_of_codes_has_a_row_in_all_languages_for_every_code() -> None:
    table = script(ROOT / "tools" / "site.py").codes("")
    rows = {found[1]: line for line in table.splitlines() if (found := re.match(r"\| `([^`]+)` \|", line))}
    assert set(rows) == {code for code in words("en") if not code.startswith((*NOT_SAID, "old."))}
    assert all(f"{language}: " in row for row in rows.values() for language in languages())
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows.values())
    assert {"$" + value for value in rows["ruling.trade"].split("|")[2].strip().split(", ")} >= set(
        re.findall(r"[{(]\s*(\$\w+)", words("de")["ruling.trade"])
    )


def test_the_page_of_codes_is_filled_in_by_the_site() -> None:
    assert "<!-- codes -->" in (ROOT / "docs" / "codes.md").read_text("utf-8")
    assert "codes" in script(ROOT / "tools" / "site.py").FILLS


def run_python(code: str) -> str:
    """Return what a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.strip()


def test_an_error_of_the_rules_is_a_sentence_and_loads_the_words_for_it_alone() -> None:
    code = (
        "import sys; from companion.rules.errors import MalformedAction; from companion.facts import fact\n"
        "error = MalformedAction(fact('question.gone')); print('companion.words' in sys.modules); print(error)"
    )
    assert run_python(code).splitlines() == ["False", say(fact("question.gone"), "en")]


def test_a_fact_is_said_by_what_is_registered_or_by_its_code() -> None:
    without = (
        "import sys; sys.modules['companion.words'] = None\n"
        "from companion.facts import fact, sentence; print(sentence(fact('a', n=1)))"
    )
    assert run_python(without) == "a (n=1)"
    other = (
        "from companion.facts import fact, register_formatter, sentence\n"
        "register_formatter(lambda one: one.code.upper()); print(sentence(fact('a')))"
    )
    assert run_python(other) == "A"


def test_french_signs_stay_with_their_word() -> None:
    """A colon or a question mark has a space before it that does not break."""
    broken = re.compile(r" [:;!?»](?:\s|$)|« ")
    assert [code for code, text in words("fr").items() if broken.search(text)] == []


@pytest.mark.parametrize("name", ["Hans", "Max", "Moritz"])
def test_german_says_of_whom_where_a_name_ends_in_s(name: str) -> None:
    """Nobody says "Hanss Handy": whose something is, is said with "von"."""
    owned = re.compile(r"\{ ?\$\w+ ?\}s\b")
    assert [code for code, text in words("de").items() if owned.search(text)] == []
    assert f"von {name}" in say("page.evidence-of", "de", name=name)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("club.waits", {}),
        ("log.differs", {"log": "a"}),
        ("practised.records", {"name": "Ann", "path": "a", "records": ("b",)}),
        ("people.in-tournament", {"name": "Ann", "path": "a"}),
        ("calibrate.names", {"colours": 2}),
    ],
)
def test_one_of_them_is_told_in_the_singular(code: str, values: dict[str, Value], language: Language) -> None:
    one, two = (say(code, language, **values, n=n) for n in (1, 2))
    assert one.replace("1", "2", 1) != two
