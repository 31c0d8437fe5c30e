"""The options of a game on the command line: the same for ``table`` and ``referee``, with the same defaults."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from companion.errors import BadInput
from companion.words import Language, say
from companion.words.typed import meant

Players = Annotated[str, typer.Option(help="usage.referee.players")]
Cards = Annotated[str, typer.Option(help="usage.all.cards")]
Advanced = Annotated[bool, typer.Option(help="usage.all.advanced")]
SignalSet = Annotated[str, typer.Option("--set", help="usage.all.signal-set")]
Suits = Annotated[str, typer.Option(help="usage.all.suits")]
Target = Annotated[int, typer.Option(help="usage.all.target")]
Dealer = Annotated[str, typer.Option(help="usage.all.dealer")]
Duel = Annotated[bool, typer.Option("--duel", help="usage.all.duel")]
Lanes = Annotated[int, typer.Option("--lane-length", "--lanes", help="usage.all.lanes")]
Pieces = Annotated[str, typer.Option(help="usage.all.pieces")]
Seed = Annotated[int | None, typer.Option(help="usage.all.seed")]
LogFile = Annotated[Path | None, typer.Option(help="usage.all.log")]
NoLog = Annotated[bool, typer.Option("--no-log", help="usage.all.no-log")]
DiceSetup = Annotated[Path | None, typer.Option(help="usage.all.setup")]
Cameras = Annotated[list[str] | None, typer.Option(help="usage.all.camera")]
Microphones = Annotated[list[str] | None, typer.Option(help="usage.all.mic")]
Source = Annotated[str, typer.Argument(help="usage.dice.source")]
Camera = Annotated[str, typer.Option(help="usage.dice.camera")]
Lang = Annotated[str | None, typer.Option(help="usage.all.lang")]
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
    """The game's option values: what was typed over the table's ``defaults``; what was typed and is of another game is
    said. Raises RulesError for an unknown game."""
    from companion.referee.desk_registry import defaults
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
    """A gem in any language."""
    return meant(text.casefold())


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
        from companion.sources.audio_files import open_audio

        open_audio("" if microphone == "default" else microphone).close()
