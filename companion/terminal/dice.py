"""``dice SOURCE`` reads rolls; ``calibrate dice SOURCE`` prepares the camera over the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput


def register(app: typer.Typer) -> None:
    app.command("dice")(dice)
    group = typer.Typer(help="Prepare a camera.", no_args_is_help=True)
    group.command("dice")(calibrate)
    group.callback()(_group)
    app.add_typer(group, name="calibrate")


def _group() -> None:
    """Prepare a camera."""


def dice(
    source: Annotated[str, typer.Argument(help="Camera number or name, clip, picture or address.")],
    count: Annotated[int | None, typer.Option(min=1, max=30, help="How many dice are thrown at a time.")] = None,
    colours: Annotated[int, typer.Option(min=1, max=2, help="2: tell two sets of dice apart.")] = 1,
    most: Annotated[int, typer.Option(min=1, max=30, help="Refuse more dice than this.")] = 12,
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
    setup: Annotated[
        Path | None, typer.Option(help="A calibration file; default: this machine's, for cameras.")
    ] = None,
    realtime: Annotated[bool, typer.Option(help="Play clips at their own speed.")] = False,
) -> None:
    """Read every roll that a camera, clip or picture shows. Exit code 1: nothing could be read."""
    from companion.senses.dice.running import Reader

    reader = Reader(count=count, colours=colours, most=most, json_lines=json_lines, setup=setup, out=sys.stdout)
    raise typer.Exit(0 if reader.run(source, realtime=realtime) else 1)


def calibrate(
    source: Annotated[str, typer.Argument(help="Camera number or name, clip, picture or address.")] = "0",
    colours: Annotated[int, typer.Option(min=1, max=2, help="2: one die of each colour lies there.")] = 1,
    names: Annotated[str, typer.Option(help="The sets' names, the brighter first: white,red.")] = "",
    picture: Annotated[Path | None, typer.Option(help="Write the picture with what was found, to look at.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to keep it; default: this machine's data folder.")] = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find play area, scale and colours; check light and sharpness; say what to improve. Exit code 1: not ready."""
    from companion.senses.dice.running import calibrate_source

    called = tuple(n.strip() for n in names.split(",") if n.strip())
    if called and len(called) != colours:
        raise BadInput("calibrate.names", n=len(called), colours=colours)
    ready = calibrate_source(source, colours, called, picture, out, json_out=json_out, to=sys.stdout)
    raise typer.Exit(0 if ready else 1)
