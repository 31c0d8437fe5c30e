"""What only the laptop's page may ask for."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from companion.errors import BadInput
from companion.facts import fact
from companion.referee.log import Ledger
from companion.web.kit.apart import apart
from companion.web.kit.page import Page, language_of
from companion.web.kit.qr import qr
from companion.web.table.hub import Hub
from companion.web.table.setup import head_of
from companion.web.table.verbs import Message, Verb, game_of, refuse, text_in
from companion.words import say
from companion.words.typed import canonical


def _new(hub: Hub, page: Page, message: Message) -> Awaitable[None] | None:
    head = head_of(message, language_of(message.get("language")) or "en")

    def begin(log: Ledger) -> None:
        hub.begin(log, head)
        people = [n for n in head["players"] if n not in head["bots"]]
        if len(people) == 1 and people[0] not in hub.door.phones():
            page.seat = game_of(hub).match.seat(people[0])
            hub.changed()

    return apart(lambda: hub.made(head), begin)


def _resume(hub: Hub, page: Page, message: Message) -> Awaitable[None] | None:
    path = hub.shelf.find(message.get("name"))
    return apart(lambda: hub.kept(path), lambda match: hub.go_on(path, match))


def _delete(hub: Hub, page: Page, message: Message) -> Awaitable[None] | None:
    path = hub.shelf.find(message.get("name"))
    log = hub.game.match.log if hub.game is not None else None
    if log is not None and Path(log.name).name == path.name:
        raise BadInput("web.no.delete-now")

    def delete(_: None) -> None:
        hub.settle(path)
        hub.shelf.delete(path.name)
        hub.night.drop(path.name)
        page.tell({"t": "shelf"})

    return apart(lambda: hub.written(path), delete)


def _leave(hub: Hub, page: Page, message: Message) -> None:
    hub.leave()


def _say(hub: Hub, page: Page, message: Message) -> None:
    """What the table says or types: the game's words, the referee's, those for the senses."""
    text, game = text_in(message), game_of(hub)
    if canonical(text).casefold() in ("help", "?"):
        refuse(hub, page, game.match.words())
    else:
        game.sitting.said(text, source="laptop")
        hub.changed()


def _sit(hub: Hub, page: Page, message: Message) -> None:
    """Look through a player's eyes on the laptop: not a bot's, nor one's who has a phone."""
    game, seat = game_of(hub), message.get("seat")
    if seat is None:
        page.seat = None
    elif isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(game.match.players):
        raise BadInput("web.no.seat")
    elif seat in game.bots.seats or game.match.players[seat] in hub.door.phones():
        raise BadInput("web.no.hand-here")
    else:
        page.seat = seat
    hub.changed()


def _invite(hub: Hub, page: Page, message: Message) -> None:
    game = game_of(hub)
    seat = game.match.seat(text_in(message, "player"))
    if seat is None or seat in game.bots.seats:
        raise BadInput("web.no.person")
    if not hub.join_base:
        raise BadInput("web.no.lan")
    name = game.match.players[seat]
    url = f"{hub.join_base}/join#{hub.door.invite(name)}"
    code, left = hub.short.shown()
    page.tell(
        {
            "t": "invite", "player": name, "url": url, "svg": "data:image/svg+xml," + quote(qr(url)),
            "code": code, "lasts": left, "address": f"{hub.join_base}/join",
        }
    )  # fmt: skip


def _code(hub: Hub, page: Page, message: Message) -> None:
    """The short code, for phones that cannot read a QR code: whoever joins by it picks the own name."""
    game_of(hub)
    if not hub.join_base:
        raise BadInput("web.no.lan")
    code, left = hub.short.shown()
    page.tell({"t": "code", "code": code, "lasts": left, "address": f"{hub.join_base}/join"})


def _expel(hub: Hub, page: Page, message: Message) -> None:
    """Sign a phone out: its sessions, sockets and codes end at once."""
    hub.door.forget(text_in(message, "player"))
    hub.changed()


def _tapped(hub: Hub, page: Page, message: Message) -> None:
    game_of(hub).taps.tapped = message.get("on") is True
    hub.changed()


def _whose(hub: Hub, page: Page, message: Message) -> None:
    """A sound that could be anybody's was this player's; without a player: nobody's."""
    index = message.get("index")
    if isinstance(index, bool) or not isinstance(index, int):
        raise BadInput("sound.gone")
    game_of(hub).taps.whose(index, None if message.get("player") is None else text_in(message, "player"))
    hub.changed()


def _face(hub: Hub, page: Page, message: Message) -> None:
    """A face is a player's: by its number from the camera's left, or as the state names it (``face``)."""
    game, number, key = game_of(hub), message.get("number"), message.get("face", "")
    seat = game.match.seat(text_in(message, "player"))
    if isinstance(number, bool) or not isinstance(number, int) or seat is None or not isinstance(key, str):
        raise BadInput("web.no.face")
    if game.faces is None:
        raise BadInput("seat.none")
    game.faces.name(number, game.match.players[seat], key)
    hub.changed()


def _die(hub: Hub, page: Page, message: Message) -> None:
    """A tap on a die in the camera's picture: ``x``, ``y`` are shares of it, ``value`` is what the die shows."""
    x, y, value = (message.get(k) for k in ("x", "y", "value"))
    if any(isinstance(v, bool) or not isinstance(v, (int, float)) for v in (x, y)) or not is_face(value):
        raise BadInput("dice.no-tap")
    game_of(hub).sitting.correct_die(float(x), float(y), int(value))  # type: ignore[arg-type]


def is_face(value: object) -> bool:
    """Whether it is a whole number from 1 to 6."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def _source(hub: Hub, page: Page, message: Message) -> None:
    """Open or close a camera or microphone that Python owns: by number, for a page may not name files."""
    spec = message.get("spec")
    if (
        not isinstance(spec, str)
        or (len(spec) > 3 and spec != "default")
        or spec.strip("0123456789") not in ("", "default")
    ):
        raise BadInput("web.no.device")
    if message.get("kind") == "camera":
        hub.devices.camera = spec
    else:
        hub.devices.microphone = spec
    hub.devices.reopen()
    hub.changed()


def _glimpse(hub: Hub, page: Page, message: Message) -> None:
    """The panel of what it sees and hears opens or closes."""
    hub.devices.glimpse.on &= hub.pages
    hub.devices.glimpse.watch(page, on=message.get("on") is True)


def _threshold(hub: Hub, page: Page, message: Message) -> None:
    """A threshold of a player's own: it counts at once."""
    game = game_of(hub)
    seat = game.match.seat(text_in(message, "player"))
    if seat is None:
        raise BadInput("web.no.player")
    name = game.match.players[seat]
    code = hub.devices.thresholds.move(game.sitting, name, message.get("signal"), message.get("value"))
    told = fact(code, name=name)
    page.tell({"t": "aside", "text": say(told, hub.language(page))})


def _speaking(hub: Hub, page: Page, message: Message) -> None:
    """The page's loudspeaker begins or ends to speak."""
    hub.devices.speaking(message.get("on") is True)


LAPTOP: Final[dict[str, Verb]] = {
    "new": _new, "resume": _resume, "delete": _delete, "leave": _leave, "say": _say, "sit": _sit, "invite": _invite,
    "code": _code, "expel": _expel, "tapped": _tapped, "whose": _whose, "face": _face, "name-face": _face, "die": _die,
    "source": _source, "glimpse": _glimpse, "threshold": _threshold,
    "speaking": _speaking,
}  # fmt: skip
