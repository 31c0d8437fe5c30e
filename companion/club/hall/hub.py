"""Hub of the hall's pages: it sends them their state, admits organiser and screens, and passes on their requests."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final, Protocol

from companion.club.facts import Do
from companion.club.hall.clerk import Asked, Clerk
from companion.club.hall.state import Hall
from companion.club.hall.tournament import Entry
from companion.club.hall.views import state_of
from companion.errors import CompanionError
from companion.facts import Fact
from companion.observers import Observers
from companion.web.kit.door import Door
from companion.web.kit.hub import PageHub
from companion.web.kit.page import Page
from companion.words import Language, say

STATE_INTERVAL_S: Final = 0.25  # minimum seconds between two updates of the pages
STATE_COST_DIVISOR: Final = 8  # updates of the pages take at most one part in this many of the hall's time
MAX_SCREENS: Final = 8


class BrokerLine(Protocol):
    """Interface of the connection to the broker (see ``Listener``), as far as the hub needs it."""

    connected: bool
    trouble: Fact | None
    changed: Observers[[]]

    def order(self, table: str, do: Do, text: str = "") -> None: ...


class HallHub(PageHub):
    """Hub of the hall's pages.

    Args:
        clerk: The writer of the hall's log.
        line: The connection to the broker; None for none.
        broker: The broker's address, for display.
        on_trouble: Function that is called once for each trouble with the database or the broker.
    """

    def __init__(
        self,
        clerk: Clerk,
        line: BrokerLine | None,
        broker: str,
        *,
        on_trouble: Callable[[Fact], None] = lambda trouble: None,
    ) -> None:
        super().__init__(Door())
        self.clerk, self.mqtt, self.broker = clerk, line, broker
        self._on_trouble = on_trouble
        self._troubles: list[Fact] = []
        self._stale = False
        self._shown = self._took = 0.0
        self._drawn: dict[tuple[Language, bool], tuple[int, dict[str, Any]]] = {}
        clerk.changed.add(self.stale)
        if line is not None:
            line.changed.add(self.stale)

    def stale(self) -> None:
        """Mark what pages show as out of date, so that it is sent again soon; any thread may call it."""
        self._stale = True

    def tick(self) -> None:
        super().tick()
        if self._stale and self.clock.now() - self._shown >= max(STATE_INTERVAL_S, STATE_COST_DIVISOR * self._took):
            self._stale, self._shown = False, self.clock.now()
            before, self._troubles = self._troubles, self.troubles()
            for trouble in self._troubles:
                if trouble not in before:
                    self._on_trouble(trouble)
            self.notify_pages()

    def troubles(self) -> list[Fact]:
        """Return the current trouble with the database and with the broker."""
        found = (self.clerk.trouble, None if self.mqtt is None else self.mqtt.trouble)
        return [trouble for trouble in found if trouble is not None]

    def people(self) -> list[str]:
        """Return the names under which pages may join; all are screens, because guests may only look."""
        return [f"screen-{k + 1}" for k in range(MAX_SCREENS)]

    def state(self, page: Page) -> dict[str, Any]:
        language = self.language(page)
        version, drawn = self._drawn.get((language, page.laptop), (-1, {}))
        if version != self.version:
            began = self.clock.now()
            with self.clerk.lock:
                drawn = state_of(self.clerk.hall, language, ruling=page.laptop)
                drawn["dropped"] = dict(self.clerk.dropped)
                if page.laptop:
                    self._gaps(drawn["tables"], language)
            line = self.mqtt
            drawn["trouble"] = [say(trouble, language) for trouble in self.troubles()]
            drawn["broker"] = {"name": self.broker, "on": line is not None and line.connected}
            drawn["lan"] = self.join_base
            drawn["lans"] = self.join_bases if page.laptop else []
            self._drawn[language, page.laptop] = self.version, drawn
            self._took = self.clock.now() - began
        return {**super().state(page), "lang": language, **drawn}

    def _gaps(self, tables: list[dict[str, Any]], language: Language) -> None:
        """Set each table's note on how many of its messages never arrived, which happens when a broker crashes."""
        for table in tables:
            seen = self.clerk.store.seen.get(table["id"])
            table["gaps"] = say("hall.gaps", language, n=seen.missing) if seen is not None and seen.missing else ""

    def ask(self, page: Page, make: Callable[[Hall], Entry | None]) -> None:
        """Send a request to the clerk, and its success or error to the page."""

        def reply(error: CompanionError | None) -> None:
            if error is not None:
                self.post(lambda: page.tell({"t": "refused", "text": say(error.fact, self.language(page))}))
            else:
                self.post(lambda: page.tell({"t": "done"}))

        self.clerk.ask(Asked(make, reply))

    def close(self) -> None:
        super().close()
        with contextlib.suppress(CompanionError):
            self.clerk.close()
