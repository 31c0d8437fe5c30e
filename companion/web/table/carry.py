"""A message of a page is carried out, or refused: unknown verbs, and the laptop's from any other page."""

from __future__ import annotations

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


def carry_out(hub: Hub, page: Page, message: Any) -> None:
    """Do what a page asks for, or tell this page alone why not: on the player's own phone with what only they know."""
    try:
        do(hub, page, message)
    except RulesError as error:
        refuse(hub, page, error.public if page.laptop else error.fact)
    except CompanionError as error:
        refuse(hub, page, error.fact)


def do(hub: Hub, page: Page, message: Any) -> None:
    """Carry out one message of a page. Raises CompanionError or RulesError; nothing has changed then."""
    work = DO.get(verb_of(message, VERBS, page.session))
    if work is None:
        raise BadInput("web.no.message")
    work(hub, page, message)
