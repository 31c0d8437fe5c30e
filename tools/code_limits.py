"""Report how tangled the code is, each figure with its limit.

``python tools/code_limits.py`` is a part of ``.ci/run``. Lines are not counted: a count can be met by packing.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BRANCHES = (
    ast.If,
    ast.For,
    ast.While,
    ast.AsyncFor,
    ast.ExceptHandler,
    ast.IfExp,
    ast.comprehension,
    ast.match_case,
    ast.Assert,
)
TANGLED = 15  # branches of a function


@dataclass(frozen=True)
class Figure:
    """``value`` now and the most that it may be."""

    name: str
    value: int
    limit: int

    def __str__(self) -> str:
        return f"{self.name}: {self.value} (limit {self.limit}){'  TOO MANY' if self.value > self.limit else ''}"


def branches(function: ast.AST) -> int:
    """Ways through a function: 1 and one for each branch, each ``and`` or ``or``, each condition of a comprehension."""
    count = 1
    for node in ast.walk(function):
        count += isinstance(node, BRANCHES)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += len(node.ifs)
    return count


def doubled(trees: dict[Path, ast.Module]) -> dict[str, list[Path]]:
    """Public classes that stand in more than one module, outside the parallel files of the five games."""
    places = defaultdict(list)
    for path, tree in trees.items():
        if "rules" not in path.parts:
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(path)
    return {name: found for name, found in places.items() if len(found) > 1}


def tangled(trees: dict[Path, ast.Module]) -> list[str]:
    """Functions with too many branches, as "file:line name"."""
    return [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and branches(node) > TANGLED
    ]


def untyped(trees: dict[Path, ast.Module]) -> int:
    """How many annotations name ``Any`` alone."""
    notes = (
        note
        for tree in trees.values()
        for node in ast.walk(tree)
        for note in (getattr(node, "annotation", None),)
        if note is not None
    )
    return sum(isinstance(note, ast.Name) and note.id == "Any" for note in notes)


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Modules that import each other in a circle, by Tarjan's strongly connected components."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in imports[name]:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            place = stack.index(name)
            circle = set(stack[place:])
            del stack[place:]
            if len(circle) > 1:
                found.append(circle)

    sys.setrecursionlimit(10_000)
    for name in imports:
        if name not in index:
            visit(name)
    return found


def imports_of(trees: dict[Path, ast.Module]) -> dict[str, set[str]]:
    """Return the modules that each module imports, by dotted name."""
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): tree for path, tree in trees.items()}
    graph: dict[str, set[str]] = {}
    for name, tree in names.items():
        found = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
        graph[name] = {m for m in found & set(names) if m != name and not name.startswith(m + ".")}
    return graph


def figures(root: Path) -> list[Figure]:
    """All figures of the checkout at ``root``."""
    paths = sorted((root / "companion").rglob("*.py"))
    texts = {path.relative_to(root): path.read_text("utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    return [
        Figure("circles of imports", len(circles(imports_of(trees))), 0),
        Figure("public class names that stand twice", len(doubled(trees)), 0),
        Figure(f"functions over {TANGLED} branches", len(tangled(trees)), 0),
        Figure("annotations that are Any", untyped(trees), 45),
        Figure("lines of README.md", len((root / "README.md").read_text("utf-8").splitlines()), 120),
    ]


def main() -> int:
    found = figures(ROOT)
    print("\n".join(map(str, found)))
    return 1 if any(figure.value > figure.limit for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
