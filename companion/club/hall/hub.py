"""What stands behind the hall's pages: the clerk's state, the line to the broker, who may look on and who rules."""

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

STATE_INTERVAL_S: Final = 0.25  # seconds between two states to the pages, however much the tables tell
STATE_COST_DIVISOR: Final = 8  # of a large hall's time, one part goes into what pages show
MAX_SCREENS: Final = 8


class BrokerLine(Protocol):
    """What the hub needs of the ``Listener``."""

    connected: bool
    trouble: Fact | None
    changed: Observers[[]]

    def order(self, table: str, do: Do, text: str = "") -> None: ...


class HallHub(PageHub):
    """``broker``: where the tables tell, as it is shown.

    ``on_trouble`` is told once of each trouble with the database or the broker, for whoever sits at the terminal.
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
        """Mark the pages as out of date, from any thread."""
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
        """Return what is wrong with the database and the line to the broker."""
        found = (self.clerk.trouble, None if self.mqtt is None else self.mqtt.trouble)
        return [trouble for trouble in found if trouble is not None]

    def people(self) -> list[str]:
        """Return who may join: only screens, as a guest in the hall only looks on."""
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
        """Count the messages of each table that never came: a broker that is killed loses those that it held."""
        for table in tables:
            seen = self.clerk.store.seen.get(table["id"])
            table["gaps"] = say("hall.gaps", language, n=seen.missing) if seen is not None and seen.missing else ""

    def ask(self, page: Page, make: Callable[[Hall], Entry | None]) -> None:
        """Let the clerk do it; the page is told that it is done, or why not."""

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
