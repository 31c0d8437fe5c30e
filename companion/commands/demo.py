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
    serve: Annotated[bool, typer.Option("--serve", help="Show it on the table's page instead.")] = False,
    port: Annotated[int, typer.Option(help="Port of that page; 0 takes any.")] = 8765,
) -> None:
    """Referee the bundled game: synthetic players make faces, then noises; companion trades, rules and counts."""
    from companion import resources
    from companion.clock import MonotonicClock
    from companion.referee.face_off import FaceOffDesk
    from companion.referee.feeds import open_feeds
    from companion.referee.printer import JsonPrinter, Printer
    from companion.referee.replay import header, match_of
    from companion.referee.script import read_lines
    from companion.referee.session import Session
    from companion.senses.sounds.profile import load_all

    story: dict[str, Any] = json.loads(resources.path("demo/game.json").read_text("utf-8"))
    head = header("face-off", story["players"], story["options"], story["seed"], "de" if german else "en")
    if serve:
        _serve(head, story["commands"], port)
        return
    match = match_of(head, None)
    clip = str(resources.path("demo/demo.mp4"))
    feeds = open_feeds(
        [clip],
        list(match.players),
        mics=[str(resources.path("demo/sounds.ogg"))],
        active=lambda: tuple(match.desk.active()) if isinstance(match.desk, FaceOffDesk) else (),
        profiles=load_all(resources.path("demo/profiles")),
        clock=MonotonicClock(),
        realtime=realtime,
    )
    session = Session(match, feeds, JsonPrinter() if json_lines else Printer(), echo=True)
    if not json_lines:
        typer.echo(story["intro"]["de" if german else "en"])
    session.begin()
    timed, _ = read_lines(story["commands"])
    session.run_clips(timed)
    session.end()


def _serve(head: dict[str, Any], commands: list[str], port: int) -> None:
    """The demo as a table: the clip at its own speed is the laptop's camera; nothing is kept."""
    from companion import resources
    from companion.commands.table import run
    from companion.referee.script import read_lines
    from companion.table.guard import Door
    from companion.table.hub import Hub
    from companion.table.serve import Place

    hub = Hub(None, Door())
    hub.senses.camera = str(resources.path("demo/demo.mp4"))
    hub.senses.script = [(line.at or 0.0, line.text) for line in read_lines(commands)[0]]
    run(hub, Place(port), head)
