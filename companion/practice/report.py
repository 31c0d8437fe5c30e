"""The report as one self-contained HTML page: charts as SVG, no script, no address, nothing loaded."""

from __future__ import annotations

from html import escape

from companion.practice.statistics import Figures, Report

WIDTH, ROW, LEFT = 640, 26, 170
STYLE = (
    "body{font:16px system-ui,sans-serif;max-width:720px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "table{border-collapse:collapse}td,th{padding:.2em .6em;text-align:right;border-bottom:1px solid #ddd}"
    "th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}"
)


def words(name: str) -> str:
    """A signal's name as people write it."""
    return name.replace("_", " ")


def page(player: str, report: Report) -> str:
    """The whole document."""
    total = report.total
    rate = "no tries yet" if total.rate is None else f"{total.hits} of {total.tries} hit ({total.rate:.0%})"
    parts = [
        f"<p>{rate}; best streak {total.best_streak}, now {total.streak}; "
        f"days in a row: {report.days_in_a_row}.</p>",
        _part("Hit rate", _bars({words(n): f for n, f in report.signals.items()})),
        _part("Seconds from the cue to the signal (quartiles and median, hits only)", _boxes(report.signals)),
        _part("Hit rate by week (from Monday)", _bars({w.isoformat(): f for w, f in report.weeks.items()})),
        _part("What was asked, and what was made", _confusion(report)),
    ]
    title = f"Practice of {escape(player)}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"</head><body><h1>{title}</h1>{''.join(parts)}</body></html>\n"
    )


def _part(title: str, body: str) -> str:
    return f"<h2>{escape(title)}</h2>{body}"


def _svg(rows: int, body: list[str], title: str) -> str:
    height = rows * ROW + 8
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-size="14">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _label(x: float, row: int, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{row * ROW + 18}" text-anchor="{anchor}">{escape(text)}</text>'


def _bars(of: dict[str, Figures]) -> str:
    if not of:
        return "<p>Nothing yet.</p>"
    space, body = WIDTH - LEFT - 130, []
    for row, (name, f) in enumerate(of.items()):
        rate = f.rate or 0.0
        body += [
            _label(0, row, name),
            f'<rect x="{LEFT}" y="{row * ROW + 4}" width="{space}" height="{ROW - 8}" fill="#e8e8e8"/>',
            f'<rect x="{LEFT}" y="{row * ROW + 4}" width="{space * rate:.1f}" height="{ROW - 8}" fill="#2a7a4b"/>',
            _label(LEFT + space + 8, row, f"{rate:.0%} of {f.tries}"),
        ]
    return _svg(len(of), body, "Hit rates")


def _boxes(of: dict[str, Figures]) -> str:
    timed = {n: f.reaction for n, f in of.items() if f.reaction is not None}
    if not timed:
        return "<p>No hits yet.</p>"
    space, body = WIDTH - LEFT - 130, []
    most = max(max(s.high for s in timed.values()), 0.5)
    for row, (name, s) in enumerate(timed.items()):
        x = [LEFT + space * v / most for v in (s.low, s.median, s.high)]
        y = row * ROW
        body += [
            _label(0, row, words(name)),
            f'<rect x="{x[0]:.1f}" y="{y + 6}" width="{max(x[2] - x[0], 1):.1f}" height="{ROW - 12}" fill="#9bbfe0"/>',
            f'<rect x="{x[1] - 1.5:.1f}" y="{y + 3}" width="3" height="{ROW - 6}" fill="#1b4f83"/>',
            _label(LEFT + space + 8, row, f"{s.median:.2f} s ({s.low:.2f}–{s.high:.2f})"[:22]),
        ]
    return _svg(len(timed), body, "Reaction times")


def _confusion(report: Report) -> str:
    if not report.confusion:
        return "<p>Nothing yet.</p>"
    made = sorted({m for row in report.confusion.values() for m in row}, key=lambda m: (m == "", m))
    head = "".join(f"<th>{escape(words(m) or 'nothing')}</th>" for m in made)
    rows = "".join(
        f"<tr><td>{escape(words(asked))}</td>" + "".join(f"<td>{row.get(m, 0)}</td>" for m in made) + "</tr>"
        for asked, row in report.confusion.items()
    )
    return f"<table><tr><th>asked</th>{head}</tr>{rows}</table>"
