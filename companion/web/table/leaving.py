"""When a player goes home: makes the same game for those who stay."""

from __future__ import annotations

from typing import Any

from companion.errors import BadInput
from companion.referee.log_header import LogHeader
from companion.rules import registry
from companion.web.kit.page import language_of
from companion.web.table.setup import head_of


def head_without(head: LogHeader, player: str) -> LogHeader:
    """Return the header of a new game with the same options and without one player.

    Raises BadInput if the player is not in the game, or too few would be left.
    """
    stay = [name for name in head.players if name != player]
    if len(stay) == len(head.players):
        raise BadInput("web.no.player")
    wish: dict[str, Any] = {
        "game": head.game,
        "players": [{"name": name, "bot": name in head.bots} for name in stay],
        "options": _options_without(head, head.players.index(player), len(stay)),
        "level": head.level,
    }
    return head_of(wish, language_of(head.language) or "en")


def can_leave(game: str, players: int) -> bool:
    """Return True if the game can be played with one player fewer than ``players``."""
    return players - 1 in registry.get(game).player_count


def _options_without(head: LogHeader, leaving_seat: int, stay: int) -> dict[str, Any]:
    """Return the options for the players who stay.

    Seats are renumbered, so that an option stays with its player. Options that were derived from the number of players
    are left out, and so are lists with an item for each player: the new game derives them again.

    Args:
        head: The header of the game so far.
        leaving_seat: The seat of the player who leaves.
        stay: How many players stay.
    """
    game = registry.get(head.game)
    chosen = {spec.name: head.options[spec.name] for spec in game.specs if head.options.get(spec.name) is not None}
    named = {spec.name: chosen[spec.name] for spec in game.specs if spec.name in chosen and spec.default is not None}
    derived = game.option_values(game.options(head.players, **named))
    found: dict[str, Any] = {}
    for spec in game.specs:
        value = chosen.get(spec.name)
        if value is None or (spec.default is None and (spec.kind == "list" or value == derived[spec.name])):
            continue  # a list, such as the suits, has an item for each player
        found[spec.name] = (value - (value > leaving_seat)) % stay if spec.kind == "seat" else value
    return found
