"""Writes docs/codes.md, the table of all codes that rulings, refusals and statuses carry: ``python tools/codes.py``.

``--check`` only says whether the page is as the words are now (exit 1 if not).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PAGE = ROOT / "docs" / "codes.md"
NOT_CODES = ("term.", "form.", "page.", "old.")
HEAD = """# Codes

Rulings, refusals, statuses and lessons carry a code and values and no sentence; logs keep them so. The sentence is made
where somebody reads or hears it, from the folder of their language in `companion/words`. This page is made by
`tools/codes.py`; a ruling's own code is the part after `ruling.`. A code, once logged, keeps its meaning: new codes are
added, old ones are not reused.

"""


def rows() -> dict[str, list[str]]:
    """A line of the table for each code, by domain."""
    from companion.words import words

    english, german = words("en"), words("de")
    found: dict[str, list[str]] = {}
    for code in sorted(english):
        if code.startswith(NOT_CODES):
            continue
        values = ", ".join(dict.fromkeys(re.findall(r"[{(]\s*\$(\w+)", english[code]))) or "-"
        said = " / ".join(_cell(text) for text in (english[code], german.get(code, "")))
        found.setdefault(code.split(".")[0], []).append(f"| `{code}` | {values} | {said} |")
    return found


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def page() -> str:
    parts = [HEAD]
    for domain, lines in sorted(rows().items()):
        parts.append(
            f"## {domain}\n\n| code | values | English / German |\n|---|---|---|\n" + "\n".join(lines) + "\n\n"
        )
    return "".join(parts).rstrip() + "\n"


def main() -> int:
    if "--check" in sys.argv:
        same = PAGE.exists() and PAGE.read_text("utf-8") == page()
        print("docs/codes.md is up to date" if same else "docs/codes.md is not up to date: run python tools/codes.py")
        return 0 if same else 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
