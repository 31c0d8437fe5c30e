"""``practise [DRILL]``: practising signals alone, and seeing how one does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput
from companion.terminal.options import Lang
from companion.terminal.speaking import language_of, speaking

DRILLS = ("learn", "reaction", "frenzy", "poker", "grin", "wild", "dice")
OTHERS = ("next", "report", "undo", "forget")


def register(app: typer.Typer) -> None:
    app.command("practise")(practise)


def practise(
    drill: Annotated[
        str, typer.Argument(help=f"{', '.join(DRILLS[:-1])} or {DRILLS[-1]}; or {', '.join(OTHERS)}.")
    ] = "reaction",
    player: Annotated[str, typer.Option(help="Who practises; attempts are kept under this name.")] = "",
    signal_set: Annotated[str, typer.Option("--set", help="Signals of this set: A, B, C, D, several, or mixed.")] = "B",
    signal: Annotated[str, typer.Option(help="learn: this signal, such as eyes_wide. Default: the one due next.")] = "",
    camera: Annotated[str, typer.Option(help="Camera number or name, or a clip.")] = "",
    mic: Annotated[str, typer.Option(help="Microphone number or name, default, or a sound file.")] = "",
    tries: Annotated[int, typer.Option(min=1, max=200, help="How many cues.")] = 8,
    seconds: Annotated[
        float, typer.Option(min=0, max=600, help="poker: how long the speech may take (15); frenzy: the hand (90).")
    ] = 0.0,
    count: Annotated[int | None, typer.Option(min=1, max=30, help="dice: how many are thrown at a time.")] = None,
    lang: Lang = None,
    html: Annotated[Path | None, typer.Option(help="report: write one page with charts to this file.")] = None,
    add: Annotated[
        bool | None, typer.Option("--add/--no-add", help="Add hits to the player's profile; default: ask.")
    ] = None,
    hear: Annotated[bool, typer.Option("--hear", help="learn: play an example of the noise first.")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="All drills on a page of this machine's browser.")] = False,
    port: Annotated[int, typer.Option(help="With --serve: the page's port. 0: any.")] = 8770,
    json_lines: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
) -> None:
    """Practise signals alone: drills before a camera and microphone, a report, and what to practise next."""
    from companion.practice.signals import letters
    from companion.practice.store import Store, named
    from companion.terminal.practise_kept import forget, players, show_report, take_back, what_next
    from companion.terminal.practise_wish import Wish

    if drill not in DRILLS + OTHERS:
        raise BadInput("practice.no-drill", given=drill, drills=list(DRILLS), others=list(OTHERS))
    language = language_of(lang)
    with speaking(language):
        sets = letters(signal_set)
        if serve:
            from companion.web.practice.app import run

            run(camera, mic, port, player, language)
            return
        with Store() as store:
            if drill == "report" and not player:
                players(store, language, json_lines)
                return
            wish = Wish(
                drill, named(player), sets, signal, camera, mic, tries, seconds, count, language, html, json_lines,
                add, hear,
            )  # fmt: skip
            if drill in DRILLS:
                from companion.terminal.practise_drill import drill as practised

                practised(store, wish)
            else:
                {"report": show_report, "next": what_next, "undo": take_back, "forget": forget}[drill](store, wish)
