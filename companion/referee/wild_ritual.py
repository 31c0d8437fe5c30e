"""The Wild Thing signal at one player: after a wrong card, or teeth in a speech, all others show it for three seconds.

The game stops as long: no trade is ruled, and what is shown counts for nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.events import Signal
from companion.facts import fact
from companion.referee.desk import Draft, draft
from companion.referee.match_view import MatchView


@dataclass(frozen=True, slots=True)
class WildRitual:
    """``at``: the seat that it is shown at; ``joined``: the seats that have shown it.

    ``until``: when it is over (s); None while the table has not said yet whether the card was wrong.
    ``number``: the ruling that called for it.
    """

    at: int
    joined: frozenset[int] = frozenset()
    until: float | None = None
    number: int = 0

    def begun(self, number: int, now: float, lasts: float, waits: float) -> WildRitual:
        """The table said yes: over ``lasts`` seconds from the first show, ``waits`` seconds without any."""
        return replace(self, number=number, until=now + (lasts if self.joined else waits))

    def shown(self, event: Signal, player: int, now: float, lasts: float) -> WildRitual:
        """The dealer may have made up any signal: every one counts."""
        if event.phase != "on" or player == self.at:
            return self
        until = self.until if self.until is None or self.joined else min(self.until, now + lasts)
        return replace(self, joined=self.joined | {player}, until=until)

    def told(self, match: MatchView) -> Draft:
        """It is over: who joined in."""
        names = match.names(sorted(self.joined))
        return draft("joined", told=fact("wild.joined", names=names) if names else fact("wild.joined-none"))
