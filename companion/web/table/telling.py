"""What pages are told of the events of a game, each in its own language."""

from __future__ import annotations

from typing import Any, Final

from companion.events import Event, Phrase, Ruling, Seat, Source
from companion.facts import Fact
from companion.web.kit.hub import PageHub
from companion.web.table.views import ruling_of
from companion.words import say

ON_CARDS: Final = ("warmup.begin", "warmup.to", "warmup.sheet")
"""What the warm-up's own cards and sheet show."""


def tell(hub: PageHub, event: Event) -> None:
    """Rulings for all; what was refused, heard, and what devices say of themselves for the laptop."""
    if isinstance(event, Ruling):
        _ruling(hub, event)
    elif isinstance(event, Phrase):
        heard = {"t": "heard", "kind": event.kind, "text": event.text, "player": event.player}
        hub.tell_laptops(lambda _: heard)
    elif isinstance(event, Seat):
        if event.detail is not None and event.state in ("learning", "ready"):
            _aside(hub, event.detail, event.player)
    elif isinstance(event, Source):
        hub.tell_laptops(lambda language: _source(event, language))


def _ruling(hub: PageHub, event: Ruling) -> None:
    if event.code == "refused":
        why = event.values.get("why")
        player = why.values.get("player") if isinstance(why, Fact) else None
        _aside(hub, event.told, player if event.number == 0 else None, "refused")
    elif event.number == 0:
        what = event.values.get("what")
        if not (isinstance(what, Fact) and what.code in ON_CARDS):
            _aside(hub, event.told, None)
    else:
        hub.tell(lambda language: {"t": "ruling", **ruling_of(event, language)})


def _aside(hub: PageHub, what: Fact, player: Any, kind: str = "aside") -> None:
    """A word for the laptop, and for the phone of the player whom it is about."""
    hub.tell(
        lambda language: {"t": kind, "text": say(what, language)},
        lambda page: page.laptop or (player is not None and page.session.player == player),
    )


def _source(event: Source, language: Any) -> dict[str, Any]:
    detail = "" if event.detail is None else say(event.detail, language)
    return {"t": "source", "name": event.source, "status": event.status, "detail": detail}
