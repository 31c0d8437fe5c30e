"""What the laptop page needs to choose a game, and the check of what was chosen."""

from __future__ import annotations

import secrets
import sys
from typing import Any, Final

from companion.errors import BadInput, CompanionError
from companion.referee.replay import header
from companion.rules import registry
from companion.rules.errors import RulesError
from companion.rules.protocol import Language

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hanna", "Ida", "Jan", "Kim", "Leo")
LONGEST_NAME: Final = 24
# Options that are one of a few words; all others are read from the default's own type.
CHOICES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "face-off": {"cards": ("digital", "physical"), "signal_set": ("A", "B", "C", "D")},
    "keep-smiling": {"pieces": ("digital", "physical")},
    "face-cards": {
        "variant": ("base", "kenner", "koenner", "risiko"),
        "cards": ("digital", "physical"),
        "first": ("table", "chance"),
        "not_own": ("cards", "pair"),
    },
    "ftw": {},
    "factum": {
        "cards": ("digital", "physical"),
        "finish": ("at-once", "round-end"),
        "deadlock": ("longest-waiting", "first-voter", "chance"),
    },
}


def catalogue() -> list[dict[str, Any]]:
    """Every game with title, player counts, summary, and options with defaults, choices and help: JSON values."""
    return [_entry(name) for name in registry.names()]


def _entry(name: str) -> dict[str, Any]:
    game = registry.get(name)
    values = game.option_values(game.options(NAMES[: game.player_count.start]))
    options = [
        {
            "name": key,
            "default": None if key == "suits" or (name, key) == ("ftw", "rounds") else value,
            "choices": list(CHOICES[name].get(key, ())),
            "help": dict(game.option_help.get(key, {})),
        }
        for key, value in values.items()
    ]
    counts = game.player_count
    return {
        "name": name,
        "title": game.title,
        "about": dict(game.about),
        "least": counts.start,
        "most": counts.stop - 1,
        "options": options,
    }


def devices() -> dict[str, list[dict[str, str]]]:
    """``{cameras, microphones}``, each ``[{spec, name}]``: what the page may ask Python to open."""
    from companion.sources.audio_microphone import microphones
    from companion.sources.devices import cameras

    seen = [{"spec": str(c.index), "name": c.name} for c in cameras()]
    if not seen and not sys.platform.startswith("linux"):  # there, names are not to be had
        seen = [{"spec": str(k), "name": str(k)} for k in range(3)]
    try:
        heard = [{"spec": str(number), "name": name} for number, name in microphones()]
    except CompanionError:
        heard = []
    return {"cameras": seen, "microphones": [{"spec": "default", "name": ""}, *heard] if heard else []}


def head_of(wish: Any, language: Language) -> dict[str, Any]:
    """The header of the log for a wish from the page: ``{game, players: [{name, bot}], options, seed?}``.

    Raises BadInput in one sentence for anything that makes no game.
    """
    if not isinstance(wish, dict) or not isinstance(wish.get("game"), str):
        raise BadInput("choose a game first", "wähle zuerst ein Spiel")
    players = wish.get("players")
    if not isinstance(players, list) or not all(isinstance(p, dict) for p in players) or len(players) > 20:
        raise BadInput("say who plays: a list of names", "sag, wer spielt: eine Liste von Namen")
    names = [_name(p.get("name")) for p in players]
    values = wish.get("options") or {}
    if not isinstance(values, dict):
        raise BadInput("options are given by name", "Optionen werden mit Namen angegeben")
    values = {str(k): v for k, v in values.items() if v is not None}
    seed = wish.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63:
        seed = secrets.randbits(63)
    try:
        game = registry.get(wish["game"])
        options = game.options(names, **values)
        values = game.option_values(options)
    except RulesError as error:
        raise BadInput(str(error), error.worded("de")) from None
    except TypeError:
        raise BadInput(
            "one of these options is none of this game's: reload the page",
            "eine dieser Optionen gehört nicht zu diesem Spiel: lade die Seite neu",
        ) from None
    except (ValueError, AttributeError, KeyError):
        raise BadInput(
            "one of these options cannot be used: check numbers and words",
            "eine dieser Optionen geht nicht: prüfe Zahlen und Wörter",
        ) from None
    head = header(game.name, names, values, seed, language)
    return {**head, "bots": [n for n, p in zip(names, players, strict=True) if p.get("bot") is True]}


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadInput("every player needs a name", "jeder Spieler braucht einen Namen")
    name = " ".join(value.split())
    if len(name) > LONGEST_NAME:
        raise BadInput(
            f"the name {name[:12]}... is too long: at most {LONGEST_NAME} letters",
            f"der Name {name[:12]}... ist zu lang: höchstens {LONGEST_NAME} Buchstaben",
        )
    if not all(c.isprintable() for c in name):
        raise BadInput(
            "a name holds a character that cannot be shown",
            "ein Name enthält ein Zeichen, das nicht gezeigt werden kann",
        )
    return name
