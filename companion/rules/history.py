"""A game as it grows: positions, undo, comments, and the record of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from companion.facts import fact
from companion.names import folded
from companion.rules.errors import IllegalAction, MalformedAction, Rule
from companion.rules.notation import actor_name
from companion.rules.options import Options
from companion.rules.protocol import CHANCE, TABLE, Actor, Game
from companion.rules.record import Record, Step

UNDO: Final = Rule("undo", "companion", "undo")
_OTHERS: Final = {"chance": CHANCE, "table": TABLE}


@dataclass(frozen=True, slots=True)
class Taken:
    """One action with the position before it."""

    before: Any  # states and actions are each game's own
    actor: Actor
    action: Any


class History:
    """One game and all its positions. ``state`` is the latest; every change goes through ``apply`` or ``undo``."""

    def __init__(self, game: Game[Any, Any, Any], options: Options, seed: int) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.state = game.start(options, seed)
        self.taken: list[Taken] = []
        self.headers: dict[str, str] = {}
        self._comments: list[tuple[int, str]] = []

    @classmethod
    def of(cls, record: Record) -> History:
        """The game of a record, ready to go on."""
        history = cls(record.game, record.options, record.seed)
        for step in record.steps:
            history.apply(step.actor, step.action)
        history.headers = dict(record.headers)
        history._comments = list(record.comments)
        return history

    def apply(self, actor: Actor, action: object) -> None:
        """Raises what the game's ``apply`` raises; then nothing has changed."""
        after = self.game.apply(self.state, actor, action)
        self.taken.append(Taken(self.state, actor, action))
        self.state = after

    def push(self, text: str) -> Any:
        """Play a line as somebody says it, and give the action: ``push("Ann: offer 2 ruby")``.

        The name (or ``table:``, ``chance:``) may be left out where one alone may act. Raises MalformedAction, or what
        ``apply`` raises; then nothing has changed.
        """
        name, colon, rest = text.partition(":")
        players, actors = self.options.players, self.game.actors(self.state)
        seats = {**_OTHERS, **{folded(player): seat for seat, player in enumerate(players)}}
        named = colon and folded(name) in seats
        if not named and len(actors) != 1:
            raise MalformedAction(fact("rules.no.who", names=[f"{actor_name(a, players)}:" for a in actors if a >= 0]))
        actor, line = (seats[folded(name)], rest.strip()) if named else (actors[0], text)
        action = self.game.parse(line, self.state, actor)
        self.apply(actor, action)
        return action

    def draw(self) -> Any:
        """Let the seed decide where chance is to act; gives the action."""
        action = self.game.draw(self.state)
        self.apply(CHANCE, action)
        return action

    def can_undo(self, actor: Actor) -> bool:
        """Whether the latest action is this actor's own and may be taken back."""
        if not self.taken or actor == CHANCE or self.taken[-1].actor != actor:
            return False
        latest = self.taken[-1]
        return self.game.undoable(latest.before, latest.actor, latest.action)

    def undo(self, actor: Actor) -> Taken:
        """Take the latest action back and give it. Raises IllegalAction where ``can_undo`` is False."""
        if not self.can_undo(actor):
            raise IllegalAction(fact("rules.no.undo", who=actor_name(actor, self.options.players)), rule=UNDO)
        latest = self.taken.pop()
        self.state = latest.before
        self._comments = [(at, text) for at, text in self._comments if at <= len(self.taken)]
        return latest

    def comment(self, text: str) -> None:
        """A remark after the latest action; line breaks become blanks."""
        self._comments.append((len(self.taken), " ".join(text.split())))

    def record(self) -> Record:
        """The game so far, ended or not."""
        steps = tuple(Step(t.actor, t.action) for t in self.taken)
        return Record(self.game, self.options, self.seed, steps, tuple(self._comments), tuple(self.headers.items()))
