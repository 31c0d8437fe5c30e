"""What to print for each table: its name, large, how to connect its laptop, and what to do after a game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from companion.words import Language, say

_STYLE: Final = """
@page { size: A5 landscape; margin: 12mm }
body { margin: 0; font: 15pt/1.4 system-ui, sans-serif; color: #000; background: #fff }
section { break-after: page; min-height: 120mm; display: flex; flex-direction: column; gap: 4mm; padding: 4mm }
section:last-child { break-after: auto }
h1 { font-size: 64pt; line-height: 1; margin: 0 }
h2 { font-size: 20pt; margin: 0 }
ol { margin: 0; padding-left: 8mm }
code { font: 13pt ui-monospace, monospace; border: 1px solid #000; border-radius: 2mm; padding: 1mm 2mm }
@media screen { section { border-bottom: 1px dashed #888; max-width: 210mm; margin: auto } }
"""
MOST: Final = 200


def sheets(names: Sequence[str], tournament: str, broker: str, language: Language) -> str:
    """A page to print, one sheet a table."""
    steps = ("command", "names", "play", "confirm", "help")
    parts = []
    for name in names[:MOST]:
        option = name if name.replace("-", "").isalnum() else f'"{name}"'
        command = f"companion table --mqtt {broker} --table-name {option}"
        lines = "".join(
            f"<li>{escape(say(f'hall.sheet.{step}', language))}"
            f"{f'<br><code>{escape(command)}</code>' if step == 'command' else ''}</li>"
            for step in steps
        )
        parts.append(f"<section><h2>{escape(tournament)}</h2><h1>{escape(name)}</h1><ol>{lines}</ol></section>")
    title = escape(say("hall.sheet.title", language, name=tournament))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<link rel="icon" href="/kit/icon.svg"><link rel="stylesheet" href="/sheets.css"></head>'
        f"<body>{''.join(parts)}</body></html>"
    )


def style() -> str:
    return _STYLE
