"""A game in progress: its positions, undo, comments, and its record."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from companion.facts import fact
from companion.names import fold_name
from companion.rules.drawing import draw_view, picture
from companion.rules.errors import IllegalAction, MalformedAction, Rule
from companion.rules.notation import actor_name
from companion.rules.options import Options
from companion.rules.playout import Sight, sight_of, visible_action
from companion.rules.protocol import CHANCE, TABLE, Actor, Game
from companion.rules.record import Record, Step

UNDO: Final = Rule("undo", "companion", "undo")
_SPECIAL_ACTORS: Final = {"chance": CHANCE, "table": TABLE}


@dataclass(frozen=True, slots=True)
class Taken:
    """One action that was applied, with its actor and the position before it."""

    before: Any  # states and actions are each game's own
    actor: Actor
    action: Any  # the game's own, too


class History:
    """A game in progress with its past positions. ``state`` is the present one; ``apply`` and ``undo`` change it."""

    def __init__(self, game: Game[Any, Any, Any], options: Options, seed: int) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.state = game.start(options, seed)
        self.taken: list[Taken] = []
        self.headers: dict[str, str] = {}
        self.comments: list[tuple[int, str]] = []

    @classmethod
    def of(cls, record: Record) -> History:
        """Return the game that a record holds, ready to be continued."""
        history = cls(record.game, record.options, record.seed)
        for step in record.steps:
            history.apply(step.actor, step.action)
        history.headers = dict(record.headers)
        history.comments = list(record.comments)
        return history

    def fork(self, state: object) -> History:
        """Return a copy that continues from ``state``, with the same past actions."""
        other = copy(self)
        other.state, other.taken, other.headers = state, list(self.taken), dict(self.headers)
        other.comments = list(self.comments)
        return other

    def apply(self, actor: Actor, action: object) -> None:
        """Apply an action. Raises MalformedAction or IllegalAction if it is not legal; then nothing has changed."""
        after = self.game.apply(self.state, actor, action)
        self.taken.append(Taken(self.state, actor, action))
        self.state = after

    def push(self, text: str) -> Any:
        """Parse and apply a line such as "Ann: offer 2 ruby", and return the action.

        The name (or ``table:``, ``chance:``) may be left out if only one actor may act. After an error nothing has
        changed.

        Raises:
            MalformedAction: The line is no action of the game, or the name is missing.
            AmbiguousAction: The line fits several legal actions.
            IllegalAction: The rules forbid the action now.
        """
        name, colon, rest = text.partition(":")
        players, actors = self.options.players, self.game.actors(self.state)
        seats = {**_SPECIAL_ACTORS, **{fold_name(player): seat for seat, player in enumerate(players)}}
        named = colon and fold_name(name) in seats
        if not named and len(actors) > 1:
            raise MalformedAction(fact("rules.no.who", names=[f"{actor_name(a, players)}:" for a in actors if a >= 0]))
        actor, line = (seats[fold_name(name)], rest.strip()) if named else (next(iter(actors), 0), text)
        action = self.game.parse(line, self.state, actor)
        self.apply(actor, action)
        return action

    def draw(self) -> Any:
        """Apply the action of chance that follows from the seed, and return it."""
        action = self.game.draw(self.state)
        self.apply(CHANCE, action)
        return action

    def can_undo(self, actor: Actor) -> bool:
        """Return True if the latest action is this actor's own and may be undone."""
        if not self.taken or actor == CHANCE or self.taken[-1].actor != actor:
            return False
        latest = self.taken[-1]
        return self.game.undoable(latest.before, latest.actor, latest.action)

    def undo(self, actor: Actor) -> Taken:
        """Undo the latest action and return it. Raises IllegalAction if ``can_undo`` is False."""
        if not self.can_undo(actor):
            raise IllegalAction(fact("rules.no.undo", who=actor_name(actor, self.options.players)), rule=UNDO)
        latest = self.taken.pop()
        self.state = latest.before
        self.comments = [(at, text) for at, text in self.comments if at <= len(self.taken)]
        return latest

    def sight(self, viewer: Actor, random: Random) -> Sight[Any, Any, Any]:
        """Return what the viewer knows now; what is hidden from the viewer is redrawn by ``random``."""
        return sight_of(self.game, self.state, viewer, ((step.actor, step.action) for step in self.taken), random)

    def information(self, viewer: Actor) -> str:
        """Return all that the viewer has seen, line by line: actions, and the viewer's own values when they change."""
        lines, before = [], ""
        states = [step.before for step in self.taken[1:]] + [self.state]
        for step, state in zip(self.taken, states, strict=bool(self.taken)):
            _, action = visible_action(self.game, viewer, step.actor, step.action)
            text = type(step.action).__name__.lower() if action is None else self.game.format(action, self.options)
            lines.append(f"{step.actor} {text}")
            public = self.game.view(state, TABLE)
            own = {name: value for name, value in self.game.view(state, viewer).items() if public.get(name) != value}
            if (now := json.dumps(own, ensure_ascii=False)) != before:
                lines.append(now)
                before = now
        return "\n".join(lines)

    def __repr__(self) -> str:
        players, now = ", ".join(self.options.players), self.game.outcome(self.state) or "goes on"
        return f"<{self.game.name} with {players}: {len(self.taken)} actions, {now}>"

    def __str__(self) -> str:
        """Return the position as text, as everybody may see it."""
        return draw_view(self.game.view(self.state, TABLE))

    def _repr_svg_(self) -> str:
        return picture(self.game.view(self.state, TABLE))

    def comment(self, text: str) -> None:
        """Add a comment after the latest action; line breaks become spaces."""
        self.comments.append((len(self.taken), " ".join(text.split())))

    def record(self) -> Record:
        """Return a record of the game so far."""
        steps = tuple(Step(t.actor, t.action) for t in self.taken)
        return Record(self.game, self.options, self.seed, steps, tuple(self.comments), tuple(self.headers.items()))
