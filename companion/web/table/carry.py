"""A message of a page is carried out, or refused: unknown verbs, and the laptop's from any other page."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from companion.errors import BadInput, CompanionError
from companion.rules.errors import RulesError
from companion.web.kit.access import verb_of
from companion.web.kit.page import Page
from companion.web.table.access import VERBS
from companion.web.table.hub import Hub
from companion.web.table.laptop import LAPTOP
from companion.web.table.verbs import PLAYER, Verb, refuse

DO: Final[dict[str, Verb]] = {**LAPTOP, **PLAYER}


def carry_out(hub: Hub, page: Page, message: Any) -> Awaitable[None] | None:
    """Do what a page asks for, or tell this page alone why not: on the player's own phone with what only they know.

    What waits for a disk is done when the answer is awaited.
    """
    try:
        later = do(hub, page, message)
    except (RulesError, CompanionError) as error:
        _refuse(hub, page, error)
        return None
    return None if later is None else _rest(hub, page, later)


async def _rest(hub: Hub, page: Page, later: Awaitable[None]) -> None:
    try:
        await later
    except (RulesError, CompanionError) as error:
        _refuse(hub, page, error)


def _refuse(hub: Hub, page: Page, error: RulesError | CompanionError) -> None:
    if isinstance(error, RulesError):
        refuse(hub, page, error.public if page.laptop else error.fact)
    else:
        refuse(hub, page, error.fact)


def do(hub: Hub, page: Page, message: Any) -> Awaitable[None] | None:
    """Carry out one message of a page, or begin to. Raises CompanionError or RulesError; nothing has changed then."""
    work = DO.get(verb_of(message, VERBS, page.session))
    if work is None:
        raise BadInput("web.no.message")
    return work(hub, page, message)
