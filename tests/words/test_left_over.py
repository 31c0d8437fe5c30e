"""No message is left over: something in the program says it, whole or by parts."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.words import words

ROOT = Path(__file__).resolve().parents[2]
PART = r"([\w .-]+?)"
OLD = {"referee.not-now"}  # only in logs that were kept before


def said() -> tuple[set[str], set[str], list[re.Pattern[str]]]:
    """All texts of the code, all words of code and data, and the codes that are made while the program runs."""
    texts, made = set[str](), set[str]()
    for path in (*ROOT.glob("companion/**/*.py"), *ROOT.glob("measure/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                fixed = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                made.add("".join(PART if text is None else re.escape(str(text)) for text in fixed))
    files = (path for end in ("py", "txt", "toml", "js", "ftl") for path in ROOT.glob(f"companion/**/*.{end}"))
    known = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
    return texts, known, [re.compile(one) for one in made if re.search(r"\w\\?\.|\.\w", one.replace(PART, ""))]


def test_no_message_is_left_over() -> None:
    texts, known, made = said()
    english = words("en")
    named = {name.replace("--", ".") for text in english.values() for name in re.findall(r"\{\s*([\w-]+)", text)}

    def is_said(code: str) -> bool:
        found = (one.fullmatch(code) for one in made)
        return any(match and {*re.split("[ .-]", ".".join(match.groups()))} <= known for match in found)

    whole = texts | named | OLD
    left = [c for c in english if not c.startswith("page.") and not {c, c.removesuffix("-one")} & whole]
    assert [code for code in left if not is_said(code)] == []
