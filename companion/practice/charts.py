"""Draw practice charts as SVG text, in CSS variables for a page or plain colours for a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Final

from babel.dates import format_date

from companion.practice.drills import name_of
from companion.practice.statistics import Figures
from companion.words import say

WIDTH_PX, ROW_PX = 480, 26
LETTER_PX = 7.8  # width of a letter in 14 pixel type, rounded up so that no label is cut or overlaps a bar
LABEL_EDGE_PX = 2  # pixels before a label, as some letters extend to the left
MIN_BAR_PX = 120  # least length of a full bar, pixels


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours of a chart, as CSS values.

    Attributes:
        text: Text.
        empty: The empty part of a bar.
        hit: The part of a bar, or the line, that shows hits.
        span: Boxes of reaction times and columns of dice.
        line: Lines over boxes and columns, such as the median.
    """

    text: str
    empty: str
    hit: str
    span: str
    line: str


PAGE_INK: Final = Ink("var(--text)", "var(--empty)", "var(--hit)", "var(--span)", "var(--line)")
LIGHT_INK: Final = Ink("#14212c", "#dde5ec", "#1c7a43", "#9bbfe0", "#1b4f83")
DARK_INK: Final = Ink("#eef4f8", "#33424e", "#3fae6e", "#3d6f9c", "#bfe0ff")


def svg(height: float, body: Sequence[str], title: str, ink: Ink, width: float = WIDTH_PX) -> str:
    """Return an SVG element with a title for screen readers.

    Args:
        height: Height in pixels.
        body: SVG elements inside.
        title: The title.
        ink: The colours.
        width: Width in pixels.
    """
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-size="14" font-family="system-ui, sans-serif" fill="{ink.text}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def alone(drawn: str) -> str:
    """Return a chart as the text of an SVG file; ``drawn`` is its SVG element."""
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def label(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" fill="{fill}"/>'


def _room(labels: Iterable[str]) -> float:
    """Return the width that the longest label needs, in pixels."""
    return LETTER_PX * max((len(text) for text in labels), default=0) + 12


def rates(of: Mapping[str, Figures], title: str, language: str, ink: Ink) -> str:
    """Return a bar chart of hit rates, one row for each key of ``of``, with the rate and the number of tries.

    The keys are shown as they are, as labels.
    """
    told = {name: say("report.of", language, rate=f.rate or 0.0, tries=f.tries) for name, f in of.items()}
    left, right = _room(of), _room(told.values())
    space = max(MIN_BAR_PX, WIDTH_PX - left - right)
    body = []
    for row, (name, f) in enumerate(of.items()):
        y = row * ROW_PX
        body += [
            label(LABEL_EDGE_PX, y + 18, name),
            box(left, y + 4, space, ROW_PX - 8, ink.empty),
            box(left, y + 4, space * (f.rate or 0.0), ROW_PX - 8, ink.hit),
            label(left + space + 8, y + 18, told[name]),
        ]
    return svg(len(of) * ROW_PX + 8, body, title, ink, left + space + right)


def boxes(of: Mapping[str, Figures], title: str, language: str, ink: Ink) -> str:
    """Return a box plot of reaction times in seconds, one row for each signal with a hit.

    A box spans the quartiles, a line marks the median.
    """
    timed = {n: f.reaction for n, f in of.items() if f.reaction is not None}
    names = {n: name_of(n, language) for n in timed}
    told = {n: say("report.spread", language, median=s.median, low=s.low, high=s.high) for n, s in timed.items()}
    left, right = _room(names.values()), _room(told.values())
    space = max(MIN_BAR_PX, WIDTH_PX - left - right)
    most = max([s.high for s in timed.values()] + [0.5])
    body = []
    for row, (name, s) in enumerate(timed.items()):
        low, middle, high = (left + space * v / most for v in (s.low, s.median, s.high))
        y = row * ROW_PX
        body += [
            label(LABEL_EDGE_PX, y + 18, names[name]),
            box(low, y + 6, max(high - low, 1), ROW_PX - 12, ink.span),
            box(middle - 1.5, y + 3, 3, ROW_PX - 6, ink.line),
            label(left + space + 8, y + 18, told[name]),
        ]
    return svg(len(timed) * ROW_PX + 8, body, title, ink, left + space + right)


def trends(of: Mapping[str, Mapping[date, Figures]], title: str, language: str, ink: Ink) -> str:
    """Return weekly hit rates as columns, one row for each signal, over the last 26 weeks with practice at most.

    ``of`` has the statistics by signal, then by the week's Monday.
    """
    weeks = sorted({w for rows in of.values() for w in rows})[-26:]
    names = {n: name_of(n, language) for n in of}
    tall, left = 36, _room(names.values())
    space = max(_room([f"{date.max} – {date.max}"]), WIDTH_PX - left - 8)
    wide = space / max(len(weeks), 8)
    body = []
    for row, (name, rows) in enumerate(of.items()):
        y = row * tall
        body += [label(LABEL_EDGE_PX, y + 24, names[name]), box(left, y + tall - 4, space, 1, ink.empty)]
        for k, week in enumerate(weeks):
            if week in rows:
                height = (tall - 10) * (rows[week].rate or 0.0)
                x, w = left + k * wide + 1, max(wide - 2, 1.0)
                body += [box(x, y + 6, w, tall - 10, ink.empty), box(x, y + tall - 4 - height, w, height, ink.hit)]
    if weeks:
        span = dict.fromkeys((weeks[0].isoformat(), weeks[-1].isoformat()))
        body += [label(left, len(of) * tall + 16, " – ".join(span))]
    return svg(len(of) * tall + 24, body, title, ink, left + space + 8)


def week(of: Mapping[date, Figures], title: str, language: str, ink: Ink) -> str:
    """Return a line chart of the hit rate over seven days, with hits and tries of each day with practice."""
    tall, space, foot = 120, 44, 24
    step = (WIDTH_PX - 2 * space) / max(len(of) - 1, 1)
    body = [box(space - 16, 20 + (tall - 20) * share, WIDTH_PX - 2 * space + 32, 1, ink.empty) for share in (0, 0.5, 1)]
    points = []
    for k, (day, f) in enumerate(of.items()):
        x = space + k * step
        body.append(label(x, tall + foot - 4, format_date(day, "ccc", locale=language), "middle"))
        if f.rate is not None:
            points.append((x, 20 + (tall - 20) * (1 - f.rate), f))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    body.append(f'<polyline points="{path}" fill="none" stroke="{ink.hit}" stroke-width="3"/>')
    for x, y, f in points:
        body += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{ink.hit}"/>',
            label(x, y - 9, say("report.of-day", language, hits=f.hits, tries=f.tries), "middle"),
        ]
    return svg(tall + foot, body, title, ink)


def dice(counts: Sequence[int], title: str, ink: Ink) -> str:
    """Return a column chart of how often each number fell, with a line at one sixth."""
    total, most = sum(counts), max([*counts, 1])
    tall, wide, body = 150, 60, []
    for k, count in enumerate(counts):
        height = (tall - 24) * count / most
        body += [
            box(k * wide + 8, tall - height, wide - 16, height, ink.span),
            label(k * wide + wide / 2, tall - 8, str(count), "middle"),
            label(k * wide + wide / 2, tall + 17, str(k + 1), "middle"),
        ]
    body.append(box(4, tall - (tall - 24) * total / 6 / most, 6 * wide - 8, 2, ink.line))
    return svg(tall + 26, body, title, ink, 6 * wide)
