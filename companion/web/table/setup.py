"""The choice of a game on the laptop's page: the catalogue of games and options, and the check of what was chosen."""

from __future__ import annotations

import secrets
from typing import Any, Final

from companion.bounds import as_integer
from companion.defaults import BOT_LEVEL
from companion.errors import BadInput
from companion.names import is_printable
from companion.referee.desk_registry import PHYSICAL_OPTIONS, defaults, header
from companion.referee.log_header import LogHeader
from companion.rules import registry
from companion.rules.errors import RulesError
from companion.rules.face_off.data import SIGNAL_SETS
from companion.rules.notation import MAX_NAME_CHARS
from companion.rules.options import OptionSpec
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.words import Language, say, term

EXAMPLE_NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hanna", "Ida", "Jan", "Kim", "Leo")


def catalogue(language: Language) -> list[dict[str, Any]]:
    """Return every game with its title, player counts, summary, and a form field for each option, as JSON values."""
    return [_entry(name, language) for name in registry.names()]


def _entry(name: str, language: Language) -> dict[str, Any]:
    game = registry.get(name)
    values = game.option_values(game.options(EXAMPLE_NAMES[: game.player_count.start]))
    return {
        "name": name,
        "title": term("game", name, language),
        "about": say(f"about.{name}", language),
        "least": game.player_count.start,
        "most": game.player_count.stop - 1,
        "defaults": {
            "camera": defaults(name, camera=True, microphone=False),
            "microphone": defaults(name, camera=False, microphone=True),
            "both": defaults(name, camera=True, microphone=True),
            "none": defaults(name, camera=False, microphone=False),
        },
        "senses": sorted(game.senses),
        "levels": list(game.levels),
        "signals": signal_sets() if any(spec.name == "signal_set" for spec in game.specs) else {},
        "options": [_control(spec, values[spec.name], language) for spec in game.specs],
    }


def signal_sets() -> dict[str, list[dict[str, Any]]]:
    """Return the signals of each set, for trades of 1 to 4 cards: ``name``, and ``noise``, True for a noise."""
    return {
        name: [{"name": signal, "noise": signal in NOISES} for signal in signals]
        for name, signals in SIGNAL_SETS.items()
    }


def _control(spec: OptionSpec, value: object, language: Language) -> dict[str, Any]:
    """Return the form field of an option. ``default`` is None if the default depends on the players."""
    return {
        "name": spec.name,
        "kind": spec.kind,
        "group": "first" if spec.name in PHYSICAL_OPTIONS else "more",
        "text": say(f"option-name.{spec.name}", language),
        "default": None if spec.is_derived else value,
        "choices": list(spec.choices),
        "labels": {choice: label_of(spec, choice, language) for choice in spec.choices},
        "low": spec.low,
        "high": spec.high,
        "help": say(spec.help, language),
    }


def label_of(spec: OptionSpec, choice: str, language: Language) -> str:
    """Return the label of an option's possible value: a signal set with its signals, a gem, or its own word."""
    if spec.name == "signal_set":
        return say("option-name.set", language, set=choice, signals=list(SIGNAL_SETS[choice]))
    if spec.name in ("suits", "gem_values"):
        return term("gem", choice, language)
    return term("choice", choice, language)


def head_of(wish: object, language: Language) -> LogHeader:
    """Return the header of a new game's log.

    Args:
        wish: What the page sent: ``{game, players: [{name, bot}], options, seed?, level?}``; ``level`` is that of bots.
        language: The game's language.

    Raises:
        BadInput: The wish is not a valid game.
    """
    if not isinstance(wish, dict) or not isinstance(wish.get("game"), str):
        raise BadInput("web.no.game-chosen")
    players = _players(wish.get("players"))
    names = [name for name, _ in players]
    values = wish.get("options") or {}
    if not isinstance(values, dict):
        raise BadInput("web.no.options")
    values = {str(k): v for k, v in values.items() if v is not None}
    seed, level = as_integer(wish.get("seed"), 0, 2**63 - 1), wish.get("level", BOT_LEVEL)
    try:
        game = registry.get(wish["game"])
        values = game.option_values(game.options(names, **values))
    except RulesError as error:
        raise BadInput(error.fact) from None
    except (TypeError, ValueError):
        raise BadInput("web.no.options") from None
    if level not in (*game.levels, BOT_LEVEL):
        raise BadInput("web.no.options")
    seed = secrets.randbits(63) if seed is None else seed
    return header(game.name, names, values, seed, language, [name for name, bot in players if bot], level)


def _players(value: object) -> list[tuple[str, bool]]:
    """Return the name of each player and whether it is a bot. Raises BadInput if the list or a name is not valid."""
    if not isinstance(value, list) or not all(isinstance(p, dict) for p in value) or len(value) > 20:
        raise BadInput("web.no.players")
    return [(checked_name(p.get("name")), p.get("bot") is True) for p in value]


def checked_name(value: object) -> str:
    """Return a player's name with spaces tidied. Raises BadInput if it is empty, too long or not printable."""
    if not isinstance(value, str) or not value.strip():
        raise BadInput("web.no.name")
    name = " ".join(value.split())
    if len(name) > MAX_NAME_CHARS:
        raise BadInput("web.no.name-long", name=f"{name[:12]}...", most=MAX_NAME_CHARS)
    if not is_printable(name):
        raise BadInput("web.no.name-letters", name="".join(c if c.isprintable() else "?" for c in name))
    return name
