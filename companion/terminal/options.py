"""Options that several commands have.

Those of a game are the same, with the same defaults, in ``table`` and ``referee``.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from companion.errors import BadInput
from companion.words import Language, say
from companion.words.typed_words import to_notation

if TYPE_CHECKING:
    from companion.referee.log_header import LogHeader

Players = Annotated[str, typer.Option(help="usage.referee.players")]
Seed = Annotated[int | None, typer.Option(help="usage.all.seed")]
Cameras = Annotated[list[str] | None, typer.Option(help="usage.all.camera")]
Microphones = Annotated[list[str] | None, typer.Option(help="usage.all.mic")]
Source = Annotated[str, typer.Argument(help="usage.dice.source")]
Camera = Annotated[str, typer.Option(help="usage.dice.camera")]
Lang = Annotated[str | None, typer.Option(help="usage.all.lang")]
OPTIONS_BY_PARAMETER: Final = {
    "cards": "cards",
    "advanced": "advanced",
    "signal_set": "signal_set",
    "suits": "suits",
    "target": "target",
    "dealer": ("dealer", "first"),
    "duel": "duel",
    "lanes": "lane_length",
    "pieces": "pieces",
}
"""The game's option or options that each parameter of a command sets."""


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Options of a game, declared once for several commands (see ``expand_option_groups``)."""

    cards: Annotated[str, typer.Option(help="usage.all.cards")] = ""
    advanced: Annotated[bool, typer.Option(help="usage.all.advanced")] = False
    signal_set: Annotated[str, typer.Option("--set", help="usage.all.signal-set")] = ""
    suits: Annotated[str, typer.Option(help="usage.all.suits")] = ""
    target: Annotated[int, typer.Option(help="usage.all.target")] = 500
    dealer: Annotated[str, typer.Option(help="usage.all.dealer")] = ""
    duel: Annotated[bool, typer.Option("--duel", help="usage.all.duel")] = False
    lanes: Annotated[int, typer.Option("--lane-length", "--lanes", help="usage.all.lanes")] = 12
    pieces: Annotated[str, typer.Option(help="usage.all.pieces")] = ""
    seed: Seed = None
    log: Annotated[Path | None, typer.Option(help="usage.all.log")] = None
    no_log: Annotated[bool, typer.Option("--no-log", help="usage.all.no-log")] = False
    setup: Annotated[Path | None, typer.Option(help="usage.all.setup")] = None


def expand_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with each parameter that is a dataclass replaced by one option for each of its fields.

    Typer (the library that parses command lines) knows only such options.
    """
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, Any] = {p.name: p.annotation for p in signature.parameters.values() if is_dataclass(p.annotation)}

    def run(**values: Any) -> None:  # each option has a type of its own
        for name, kind in groups.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})
        command(**values)

    flat: list[inspect.Parameter] = []
    for name, param in signature.parameters.items():
        flat += inspect.signature(groups[name], eval_str=True).parameters.values() if name in groups else [param]
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    return run


def one_source(positional: str, camera: str, default: str = "") -> str:
    """Return the source to open: the argument, the value of ``--camera``, or the default.

    Args:
        positional: The argument; "" if it was not typed.
        camera: Value of ``--camera``; "" if it was not typed.
        default: Source if neither was typed; "" for none.

    Raises:
        BadInput: Both were typed and differ, or there is nothing to open.
    """
    if positional and camera and positional != camera:
        raise BadInput("options.two-sources", one=positional, other=camera)
    if not (found := positional or camera or default):
        raise BadInput("options.no-source")
    return found


def typed_parameters(context: typer.Context, *names: str) -> list[str]:
    """Return those of the parameters with these names that were typed on the command line."""
    source = context.get_parameter_source
    return [n for n in names if (found := source(n)) is not None and found.name == "COMMANDLINE"]


def warn_ignored(language: Language, names: Sequence[str], code: str, **values: str) -> None:
    """Print to stderr that options have no effect.

    Args:
        language: Language of the message.
        names: Names of their parameters; nothing is printed if there are none.
        code: Last part of the message's code, ``options.CODE``, which gives the reason.
        **values: Values in the message.
    """
    if names:
        typed = ["--set" if name == "signal_set" else "--" + name.replace("_", "-") for name in names]
        told = say(f"options.{code}", language, options=typed, **values)
        print(f"companion: {told}", file=sys.stderr)


def head(
    context: typer.Context,
    options: GameOptions,
    game: str,
    players: str,
    language: Language,
    *,
    camera: bool,
    microphone: bool,
    bots: bool = True,
) -> LogHeader:
    """Return the first record of a log (header), with the game that the command line describes.

    Args:
        context: The command's context, which knows which options were typed.
        options: The game's options.
        game: Name of the game.
        players: Names, separated by commas; "" for example names.
        language: Language of the game.
        camera: True if a camera watches.
        microphone: True if a microphone listens.
        bots: True if a name that ends in * is that of a bot.

    Raises:
        BadInput: Name of the game, players and options do not make a game.
    """
    from companion.rules.errors import RulesError
    from companion.rules.registry import get
    from companion.web.table.setup import EXAMPLE_NAMES, head_of

    try:
        names = (
            [n.strip() for n in players.split(",")] if players else list(EXAMPLE_NAMES[: get(game).player_count.start])
        )
        seats = [{"name": n.rstrip("*"), "bot": n.endswith("*")} if bots else {"name": n} for n in names]
        real = not any(seat.get("bot") for seat in seats)
        chosen = _values(context, options, game, language, camera=camera, microphone=microphone, real=real)
    except RulesError as error:
        raise BadInput(error.fact) from None
    return head_of({"game": game, "players": seats, "options": chosen, "seed": options.seed}, language)


def _values(
    context: typer.Context,
    options: GameOptions,
    game: str,
    language: Language,
    *,
    camera: bool,
    microphone: bool,
    real: bool,
) -> dict[str, Any]:
    """Return the values of the game's options: the defaults, changed by what was typed.

    Raises:
        RulesError: There is no such game.
    """
    from companion.referee.desk_registry import defaults
    from companion.rules.registry import get

    known = {spec.name for spec in get(game).specs}
    chosen = defaults(game, camera=camera, microphone=microphone, real=real)
    elsewhere = []
    for name in typed_parameters(context, *OPTIONS_BY_PARAMETER):
        of = OPTIONS_BY_PARAMETER[name]
        targets = [o for o in ((of,) if isinstance(of, str) else of) if o in known]
        if not targets or (name == "dealer" and game not in ("face-off", "keep-smiling")):
            elsewhere.append(name)
        for target in targets:
            chosen[target] = _read(name, getattr(options, name))
    warn_ignored(language, elsewhere, "other-game", game=game)
    return {k: v for k, v in chosen.items() if v is not None}


def _read(name: str, value: Any) -> Any:  # of the option's type
    if name == "suits":
        return [to_notation(gem.strip().casefold()) for gem in value.split(",")] if value else None
    if name == "signal_set":
        return value.strip().upper() or None
    return (value or None) if name == "dealer" else value


def checked_port(port: int) -> int:
    """Return the port unchanged.

    Raises:
        BadInput: It is not from 0 to 65535.
    """
    if not 0 <= port <= 65535:
        raise BadInput("web.no-port", port=port)
    return port


def openable(camera: str, microphone: str) -> None:
    """Check that a camera and a microphone can be opened, and close them again.

    Raises:
        BadInput: A name is not valid.
        DeviceUnavailable: One of them cannot be opened.
    """
    if camera:
        from companion.sources import open_source

        open_source(camera).close()
    if microphone:
        from companion.sources.audio_files import open_audio

        open_audio("" if microphone == "default" else microphone).close()
