"""What a player, or the table, may know: plain JSON values, never another hand, a discarded card or the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.errors import MalformedAction
from companion.rules.ftw.actions import Cards
from companion.rules.ftw.position import BIT, Position, deck, discarded, phase, totals
from companion.rules.protocol import TABLE, Actor, View


def view(p: Position, viewer: Actor) -> View:
    """The table for all to see, with the own hand and the three cards given for a player."""
    n = len(p.hands)
    if type(viewer) is not int or (viewer != TABLE and not 0 <= viewer < n):
        raise MalformedAction(f"There is no viewer {viewer!r}; the players are 0 to {n - 1}, the table is {TABLE}.",
                              f"{viewer!r} schaut hier nicht zu; es spielen 0 bis {n - 1}, der Tisch ist {TABLE}.")
    shown: View = {
        "game": "ftw",
        "phase": phase(p),
        "players": list(p.options.players),
        "you": None if viewer == TABLE else viewer,
        "acts": list(p.acts),
        "turn": p.turn,
        "round": min(len(p.points) + 1, p.options.rounds),
        "rounds": p.options.rounds,
        "highest": len(deck(p)),
        "cards": [len(hand) for hand in p.hands],
        "chosen": [given is not None for given in p.given],
        "pile": list(p.pile),
        "front": [list(helpers) for helpers in p.front],
        "away": len(discarded(p)),
        "points": [list(row) for row in p.points],
        "totals": list(totals(p)),
        "last": [list(hand) for hand in p.last],
    }
    if viewer != TABLE:
        shown["hand"] = list(p.hands[viewer])
        shown["given"] = list(p.given[viewer] or ())
    return shown


def hidden_twin(p: Position, viewer: Actor, random: Any) -> Position | None:
    """The same table with two cards that ``viewer`` cannot see changed round; None if there are no such two.

    Hands and discards change places; so do hands of two players. The gifts follow, so that the position stays possible.
    """
    if not p.hands[0]:
        return None
    places = [seat for seat in range(len(p.hands)) if seat != viewer]
    seen = set(p.given[viewer] or ()) if viewer != TABLE else set()
    a = places[int(random.random() * len(places))]
    others: list[Cards] = [p.hands[seat] for seat in places if seat != a] + [tuple(discarded(p))]
    mine = [card for card in p.hands[a] if card not in seen]
    theirs = [card for cards in others for card in cards if card not in seen]
    if not mine or not theirs:
        return None
    return _swapped(p, mine[int(random.random() * len(mine))], theirs[int(random.random() * len(theirs))])


def _swapped(p: Position, x: int, y: int) -> Position:
    def swap(cards: Cards) -> Cards:
        return tuple(sorted(y if card == x else x if card == y else card for card in cards))

    away = p.away
    if bool(away & BIT[x]) != bool(away & BIT[y]):
        away ^= BIT[x] | BIT[y]
    given = tuple(None if cards is None else swap(cards) for cards in p.given)
    return p._replace(hands=tuple(map(swap, p.hands)), given=given, away=away)
