"""``watch SOURCE...``: every signal as it happens."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from companion.errors import BadInput


def register(app: typer.Typer) -> None:
    app.command("watch")(watch)


def watch(
    sources: Annotated[
        list[str], typer.Argument(help="Camera number or name, clip, picture or address; several allowed.")
    ],
    signal_set: Annotated[str, typer.Option("--set", help="Only this set's signals: A, B, C or D.")] = "",
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say what every signal was decided on.")] = False,
    realtime: Annotated[bool, typer.Option(help="Play clips at their own speed.")] = False,
) -> None:
    """Print every signal that cameras or clips show, as it happens. Ctrl-C stops."""
    from companion.senses.faces.watching import SETS, Printer, run

    wanted = signal_set.upper()
    if wanted and wanted not in SETS:
        raise BadInput(f"there is no signal set {signal_set!r}: give A, B, C or D")
    printer = Printer(
        sys.stdout, json_lines=json_lines, explain=explain, only=SETS.get(wanted), several=len(sources) > 1
    )
    run(sources, printer, realtime=realtime)
