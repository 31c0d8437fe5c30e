"""The options of a game on the command line: the same for ``table`` and ``referee``, with the same defaults."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from companion.errors import BadInput
from companion.words import Language, say

Players = Annotated[str, typer.Option(help="Names in seating order from the camera's left: Ann,Ben,Cleo.")]
Cards = Annotated[
    str, typer.Option(help="physical: your own deck (default); digital: companion deals, to phones or this screen.")
]
Advanced = Annotated[bool, typer.Option(help="With Grin and Wild Thing cards.")]
SignalSet = Annotated[
    str, typer.Option("--set", help="Signals of the first hand, A, B, C or D; default: B with a camera alone, else A.")
]
Suits = Annotated[str, typer.Option(help="Gems in play, one a player: ruby,jade,pearl.")]
Target = Annotated[int, typer.Option(help="Points that end the game.")]
Dealer = Annotated[str, typer.Option(help="Who deals first; in keep-smiling, who throws first.")]
Duel = Annotated[bool, typer.Option("--duel", help="keep-smiling: the duel variant.")]
Lanes = Annotated[int, typer.Option(help="keep-smiling: steps from one start field to the other.")]
Pieces = Annotated[
    str, typer.Option(help="keep-smiling: physical: your own board (default); digital: pieces typed unseen.")
]
Seed = Annotated[int | None, typer.Option(help="For digital cards; default: drawn now, kept in the log.")]
LogFile = Annotated[Path | None, typer.Option(help="Where to keep events and rulings (never pictures).")]
NoLog = Annotated[bool, typer.Option("--no-log", help="Keep nothing after the game.")]
DiceSetup = Annotated[
    Path | None, typer.Option(help="keep-smiling: a file of calibrate dice; default: this machine's, for cameras.")
]
Cameras = Annotated[list[str] | None, typer.Option(help="Camera number or name, clip, still or address.")]
Microphones = Annotated[
    list[str] | None, typer.Option(help="Microphone number or name, default, or a file: hears animals and speech.")
]
Source = Annotated[str, typer.Argument(help="What to look at; the same as --camera.")]
Camera = Annotated[str, typer.Option(help="Camera number or name, clip, picture or address.")]
Lang = Annotated[str | None, typer.Option(help="Language: en or de; default: this machine's.")]
SUITS_OF: Final = {
    "cards": "cards", "advanced": "advanced", "signal_set": "signal_set", "suits": "suits", "target": "target",
    "dealer": ("dealer", "first"), "duel": "duel", "lanes": "lane_length", "pieces": "pieces",
}  # fmt: skip
"""Parameter of the command -> the game's option or options."""
FLAGS: Final = {"signal_set": "--set", "no_log": "--no-log", "log": "--log", "setup": "--setup", "mic": "--mic"}


def one_source(positional: str, camera: str, default: str = "") -> str:
    """What to look at, said either way. Raises BadInput for two different ones, or none where there is no default."""
    if positional and camera and positional != camera:
        raise BadInput("options.two-sources", one=positional, other=camera)
    if not (found := positional or camera or default):
        raise BadInput("options.no-source")
    return found


def given(context: typer.Context, *names: str) -> list[str]:
    """Those of the parameters that were typed."""
    source = context.get_parameter_source
    return [n for n in names if (found := source(n)) is not None and found.name == "COMMANDLINE"]


def flag(name: str) -> str:
    """A parameter as it is typed."""
    return FLAGS.get(name, "--" + name.replace("_", "-"))


def ignored(language: Language, names: Sequence[str], code: str, **values: str) -> None:
    """Say which options count for nothing, and why: ``options.CODE``."""
    if names:
        told = say(f"options.{code}", language, options=[flag(n) for n in names], **values)
        print(f"companion: {told}", file=sys.stderr)


def values(
    context: typer.Context, game: str, language: Language, *, camera: bool, microphone: bool, real: bool = True
) -> dict[str, Any]:
    """The game's option values: what was typed over the table's defaults (see ``referee.defaults``); what was typed
    and is of another game is said. Raises RulesError for an unknown game."""
    from companion.referee.defaults import defaults
    from companion.rules.registry import get

    known = {spec.name for spec in get(game).specs}
    chosen = defaults(game, camera=camera, microphone=microphone, real=real)
    elsewhere = []
    for name in given(context, *SUITS_OF):
        of = SUITS_OF[name]
        targets = [o for o in ((of,) if isinstance(of, str) else of) if o in known]
        if not targets or (name == "dealer" and game not in ("face-off", "keep-smiling")):
            elsewhere.append(name)
        for target in targets:
            chosen[target] = _read(name, context.params[name])
    ignored(language, elsewhere, "other-game", game=game)
    return {k: v for k, v in chosen.items() if v is not None}


def _read(name: str, value: Any) -> Any:
    if name == "suits":
        return [_gem(s.strip()) for s in value.split(",")] if value else None
    if name == "signal_set":
        return value.strip().upper() or None
    return (value or None) if name == "dealer" else value


def _gem(text: str) -> str:
    """A gem in either language."""
    from companion.rules.face_off.data import GERMAN

    return {german: gem for gem, german in GERMAN.items()}.get(text.casefold(), text.casefold())


def checked_port(port: int) -> int:
    """Raises BadInput for a number that is no port."""
    if not 0 <= port <= 65535:
        raise BadInput("web.no-port", port=port)
    return port


def openable(camera: str, microphone: str) -> None:
    """Raises BadInput or DeviceUnavailable for a file, name or address that cannot be opened: before all else."""
    if camera:
        from companion.sources import open_source

        open_source(camera).close()
    if microphone:
        from companion.sources.audio_opening import open_audio

        open_audio("" if microphone == "default" else microphone).close()
