"""Show in the terminal what one player may see of a game (its view): one line for each field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.facts import Fact, fact
from companion.rules.protocol import View
from companion.words import Language, term

# Fields that are not printed: people know them already, or the prompt and the action list show them better.
HIDDEN_FIELDS: Final = {
    "game",
    "viewer",
    "players",
    "actors",
    "cards",
    "advanced",
    "target",
    "sheet",
    "gem_values",
    "pieces",
    "variant",
    "categories",
    "outcome",
    "lane_length",
    "duels",
    "kinds",
    "title_round",
    "title_paid",
    "signals",
    "choices",
}
# _SEAT_FIELDS: seats, alone or in lists, printed as names. _PLAIN_FIELDS: lists that may be as long as the list of
# players, but do not have one item per seat.
_SEAT_FIELDS: Final = {
    "turn",
    "dealer",
    "camera",
    "storyteller",
    "judge",
    "team",
    "waiting",
    "voted",
    "title",
    "last_trade",
    "mistake_of",
    "owed",
}
_PLAIN_FIELDS: Final = {
    "hand",
    "suits",
    "dice",
    "pile",
    "chairs",
    "laid",
    "given",
    "table",
    "album",
    "rest",
    "centre",
    "last_trade",
}


def render(view: View, language: Language) -> str:
    """Return a view as lines ``name: value``.

    Empty values are left out. Seat numbers become names, and the lanes of Keep Smiling! a board.
    """
    names = [str(name) for name in view.get("players", [])]
    lines = ["-" * 40]
    for key, value in view.items():
        if key in HIDDEN_FIELDS or value in (None, [], {}, "", False):
            continue
        if key == "lanes":
            lines += board(view)
            continue
        lines.append(f"{term('view', key, language)}: {_value(key, value, names, language)}")
    return "\n".join(lines)


def board(view: View) -> list[str]:
    """Return Keep Smiling!'s lanes as lines, from the viewer's side: own pieces move right, the opponent's (o) left."""
    length, you = view["lane_length"], max(view["viewer"], 0)
    lines = []
    for at, lane in enumerate(view["lanes"]):
        cells = ["."] * (length + 1)
        mine, theirs = lane["gone"][you], lane["gone"][1 - you]
        if theirs is not None:
            cells[length - theirs] = "o"
        if mine is not None:
            kinds = view.get("kinds") or []
            cells[mine] = kinds[at] if at < len(kinds) and kinds[at] else "x"
        lines.append(f"  {lane['lane']}  {' '.join(cells)}")
    return lines


def _value(key: str, value: Any, names: list[str], language: Language) -> str:  # a view's
    if key in _SEAT_FIELDS:
        seats = value if isinstance(value, list) else [value]
        if all(type(seat) is int and 0 <= seat < len(names) for seat in seats):
            return ", ".join(names[seat] for seat in seats)
    if isinstance(value, list) and len(value) == len(names) and key not in _PLAIN_FIELDS:
        return ", ".join(f"{name} {_plain(item, language)}" for name, item in zip(names, value, strict=True))
    return _plain(_with_names(value, names), language)


def _with_names(value: Any, names: list[str]) -> Any:  # a view's
    """Return a field's value with seat numbers in dictionaries replaced by names."""
    if isinstance(value, list):
        return [_with_names(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    seats = {"player", "caller", "giver", "from", "owner"}
    return {k: names[v] if k in seats and type(v) is int and 0 <= v < len(names) else v for k, v in value.items()}


def _plain(value: object, language: Language) -> str:
    if isinstance(value, bool):
        return term("truth", str(value).lower(), language)
    if value is None:
        return "-"
    if isinstance(value, dict):
        return ", ".join(f"{k} {_plain(v, language)}" for k, v in value.items() if v not in ([], None)) or "-"
    if isinstance(value, list):
        items = (_plain(item, language) for item in value)
        nested = any(isinstance(item, (dict, list)) for item in value)
        return (" / " if nested else " ").join(items) or "-"
    return str(value)


def scores_of(names: Sequence[str], scores: Sequence[int]) -> Fact:
    """Return a fact that lists each name with its points."""
    return fact("score.list", all=[fact("score.of", name=n, points=p) for n, p in zip(names, scores, strict=True)])
