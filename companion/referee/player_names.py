"""Players by what is typed: any case, and names of several words without quotes ("win Ann Marie ruby")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.names import folded


class PlayerNames:
    """Of one match's players. A name in its exact case comes before one that differs in case only."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._folded = [folded(p) for p in self.players]
        several = sorted((p for p in self.players if len(p.split()) > 1), key=len, reverse=True)
        self._several = (
            re.compile(rf"(?<![\w\"])({'|'.join(re.escape(p) for p in several)})(?![\w\"])", re.IGNORECASE)
            if several
            else None
        )

    def seat(self, name: str | None) -> int | None:
        """The player of that name; None if there is none."""
        if name is None:
            return None
        name = name.strip().strip('"')
        if name in self.players:
            return self.players.index(name)
        wanted = folded(name)
        return self._folded.index(wanted) if wanted in self._folded else None

    def quoted(self, text: str) -> str:
        """The text with names of several words in quotes, as the notation has them."""
        return text if self._several is None else self._several.sub(r'"\1"', text)

    def leading(self, text: str) -> tuple[int | None, str]:
        """(player, the rest) of a text that begins with a player's name, a colon after it or not."""
        found = re.match(r'\s*(?:"([^"]+)"|([^\s:"]+))\s*:?\s*(.*)', text, re.DOTALL)
        if found is None:
            return None, text
        return self.seat(found[1] or found[2]), found[3].strip()
