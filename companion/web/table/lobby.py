"""Before a game on phones: its seats fill as phones arrive. And which phones have left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.names import fold_name
from companion.referee.log_header import LogHeader
from companion.web.kit.door import Session
from companion.web.kit.hub import PageHub
from companion.web.kit.page import language_of
from companion.web.kit.short_code import qr_image
from companion.web.table.setup import head_of
from companion.words import Language, term

AWAY: Final = 4.0  # seconds without a word after which a phone has left: it speaks every second and a half


@dataclass
class Presence:
    """Which phones are there: one that says nothing for ``AWAY`` seconds is away."""

    _heard: dict[str, float] = field(default_factory=dict)

    def note_contact(self, player: str | None, now: float) -> None:
        if player is not None:
            self._heard[fold_name(player)] = now

    def away(self, phones: Iterable[str], now: float) -> set[str]:
        """Return those of ``phones`` that are away; one that was never heard counts as heard now."""
        return {name for name in phones if now - self._heard.setdefault(fold_name(name), now) > AWAY}


@dataclass(frozen=True)
class Lobby:
    """``wish``: a new game as the laptop's page asks for it; ``path``: the log of a kept one."""

    head: LogHeader
    wish: Mapping[str, Any] = field(default_factory=dict)
    path: Path | None = None

    @classmethod
    def of(cls, wish: Mapping[str, Any]) -> Lobby:
        """Return raises BadInput for a wish that makes no game."""
        return cls(head_of(wish, language_of(wish.get("language")) or "en"), wish)

    def people(self) -> list[str]:
        return [name for name in self.head.players if name not in self.head.bots]

    def with_bot(self, seat: int, bot: bool) -> Lobby:
        """Return the same with a bot, or nobody yet, at a seat. Raises BadInput where there can be none."""
        players = [{"name": n, "bot": n in self.head.bots} for n in self.head.players]
        players[seat]["bot"] = bot
        return Lobby.of({**self.wish, "players": players})

    def to_json(self, hub: PageHub, session: Session, away: set[str], language: Language) -> dict[str, Any]:
        """Return JSON values for a page; the way in is for the laptop alone."""
        phones = hub.door.phones()
        seats = [
            {"name": n, "bot": n in self.head.bots, "phone": n in phones, "away": n in away} for n in self.head.players
        ]
        title, kept = term("game", self.head.game, language), self.path is not None
        shown: dict[str, Any] = {"title": title, "seats": seats, "kept": kept}
        if session.role == "host":
            code, address = hub.short.code, f"{hub.join_base}/join"
            shown |= {"code": code, "address": address, "svg": qr_image(f"{address}#code-{code}") if code else ""}
        return shown
