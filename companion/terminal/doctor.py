"""``doctor``: what is missing on this machine, and the line that mends it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from companion.terminal.options import Lang


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)


def doctor(
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Check versions, libraries, cameras, microphones, models and disk. Exit 0 if a game can be refereed."""
    from companion.doctor import as_json, examine, line_of
    from companion.terminal.speaking import language_of
    from companion.words import say, term

    language = language_of(lang)

    checks = []
    for check in examine():
        checks.append(check)
        if not json_:
            state, name = term("doctor", check.state, language), term("doctor", check.name, language)
            typer.echo(f"{state:8} {name}: {say(check.detail, language)}")
            if check.mend:
                typer.echo(f"{'':8} -> {line_of(check, language)}")
    result = as_json(checks)
    if json_:
        typer.echo(json.dumps(result, indent=1))
    elif result["ok"]:
        notes = any(check.state == "note" for check in checks)
        typer.echo(say("doctor.ready-notes" if notes else "doctor.ready", language))
    else:
        typer.echo(say("doctor.not-ready", language))
    raise typer.Exit(0 if result["ok"] else 1)
