"""Short sentences in README, docs/ and the model cards: ``python tools/check_prose.py [FILE...]``.

Prints words a sentence for each file. Exit 1 where a file has more than 18 on average, or a sentence more than 35.
Code, headings and pictures do not count. Sentences in cells of tables count for the longest alone, not for the average.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
MEAN: Final = 18.0
LONGEST: Final = 35
PLACES: Final = ("*.md", "docs/**/*.md", "companion/**/*.md", "models/*/README.md", "models/training/**/*.md")
MADE: Final = {"docs/licences.md"}  # written by a tool
NO_PROSE: Final = re.compile(r"^(    .*|#.*|!\[.*|:::.*|\|[-| :]*\|)$", re.M)
ENDS: Final = re.compile(r"(?<=[.!?])[)*\"”]*\s+|\n\s*(?:[-*]|\d+\.) |\n\s*\n")


def sentences(text: str) -> tuple[list[str], list[str]]:
    """Return the sentences of running text, and those in cells of tables."""
    text = re.sub(r"```.*?```|<!--.*?-->", "\n\n", text, flags=re.S)
    text = NO_PROSE.sub("\n", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)(\{[^}]*\})?", r"\1", text)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    running = "\n".join("" if line.startswith("|") else line for line in text.splitlines())
    cells = "\n\n".join(cell.strip() for row in rows for cell in re.split(r"(?<!\\)\|", row))
    return parted(running), parted(cells)


def parted(text: str) -> list[str]:
    """``text`` cut into sentences; what has one or two words is none."""
    return [" ".join(s.split()) for s in ENDS.split("\n\n" + text) if len(s.split()) > 2]


def faults(name: str, text: str) -> tuple[str, list[str]]:
    """Return a line of figures for the file, and what is too long in it."""
    running, cells = sentences(text)
    counts = [len(s.split()) for s in running]
    mean = sum(counts) / max(len(counts), 1)
    longest = max([*counts, *(len(s.split()) for s in cells)], default=0)
    long = [s for s in [*running, *cells] if len(s.split()) > LONGEST]
    found = [f"{name}: {len(s.split())} words ({LONGEST}): {s}" for s in long]
    if mean > MEAN:
        found.append(f"{name}: {mean:.1f} words a sentence ({MEAN:.0f})")
    return f"{name:44}{mean:5.1f} {longest:4}", found


def main(asked: list[str]) -> int:
    files = [Path(a).resolve() for a in asked] or sorted({f for place in PLACES for f in ROOT.glob(place)})
    found: list[str] = []
    print(f"{'words a sentence':44} mean longest")
    for file in files:
        name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
        if name not in MADE:
            line, long = faults(name, file.read_text(encoding="utf-8"))
            print(line)
            found += long
    print("\n".join(found) or f"every file at {MEAN:.0f} words a sentence or fewer, no sentence over {LONGEST}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
