"""``table``: serve the table's page on this laptop and, with ``--lan``, for phones; default port ``TABLE_PORT``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.defaults import BOT_PACE_S, TABLE_PORT
from companion.terminal import broker_options
from companion.terminal import options as opt
from companion.terminal.command_line import language_of
from companion.words import Language, say

if TYPE_CHECKING:
    from companion.web.kit.serve import Place
    from companion.web.table.hub import TableHub

_GAME_PARAMETERS = ("players", *opt.OPTIONS_BY_PARAMETER, "seed", "log")


def table(
    *,
    context: typer.Context,
    port: Annotated[int, typer.Option(help="usage.table.port")] = TABLE_PORT,
    lan: Annotated[bool, typer.Option("--lan", help="usage.table.lan")] = False,
    camera: opt.Cameras = None,
    mic: opt.Microphones = None,
    game: Annotated[str, typer.Option(help="usage.table.game")] = "",
    players: Annotated[str, typer.Option(help="usage.table.players")] = "",
    options: opt.GameOptions,
    pace: Annotated[float, typer.Option(help="usage.table.pace", min=0.0, max=30.0)] = BOT_PACE_S,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="usage.table.keep")] = True,
    certificate: Annotated[Path | None, typer.Option(help="usage.table.certificate")] = None,
    key: Annotated[Path | None, typer.Option(help="usage.all.key")] = None,
    browser: Annotated[
        bool | None,
        typer.Option("--browser/--no-browser", "--open/--no-open", help="usage.all.browser"),
    ] = None,
    broker: broker_options.BrokerOptions,
    lang: opt.Lang = None,
) -> None:
    """Serve the table's page: choose a game, see and hear rulings, let phones join. Nothing leaves this network."""
    from companion.config import settings, writable
    from companion.terminal.browser import open_again, should_open
    from companion.terminal.running_table import find_running_table
    from companion.web.kit.door import Door
    from companion.web.kit.serve import Place
    from companion.web.table.hub import TableHub

    language, kept = language_of(lang), settings()
    opt.checked_port(port)
    if (running := find_running_table(port)) is not None:
        typer.echo(say("web.already-open", language, address=running))
        if should_open(browser):
            open_again(running, kept.data_folder / "table")
        return
    device, microphone = _one(camera, "camera"), _one(mic, "mic")
    opt.openable(device, microphone)
    keep = keep and not options.no_log
    senses = {"camera": bool(device), "microphone": bool(microphone)}
    head = opt.head(context, options, game, players, language, **senses) if game else None
    _say_ignored(context, language, keep=keep)
    door = Door(keep=writable(kept.data_folder / "table") / "joined.json" if keep else None)
    hub = TableHub(writable(kept.games) if keep else None, door, pace=pace)
    hub.devices.camera, hub.devices.microphone, hub.devices.setup = device, microphone, options.setup
    hub.spoken = language
    keys = (
        writable(kept.data_folder / "tls") if lan else kept.data_folder / "tls"
    )  # the folder is made when phones are let in
    place = Place(port, lan, keys, certificate, key, listen=kept.listen, public=kept.address)
    begin = (lambda: hub.start(head, options.log)) if head is not None else None
    opens = kept.data_folder / "table" if should_open(browser) else None
    with broker_options.outward_of(broker, context, language) as outward:
        if outward is not None:
            hub.outside = outward
            outward.changed.add(lambda: hub.post(hub.notify_pages))
        run(hub, place, begin, language=language, opens=opens)


def _one(specs: list[str] | None, what: str) -> str:
    """Return the only camera or microphone to open at this machine; "" for none.

    Args:
        specs: What was typed.
        what: Name of the option without "--", for the error.

    Raises:
        BadInput: There is more than one.
    """
    from companion.errors import BadInput

    if specs and len(specs) > 1:
        raise BadInput("options.one-device", option=f"--{what}")
    return specs[0].strip() if specs else ""


def _say_ignored(context: typer.Context, language: Language, *, keep: bool) -> None:
    asked = context.params
    if not asked["game"]:
        opt.warn_ignored(language, opt.typed_parameters(context, *_GAME_PARAMETERS), "without-game")
    if not keep:
        opt.warn_ignored(language, opt.typed_parameters(context, "log"), "without-keep")
    if asked["game"] and asked["game"] != "keep-smiling":
        opt.warn_ignored(language, opt.typed_parameters(context, "setup"), "other-game", game=asked["game"])


def run(
    hub: TableHub,
    place: Place,
    begin: Callable[[], None] | None,
    *,
    language: Language = "en",
    opens: Path | None = None,
) -> None:
    """Serve the table's page until Ctrl-C.

    Args:
        hub: The hub of the table's pages.
        place: Port, certificates and network.
        begin: Function that starts the first game; None to resume the last one.
        language: Language of what is printed.
        opens: Folder that only this user can read, used to open a browser; None to open none.

    Raises:
        CompanionError: The last failure of the hub, if any.
    """
    from companion.errors import CompanionError
    from companion.terminal.browser import show
    from companion.web.kit import serve
    from companion.web.table.app import make_app

    def ready(laptop: str, phones: str) -> None:
        typer.echo(say("web.open", language, address=laptop))
        if phones:
            typer.echo(say("web.open-phones", language, address=phones, mark=hub.fingerprint))
            if hub.is_unreachable:
                typer.echo(say("web.no-network", language), err=True)
            if len(hub.join_bases) > 1:
                typer.echo(say("web.other-addresses", language, addresses=hub.join_bases[1:]))
        try:
            begin() if begin is not None else hub.restore()
        except CompanionError as error:
            if begin is not None:
                raise
            typer.echo(say("web.not-resumed", language, why=error.fact), err=True)
        if opens is not None:
            show(laptop, opens)

    serve.run(hub, place, ready, make_app)
    if hub.failures:
        raise hub.failures[-1]
    typer.echo(say("web.closed", language))
