"""Charts as SVG texts. Colours are an ``Ink``: CSS variables inside a page, plain colours in a picture of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Final

from companion.practice.drills import name_of
from companion.practice.statistics import Figures
from companion.words import say

WIDTH, ROW, LEFT, RIGHT = 480, 26, 185, 140


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours: text, the empty part of a bar, hits, spans, a line over them."""

    text: str
    empty: str
    hit: str
    span: str
    line: str


PAGE: Final = Ink("var(--text)", "var(--empty)", "var(--hit)", "var(--span)", "var(--line)")
LIGHT: Final = Ink("#14212c", "#dde5ec", "#1c7a43", "#9bbfe0", "#1b4f83")
DARK: Final = Ink("#eef4f8", "#33424e", "#3fae6e", "#3d6f9c", "#bfe0ff")


def svg(height: float, body: Sequence[str], title: str, ink: Ink, width: float = WIDTH) -> str:
    """Return one picture with its title for screen readers."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-size="14" font-family="system-ui, sans-serif" fill="{ink.text}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def alone(drawn: str) -> str:
    """Return the same as a file of its own."""
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def label(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" fill="{fill}"/>'


def rates(of: Mapping[str, Figures], title: str, language: str, ink: Ink) -> str:
    """Return a bar a row: the share of hits, and of how many tries. Keys are already words."""
    space, body = WIDTH - LEFT - RIGHT, []
    for row, (name, f) in enumerate(of.items()):
        rate, y = f.rate or 0.0, row * ROW
        body += [
            label(0, y + 18, name),
            box(LEFT, y + 4, space, ROW - 8, ink.empty),
            box(LEFT, y + 4, space * rate, ROW - 8, ink.hit),
            label(LEFT + space + 8, y + 18, say("report.of", language, rate=rate, tries=f.tries)),
        ]
    return svg(len(of) * ROW + 8, body, title, ink)


def boxes(of: Mapping[str, Figures], title: str, language: str, ink: Ink) -> str:
    """Reaction times in seconds: quartiles as a box, the median as a line; signals without a hit are left out."""
    timed = {n: f.reaction for n, f in of.items() if f.reaction is not None}
    space, body = WIDTH - LEFT - RIGHT, []
    most = max([s.high for s in timed.values()] + [0.5])
    for row, (name, s) in enumerate(timed.items()):
        low, middle, high = (LEFT + space * v / most for v in (s.low, s.median, s.high))
        y = row * ROW
        body += [
            label(0, y + 18, name_of(name, language)),
            box(low, y + 6, max(high - low, 1), ROW - 12, ink.span),
            box(middle - 1.5, y + 3, 3, ROW - 6, ink.line),
            label(LEFT + space + 8, y + 18, say("report.spread", language, median=s.median, low=s.low, high=s.high)),
        ]
    return svg(len(timed) * ROW + 8, body, title, ink)


def trends(of: Mapping[str, Mapping[date, Figures]], title: str, language: str, ink: Ink) -> str:
    """Return a row of columns a signal: its hit rate week by week, all rows on the same weeks, at most the last 26."""
    weeks = sorted({w for rows in of.values() for w in rows})[-26:]
    tall, space = 36, WIDTH - LEFT - 8
    wide = space / max(len(weeks), 8)
    body = []
    for row, (name, rows) in enumerate(of.items()):
        y = row * tall
        body += [label(0, y + 24, name_of(name, language)), box(LEFT, y + tall - 4, space, 1, ink.empty)]
        for k, week in enumerate(weeks):
            if week in rows:
                height = (tall - 10) * (rows[week].rate or 0.0)
                x, w = LEFT + k * wide + 1, max(wide - 2, 1.0)
                body += [box(x, y + 6, w, tall - 10, ink.empty), box(x, y + tall - 4 - height, w, height, ink.hit)]
    if weeks:
        y = len(of) * tall + 16
        body += [label(LEFT, y, weeks[0].isoformat())]
        if len(weeks) > 1:
            body += [label(LEFT + len(weeks) * wide, y, weeks[-1].isoformat(), "end" if len(weeks) > 7 else "start")]
    return svg(len(of) * tall + 24, body, title, ink)


def dice(counts: Sequence[int], title: str, ink: Ink) -> str:
    """Return how often each number fell, with a line at a sixth."""
    total, most = sum(counts), max([*counts, 1])
    tall, wide, body = 150, 60, []
    for k, count in enumerate(counts):
        height = (tall - 24) * count / most
        body += [
            box(k * wide + 8, tall - height, wide - 16, height, ink.span),
            label(k * wide + wide / 2, tall - height - 5, str(count), "middle"),
            label(k * wide + wide / 2, tall + 17, str(k + 1), "middle"),
        ]
    body.append(box(4, tall - (tall - 24) * total / 6 / most, 6 * wide - 8, 2, ink.line))
    return svg(tall + 26, body, title, ink, 6 * wide)
