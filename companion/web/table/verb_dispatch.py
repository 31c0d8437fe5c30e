"""A message of a page is carried out, or refused: unknown verbs, and the laptop's from any other page."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from companion.errors import BadInput, CompanionError
from companion.rules.errors import RulesError
from companion.web.kit.access import Who, verb_of
from companion.web.kit.page import Page
from companion.web.table.hub import TableHub
from companion.web.table.laptop import LAPTOP
from companion.web.table.verbs import PLAYER, Verb, refuse

VERBS: Final[dict[str, Who]] = {
    # a phone for its own player, the laptop for the seat that it looks through or for anybody
    "act": "joined", "show": "joined", "wild": "joined", "answer": "joined", "warmup": "joined", "ping": "joined",
    "seat": "joined",
    # the referee's
    "new": "laptop", "lobby": "laptop", "resume": "laptop", "delete": "laptop", "leave": "laptop",
    "say": "laptop", "sit": "laptop", "invite": "laptop", "expel": "laptop", "tapped": "laptop",
    "name-face": "laptop", "die": "laptop", "source": "laptop", "speaking": "laptop", "glimpse": "laptop",
    "threshold": "laptop", "shut": "laptop",
}  # fmt: skip
"""Who may ask for what: a verb that is not named here is refused."""
DO: Final[dict[str, Verb]] = {**LAPTOP, **PLAYER}


def carry_out(hub: TableHub, page: Page, message: Any) -> Awaitable[None] | None:
    """Do what a page asks for, or tell this page alone why not: on the player's own phone with what only they know.

    What waits for a disk is done when the answer is awaited.
    """
    hub.presence.heard(page.session.player, hub.clock.now())
    try:
        later = do(hub, page, message)
    except (RulesError, CompanionError) as error:
        _refuse(hub, page, error)
        return None
    return None if later is None else _rest(hub, page, later)


async def _rest(hub: TableHub, page: Page, later: Awaitable[None]) -> None:
    try:
        await later
    except (RulesError, CompanionError) as error:
        _refuse(hub, page, error)


def _refuse(hub: TableHub, page: Page, error: RulesError | CompanionError) -> None:
    if isinstance(error, RulesError):
        refuse(hub, page, error.public if page.laptop else error.fact)
    else:
        refuse(hub, page, error.fact)


def do(hub: TableHub, page: Page, message: Any) -> Awaitable[None] | None:
    """Carry out one message of a page, or begin to. Raises CompanionError or RulesError; nothing has changed then."""
    work = DO.get(verb_of(message, VERBS, page.session))
    if work is None:
        raise BadInput("web.no.message")
    return work(hub, page, message)
