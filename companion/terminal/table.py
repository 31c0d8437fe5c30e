"""``table``: the page for the laptop and, when asked, for phones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.words import Language, say

if TYPE_CHECKING:
    from companion.web.kit.serve import Place
    from companion.web.table.hub import Hub


def register(app: typer.Typer) -> None:
    app.command("table")(table)


def table(
    port: Annotated[int, typer.Option(help="Port of this machine's page; phones take the next. 0: any.")] = 8765,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in the local network join, over HTTPS.")] = False,
    camera: Annotated[str, typer.Option(help="Camera number or name, clip or address.")] = "",
    mic: Annotated[str, typer.Option(help="Microphone: default, a name, or a sound file.")] = "",
    game: Annotated[str, typer.Option(help="Start with this game instead of asking: face-off, ftw...")] = "",
    players: Annotated[str, typer.Option(help="With --game: the names; a * after a name makes it a bot.")] = "",
    pace: Annotated[float, typer.Option(help="Seconds between two actions of bots.", min=0.0, max=30.0)] = 1.2,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep games on this machine.")] = True,
    certificate: Annotated[Path | None, typer.Option(help="A certificate of your own for phones (PEM).")] = None,
    key: Annotated[Path | None, typer.Option(help="The key of that certificate (PEM).")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
    german: Annotated[bool, typer.Option("--de", help="With --game: rulings in German.")] = False,
) -> None:
    """Serve the table's page: choose a game, see and hear rulings, let phones join. Nothing leaves this network."""
    from companion.config import settings, writable
    from companion.terminal.speaking import speaking
    from companion.web.kit.door import Door
    from companion.web.kit.serve import Place
    from companion.web.table.hub import Hub

    kept = settings()
    language: Language = "de" if german else "en"
    with speaking(language):
        door = Door(keep=writable(kept.data_folder / "table") / "joined.json" if keep else None)
        hub = Hub(writable(kept.games) if keep else None, door, pace=pace)
        hub.devices.camera, hub.devices.microphone = camera, mic
        head = _head(game, players, language) if game else None
        place = Place(port, lan, writable(kept.data_folder / "tls") if lan else None, certificate, key)
        begin = (lambda: hub.start(head)) if head is not None else None
        run(hub, place, begin, language=language, open_page=open_page)


def _head(game: str, players: str, language: Language) -> dict[str, Any]:
    from companion.errors import BadInput
    from companion.rules.errors import RulesError
    from companion.rules.registry import get
    from companion.web.table.setup import NAMES, head_of

    try:
        count = get(game).player_count.start
    except RulesError as error:
        raise BadInput(error.fact) from None
    names = [n.strip() for n in players.split(",")] if players else [NAMES[0], *(n + "*" for n in NAMES[1:count])]
    seats = [{"name": n.rstrip("*"), "bot": n.endswith("*")} for n in names]
    return head_of({"game": game, "players": seats}, language)


def run(
    hub: Hub, place: Place, begin: Callable[[], None] | None, *, language: Language = "en", open_page: bool = False
) -> None:
    """Serve until Ctrl-C; ``begin`` starts the first game, None goes on with the last one."""
    import asyncio
    import contextlib
    import signal
    import webbrowser

    from companion.errors import CompanionError
    from companion.web.kit.serve import serve
    from companion.web.table.app import make_app

    def ready(laptop: str, phones: str) -> None:
        typer.echo(say("web.open", language, address=laptop))
        if phones:
            typer.echo(say("web.open-phones", language, address=phones, mark=hub.fingerprint))
        try:
            begin() if begin is not None else hub.restore()
        except CompanionError as error:
            if begin is not None:
                raise
            typer.echo(say("web.not-resumed", language, why=error.fact), err=True)
        if open_page:
            webbrowser.open(laptop)

    async def main() -> None:
        work = asyncio.ensure_future(serve(hub, place, ready, make_app))
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM"):
            with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
                loop.add_signal_handler(getattr(signal, name), work.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await work

    asyncio.run(main())
    if hub.failures:
        raise hub.failures[-1]
    typer.echo(say("web.closed", language))
