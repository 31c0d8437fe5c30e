"""Return the practice report as one self-contained HTML page with SVG charts; it has no script and loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion import resources
from companion.facts import Fact, fact
from companion.people.attempt import Throw
from companion.practice import charts
from companion.practice.charts import Ink
from companion.practice.dice_check import card_of
from companion.practice.drills import name_of
from companion.practice.statistics import Report
from companion.words import say

REPORT_CHARTS = ("rates", "times", "weeks", "trend")
PAGE_CHARTS = ("week", *REPORT_CHARTS)
"""Charts of the practice page; the last seven days are left out of reports, which are kept and would be outdated."""


def total_of(report: Report) -> Fact:
    """Return the overall result as a fact for display."""
    total = report.total
    if total.rate is None:
        return fact("report.no-tries")
    return fact(
        "report.total",
        hits=total.hits,
        tries=total.tries,
        rate=total.rate,
        best=total.best_streak,
        streak=total.streak,
        days=report.days_in_a_row,
    )


def week_of(report: Report) -> Fact:
    """Return the last seven days as a fact, for people who cannot see the chart; days without practice are left out."""
    days = [
        fact("report.day", day=day.isoformat(), hits=f.hits, tries=f.tries)
        for day, f in report.last_days.items()
        if f.tries
    ]
    return fact("report.week-days", days=days)


def chart(kind: str, report: Report, language: str, ink: Ink) -> str:
    """Return one chart as SVG; "" if there is nothing to show.

    Args:
        kind: The chart, one of PAGE_CHARTS.
        report: The statistics.
        language: Language of the labels.
        ink: The colours.
    """
    title = say(f"report.{kind}", language)
    named = {name_of(n, language): f for n, f in report.signals.items()}
    if kind == "week":
        return charts.week(report.last_days, title, language, ink) if report.total.tries else ""
    weeks = {w.isoformat(): f for w, f in list(report.weeks.items())[-26:]}
    if kind == "rates" and named:
        return charts.rates(named, title, language, ink)
    if kind == "times" and any(f.reaction is not None for f in named.values()):
        return charts.boxes(report.signals, title, language, ink)
    if kind == "weeks" and weeks:
        return charts.rates(weeks, title, language, ink)
    return charts.trends(report.signal_weeks, title, language, ink) if kind == "trend" and report.signal_weeks else ""


def page(player: str, report: Report, throws: Sequence[Throw] = (), language: str = "en") -> str:
    """Return the report as an HTML document, with the dice statistics if there are throws."""
    parts = [f"<p>{escape(say(total_of(report), language))}</p>"]
    for kind in REPORT_CHARTS:
        drawn = chart(kind, report, language, charts.PAGE_INK)
        empty = say("report.no-hits" if kind == "times" else "report.nothing", language)
        parts.append(_part(say(f"report.{kind}", language), drawn or f"<p>{empty}</p>"))
    parts.append(_part(say("report.confusion", language), _confusion(report, language)))
    if throws:
        parts.append(_part(say("report.dice", language), _dice(throws, language)))
    title = escape(say("report.title", language, name=player))
    style = resources.path("practice/report.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style}</style></head>"
        f"<body><main><h1>{title}</h1>{''.join(parts)}</main></body></html>\n"
    )


def _part(title: str, body: str) -> str:
    return f"<h2>{escape(title)}</h2>{body}"


def _dice(throws: Sequence[Throw], language: str) -> str:
    card = card_of(throws)
    drawn = "" if card.missing else charts.dice(card.fairness.counts, say("report.faces", language), charts.PAGE_INK)
    return f"<p>{escape(say(card.as_fact, language))}</p>{drawn}<p>{escape(say(card.fair, language))}</p>"


def confusion_rows(report: Report, language: str) -> tuple[list[str], list[tuple[str, list[int]]]]:
    """Return the table that shows how often each signal was mistaken for another.

    Returns:
        The names of the columns (signals made), and rows of (signal asked for, count of each signal made).
    """
    made = sorted({m for row in report.confusion.values() for m in row}, key=lambda m: (m == "", m))
    rows = [(name_of(asked, language), [row.get(m, 0) for m in made]) for asked, row in report.confusion.items()]
    return [name_of(m, language) for m in made], rows


def _confusion(report: Report, language: str) -> str:
    made, rows = confusion_rows(report, language)
    if not rows:
        return f"<p>{say('report.nothing', language)}</p>"
    head = "".join(f"<th>{escape(m)}</th>" for m in made)
    body = "".join(f"<tr><td>{escape(a)}</td>{''.join(f'<td>{n}</td>' for n in row)}</tr>" for a, row in rows)
    asked = escape(say("report.asked", language))
    return f'<div class="wide"><table><tr><th>{asked}</th>{head}</tr>{body}</table></div>'
