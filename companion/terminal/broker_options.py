"""``--mqtt`` and what belongs to it: the same for every command that referees a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.errors import BadInput
from companion.terminal import options as opt
from companion.words import Language, say

if TYPE_CHECKING:
    from companion.club.table.broker import Broker
    from companion.club.table.broker_feed import BrokerFeed

Mqtt = Annotated[str, typer.Option(help="usage.all.mqtt")]
TableName = Annotated[str, typer.Option(help="usage.all.table-name")]
Commands = Annotated[str, typer.Option("--mqtt-commands", help="usage.all.mqtt-commands")]
PasswordFile = Annotated[Path | None, typer.Option("--mqtt-password-file", help="usage.all.mqtt-password-file")]
Authority = Annotated[Path | None, typer.Option("--mqtt-ca", help="usage.all.mqtt-ca")]
Certificate = Annotated[Path | None, typer.Option("--mqtt-cert", help="usage.all.mqtt-cert")]
Key = Annotated[Path | None, typer.Option("--mqtt-key", help="usage.all.key")]
PARTS = ("table_name", "mqtt_commands", "mqtt_password_file", "mqtt_ca", "mqtt_cert", "mqtt_key")


@contextmanager
def outward_of(context: typer.Context, language: Language) -> Iterator[BrokerFeed | None]:
    """Who tells a broker of this command's games, while it lasts; None without ``--mqtt``. What could not be sent at
    the end is said. Raises BadInput, StorageError."""
    asked = context.params
    if not asked["mqtt"]:
        opt.ignored(language, opt.given(context, *PARTS), "without-mqtt")
        yield None
        return
    from companion.config import settings, writable

    library()
    from companion.club.table.broker_feed import BrokerFeed

    found = broker_of(asked)
    outward = BrokerFeed(found, writable(settings().data_folder / "club"), language=language)
    print(say("club.sends", language, host=found.host, port=str(found.port), name=found.name), file=sys.stderr)
    if found.bare:
        print(f"companion: {say('club.bare', language, host=found.host)}", file=sys.stderr)
    outward.start()
    try:
        yield outward
    finally:
        if (waits := outward.close()) is not None:
            print(f"companion: {say(waits, language)}", file=sys.stderr)


def library() -> None:
    """Raises BadInput where what speaks MQTT is not installed."""
    try:
        import paho.mqtt.client  # noqa: F401 (only whether it loads)
    except ImportError:
        from companion.installation import NAME, pip

        raise BadInput("club.no-library", line=pip("install", f"{NAME}[mqtt]")) from None


def broker_of(asked: Mapping[str, Any]) -> Broker:
    """The broker that a command's parameters name. Raises BadInput."""
    from companion.club.table.broker import broker

    return broker(
        asked["mqtt"], name=asked.get("table_name", ""), commands=asked.get("mqtt_commands", ""),
        password_file=asked["mqtt_password_file"], ca=asked["mqtt_ca"], certificate=asked["mqtt_cert"],
        key=asked["mqtt_key"],
    )  # fmt: skip
