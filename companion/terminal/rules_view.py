"""A view as text for the terminal: one line a fact, in the order in which the game gives them, in both languages."""

from __future__ import annotations

from typing import Any, Final

from companion.rules.protocol import Actor, Language, View

# What a person at the terminal knows anyway, or what the prompt and the action list say better.
_SILENT: Final = {
    "game", "viewer", "you", "players", "acts", "actors", "cards", "advanced", "target", "sheet", "gem_values",
    "pieces", "variant", "categories", "outcome", "lane_length", "duels", "kinds", "title_round", "title_paid",
    "signals", "choices",
}
# Values that are seats, alone or in lists, and are shown as names; and lists that only look as if they went by seat.
_SEATS: Final = {
    "turn", "dealer", "camera", "storyteller", "judge", "team", "waiting", "voted", "title", "last_trade",
    "mistake_of", "owed",
}
_PLAIN: Final = {
    "hand", "suits", "dice", "pile", "chairs", "laid", "given", "table", "album", "rest", "centre", "last_trade",
}
_GERMAN: Final = {
    "phase": "Phase", "hand_number": "Runde", "dealer": "Geber", "suits": "Farben", "signal_set": "Signalsatz",
    "wild_signal": "Wild Thing", "scores": "Punkte", "shown": "gezeigt", "trades": "Tausche",
    "last_trade": "letzter Tausch", "claim": "Siegesruf", "call": "Ausruf", "hand": "Hand",
    "offered": "geboten", "received": "bekommen", "mistake_of": "Fehler von", "turn": "am Zug",
    "placed": "aufgestellt", "dice": "Würfel", "chairs": "Sessel", "captured": "geschlagen", "duel": "Duell",
    "rest": "noch", "round": "Runde", "rounds": "Runden", "camera": "Kamera", "waiting": "es fehlen",
    "flops": "Flop-Runden", "fronts": "vorn", "centre": "Mitte", "guesses": "Tipps", "asked": "gefragt",
    "owed": "Bonus für", "held": "zurückgehalten", "open_pairs": "offene Paare", "hands": "Handkarten",
    "albums": "Alben", "box": "Schachtel", "pile": "Stapel", "start_card": "Startkarte", "pairs": "Paare",
    "album": "Album", "highest": "höchste Karte", "chosen": "gewählt", "front": "ausgelegt", "away": "weg",
    "points": "Rundenpunkte", "totals": "Summen", "last": "letzte Hände", "given": "bekommen",
    "storyteller": "Erzähler", "judge": "Richter", "team": "Team des Erzählers", "guessing": "es raten",
    "table": "Tisch", "ties": "Gleichstände", "voted": "gestimmt", "title": "beste Geschichte",
    "discard": "Ablage", "result": "Ergebnis", "laid": "gelegt", "vote": "Stimme",
    "story_card": "Karte der Geschichte",
}
_WORDS: Final = {"en": {True: "yes", False: "no"}, "de": {True: "ja", False: "nein"}}


def render(view: View, actor: Actor, language: Language) -> str:
    """The view as lines ``name: value``; empty values are left out, seats become names, lanes a board."""
    names = [str(name) for name in view.get("players", [])]
    lines = ["-" * 40]
    for key, value in view.items():
        if key in _SILENT or value in (None, [], {}, "", False):
            continue
        if key == "lanes":
            lines += board(view)
            continue
        label = _GERMAN.get(key, key.replace("_", " ")) if language == "de" else key.replace("_", " ")
        lines.append(f"{label}: {_value(key, value, names, language)}")
    return "\n".join(lines)


def board(view: View) -> list[str]:
    """The lanes of Keep Smiling! from the viewer's side: own pieces, by letter or x, go right, the other's (o) left."""
    length, you = view["lane_length"], view.get("you") or 0
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


def _value(key: str, value: Any, names: list[str], language: Language) -> str:
    if key in _SEATS:
        seats = value if isinstance(value, list) else [value]
        if all(type(seat) is int and 0 <= seat < len(names) for seat in seats):
            return ", ".join(names[seat] for seat in seats)
    if isinstance(value, list) and len(value) == len(names) and key not in _PLAIN:
        return ", ".join(f"{name} {_plain(item, language)}" for name, item in zip(names, value, strict=True))
    return _plain(_named(value, names), language)


def _named(value: Any, names: list[str]) -> Any:
    """Seats inside facts as names."""
    if isinstance(value, list):
        return [_named(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    seats = {"player", "caller", "giver", "from", "owner"}
    return {k: names[v] if k in seats and type(v) is int and 0 <= v < len(names) else v for k, v in value.items()}


def _plain(value: Any, language: Language) -> str:
    if isinstance(value, bool):
        return _WORDS[language][value]
    if value is None:
        return "-"
    if isinstance(value, dict):
        return ", ".join(f"{k} {_plain(v, language)}" for k, v in value.items() if v not in ([], None)) or "-"
    if isinstance(value, list):
        items = (_plain(item, language) for item in value)
        nested = any(isinstance(item, (dict, list)) for item in value)
        return (" / " if nested else " ").join(items) or "-"
    return str(value)
