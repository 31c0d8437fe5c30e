"""Pages without a socket: they ask again and again, and each answer waits until there is something new."""

from __future__ import annotations

from typing import Any, Final

import anyio

from companion.errors import BadInput
from companion.web.kit.door import Session
from companion.web.kit.hub import PageHub
from companion.web.kit.page import Page

POLL: Final = 20.0  # seconds that an answer waits for something new
MOST: Final = 40


class Pollers:
    """The pages that poll, by cookie and the name that each gives itself; the oldest make room for new ones."""

    def __init__(self, hub: PageHub) -> None:
        self._hub = hub
        self._pages: dict[tuple[str, str], Page] = {}

    def page(self, session: Session, cookie: str, name: object) -> Page:
        """The page behind a request. Raises BadInput for one that gives itself no name."""
        if not isinstance(name, str) or not 8 <= len(name) <= 40:
            raise BadInput("web.no.message")
        page = self._pages.get((cookie, name))
        if page is None or page.session is not session:
            while len(self._pages) >= MOST:
                self._hub.pages.discard(self._pages.pop(next(iter(self._pages))))
            page = self._pages[cookie, name] = Page(session, self._hub.seat_of(session))
            self._hub.pages.add(page)
        return page

    async def news(self, page: Page, since: object) -> dict[str, Any]:
        """``{since, messages}``: what is new since the last poll, the state among it if it has changed."""
        if since != page.sent:
            page.sent = -1
        if not page.outbox and page.sent == self._hub.version:
            page.wake.clear()
            with anyio.move_on_after(POLL):
                await page.wake.wait()
        messages, page.outbox = page.outbox, []
        if not self._hub.door.holds(page.session):  # it ended while this waited: not a word more
            self._hub.pages.discard(page)
            return {"since": page.sent, "messages": [{"t": "bye"}]}
        if page.sent != self._hub.version:
            state = self._hub.state(page)
            page.sent = state["v"]
            messages.append(state)
        return {"since": page.sent, "messages": messages}
