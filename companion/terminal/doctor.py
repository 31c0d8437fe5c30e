"""``doctor``: what is missing on this machine, and the line that mends it."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)


def doctor(json_: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """Check versions, libraries, cameras, microphones, models and disk. Exit 0 if a game can be refereed."""
    from companion.doctor import as_json, examine, line_of
    from companion.words import say

    checks = []
    for check in examine():
        checks.append(check)
        if not json_:
            typer.echo(f"{check.state:8} {check.name}: {say(check.detail)}")
            if check.mend:
                typer.echo(f"{'':8} -> {line_of(check)}")
    result = as_json(checks)
    if json_:
        typer.echo(json.dumps(result, indent=1))
    elif result["ok"]:
        typer.echo(say("doctor.ready-notes" if any(check.state == "note" for check in checks) else "doctor.ready"))
    else:
        typer.echo(say("doctor.not-ready"))
    raise typer.Exit(0 if result["ok"] else 1)
