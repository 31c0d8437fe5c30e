"""What a page may ask for: looking on is for whoever has joined, everything else for the organiser's browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.club.facts import DO, LONGEST, Do, slug
from companion.club.hall.hub import HallHub
from companion.club.hall.state import Hall, Stray
from companion.club.hall.tournament import Entry
from companion.errors import BadInput, CompanionError
from companion.facts import JSON
from companion.names import folded
from companion.web.kit.access import Who, verb_of
from companion.web.kit.page import Page, language_of
from companion.words import say

Message: TypeAlias = dict[str, JSON]
Verb: TypeAlias = Callable[[HallHub, Page, Message], None]
MOST_AT_ONCE: Final = 200  # players that are entered together


def _language(hub: HallHub, page: Page, message: Message) -> None:
    page.language = language_of(message.get("lang")) or page.language
    page.sent = -1
    page.wake.set()


def _enter(hub: HallHub, page: Page, message: Message) -> None:
    """One player a line, the team behind a semicolon; each line counts by itself."""
    text = message.get("text")
    lines = [line for line in text.splitlines() if line.strip()] if isinstance(text, str) else []
    if not lines or len(lines) > MOST_AT_ONCE:
        raise BadInput("tournament.no.lines", most=MOST_AT_ONCE)
    for line in lines:
        name, _, team = line.partition(";")
        hub.ask(page, lambda hall, name=name, team=team.strip(): hall.tournament.enter(name, team))  # type: ignore[misc]


def _asking(make: Callable[[Hall, Message], Entry]) -> Verb:
    """A verb that lets the clerk do something."""
    return lambda hub, page, message: hub.ask(page, lambda hall: make(hall, message))


def _seat(hall: Hall, message: Message) -> Entry:
    place = message.get("place")
    if place not in ("", *hall.board.places()):
        raise BadInput("tournament.no.place")
    return hall.tournament.seat(message.get("round"), message.get("table"), str(place))


def _result(hall: Hall, message: Message) -> Entry:
    given = (message.get(key) for key in ("round", "table", "points", "winners", "reason"))
    return hall.tournament.correct(*given)


def _take(hall: Hall, message: Message) -> Entry:
    """A result that was nobody's counts for a table of a round; names that differ are told apart by ``as``."""
    stray = _stray(hall, message)
    at, table = hall.tournament.table(message.get("round"), message.get("table"))
    spelt = {folded(name): value for name, value in stray.result.points.items()}
    names = {n: folded(hall.tournament.players[n].name) for n in table.players}
    points = {str(n): round(spelt[name]) for n, name in names.items() if name in spelt}
    won = {folded(name) for name in stray.result.winners}
    winners = [n for n, name in names.items() if name in won]
    source = (stray.id, stray.result.game)
    return hall.tournament.correct(at.number, table.number, points, winners, message.get("reason"), source)


def _stray(hall: Hall, message: Message) -> Stray:
    for stray in reversed(hall.strays):
        if (stray.id, stray.result.game) == (message.get("id"), message.get("game")):
            return stray
    raise BadInput("tournament.no.stray")


def _announce(hub: HallHub, page: Page, message: Message) -> None:
    """To every table that is there; each obeys as far as it allows."""
    do, text = message.get("what"), message.get("text", "")
    if do not in DO or not isinstance(text, str) or len(text) > LONGEST or (do == "announce" and not text.strip()):
        raise BadInput("tournament.no.announcement", most=LONGEST)
    if hub.mqtt is None or not hub.mqtt.connected:
        raise BadInput("tournament.no.broker")
    asked: Do = do
    with hub.clerk.lock:
        topics = sorted({slug(t.topic) for t in hub.clerk.hall.board.tables.values() if t.online})
    for topic in topics:
        hub.mqtt.order(topic, asked, " ".join(text.split()))
    page.tell({"t": "done"})


def _screen(hub: HallHub, page: Page, message: Message) -> None:
    """A way in for one more screen of the local network."""
    if not hub.join_base:
        raise BadInput("tournament.no.lan")
    free = [name for name in hub.people() if name not in hub.door.phones()]
    if not free:
        raise BadInput("tournament.no.screen")
    page.tell(hub.invitation(free[0]))


VERBS: Final[dict[str, Verb]] = {
    "ping": lambda hub, page, m: page.tell({"t": "pong"}), "language": _language, "enter": _enter,
    "withdraw": _asking(lambda hall, m: hall.tournament.withdraw(m.get("player"))),
    "back": _asking(lambda hall, m: hall.tournament.bring_back(m.get("player"))),
    "pair": _asking(lambda hall, m: hall.tournament.pair(hall.board.places())),
    "unpair": _asking(lambda hall, m: hall.tournament.unpair(m.get("reason"))),
    "seat": _asking(_seat), "result": _asking(_result), "take": _asking(_take), "announce": _announce,
    "screen": _screen, "shut": lambda hub, page, m: hub.shut(),
}  # fmt: skip
MAY: Final[dict[str, Who]] = {**dict.fromkeys(VERBS, "laptop"), "ping": "joined", "language": "joined"}
"""A verb without a rule is refused to everybody."""


def carry_out(hub: HallHub, page: Page, message: JSON) -> None:
    """Do one message of a page, or tell that page in one sentence why not."""
    try:
        VERBS[verb_of(message, MAY, page.session)](hub, page, message)
    except CompanionError as error:
        page.tell({"t": "refused", "text": say(error.fact, hub.language(page))})
