"""The messages that any joined page may send: a handler for each verb (``PLAYER_VERBS``), and functions they share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar, get_args

from companion.bounds import number
from companion.errors import BadInput
from companion.facts import Fact
from companion.names import fold_name, is_printable
from companion.people.warmup.round_messages import CardVerb, Chosen
from companion.rules.protocol import TABLE
from companion.senses.sounds.settings import WILD_THING
from companion.sitting.table_sitting import TableSitting
from companion.web.kit.page import Page, log_failure
from companion.web.table.hub import TableHub
from companion.web.table.setup import checked_name
from companion.web.table.warmup_view import TableWarmUpPages
from companion.words import say

MAX_ACTION_CHARS: Final = 400  # characters of one action or command
CARD_VERBS: Final[Mapping[str, CardVerb]] = {verb: verb for verb in get_args(CardVerb)}
REOPENING_VERBS: Final = ("redo", "again")  # these reopen a warm-up that is over
Message: TypeAlias = dict[str, Any]
Verb: TypeAlias = Callable[[TableHub, Page, Message], "Awaitable[None] | None"]


def refuse(hub: TableHub, page: Page, why: Fact) -> None:
    """Send this page alone the reason why its message was rejected."""
    page.tell({"t": "refused", "text": say(why, hub.language(page)).strip()})


def game_of(hub: TableHub) -> TableSitting:
    if hub.game is None:
        raise BadInput("web.no.game")
    return hub.game


def text_in(message: Mapping[str, Any], key: str = "text") -> str:
    text = message.get(key)
    if not isinstance(text, str) or not text.strip() or len(text) > MAX_ACTION_CHARS or not is_printable(text):
        raise BadInput("web.no.line")
    return text.strip()


def _why_none(hub: TableHub, page: Page) -> str:
    """Return the error code for a phone without a seat: a bot plays its player, or its player is not in this game."""
    game = game_of(hub)
    seat = game.match.seat(page.session.player)
    return "web.no.bots-seat" if seat is not None and seat in game.bots.seats else "web.no.player-now"


def _act(hub: TableHub, page: Page, message: Message) -> None:
    game = game_of(hub)
    if page.seat is None:
        raise BadInput("web.no.seat-chosen" if page.laptop else _why_none(hub, page))
    if page.seat in game.bots.seats:
        raise BadInput("web.no.bots-seat")
    source = "laptop" if page.laptop else f"phone {page.session.player}"
    game.taps.act(page.seat, text_in(message), source)
    hub.notify_pages()


def _show(hub: TableHub, page: Page, message: Message) -> None:
    """Report by a tap that a player makes a signal: a phone for its own player, the laptop for any player.

    Without a ``signal``, the player stops making the present one.
    """
    game = game_of(hub)
    match, signals = game.match, game.match.desk.needs(game.match).signals
    name = message.get("player") if page.laptop and isinstance(message.get("player"), str) else page.session.player
    seat = match.seat(name) if name is not None else page.seat
    if seat is None or seat in game.bots.seats:
        raise BadInput("web.no.who-shows")
    signal = message.get("signal")
    if signal is not None and (not isinstance(signal, str) or signal not in signals):
        raise BadInput("web.no.signal", signals=list(signals))
    for event in game.taps.show(match.players[seat], signal, "tap"):
        game.sitting.take(event)
    hub.notify_pages()


def _wild(hub: TableHub, page: Page, message: Message) -> None:
    """Start recording the dealer's own signal, the Wild Thing. The laptop may ask for it, and the dealer's phone."""
    game = game_of(hub)
    match = game.match
    if game.wild is None or WILD_THING not in match.desk.needs(match).signals:
        raise BadInput("web.no.wild")
    dealer = match.game.view(match.state, TABLE)["dealer"]
    if not page.laptop and page.seat != dealer:
        raise BadInput("web.no.dealer")
    if not hub.devices.watching:
        raise BadInput("wild.no-camera")
    game.wild.teach(match.players[dealer])


def _answer(hub: TableHub, page: Page, message: Message) -> None:
    """Give the answer ``answer`` to the open question ``question``.

    ``text`` is an answer in the player's own words.
    """
    game, player = game_of(hub), None if page.laptop else page.session.player
    question, answer = text_in(message, "question"), text_in(message, "answer")
    if " " in question or " " in answer:
        raise BadInput("web.no.message")
    own = text_in(message) if message.get("text") else ""
    if player is not None and page.seat is None:
        raise BadInput(_why_none(hub, page))
    game.sitting.answer(question, answer, own, player, "laptop" if page.laptop else f"phone {player}")
    hub.notify_pages()


def _misheard(hub: TableHub, page: Page, message: Message) -> None:
    """Discard a spoken answer that was misheard. The laptop may do so, and the phone of a player who was asked."""
    game = game_of(hub)
    if not page.laptop and page.seat is None:
        raise BadInput(_why_none(hub, page))
    asked = {q.id for q in game.sitting.questions() if page.laptop or q.concerns(page.seat)}
    heard = game.voice.heard if game.voice is not None else None
    if game.voice is not None and heard is not None and (page.laptop or heard.prompt.id in asked):
        game.voice.dismiss()
        hub.notify_pages()


def _warmup(hub: TableHub, page: Page, message: Message) -> None:
    """Handle ``{do: "warmup", act, player?, key?}``: a phone for its own player, the laptop for any player.

    ``act`` is a ``CardVerb`` for the card ``key``, or one of the acts of ``_warmup_page``.
    """
    game, act, pages = game_of(hub), text_in(message, "act"), hub.warmup
    if pages is None:
        raise BadInput("warmup.nothing")
    named = text_in(message, "player") if message.get("player") is not None else None
    seat = game.match.seat(named if page.laptop else page.session.player)
    player = None if seat is None else game.match.players[seat]
    if not page.laptop and player is None:
        raise BadInput("web.no.player-now")
    if (verb := CARD_VERBS.get(act)) is not None:
        if not page.laptop and verb in REOPENING_VERBS and not pages.warmup.round.open:
            pages.warmup.check_phone_may_open()
        pages.warmup.take(Chosen(verb, player, text_in(message, "key") if message.get("key") is not None else None))
    else:
        _warmup_page(pages, act, player, None if page.laptop else player)
    hub.notify_pages()


def _warmup_page(pages: TableWarmUpPages, act: str, player: str | None, viewer: str | None) -> None:
    """Do one act of the warm-up for a page: begin it, show or close it, stop it, or keep or discard what it taught.

    Args:
        pages: The warm-up's pages.
        act: "begin" starts the warm-up; "keep" and "forget" decide whether what it taught ``player`` is stored; "sheet"
            shows the results on this page; "close" returns this page to the game; "stop", for the laptop only, ends the
            warm-up.
        player: The player it is about; None for all.
        viewer: The player whose phone sent it; None for the laptop.

    Raises:
        BadInput: There is no such act, or it is not possible here.
    """
    if act == "begin":
        pages.warmup.begin(None if player is None else [player], phone=viewer)
    elif act in ("keep", "forget") and player is not None:
        pages.warmup.keep(player, act == "keep")
    elif act == "sheet":
        pages.look(viewer)
    elif act == "close":
        pages.close(viewer)
    elif act == "stop" and viewer is None:
        pages.warmup.take(Chosen("stop"))
    else:
        raise BadInput("web.no.message")


def _seat(hub: TableHub, page: Page, message: Message) -> None:
    """Move a phone to the lobby's seat of ``player``; if there is no such seat, give the phone's player that name."""
    name, own = text_in(message, "player"), page.session.player
    if own is None or hub.lobby is None:
        raise BadInput("web.no.name-taken")
    if name in hub.names_offered():
        if name in hub.joined_phones():
            raise BadInput("web.no.name-taken")
        new = name
    else:
        hub.lobby = hub.lobby.renamed(own, name)
        new = next(n for n in hub.lobby.people() if fold_name(n) == fold_name(checked_name(name)))
    hub.door.reseat(page.session, new)
    hub.on_joined(page.session)


PLAYER_VERBS: Final[dict[str, Verb]] = {
    "answer": _answer,
    "misheard": _misheard,
    "act": _act,
    "show": _show,
    "wild": _wild,
    "warmup": _warmup,
    "seat": _seat,
    "ping": lambda hub, page, message: page.tell({"t": "pong", "at": number(message.get("at"), 0, 1e15)}),
}


T = TypeVar("T")


def apart(work: Callable[[], T], then: Callable[[T], None]) -> Awaitable[None] | None:
    """Run ``work`` in a thread, then call ``then`` with its result on the event loop.

    ``then`` runs even if the caller stops waiting. Errors of ``work`` are raised to the caller or when awaited.

    Returns:
        An awaitable; None if no event loop is running, in which case ``work`` and ``then`` have already run here.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        then(work())
        return None

    async def both() -> None:
        then(await asyncio.to_thread(work))

    task = asyncio.ensure_future(both())
    task.add_done_callback(log_failure)
    return asyncio.shield(task)
