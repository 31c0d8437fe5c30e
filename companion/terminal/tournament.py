"""``tournament NAME``: serve the hall's page with all tables, pairings and standings, by default at port 8780."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.errors import BadInput
from companion.terminal import options as opt
from companion.terminal.command_line import language_of
from companion.words import Language, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.club.hall.clerk import Clerk
    from companion.club.hall.plan import TournamentPlan
    from companion.club.hall.player_list import ListedPlayer
    from companion.club.hall.tournament import Entry, Tournament
    from companion.club.table.broker import Broker
    from companion.web.kit.serve import Place


def register(app: typer.Typer) -> None:
    app.command("tournament")(tournament)


def tournament(
    name: Annotated[str, typer.Argument(help="usage.tournament.name")] = "",
    game: Annotated[str, typer.Option(help="usage.tournament.game")] = "",
    system: Annotated[str, typer.Option(help="usage.tournament.system")] = "swiss",
    rounds: Annotated[int, typer.Option(help="usage.tournament.rounds")] = 0,
    table_size: Annotated[int, typer.Option(help="usage.tournament.table-size")] = 0,
    order: Annotated[str, typer.Option(help="usage.tournament.order")] = "places",
    players: Annotated[Path | None, typer.Option(help="usage.tournament.players")] = None,
    mqtt: Annotated[str, typer.Option(help="usage.tournament.mqtt")] = "",
    password_file: Annotated[Path | None, typer.Option(help="usage.tournament.password-file")] = None,
    ca: Annotated[Path | None, typer.Option(help="usage.tournament.ca")] = None,
    certificate: Annotated[Path | None, typer.Option(help="usage.tournament.certificate")] = None,
    key: Annotated[Path | None, typer.Option(help="usage.all.key")] = None,
    database: Annotated[str, typer.Option(help="usage.tournament.database")] = "",
    seed: opt.Seed = None,
    port: Annotated[int, typer.Option(help="usage.tournament.port")] = 8780,
    lan: Annotated[bool, typer.Option("--lan", help="usage.tournament.lan")] = False,
    browser: Annotated[bool | None, typer.Option("--browser/--no-browser", help="usage.all.browser")] = None,
    lang: opt.Lang = None,
) -> None:
    """Serve a page for the hall: all tables, rounds, pairings, standings.

    The tables send their news to a broker of your own (MQTT).
    """
    language = language_of(lang)
    import copy
    import secrets

    where = _broker(mqtt, password_file, ca, certificate, key)  # first, because it reports a missing extra
    from companion.club.hall.plan import make_plan
    from companion.config import settings, writable
    from companion.terminal.browser import should_open
    from companion.web.kit.serve import Place

    own = settings()
    keys = writable(own.data_folder / "tls") if lan else None
    place = Place(opt.checked_port(port), lan, keys, listen=own.listen, public=own.address)
    listed = _listed(players)
    clerk = _clerk(database)
    try:  # everything is read and checked, and the ports are open, before the first entry is written
        drawn = secrets.randbits(31) if seed is None else seed
        new = copy.deepcopy(clerk.hall.tournament)
        asked = make_plan(name, game, system, rounds, table_size, order, drawn) if name and game else None
        entries = _planned(new.plan, asked, name)
        for entry in entries:
            new.fold(0, "", entry)
        entries += _entered(new, listed)
        _serve(clerk, entries, where, place, language, opens=should_open(browser))
    finally:
        clerk.store.close()
    typer.echo(say("hall.closed", language))


def _broker(mqtt: str, password_file: Path | None, ca: Path | None, certificate: Path | None, key: Path | None) -> Any:
    """Return the broker; None if ``mqtt`` is "".

    Raises:
        BadInput: An option is not valid, or the MQTT library is missing.
    """
    try:
        from companion.club.table.broker import broker
    except ModuleNotFoundError:
        raise BadInput("hall.no-extra") from None
    return broker(mqtt, password_file=password_file, ca=ca, certificate=certificate, key=key) if mqtt else None


def _clerk(database: str) -> Clerk:
    """Open the database, and return the clerk (the writer of the hall's log).

    Raises:
        BadInput: ``database`` names no database.
        StorageError: The database cannot be used.
    """
    try:
        from companion.club.hall.clerk import Clerk
        from companion.club.hall.store import HallStore, url_of
    except ModuleNotFoundError:
        raise BadInput("hall.no-extra") from None
    from companion.config import settings

    clerk = Clerk(HallStore(url_of(database, settings().data_folder / "tournament")))
    clerk.open()
    return clerk


def _listed(path: Path | None) -> list[ListedPlayer]:
    """Return the players listed in a file; empty for None.

    Raises:
        BadInput: The file cannot be read as a list of players.
    """
    from companion.club.hall.player_list import read_players

    return read_players(path) if path is not None else []


def _serve(
    clerk: Clerk, entries: Sequence[Entry], where: Broker | None, place: Place, language: Language, *, opens: bool
) -> None:
    """Serve the pages, and listen to the broker, until Ctrl-C.

    Args:
        clerk: The writer of the hall's log.
        entries: Entries to write to the log once the ports are open.
        where: The broker; None for none.
        place: Port and network.
        language: Language of what is printed.
        opens: True to open a browser.
    """
    from companion.club.hall.app import run
    from companion.club.hall.hub import HallHub
    from companion.club.hall.listener import Listener
    from companion.config import settings
    from companion.terminal.browser import show

    listener = Listener(where, clerk.store.id, clerk.take) if where is not None else None
    hub = HallHub(
        clerk,
        listener,
        _broker_address(where) if where is not None else "",
        on_trouble=lambda trouble: typer.echo(say(trouble, language), err=True),
    )
    hub.spoken = language
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # a lost connection is reported by on_trouble

    def ready(laptop: str, screens: str) -> None:
        clerk.write_entries(entries)
        typer.echo(say("hall.open", language, address=laptop))
        if screens:
            typer.echo(say("hall.screens", language, address=f"{screens}/join"))
            if len(hub.join_bases) > 1:
                typer.echo(say("web.other-addresses", language, addresses=hub.join_bases[1:]))
        clerk.start()
        if listener is not None:
            listener.start()
        if opens:
            show(laptop, settings().data_folder / "tournament")

    try:
        run(hub, place, ready)
    finally:
        if listener is not None:
            listener.close()
        clerk.close()


def _broker_address(where: Broker) -> str:
    """Return the broker's address for the tables' laptops.

    "localhost" is replaced by this machine's address in the network.
    """
    from companion.club.table.broker import DEFAULT_PORT, DEFAULT_TLS_PORT
    from companion.web.kit.network_addresses import addresses

    host = addresses()[0] if where.host in ("localhost", "127.0.0.1", "::1") else where.host
    scheme = "mqtts://" if where.context is not None else "mqtt://" if where.user else ""
    user = f"{where.user}@" if where.user else ""
    usual = DEFAULT_PORT if where.context is None else DEFAULT_TLS_PORT
    port = "" if where.port == usual else f":{where.port}"
    return f"{scheme}{user}{host}{port}"


def _planned(stored: TournamentPlan | None, asked: TournamentPlan | None, name: str) -> list[Entry]:
    """Return the entry that opens a new tournament; empty if the stored one continues.

    Args:
        stored: Plan of the stored tournament; None for none.
        asked: Plan by the options; None if no game was named.
        name: Name of the tournament; "" for the stored one.

    Raises:
        BadInput: ``name`` is not that of the stored tournament, or there is no plan at all.
    """
    from companion.club.hall.tournament import plan_entry

    if stored is not None:
        if name and name != stored.name:
            raise BadInput("tournament.no.other-plan", name=stored.name)
        return []
    if asked is None:
        raise BadInput("tournament.no.no-name")
    return [plan_entry(asked)]


def _entered(tournament: Tournament, listed: Sequence[ListedPlayer]) -> list[Entry]:
    """Return entries for the listed players who are not in the tournament yet; they are also added to ``tournament``.

    Raises:
        BadInput: A player cannot be entered.
    """
    entries: list[Entry] = []
    for name, team in listed:
        if not any(player.is_called(name) for player in tournament.players.values()):
            entries.append(tournament.enter(name, team))
            tournament.fold(0, "", entries[-1])
    return entries
