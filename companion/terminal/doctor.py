"""``doctor``: check this machine, and print the commands that install what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from companion.doctor import Check, as_json, examine, line_of
from companion.terminal import broker_options
from companion.terminal import options as opt
from companion.terminal.command_line import language_of
from companion.words import say, term

if TYPE_CHECKING:
    from companion.club.table.broker import Broker


def doctor(
    context: typer.Context,
    json_: Annotated[bool, typer.Option("--json", help="usage.all.json")] = False,
    mqtt: Annotated[str, typer.Option(help="usage.doctor.mqtt")] = "",
    mqtt_password_file: broker_options.PasswordFile = None,
    mqtt_ca: broker_options.Authority = None,
    mqtt_cert: broker_options.Certificate = None,
    mqtt_key: broker_options.Key = None,
    lang: opt.Lang = None,
) -> None:
    """Check versions, libraries, cameras, microphones, models and disk. Exit 0 if a game can be refereed."""
    language = language_of(lang)
    asked = broker_options.BrokerOptions(
        mqtt=mqtt, mqtt_password_file=mqtt_password_file, mqtt_ca=mqtt_ca, mqtt_cert=mqtt_cert, mqtt_key=mqtt_key
    )
    broker = asked.broker() if mqtt else None
    if broker is None:
        asked.warn_ignored(context, language)

    checks = []
    for check in _all(examine(), broker):
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


def _all(checks: Iterator[Check], broker: Broker | None) -> Iterator[Check]:
    """Yield the checks of the machine, then that of the broker if one was named."""
    yield from checks
    if broker is not None:
        from companion.club.table.broker import check

        yield check(broker)
