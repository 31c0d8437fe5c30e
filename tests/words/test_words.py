"""Every code that the source names has words in both languages that fit its values, and no words are left over."""

from __future__ import annotations

import ast
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.words import LANGUAGES, say, words

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+")
SAYING = {"fact", "Fact", "say", "told"}  # functions whose first argument is a code
NUMBER = re.compile(r"[+]?\d*,?(\.\d+)?[fd%]?|,")
NOT_SAID = ("grammar.", "plural.", "term.", "form.", "page.")  # what templates are made of, and the pages' own


@cache
def trees() -> dict[Path, ast.Module]:
    files = [p for folder in ("companion", "measure") for p in sorted((ROOT / folder).rglob("*.py"))]
    return {p: ast.parse(p.read_text("utf-8")) for p in files}


@cache
def errors() -> frozenset[str]:
    """Names of the error classes that carry a fact."""
    found = {"CompanionError", "RulesError"}
    classes = [n for tree in trees().values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    while new := {c.name for c in classes if {getattr(b, "id", "") for b in c.bases} & found} - found:
        found |= new
    return frozenset(found)


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that this expression may be, as far as they stand there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def named() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """(where, code, names of its values; None where these do not stand there) of each code that is given as such."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
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


def placeholders(template: str) -> set[tuple[str, str]]:
    """(name, how) of each value in a template."""
    return {(name, how or "") for _, name, how, _ in string.Formatter().parse(template) if name is not None}


def templates(language: str) -> dict[str, str]:
    return {k: v for k, v in words(language).items() if not k.startswith(NOT_SAID)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_for_its_values(language: str) -> None:
    known = templates(language)
    wrong = []
    for where, code, values in named():
        if code not in known:
            wrong.append(f"{where}: {code} has no words")
        elif values is not None and (lacks := {name for name, _ in placeholders(known[code])} - values):
            wrong.append(f"{where}: {code} is given no {', '.join(sorted(lacks))}")
    assert not wrong, "\n".join(wrong)


def test_both_languages_say_the_same_values() -> None:
    english, german = templates("en"), templates("de")
    assert set(english) == set(german)
    names = {code: [{n for n, _ in placeholders(t[code])} for t in (english, german)] for code in english}
    assert [code for code, (en, de) in names.items() if en != de] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_brace_is_one_that_is_rendered(language: str) -> None:
    found = words(language)
    terms = {key.split(".")[1] for lang in LANGUAGES for key in words(lang) if key.startswith("term.")}
    forms = {key.split(".")[1] for lang in LANGUAGES for key in words(lang) if key.startswith("form.")}
    plurals = {key.split(".")[1] for key in found if key.startswith("plural.")}
    for code, template in templates(language).items():
        for name, how in placeholders(template):
            assert re.fullmatch(r"\w+", name), f"{code}: {{{name}}} reaches into a value"
            fixed = {"", "^", "percent", "shell"}
            known = how in terms | forms | plurals | fixed or not how.strip(",;: ") or how[0] in "<> "
            assert known or NUMBER.fullmatch(how), f"{code}: {{{name}:{how}}} means nothing"


def pattern(node: ast.JoinedStr) -> re.Pattern[str] | None:
    """What an f-string may be; None where too little of it stands there."""
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


def test_every_code_that_is_put_together_has_words() -> None:
    known, wrong = templates("en"), []
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.JoinedStr):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            made = pattern(node.args[0])
            if (name in SAYING or name in errors()) and made is not None and not any(map(made.fullmatch, known)):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {made.pattern}")
    assert wrong == []


def test_no_words_are_left_over() -> None:
    nodes = [node for tree in trees().values() for node in ast.walk(tree)]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    made = [p for node in nodes if isinstance(node, ast.JoinedStr) and (p := pattern(node)) is not None]
    pages = "\n".join(p.read_text("utf-8") for p in (ROOT / "companion").rglob("*.js"))
    unused = [
        code
        for code in templates("en")
        if code not in texts and code not in pages and not any(p.fullmatch(code) for p in made)
    ]
    assert unused == []


@pytest.mark.parametrize("value", [3, 10**400, True, "x", 0.5, float("inf"), ["x"], {"x": 1}, None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_of_another_kind_than_its_words_expect_is_said_as_it_is(language: str, value: Any) -> None:
    """A log that somebody changed said a number where a list was expected: stepping through it was a ValueError."""
    for code, template in words(language).items():
        if not code.startswith(NOT_SAID):
            places = {name: value for _, name, _, _ in string.Formatter().parse(template) if name}
            assert isinstance(say(code, language, **places), str)


def test_a_form_bends_terms_that_are_there() -> None:
    german = words("de")
    for key, of in german.items():
        if key.startswith("form.") and key.endswith(".of"):
            form = key.removesuffix(".of")
            assert any(k.startswith(f"term.{of}.") for k in german), form
            assert "{stem}" in german[f"{form}.known"]
            assert "{value}" in german[f"{form}.other"]


def test_the_table_of_codes_in_the_docs_is_of_today() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "codes.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
