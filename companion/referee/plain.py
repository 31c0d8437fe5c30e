"""The desk of a game without signals or dice: cards are dealt, turns and the end are said, actions come by command."""

from __future__ import annotations

from companion.events import Event
from companion.facts import Fact, fact
from companion.referee.match import Match
from companion.referee.needs import NOTHING, Needs
from companion.rules.protocol import CHANCE, TABLE, Actor


class PlainDesk:
    """Face Cards, FTW?! and Factum: nothing is sensed; chance draws by itself unless the cards are physical."""

    words: tuple[str, ...] = ()

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
            self.match.rule("chance", [(CHANCE, action)], told=self.match.tell(CHANCE, action))
        outcome = game.outcome(self.match.state)
        if outcome is not None and not self._over:
            self._over = True
            self.match.rule("over", names=self.match.names(outcome.winners), scores=self.scores())

    def rewound(self) -> None:
        self._over = self.match.over

    def shorthand(self, text: str, actor: Actor) -> tuple[Actor, list[tuple[Actor, str]]] | None:
        """No short forms but the notation's own."""
        return None

    def scores(self) -> Fact:
        return points_told(self.match)

    def needs(self) -> Needs:
        return NOTHING


def points_told(match: Match) -> Fact:
    """The points that all may see now, by player: Ann 3, Ben 5."""
    outcome = match.game.outcome(match.state)
    points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
    listed = [fact("score.of", name=n, points=p) for n, p in zip(match.players, points, strict=False)]
    return fact("score.list", all=listed) if listed else fact("score.none")
