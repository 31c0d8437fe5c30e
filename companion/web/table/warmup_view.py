"""The warm-up on pages: what is shown of it, and its live bars."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.people.warmup.sheet import Cell
from companion.sitting.warmup.follower import WarmUps
from companion.web.kit.hub import PageHub
from companion.web.kit.sheet import cell_shown
from companion.words import Language, say, term


def warmup_of(warmup: WarmUps | None, viewer: str | None, language: Language) -> dict[str, Any] | None:
    """The warm-up as the laptop (``viewer`` None) or a player's phone shows it; None while there is none to show."""
    deck = warmup.round if warmup is not None else None
    if warmup is None or not warmup.shows(viewer):
        return None
    if deck is None:
        rows = {p: cells for p, cells in warmup.known.items() if viewer in (None, p)}
        return {
            "open": False, "me": viewer, "turn": None, "players": [], "asking": [], "advice": [],
            "camera": warmup.sees, "microphone": warmup.hears, "kept": True,
            "sheet": [_row(p, cells, [], language) for p, cells in rows.items()],
        }  # fmt: skip
    players = [p for p in deck.learners if viewer in (None, p)]
    over = not warmup.open
    mine = [p for p in players if viewer is not None and deck.learners[p].done and deck.ready(p)]
    sheet = deck.sheet() if over else {p: deck.row(p) for p in mine}
    return {
        "open": warmup.open,
        "me": viewer,
        "turn": deck.turn if viewer is None else viewer,
        "players": [_pile(deck.shown(p), language) for p in players],
        "sheet": [_row(p, cells, deck.weak(p), language) for p, cells in sheet.items() if p in players],
        "asking": [p for p in warmup.asking if p in players],
        "advice": [say(a, language) for a in warmup.advice] if viewer is None else [],
        "camera": warmup.sees,
        "microphone": warmup.hears,
    }


def _pile(shown: dict[str, Any], language: Language) -> dict[str, Any]:
    card, verdict, ask = shown["card"], shown["verdict"], shown.pop("ask")
    if card is not None:
        card = {**card, "text": say(ask, language), "title": term("signal", card["signal"], language)}
    return {**shown, "card": card, "verdict": "" if verdict is None else say(verdict, language),
            "code": "" if verdict is None else verdict.code}  # fmt: skip


def _row(player: str, cells: tuple[Cell, ...], weak: list[str], language: Language) -> dict[str, Any]:
    return {"player": player, "weak": weak, "cells": [cell_shown(c, language) for c in cells]}


def attend(hub: PageHub, warmup: WarmUps, bots: Collection[int]) -> None:
    """Pages are told of the warm-up: cards as states, bars and levels as messages of their own."""

    def live(player: str, now: dict[str, Any]) -> None:
        said = {"t": "warmup", "player": player, **now}
        hub.tell(lambda _: said, lambda page: page.laptop or page.session.player == player)

    warmup.offers = True
    warmup.on_live, warmup.on_news = live, hub.changed
    warmup.phones = lambda: set(hub.door.phones())
    warmup.bots = lambda: [warmup.match.players[k] for k in bots]
