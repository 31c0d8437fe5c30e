"""The lobby before a game on phones, whose seats fill as phones join; and which phones are away.

A phone is away after ``PHONE_AWAY_AFTER_S`` seconds without a message.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.errors import BadInput
from companion.names import fold_name
from companion.referee.log_header import LogHeader
from companion.web.kit.door import Forbidden, Session
from companion.web.kit.hub import PageHub
from companion.web.kit.page import language_of
from companion.web.kit.short_code import qr_image
from companion.web.table.setup import checked_name, head_of
from companion.words import Language, term

PHONE_AWAY_AFTER_S: Final = 4.0  # seconds without a message; a phone's page sends one every 1.5 s


@dataclass
class Presence:
    """Remembers which phones are connected: one that sends nothing for ``PHONE_AWAY_AFTER_S`` seconds is away."""

    _heard: dict[str, float] = field(default_factory=dict)

    def note_contact(self, player: str | None, now: float) -> None:
        if player is not None:
            self._heard[fold_name(player)] = now

    def away(self, phones: Iterable[str], now: float) -> set[str]:
        """Return those players of ``phones`` whose phones are away.

        A phone that has sent nothing yet is treated as if it had sent something now.
        """
        return {name for name in phones if now - self._heard.setdefault(fold_name(name), now) > PHONE_AWAY_AFTER_S}


@dataclass(frozen=True)
class Lobby:
    """A game that waits for its players.

    A seat is ``free`` while its name is only a suggestion: the next phone gets it, under its own player's name.

    Attributes:
        head: The header of the game's log.
        wish: A new game as the laptop's page asked for it; empty for a kept game.
        path: The log of a kept game; None for a new one.
    """

    head: LogHeader
    wish: Mapping[str, Any] = field(default_factory=dict)
    path: Path | None = None

    @classmethod
    def of(cls, wish: Mapping[str, Any]) -> Lobby:
        """Return the lobby of a new game. Raises BadInput if ``wish`` is not a valid game (see ``head_of``)."""
        return cls(head_of(wish, language_of(wish.get("language")) or "en"), wish)

    def people(self) -> list[str]:
        return [name for name in self.head.players if name not in self.head.bots]

    def is_free(self, seat: int) -> bool:
        """Return True if the seat's name is only a suggestion."""
        wanted = self.wish.get("players", ())
        return seat < len(wanted) and wanted[seat].get("free") is True

    def suggested_names(self) -> set[str]:
        """Return the names of free seats."""
        return {name for seat, name in enumerate(self.head.players) if self.is_free(seat)}

    def _players(self) -> list[dict[str, Any]]:
        return [
            {"name": n, "bot": n in self.head.bots, "free": self.is_free(k)} for k, n in enumerate(self.head.players)
        ]

    def with_bot(self, seat: int, bot: bool) -> Lobby:
        """Return the lobby with or without a bot at a seat. Raises BadInput if the game would not be valid."""
        players = self._players()
        players[seat]["bot"] = bot
        return Lobby.of({**self.wish, "players": players})

    def with_player(self, name: object, taken: Collection[str]) -> Lobby:
        """Return the lobby with a seat for a player: the seat of that name, else a free one, else an additional one.

        Args:
            name: The name that somebody typed on a phone.
            taken: The players whose phones have joined.

        Raises:
            BadInput: The name is not valid, or no seat is left.
            Forbidden: Somebody else plays under that name.
        """
        typed, players = checked_name(name), self._players()
        own = next((p for p in players if fold_name(p["name"]) == fold_name(typed)), None)
        if own is not None and (own["name"] in taken or (own["bot"] and not own["free"])):
            raise Forbidden("web.no.name-taken")
        if self.path is not None:
            if own is None:
                raise BadInput("web.no.seat-left")  # the players of a kept game are fixed
            return self
        own = own or _find_free_seat(players, taken)
        if own is None:
            own = {"name": typed}
            players.append(own)
        own |= {"name": typed, "bot": False, "free": False}
        try:
            return Lobby.of({**self.wish, "players": players})
        except BadInput:
            raise BadInput("web.no.seat-left") from None

    def renamed(self, name: str, typed: object) -> Lobby:
        """Return the lobby with a player renamed.

        Args:
            name: The present name.
            typed: The new name.

        Raises:
            BadInput: The new name is not valid.
            Forbidden: The new name is taken, or the game is a kept one.
        """
        new, players = checked_name(typed), self._players()
        if self.path is not None:
            raise Forbidden("web.no.kept-name")
        if any(p["name"] != name and fold_name(p["name"]) == fold_name(new) for p in players):
            raise Forbidden("web.no.name-taken")
        for player in players:
            if player["name"] == name:
                player["name"] = new
        return Lobby.of({**self.wish, "players": players})

    def without_free_seats(self, taken: Collection[str]) -> Lobby:
        """Return the lobby without the seats that nobody took; unchanged if the game needs more players than that."""
        if self.path is not None:
            return self
        players = [p for p in self._players() if not p["free"] or p["bot"] or p["name"] in taken]
        try:
            return Lobby.of({**self.wish, "players": players})
        except BadInput:  # too few for this game: free seats are played on the laptop
            return self

    def to_json(self, hub: PageHub, session: Session, away: set[str], language: Language) -> dict[str, Any]:
        """Return what a page shows of the lobby, as JSON values.

        Only the laptop gets the short code and the QR code.
        """
        phones = hub.joined_phones()
        seats = [
            {"name": p["name"], "bot": p["bot"], "free": p["free"], "phone": n in phones, "away": n in away}
            for p in self._players()
            for n in [p["name"]]
        ]
        title, kept = term("game", self.head.game, language), self.path is not None
        shown: dict[str, Any] = {"title": title, "seats": seats, "kept": kept}
        if session.role == "host":
            code, address = hub.short.code, hub.join_address
            shown |= {"code": code, "address": address, "svg": qr_image(f"{address}#code-{code}") if code else ""}
        return shown


def _find_free_seat(players: list[dict[str, Any]], taken: Collection[str]) -> dict[str, Any] | None:
    """Return the first free seat that has neither a bot nor a phone; None if there is none."""
    return next((p for p in players if p["free"] and not p["bot"] and p["name"] not in taken), None)
