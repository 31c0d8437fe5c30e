"""Every file and symbol of the table "Where do I change ...?" in docs/architecture.md is there."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
HEADING = "## Where do I change ...?"
QUOTED = re.compile(r"`([^`]+)`")


def read_rows() -> list[tuple[str, str, str]]:
    """Return each row's task, file and symbols."""
    section = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]
    cells = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| ")][1:]
    return [(task.strip(), file.strip(" `"), symbols) for task, file, symbols in cells]


ROWS = read_rows()
PLACES = [(task, file, symbol) for task, file, symbols in ROWS for symbol in QUOTED.findall(symbols)]


def has_python_name(body: list[ast.stmt], name: str) -> bool:
    """Return True if ``body`` defines ``name``; "Class.member" is looked for inside the class."""
    first, _, rest = name.partition(".")
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name == first:
                return has_python_name(node.body, rest) if rest else True
            continue
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        if not rest and any(isinstance(target, ast.Name) and target.id == first for target in targets):
            return True
    return False


def has_key(data: Any, name: str) -> bool:
    for key in name.split("."):
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True


def has_symbol(file: str, text: str, symbol: str) -> bool:
    """Return True if ``text`` of ``file`` defines ``symbol``, by the kind of the file."""
    kind = Path(file).suffix
    if kind == ".py":
        return has_python_name(ast.parse(text).body, symbol)
    if kind == ".toml":
        return has_key(tomllib.loads(text), symbol)
    if kind == ".json":
        return has_key(json.loads(text), symbol)
    ends = {".ftl": r" =", ".txt": r"[: ]", ".css": ":"}
    return re.search(rf"^ *{re.escape(symbol)}{ends[kind]}", text, re.M) is not None


def test_a_newcomer_finds_thirty_tasks() -> None:
    assert len({task for task, _, _ in ROWS}) >= 30
    assert all(QUOTED.findall(symbols) for _, _, symbols in ROWS)


@pytest.mark.parametrize(("task", "file", "symbol"), PLACES, ids=lambda value: str(value)[:60])
def test_the_symbol_is_in_the_file(task: str, file: str, symbol: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    assert has_symbol(file, text, symbol), f"{task}: {symbol} is not in {file}"


@pytest.mark.parametrize(
    ("file", "text", "symbol", "expected"),
    [
        ("a.py", "A = 1", "A", True),
        ("a.py", "A: int = 1", "A", True),
        ("a.py", "def f():\n    A = 1", "A", False),
        ("a.py", "class C:\n    x: int = 1\n    def f(self): ...", "C.f", True),
        ("a.py", "class C:\n    x: int = 1", "C.x", True),
        ("a.py", "class C:\n    x: int = 1", "C.y", False),
        ("a.py", "B = A", "A", False),
        ("a.toml", "[a]\nb = 1", "a.b", True),
        ("a.toml", "[a]\nb = 1", "a.c", False),
        ("a.json", '{"a": {"b": 1}}', "a.b.c", False),
        ("a.ftl", "a--b = { $c }", "a--b", True),
        ("a.ftl", "a--bc = x", "a--b", False),
        ("a.txt", "B: cow", "B", True),
        ("a.css", "  --accent: red;", "--accent", True),
    ],
)
def test_a_symbol_counts_where_it_is_defined(file: str, text: str, symbol: str, expected: bool) -> None:
    assert has_symbol(file, text, symbol) is expected
