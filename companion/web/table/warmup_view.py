"""The warm-up on pages. Cards, each player's pile of them, and results are in the state; live bars are messages.

In a warm-up each player makes the game's signals, so that cameras and microphones learn them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.round_messages import Chosen
from companion.people.warmup.sheet import Cell
from companion.sitting.warmup.follower import WarmUps
from companion.web.kit.hub import PageHub
from companion.web.kit.page import cell_shown
from companion.words import Language, say, term


def warmup_of(pages: TableWarmUpPages | None, viewer: str | None, language: Language) -> dict[str, Any] | None:
    """Return the warm-up as a page shows it; None if it shows none.

    Args:
        pages: The warm-up's pages; None if the game has none.
        viewer: The player whose phone it is; None for the laptop.
        language: The language of texts.
    """
    if pages is None or not pages.shows(viewer):
        return None
    warmup = pages.warmup
    now, rows = warmup.round, warmup.rows
    players = [p for p in rows if viewer in (None, p)]
    sheet = [p for p in players if _ready(now, p, viewer)]
    shown = {
        "open": now.open,
        "me": viewer,
        "turn": None,
        "players": [],
        "sheet": [_row(now, p, rows[p], language) for p in sheet],
        "asking": [p for p in now.asking if p in players],
        "advice": [say(a, language) for a in now.advice] if viewer is None else [],
        "camera": warmup.sees,
        "microphone": warmup.hears,
    }
    if not now.has_begun:
        return {**shown, "kept": True}
    return {**shown, "turn": viewer or now.turn, "players": [_pile(now, p, language) for p in players]}


def _ready(now: WarmUpRound, player: str, viewer: str | None) -> bool:
    """Return True if a page shows the results of a player.

    A phone shows its player's results once all cards are done and the results are computed. The laptop shows
    everybody's when the warm-up is over.
    """
    return not now.open or (viewer is not None and now.piles[player].is_done and player in now.results)


def _pile(now: WarmUpRound, player: str, language: Language) -> dict[str, Any]:
    """Return one player's pile of cards as JSON values: its top card, its progress and the last verdict."""
    pile = now.piles[player]
    card, verdict = pile.card, pile.verdict
    shown = (
        None
        if card is None
        else {
            "key": card.key,
            "kind": card.kind,
            "signal": card.signal,
            "count": pile.count,
            "of": card.takes,
            "text": say(card.as_fact, language),
            "title": term("signal", card.signal, language),
        }
    )
    return {
        "player": player,
        "card": shown,
        "done": sum(status != "open" for status in pile.status.values()),
        "of": len(pile.cards),
        "verdict": say(verdict, language),
        "code": "" if verdict is None else verdict.code,
        "phone": player in now.phones,
        "left": player in now.departed,
    }


def _row(now: WarmUpRound, player: str, cells: tuple[Cell, ...], language: Language) -> dict[str, Any]:
    weak = now.weak(player) if now.has_begun else []
    return {"player": player, "weak": weak, "cells": [cell_shown(c, language) for c in cells]}


class TableWarmUpPages:
    """Decides which pages show the warm-up, and sends them its live bars."""

    def __init__(self, hub: PageHub, warmup: WarmUps) -> None:
        self.warmup, self._hub = warmup, hub
        self._closed: set[str | None] = set()  # players whose pages no longer show the warm-up; None: the laptop's
        self._looking: set[str | None] = set()  # players whose pages show the stored sheet; None: the laptop's
        warmup.pages = self

    def begin(self, players: Sequence[str] | None, phone: str | None) -> None:
        """Open the warm-up on pages.

        Args:
            players: The players who warm up; None for all.
            phone: The player whose phone started it, which opens it on that phone alone; None for the laptop.
        """
        if players is None:
            self._closed.clear()
        else:
            self._closed.difference_update(players)
        if phone is None:
            self._closed.discard(None)
        elif not self.warmup.round.has_begun:
            self._closed.add(None)

    def phones(self) -> set[str]:
        return self._hub.joined_phones() - self._hub.away

    def on_change(self) -> None:
        self._hub.notify_pages()

    def live(self, player: str, bars: Mapping[str, float]) -> None:
        said = {"t": "warmup", "player": player, **bars}
        self._hub.tell_of(player, lambda _: said)

    def shows(self, viewer: str | None) -> bool:
        """Return True if the page of ``viewer`` (None for the laptop) shows the warm-up."""
        now = self.warmup.round
        if not now.has_begun:
            return viewer in self._looking and bool(self.warmup.rows)
        return viewer not in self._closed and (viewer is None or viewer in now.phones)

    def close(self, viewer: str | None) -> None:
        """Return the page of ``viewer`` (None for the laptop) to the game. The remaining cards can be done later.

        A phone stops its own player's warm-up; the laptop stops everybody's.
        """
        self._closed.add(viewer)
        self._looking.discard(viewer)
        now = self.warmup.round
        if now.open and (viewer is None or viewer in now.piles):
            self.warmup.take(Chosen("stop" if viewer is None else "leave", viewer))

    def look(self, viewer: str | None) -> None:
        """Show the results on the page of ``viewer`` (None for the laptop): this evening's, else the stored ones.

        Raises BadInput in a game without signals.
        """
        self._closed.discard(viewer)
        if not self.warmup.round.has_begun:
            self.warmup.look()
            self._looking.add(viewer)
