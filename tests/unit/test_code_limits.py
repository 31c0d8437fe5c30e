"""The code stays as small and as plain as it is: one public class a name (``tools/code_limits.py`` holds the rest)."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("limits", ROOT / "tools" / "code_limits.py")
assert _spec is not None
assert _spec.loader is not None
limits = importlib.util.module_from_spec(_spec)
sys.modules["limits"] = limits
_spec.loader.exec_module(limits)


def test_a_public_class_name_stands_once():
    trees = {p.relative_to(ROOT): ast.parse(p.read_text("utf-8")) for p in (ROOT / "companion").rglob("*.py")}
    assert limits.doubled(trees) == {}


def test_doubled_names_circles_and_branches_are_found():
    one, two = (
        ast.parse("import companion.b\nclass A: ...\nclass _P: ..."),
        ast.parse("import companion.a\nclass A: ...\nclass _P: ..."),
    )
    trees = {Path("companion/a.py"): one, Path("companion/b.py"): two}
    assert list(limits.doubled(trees)) == ["A"]
    assert limits.circles(limits.imports_of(trees)) == [{"companion.a", "companion.b"}]
    assert limits.branches(ast.parse("def f(a, b):\n    return [x for x in a if x and b]").body[0]) == 4
