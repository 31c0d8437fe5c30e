"""Draws a view (what one seat may see of a position) as plain text or as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.rules.protocol import CHANCE, SHARED_VIEW_FIELDS, View

_FIELDS_BY_SEAT = (
    "shown",
    "placed",
    "captured",
    "fronts",
    "open_pairs",
    "hands",
    "cards",
    "chosen",
    "front",
    "known",
)
_LINE_PX, _LETTER_PX = 18, 8.5  # line height and letter width in pixels


def draw_view(view: View) -> str:
    """Return a view as plain text for a fixed-width font: the board, a column for each player, and all other values.

    Keys and values are those of the view, untranslated.
    """
    names: list[str] = view["players"]
    waits = " ".join(names[a] if a >= 0 else "chance" if a == CHANCE else "table" for a in view["actors"]) or "nobody"
    lines = [f"{view['game']}, round {view['round']}, {view['phase']}: {waits}", ""]
    rows = {"": list(names)}
    rest = []
    for key, value in view.items():
        if key == "lanes":
            lines += [*_lanes(value, view["lane_length"], names), ""]
        elif key == "scores" and value is not None:
            rows[key] = list(map(str, value))
        elif key not in SHARED_VIEW_FIELDS and value not in (None, [], ""):
            if key in _FIELDS_BY_SEAT and isinstance(value, list):
                rows[key] = list(map(_plain, value))
            else:
                rest.append(f"{key}: {_plain(value)}")
    return "\n".join([*lines, *_columns(rows), "", *rest])


def _lanes(lanes: list[dict[str, object]], length: int, names: list[str]) -> Iterator[str]:
    """Yield a line of ``length`` + 1 fields for each lane of Keep Smiling!, from the first player's start on."""
    marks = [name[0] for name in names] if names[0][0] != names[1][0] else ["1", "2"]
    for lane in lanes:
        gone = lane["gone"]
        assert isinstance(gone, list)
        fields = ["."] * (length + 1)
        for player, steps in enumerate(gone):
            if steps is not None:
                at = length - steps if player else steps
                fields[at] = marks[player] if fields[at] == "." else "X"
        yield f"{lane['lane']}  {' '.join(fields)}"


def _columns(rows: dict[str, list[str]]) -> Iterator[str]:
    table = [[key, *row] for key, row in rows.items()]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(inner)}" for key, inner in value.items()) or "-"
    if isinstance(value, list):
        return " ".join(map(_plain, value)) or "-"
    if value is None:
        return "-"
    return str(value) if type(value) is not bool else "yes" if value else "no"


def picture(view: View) -> str:
    """Return the text of ``draw_view`` as an SVG picture, for a notebook."""
    lines = draw_view(view).split("\n")
    width = int(_LETTER_PX * max(map(len, lines))) + 20
    texts = "".join(
        f'<text x="10" y="{_LINE_PX * number}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    size = f'width="{width}" height="{_LINE_PX * (len(lines) + 1)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="14">{texts}</svg>'
