"""A view as text: one line a fact, in the order in which the game gives them."""

from __future__ import annotations

from typing import Any, Final

from companion.rules.protocol import Actor, Language, View

# What a person at the terminal knows anyway, and what the action list says better.
_SILENT: Final = {
    "game", "viewer", "you", "players", "acts", "actors", "cards", "advanced", "target", "sheet", "gem_values",
    "variant", "categories", "outcome", "lane_length", "duels",
}
_SEATED: Final = {"turn", "dealer", "camera"}  # a seat number that a name says better


def render(view: View, actor: Actor, language: Language) -> str:
    """The view as lines ``name: value``; empty values are left out, values by seat get the players' names."""
    names = [str(name) for name in view.get("players", [])]
    lines = ["-" * 40]
    for key, value in view.items():
        if key in _SILENT or value in (None, [], {}, "", False):
            continue
        lines.append(f"{key.replace('_', ' ')}: {_value(key, value, names)}")
    return "\n".join(lines)


def _value(key: str, value: Any, names: list[str]) -> str:
    if key in _SEATED and isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(names):
        return names[value]
    if isinstance(value, list) and len(value) == len(names) and key not in ("hand", "signals", "suits", "last_trade"):
        return ", ".join(f"{name} {_plain(item)}" for name, item in zip(names, value, strict=True))
    return _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    if isinstance(value, dict):
        return ", ".join(f"{k} {_plain(v)}" for k, v in value.items() if v not in ([], None)) or "-"
    if isinstance(value, list):
        items = (f"({_plain(item)})" if isinstance(item, (dict, list)) else _plain(item) for item in value)
        return " ".join(items) or "-"
    return str(value)
