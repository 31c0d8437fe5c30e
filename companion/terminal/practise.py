"""``practise [DRILL]``: practise signals alone, and see one's progress; with ``--serve`` on a page at port 8770."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput
from companion.terminal.command_line import language_of
from companion.terminal.options import Lang
from companion.words import say

OTHER_COMMANDS = ("next", "report", "undo", "forget")


def practise(
    drill: Annotated[str, typer.Argument(help="usage.practise.drill")] = "reaction",
    player: Annotated[str, typer.Option(help="usage.practise.player")] = "",
    signal_set: Annotated[str, typer.Option("--set", help="usage.practise.signal-set")] = "B",
    signal: Annotated[str, typer.Option(help="usage.practise.signal")] = "",
    camera: Annotated[str, typer.Option(help="usage.practise.camera")] = "",
    mic: Annotated[str, typer.Option(help="usage.practise.mic")] = "",
    tries: Annotated[int, typer.Option(min=1, max=200, help="usage.practise.tries")] = 8,
    seconds: Annotated[float, typer.Option(min=0, max=600, help="usage.practise.seconds")] = 0.0,
    count: Annotated[int | None, typer.Option(min=1, max=30, help="usage.practise.count")] = None,
    lang: Lang = None,
    html: Annotated[Path | None, typer.Option(help="usage.practise.html")] = None,
    add: Annotated[bool | None, typer.Option("--add/--no-add", help="usage.practise.add")] = None,
    hear: Annotated[bool, typer.Option("--hear", help="usage.practise.hear")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="usage.practise.serve")] = False,
    port: Annotated[int, typer.Option(help="usage.practise.port")] = 8770,
    json_lines: Annotated[bool, typer.Option("--json", help="usage.practise.json-lines")] = False,
) -> None:
    """Practise signals alone: drills with camera and microphone, a report, and what to practise next."""
    from companion.practice.drill_request import DRILLS
    from companion.practice.drills import EARS_SENSE, EYES_SENSE, letters
    from companion.practice.store import PracticeStore, check_name
    from companion.terminal.practise_records import PractiseRequest, forget, players, show_report, take_back, what_next

    if drill not in DRILLS + OTHER_COMMANDS:
        raise BadInput("practice.no-drill", given=drill, drills=list(DRILLS), others=list(OTHER_COMMANDS))
    language = language_of(lang)
    sets = letters(signal_set)
    if serve:
        from companion.web.practice.app import run

        run(camera, mic, port, player, language)
        return
    with PracticeStore() as store:
        if drill == "report" and not player:
            players(store, language, json_lines)
            return
        wish = PractiseRequest(
            drill=drill,
            player=check_name(player),
            sets=sets,
            signal=signal,
            camera=camera,
            mic=mic,
            tries=tries,
            senses=frozenset([EYES_SENSE] * bool(camera) + [EARS_SENSE] * bool(mic)),
            seconds=seconds,
            count=count,
            parts=30,
            lang=language,
            html=html,
            json_lines=json_lines,
            add=add,
            hear=hear,
        )
        for trouble in store.troubles(wish.player):
            print(say(trouble, language), file=sys.stderr)
        if drill in DRILLS:
            from companion.terminal.drill_command import drill as practised

            practised(store, wish)
        else:
            {"report": show_report, "next": what_next, "undo": take_back, "forget": forget}[drill](store, wish)
