"""The messages that only the laptop's page may send, with one handler for each verb (``LAPTOP_VERBS``)."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Final

from companion.bounds import as_integer, digits, number
from companion.errors import BadInput
from companion.facts import fact
from companion.names import fold_name
from companion.referee.log_header import LogHeader
from companion.referee.match import Match
from companion.referee.rescue_copies import same_game
from companion.sitting.requests import CorrectDie
from companion.web.kit.page import Page
from companion.web.table.hub import TableHub
from companion.web.table.leaving import head_without
from companion.web.table.lobby import Lobby
from companion.web.table.setup import checked_name
from companion.web.table.verbs import Message, Verb, apart, game_of, refuse, text_in
from companion.words import say
from companion.words.typed_words import canonical


def _begin_game(hub: TableHub, page: Page, head: LogHeader) -> Awaitable[None] | None:
    def begin(match: Match) -> None:
        hub.begin(match)
        people = [n for n in head.players if n not in head.bots]
        if len(people) == 1 and people[0] not in hub.joined_phones():
            page.seat = game_of(hub).match.seat(people[0])
            hub.notify_pages()

    return apart(lambda: hub.create_game(head), begin)


def _lobby(hub: TableHub, page: Page, message: Message) -> Awaitable[None] | None:
    """Carry out the message's ``act`` on the lobby, where phones take seats before a game.

    ``open`` takes the fields of a new game as ``new`` does, or a kept game's ``name``. ``bot`` puts a bot at a ``seat``
    or removes it. ``code`` makes a new short code. ``start`` begins the game. Any other act closes the lobby.
    """
    act = text_in(message, "act")
    if act == "open":
        if not hub.join_base:
            raise BadInput("web.no.lan")
        if "name" in message:
            path = hub.shelf.find(message["name"])
            return apart(lambda: Lobby(hub.shelf.head(path), path=path), lambda lobby: _gather(hub, lobby))
        _gather(hub, Lobby.of(message))
    elif hub.lobby is None:
        raise BadInput("web.no.message")
    elif act == "start" and hub.lobby.path is not None:
        return _gone_on(hub, hub.lobby.path)
    elif act == "start":
        return _begin_game(hub, page, hub.lobby.without_free_seats(hub.joined_phones()).head)
    elif act == "bot":
        seat = as_integer(message.get("seat"), 0, len(hub.lobby.head.players) - 1)
        if seat is None:
            raise BadInput("web.no.seat")
        hub.lobby = hub.lobby.with_bot(seat, message.get("bot") is True)
    elif act == "code":
        hub.short.current_code()
    else:
        hub.lobby = None
    hub.notify_pages()
    return None


def _phones(hub: TableHub, page: Page, message: Message) -> Awaitable[None]:
    """Open the phones' port (``on`` true) or close it. If ``wish`` is a new game, open its lobby too."""

    async def open_door() -> None:
        lobby = Lobby.of(message["wish"]) if isinstance(message.get("wish"), dict) else None
        await hub.let_phones_in()
        if lobby is not None:
            _gather(hub, lobby)

    async def close_door() -> None:
        hub.lobby = None
        await hub.keep_phones_out()

    return open_door() if message.get("on") is True else close_door()


def _gather(hub: TableHub, lobby: Lobby) -> None:
    """End the current game and open a lobby, in which players gather."""
    hub.leave()
    hub.lobby = lobby
    hub.door.spell(lobby.head.players)
    hub.short.current_code()
    hub.notify_pages()


def _go_home(hub: TableHub, page: Page, message: Message) -> Awaitable[None] | None:
    """Start the same game anew without the player who goes home; the log of the game so far is kept."""
    match = game_of(hub).match
    seat = match.seat(text_in(message, "player"))
    if seat is None or match.log is None:
        raise BadInput("web.no.player")
    return _begin_game(hub, page, head_without(match.log.header, match.players[seat]))


def _gone_on(hub: TableHub, path: Path) -> Awaitable[None] | None:
    return apart(lambda: hub.open_game(path), lambda match: hub.go_on(path, match))


def _delete(hub: TableHub, page: Page, message: Message) -> Awaitable[None] | None:
    path = hub.shelf.find(message.get("name"))
    log = hub.game.match.log if hub.game is not None else None
    if log is not None and same_game(log.name, path):
        raise BadInput("web.no.delete-now")

    def delete(_: None) -> None:
        hub.settle(path)
        hub.shelf.delete(path.name)
        hub.night.drop(path.name)
        hub.tell_laptops(lambda language: {"t": "shelf"})

    return apart(lambda: hub.wait_until_written(path), delete)


def _say(hub: TableHub, page: Page, message: Message) -> None:
    """Handle a line that somebody typed or said at the laptop: an action of the game, or a command."""
    text, game = text_in(message), game_of(hub)
    if canonical(text).casefold() in ("help", "?"):
        refuse(hub, page, game.match.words())
    else:
        game.sitting.on_typed_line(text, source="laptop")
        hub.notify_pages()


def _sit(hub: TableHub, page: Page, message: Message) -> None:
    """Show the hand of the player at ``seat`` on the laptop, or no hand if it is missing.

    Raises BadInput for a bot, and for a player who has a phone.
    """
    game, seat = game_of(hub), message.get("seat")
    if seat is None:
        page.seat = None
    elif (seat := as_integer(seat, 0, len(game.match.players) - 1)) is None:
        raise BadInput("web.no.seat")
    elif seat in game.bots.seats or game.match.players[seat] in hub.joined_phones():
        raise BadInput("web.no.hand-here")
    else:
        page.seat = seat
    hub.notify_pages()


def _invite(hub: TableHub, page: Page, message: Message) -> None:
    if hub.lobby is None:
        game_of(hub)
    if "player" not in message:
        if not hub.join_base:
            raise BadInput("web.no.lan")
        page.tell(hub.invitation_for_all())
        return
    given = fold_name(text_in(message, "player"))
    name = next((n for n in hub.people() if fold_name(n) == given), None)
    if name is None:
        raise BadInput("web.no.person")
    if not hub.join_base:
        raise BadInput("web.no.lan")
    page.tell({**hub.invitation(name), "player": name})


def _expel(hub: TableHub, page: Page, message: Message) -> None:
    """Sign a player's phone out; its sessions and sockets end at once."""
    hub.door.forget(text_in(message, "player"))
    hub.notify_pages()


def _set_tapping(hub: TableHub, page: Page, message: Message) -> None:
    game_of(hub).taps.tapped = message.get("on") is True
    hub.notify_pages()


def _face(hub: TableHub, page: Page, message: Message) -> None:
    """Assign a player to a face.

    ``number`` counts faces from the left of the picture, ``face`` is a tracked face's key.
    """
    game, number, key = game_of(hub), as_integer(message.get("number")), message.get("face", "")
    seat = game.match.seat(text_in(message, "player"))
    if number is None or seat is None or not isinstance(key, str):
        raise BadInput("web.no.face")
    if game.faces is None:
        raise BadInput("seat.none")
    game.faces.name(number, game.match.players[seat], key)
    hub.notify_pages()


def _who(hub: TableHub, page: Page, message: Message) -> None:
    """Assign a player to a tracked face before a game; ``face`` is the face's key."""
    key = message.get("face")
    if not isinstance(key, str):
        raise BadInput("web.no.face")
    hub.setup_faces.name(key, checked_name(message.get("player")))


def _die(hub: TableHub, page: Page, message: Message) -> None:
    """Correct a die: ``x`` and ``y`` are where it was tapped, 0..1 of the picture; ``value`` is what it shows."""
    x, y = (number(message.get(k), 0, 1) for k in ("x", "y"))
    value = as_integer(message.get("value"), 1, 6)
    if x is None or y is None or value is None:
        raise BadInput("dice.no-tap")
    sitting = game_of(hub).sitting
    sitting.crew.ask_first_accepting(CorrectDie(x, y, value), BadInput("dice.no-tap"), sitting.refuse)


def _source(hub: TableHub, page: Page, message: Message) -> None:
    """Open another camera or microphone of this machine, or none: ``spec`` is its number, "default" or "".

    Pages may not name files.
    """
    spec = message.get("spec")
    if not isinstance(spec, str) or (spec not in ("", "default") and digits(spec, 0, 999) is None):
        raise BadInput("web.no.device")
    if message.get("kind") == "camera":
        hub.devices.camera = spec
    else:
        hub.devices.microphone = spec
    hub.devices.reopen()
    hub.notify_pages()


def _glimpse(hub: TableHub, page: Page, message: Message) -> None:
    """Open (``on`` true) or close the panel that shows what cameras and microphones notice."""
    looking = hub.devices.glimpse.on = hub.devices.glimpse.on & hub.pages
    (looking.add if message.get("on") is True else looking.discard)(page)


def _threshold(hub: TableHub, page: Page, message: Message) -> None:
    """Set a player's own threshold for a signal (see ``Thresholds.move``)."""
    game = game_of(hub)
    seat = game.match.seat(text_in(message, "player"))
    if seat is None:
        raise BadInput("web.no.player")
    name = game.match.players[seat]
    code = hub.devices.thresholds.move(game.sitting, name, message.get("signal"), message.get("value"))
    told = fact(code, name=name)
    page.tell({"t": "aside", "text": say(told, hub.language(page))})


LAPTOP_VERBS: Final[dict[str, Verb]] = {
    "lobby": _lobby,
    "phones": _phones,
    "delete": _delete,
    "say": _say,
    "sit": _sit,
    "invite": _invite,
    "expel": _expel,
    "tapped": _set_tapping,
    "name-face": _face,
    "die": _die,
    "who": _who,
    "source": _source,
    "glimpse": _glimpse,
    "threshold": _threshold,
    "new": lambda hub, page, message: _begin_game(hub, page, Lobby.of(message).head),
    "resume": lambda hub, page, message: _gone_on(hub, hub.shelf.find(message.get("name"))),
    "home": _go_home,
    "leave": lambda hub, page, message: hub.leave(),
    "shut": lambda hub, page, message: hub.shut(),
    "address": lambda hub, page, message: hub.choose_address(message.get("base")),
    "speaking": lambda hub, page, message: hub.devices.speaking(message.get("on") is True),
}
