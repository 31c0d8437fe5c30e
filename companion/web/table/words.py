"""What a page may ask for, and who may ask it: one function a word, unknown words are refused."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

from companion.errors import BadInput
from companion.events import Signal
from companion.referee.messages import referee_words
from companion.rules.errors import RulesError
from companion.rules.face_off.data import SHOWN
from companion.rules.protocol import Language
from companion.web.table.game import TableGame
from companion.web.table.hub import Hub, Page
from companion.web.table.setup import head_of

LONGEST: Final = 400  # letters of one action or command


def do(hub: Hub, page: Page, message: Any) -> None:
    """Carry out one message of a page. Raises BadInput or RulesError in one sentence; nothing has changed then."""
    if not isinstance(message, dict) or not isinstance(message.get("do"), str):
        raise BadInput(
            "this message is not understood: reload the page",
            "diese Nachricht ist unverständlich: lade die Seite neu",
        )
    word = message["do"]
    if word in PLAYER:
        PLAYER[word](hub, page, message)
    elif word in LAPTOP:
        if not page.laptop:
            raise BadInput("only the laptop may do this", "das darf nur der Laptop")
        LAPTOP[word](hub, page, message)
    else:
        raise BadInput(
            "this message is not understood: reload the page",
            "diese Nachricht ist unverständlich: lade die Seite neu",
        )


def _game(hub: Hub) -> TableGame:
    if hub.game is None:
        raise BadInput("no game is on: choose one on the laptop", "es läuft kein Spiel: wählt eines am Laptop")
    return hub.game


def _text(message: dict[str, Any], key: str = "text") -> str:
    text = message.get(key)
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST or not text.isprintable():
        raise BadInput("type one action in one line", "tippe eine Aktion in einer Zeile")
    return text.strip()


def _act(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    game = _game(hub)
    if page.seat is None:
        if page.laptop:
            raise BadInput("choose a player first", "wähle zuerst einen Spieler")
        raise BadInput(
            "this player is not in the game that is on now", "dieser Spieler ist nicht in dem Spiel, das gerade läuft"
        )
    if page.seat in game.bots:
        raise BadInput("a bot plays this seat", "diesen Platz spielt ein Bot")
    text = _text(message)
    source = "laptop" if page.laptop else f"phone {page.session.player}"
    try:
        game.act(page.seat, text, source)
    finally:
        hub.changed()


def _show(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    """A signal by tap: a phone's player for themselves, the laptop for anybody."""
    game = _game(hub)
    name = message.get("player") if page.laptop and isinstance(message.get("player"), str) else page.session.player
    seat = game.seat(name) if name is not None else page.seat
    shown = message.get("shown")
    if seat is None or game.match.game.name != "face-off":
        raise BadInput("say who shows the signal", "sag, wer das Zeichen zeigt")
    if shown is not None and (not isinstance(shown, str) or shown not in SHOWN):
        raise BadInput("a signal shows 1, 2, 3, 4, grin or wild", "ein Zeichen zeigt 1, 2, 3, 4, grin oder wild")
    game.show(game.match.players[seat], SHOWN[shown] if shown is not None else None, "tap")
    hub.changed()


def _wild(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    """The dealer shows the hand's Wild Thing now: on the laptop by anybody's hand, on a phone by the dealer's own."""
    game = _game(hub)
    if game.match.game.name != "face-off" or not game.match.options.advanced:
        raise BadInput("there is no Wild Thing in this game", "in diesem Spiel gibt es kein Wild Thing")
    seat = game.match.state.dealer
    if not page.laptop and page.seat != seat:
        raise BadInput("the dealer shows the Wild Thing", "das Wild Thing macht vor, wer gibt")
    hub.senses.wild.teach(game.match.players[seat])


def _ping(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    page.tell({"t": "pong", "at": message.get("at") if isinstance(message.get("at"), (int, float)) else None})


def _new(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    language: Language = "de" if message.get("language") == "de" else "en"
    head = head_of(message, language)
    hub.start(head)
    people = [n for n in head["players"] if n not in head["bots"]]
    if len(people) == 1 and hub.game is not None and people[0] not in hub.door.phones():
        page.seat = hub.game.seat(people[0])
        hub.changed()


def _resume(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    hub.resume(message.get("name"))


def _delete(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    if hub.shelf is None:
        raise BadInput("games are not kept here", "Spiele werden hier nicht aufbewahrt")
    if hub.game is not None and hub.game.log is not None and hub.game.log.name.endswith(str(message.get("name"))):
        raise BadInput(
            "this game is on the table now: leave it first",
            "dieses Spiel liegt gerade auf dem Tisch: verlasst es zuerst",
        )
    hub.shelf.delete(message.get("name"))
    page.tell({"t": "shelf"})


def _leave(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    hub.leave()


def _say(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    text = _text(message)
    word, *rest = text.casefold().split()
    if word == "wild":
        _wild(hub, page, message)
    elif word == "seat":
        if len(rest) != 2 or not rest[0].isdecimal():
            raise BadInput("write seat NUMBER NAME", "schreib seat NUMMER NAME")
        _face(hub, page, {"number": int(rest[0]), "player": rest[1]})
    elif word in ("help", "?"):
        words = referee_words(_game(hub).match.game.name, hub.language(page))
        page.tell({"t": "refused", "text": words, "rule": ""})
    else:
        _game(hub).command(text)
    hub.changed()


def _sit(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    """Look through a player's eyes on the laptop: not a bot's, nor one's who has a phone."""
    game, seat = _game(hub), message.get("seat")
    if seat is None:
        page.seat = None
    elif isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(game.match.players):
        raise BadInput("there is no such seat", "diesen Platz gibt es nicht")
    elif seat in game.bots or game.match.players[seat] in hub.door.phones():
        raise BadInput("this hand is not shown on the laptop", "diese Hand zeigt der Laptop nicht")
    else:
        page.seat = seat
    hub.changed()


def _invite(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    game = _game(hub)
    seat = game.seat(_text(message, "player"))
    if seat is None or seat in game.bots:
        raise BadInput("choose one of the people who play", "wähle einen der Menschen, die mitspielen")
    if not hub.join_base:
        raise BadInput(
            "phones can join when the table is started with --lan",
            "Handys können dazukommen, wenn der Tisch mit --lan gestartet wird",
        )
    name = game.match.players[seat]
    url = f"{hub.join_base}/join#{hub.door.invite(name)}"
    page.tell({"t": "invite", "player": name, "url": url, "svg": "data:image/svg+xml," + quote(qr(url))})


def _expel(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    name = _text(message, "player")
    hub.door.forget(name)
    for other in list(hub.pages):
        if other.session.player == name:
            other.tell({"t": "bye"})
    hub.changed()


def _tapped(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    _game(hub).tapped = message.get("on") is True
    hub.changed()


def _whose(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    """A sound that could be anybody's was this player's; None: nobody's."""
    game, index = _game(hub), message.get("index")
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(game.unclaimed):
        raise BadInput("this sound is gone", "dieses Geräusch ist vorbei")
    heard = game.unclaimed.pop(index)
    if message.get("player") is not None:
        seat = game.seat(_text(message, "player"))
        if seat is None:
            raise BadInput("nobody here has this name", "so heißt hier niemand")
        now, name = game.now(), game.match.players[seat]
        on = Signal(onset=heard.onset, decided=now, source="tap", player=name, name=heard.name, phase="on")
        off = Signal(onset=now, decided=now, source="tap", player=name, name=heard.name, phase="off")
        game.hear(on)
        game.hear(off)
    hub.changed()


def _face(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    number = message.get("number")
    name = _text(message, "player")
    if isinstance(number, bool) or not isinstance(number, int) or _game(hub).seat(name) is None:
        raise BadInput("say which face is whose", "sag, welches Gesicht zu wem gehört")
    hub.senses.sit(number, name)


def _source(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    """Open or close a camera or microphone that Python owns."""
    spec = message.get("spec")
    if (
        not isinstance(spec, str)
        or len(spec) > 100
        or not spec.isprintable()
        or not spec.replace("default", "").strip("0123456789") == ""
    ):
        raise BadInput(
            "choose a camera or microphone of this machine from the list",
            "wähle eine Kamera oder ein Mikrofon dieses Rechners aus der Liste",
        )
    if message.get("kind") == "camera":
        hub.senses.camera = spec
    else:
        hub.senses.microphone = spec
    hub.senses.restart()
    hub.changed()


def _speaking(hub: Hub, page: Page, message: dict[str, Any]) -> None:
    """The page's loudspeaker begins or ends to speak."""
    hub.senses.speaking(message.get("on") is True)


def qr(text: str) -> str:
    """A QR code as a small SVG."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue().decode("ascii")


Word = Callable[[Hub, Page, dict[str, Any]], None]
PLAYER: Final[dict[str, Word]] = {"act": _act, "show": _show, "wild": _wild, "ping": _ping}
LAPTOP: Final[dict[str, Word]] = {
    "new": _new, "resume": _resume, "delete": _delete, "leave": _leave, "say": _say, "sit": _sit, "invite": _invite,
    "expel": _expel, "tapped": _tapped, "whose": _whose, "face": _face, "source": _source,
    "speaking": _speaking,
}  # fmt: skip
__all__ = ["LAPTOP", "PLAYER", "RulesError", "do", "qr"]
