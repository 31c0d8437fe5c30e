"""Bots fill empty seats: one acts at a time, from its own seat's view alone, at a pace that people can follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.rules.protocol import CHANCE, TABLE, Actor

if TYPE_CHECKING:
    from companion.web.table.game import TableGame

STANDING: Final = 5.0  # times the pace for which a bot leaves its Face Off! signal standing


@dataclass
class Bots:
    """``pace``: seconds between two actions of bots."""

    pace: float = 1.2
    random: Random = field(default_factory=Random)
    _next: float = 0.0
    _moved: dict[int, float] = field(default_factory=dict)

    def act(self, game: TableGame, now: float) -> bool:
        """Let one bot act if one may and it is time; whether one did."""
        if now < self._next or game.match.paused:
            return False
        ready = [a for a in self._candidates(game) if self._rested(game, a, now)]
        if not ready:
            return self._table(game, now)
        seat = ready[int(self.random.random() * len(ready))]
        rules, state = game.match.game, game.match.state
        action = rules.choose(rules.view(state, seat), rules.legal(state, seat), self.random)
        self._moved[seat] = now
        self._next = now + self.pace
        game.perform(seat, action, "bot")
        return True

    def _candidates(self, game: TableGame) -> list[Actor]:
        return [a for a in game.match.game.actors(game.match.state) if a in game.bots]

    def _rested(self, game: TableGame, seat: Actor, now: float) -> bool:
        """In Face Off! everybody may act all the time: a bot leaves its signal standing for a while."""
        if game.match.game.name != "face-off" or game.match.state.offers[seat] is None:
            return True
        shown = [o.shown for p, o in enumerate(game.match.state.offers) if p != seat and o is not None]
        if game.match.state.offers[seat].shown in shown:  # a trade is about to be ruled
            return now - self._moved.get(seat, -1e9) >= STANDING * self.pace
        return now - self._moved.get(seat, -1e9) >= STANDING * self.pace * (0.5 + 0.5 * self.random.random())

    def _table(self, game: TableGame, now: float) -> bool:
        """Dice of a bot are drawn; where no person plays, or a bot's speech waits, the bots say the table's word."""
        actors = game.match.game.actors(game.match.state)
        if actors == (CHANCE,) and not game.dice_seen and self._bots_turn(game):
            self._next = now + self.pace
            game.command("duel" if game.wants_dice() == 2 else "roll", source="bot")
            return True
        if TABLE in actors and game.match.game.name != "face-off" and len(game.bots) == len(game.match.players):
            return self._say(game, now, game.match.game.legal(game.match.state, TABLE).sample(self.random))
        if TABLE in actors and game.match.game.name == "face-off" and self._bots_speech(game):
            return self._say(game, now, game.match.game.parse("verdict clean", game.match.state, TABLE))
        return False

    def _say(self, game: TableGame, now: float, action: Any) -> bool:
        self._next = now + self.pace
        game.command(game.match.game.format(action, game.match.options), source="bot")
        return True

    def _bots_turn(self, game: TableGame) -> bool:
        return getattr(game.match.state, "turn", None) in game.bots

    def _bots_speech(self, game: TableGame) -> bool:
        view = game.match.game.view(game.match.state, TABLE)
        claim = view.get("claim")
        speaks = claim.get("player") if isinstance(claim, dict) else claim
        return view.get("phase") in ("speech", "unseen") and speaks in game.bots
