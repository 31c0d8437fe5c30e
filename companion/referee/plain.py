"""The desk of a game without signals or dice: cards are dealt, turns and the end are said, actions come by command."""

from __future__ import annotations

from typing import Any, Final

from companion.events import Event
from companion.referee.match import Match
from companion.rules.protocol import CHANCE, TABLE, Actor

SECRET: Final = frozenset({"deal", "give", "lay", "tell", "vote", "best"})  # verbs whose cards others may not see


class PlainDesk:
    """Face Cards, FTW?! and Factum: nothing is sensed; chance draws by itself unless the cards are physical."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._over = False

    def sense(self, event: Event) -> None:
        """Nothing that is seen or heard counts in this game."""

    def due(self) -> float | None:
        return None

    def decide(self, now: float) -> None:
        """Nothing waits for time here."""

    def settle(self) -> None:
        """Chance's actions as they fall due, and the end with its count."""
        game = self.match.game
        while CHANCE in game.actors(self.match.state):
            action = game.draw(self.match.state)
            told = game.tell(self.match.state, CHANCE, action, self.match.language)
            self.match.rule("chance", told, actions=[(CHANCE, action)])
        outcome = game.outcome(self.match.state)
        if outcome is not None and not self._over:
            self._over = True
            names = self.match.names(outcome.winners)
            self.match.rule("over", self.match.say("over", names=names, scores=self.scores()))

    def rewound(self) -> None:
        self._over = self.match.game.outcome(self.match.state) is not None

    def shorthand(self, text: str, actor: Actor) -> tuple[Actor, list[tuple[Actor, str]]] | None:
        """No short forms but the notation's own."""
        return None

    def scores(self) -> str:
        """The points that all may see now: Ann 3, Ben 5."""
        outcome = self.match.game.outcome(self.match.state)
        view = self.match.game.view(self.match.state, TABLE)
        points = outcome.scores if outcome is not None else points_of(view)
        return ", ".join(f"{n} {s}" for n, s in zip(self.match.players, points, strict=False)) or "-"

    def public(self, action: Any) -> str:
        """The action as all may see it: cards that lie face down stay secret."""
        text = self.match.game.format(action, self.match.options)
        verb = text.split(" ")[0]
        return verb if verb in SECRET else text


def points_of(view: dict[str, Any]) -> list[int]:
    """The running score in a view, by seat: the games call it scores, totals or albums."""
    for key in ("scores", "totals", "albums"):
        if view.get(key):
            return [int(v) for v in view[key]]
    return []
