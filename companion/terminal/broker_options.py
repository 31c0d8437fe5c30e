"""``--mqtt`` and the options that belong to it, shared by every command that referees a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import BadInput
from companion.terminal import options as opt
from companion.words import Language, say

if TYPE_CHECKING:
    from companion.club.table.broker import Broker
    from companion.club.table.broker_feed import BrokerFeed

PasswordFile = Annotated[Path | None, typer.Option("--mqtt-password-file", help="usage.all.mqtt-password-file")]
Authority = Annotated[Path | None, typer.Option("--mqtt-ca", help="usage.all.mqtt-ca")]
Certificate = Annotated[Path | None, typer.Option("--mqtt-cert", help="usage.all.mqtt-cert")]
Key = Annotated[Path | None, typer.Option("--mqtt-key", help="usage.all.key")]


@dataclass(frozen=True, kw_only=True)
class BrokerOptions:
    """Options about a broker, declared once for several commands (see ``options.expand_option_groups``)."""

    mqtt: Annotated[str, typer.Option(help="usage.all.mqtt")] = ""
    table_name: Annotated[str, typer.Option(help="usage.all.table-name")] = ""
    mqtt_commands: Annotated[str, typer.Option("--mqtt-commands", help="usage.all.mqtt-commands")] = ""
    mqtt_password_file: PasswordFile = None
    mqtt_ca: Authority = None
    mqtt_cert: Certificate = None
    mqtt_key: Key = None

    def broker(self) -> Broker:
        """Return the broker that these options describe.

        Raises:
            BadInput: An option is not valid, or the MQTT library is missing.
        """
        try:
            import paho.mqtt.client  # noqa: F401 (only whether it loads)
        except ImportError:
            from companion.installation import DISTRIBUTION_NAME, pip

            raise BadInput("club.no-library", line=pip("install", f"{DISTRIBUTION_NAME}[mqtt]")) from None
        from companion.club.table.broker import broker

        return broker(
            self.mqtt,
            name=self.table_name,
            commands=self.mqtt_commands,
            password_file=self.mqtt_password_file,
            ca=self.mqtt_ca,
            certificate=self.mqtt_cert,
            key=self.mqtt_key,
        )

    def warn_ignored(self, context: typer.Context, language: Language) -> None:
        """Print a warning for each other option about a broker that was typed: it has no effect without ``--mqtt``."""
        others = [field.name for field in fields(self) if field.name != "mqtt"]
        opt.warn_ignored(language, opt.typed_parameters(context, *others), "without-mqtt")


@contextmanager
def outward_of(asked: BrokerOptions, context: typer.Context, language: Language) -> Iterator[BrokerFeed | None]:
    """Yield a feed that sends this command's games to the broker; None without ``--mqtt``.

    At the end of the block the feed is closed, and messages that could not be sent are reported.

    Args:
        asked: The options about the broker.
        context: The command's context.
        language: Language of messages.

    Raises:
        BadInput: An option is not valid, or the MQTT library is missing.
        StorageError: The table's ID and message numbers cannot be stored.
    """
    if not asked.mqtt:
        asked.warn_ignored(context, language)
        yield None
        return
    from companion.config import settings, writable

    found = asked.broker()
    from companion.club.table.broker_feed import BrokerFeed

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
