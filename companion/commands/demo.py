"""``demo``: a short bundled game, refereed by the very path that a camera takes."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
    realtime: Annotated[bool, typer.Option(help="At the speed at which it was played.")] = False,
    german: Annotated[bool, typer.Option("--de", help="Rulings in German.")] = False,
) -> None:
    """Referee the bundled game: synthetic players make faces, companion trades, rules and counts."""
    from companion import resources
    from companion.clock import MonotonicClock
    from companion.referee.feeds import open_feeds
    from companion.referee.printer import JsonPrinter, Printer
    from companion.referee.replay import header, match_of
    from companion.referee.script import read_lines
    from companion.referee.session import Session

    story: dict[str, Any] = json.loads(resources.path("demo/game.json").read_text("utf-8"))
    head = header("face-off", story["players"], story["options"], story["seed"], "de" if german else "en")
    match = match_of(head, None)
    clip = str(resources.path("demo/demo.mp4"))
    feeds = open_feeds([clip], list(match.players), clock=MonotonicClock(), realtime=realtime)
    session = Session(match, feeds, JsonPrinter() if json_lines else Printer(), echo=True)
    if not json_lines:
        typer.echo(story["intro"]["de" if german else "en"])
    session.begin()
    timed, _ = read_lines(story["commands"])
    session.run_clips(timed)
    session.end()
