"""``demo``: referee a short bundled game in the same way as a game in front of a camera and a microphone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from companion.defaults import TABLE_PORT
from companion.terminal.command_line import language_of
from companion.terminal.options import Lang
from companion.words import say

if TYPE_CHECKING:
    from companion.demo.story import DemoAct
    from companion.words import Language


def demo(
    json_lines: Annotated[bool, typer.Option("--json", help="usage.all.json-lines")] = False,
    realtime: Annotated[bool, typer.Option(help="usage.demo.realtime")] = False,
    lang: Lang = None,
    serve: Annotated[bool, typer.Option("--serve", help="usage.demo.serve")] = False,
    port: Annotated[int, typer.Option(help="usage.demo.port")] = TABLE_PORT,
) -> None:
    """Referee the bundled game: three synthetic players, seen and heard, and a throw of dice."""
    from companion.demo.story import acts, strangers

    language = language_of(lang)
    with strangers():
        if serve:
            _serve(acts(), language, port)
        else:
            _play(acts(), language, json_lines=json_lines, realtime=realtime)


def _play(story: list[DemoAct], language: Language, *, json_lines: bool, realtime: bool) -> None:
    from companion.demo.story import table
    from companion.events import Command
    from companion.terminal.printer import JsonPrinter, Printer

    for act in story:
        sitting = table(act, language, realtime=realtime).sitting
        sitting.observers.add(JsonPrinter(commands=True) if json_lines else Printer(commands=True, language=language))
        if not json_lines:
            typer.echo(say(f"demo.{act.game}", language))
        try:
            sitting.begin()
            sitting.run_merged([(line.at or 0.0, line.text) for line in act.lines()])
            assert sitting.match is not None
            now = sitting.match.now
            sitting.show(*sitting.match.fold(Command(onset=now, decided=now, source="keys", text="score")))
        finally:
            sitting.close(wait=3.0)


def _serve(story: list[DemoAct], language: Language, port: int) -> None:
    """Serve a table's page with the bundled game, whose clip and sound play in real time; nothing is stored."""
    from companion.demo.stage import Stage
    from companion.terminal.table import run
    from companion.web.kit.door import Door
    from companion.web.kit.serve import Place
    from companion.web.table.hub import TableHub

    hub = TableHub(None, Door())
    run(hub, Place(port), Stage(hub, story, language).begin, language=language)
