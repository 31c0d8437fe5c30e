"""A match is the fold of its events: senses and commands in, rulings out, the engine's state in between.

``fold`` and ``advance`` are the only ways in. Time comes from the events and from ``advance`` alone, so that folding
the log again gives the same rulings and the same state. The game's own refereeing lies in a ``Desk``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from companion.events import Command, Event, Ruling
from companion.referee.log import Log
from companion.referee.messages import listing, referee_words, say
from companion.referee.timeline import Timeline
from companion.rules.errors import RulesError, UnknownAction
from companion.rules.protocol import TABLE, Actor, Game, Language

AUTOMATIC = ("new-hand", "chance")  # ruled by nobody: drawn again when what came before is taken back


class Desk(Protocol):
    """What is special to one game: how signals, dice and phrases become actions, and what follows from an action."""

    def sense(self, event: Event) -> None: ...

    def due(self) -> float | None: ...

    def decide(self, now: float) -> None: ...

    def shorthand(self, text: str, actor: Actor) -> tuple[Actor, list[tuple[Actor, str]]] | None: ...

    def settle(self) -> None: ...

    def rewound(self) -> None: ...

    def scores(self) -> str: ...

    def public(self, action: Any) -> str: ...


class Match:
    """One game at one table. ``log`` gets every event in the order in which it counted."""

    def __init__(
        self, game: Game[Any, Any, Any], options: Any, seed: int, *, log: Log | None = None, language: Language = "en"
    ) -> None:
        self.game = game
        self.options = options
        self.language: Language = language
        self.timeline = Timeline(game, options, seed)
        self.log = log
        self.now = 0.0
        self.rulings: dict[int, Ruling] = {}
        self.paused = False
        self.desk: Desk | None = None
        self._out: list[Ruling] = []

    @property
    def state(self) -> Any:
        return self.timeline.state

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.options.players)

    def begin(self) -> list[Ruling]:
        """Chance's and the desk's first actions: the deal. Call once, before the first event."""
        self._settle()
        return self._drain()

    def fold(self, event: Event) -> list[Ruling]:
        """Count one event. Late ones count now: their ``decided`` moves up to the match's time; ``onset`` stays."""
        event = replace(event, decided=max(event.decided, self.now))
        rulings = self.advance(event.decided)
        if self.log is not None:
            self.log.append(event)
        if isinstance(event, Command):
            self._command(event)
        elif self.desk is not None and not self.paused:
            self.desk.sense(event)
        self._settle()
        return rulings + self._drain()

    def advance(self, now: float) -> list[Ruling]:
        """Let time pass to ``now``: decisions that fall due on the way are ruled at their own time."""
        rulings: list[Ruling] = []
        while self.desk is not None and (due := self.desk.due()) is not None and due <= now:
            self.now = max(self.now, due)
            self.desk.decide(self.now)
            self._settle()
            rulings += self._drain()
        self.now = max(self.now, now)
        return rulings

    def rule(
        self,
        code: str,
        text: str,
        reason: str = "",
        actions: Iterable[tuple[Actor, Any]] = (),
        *,
        onset: float | None = None,
    ) -> None:
        """Issue a ruling and apply its actions as one step. Raises RulesError and applies nothing if one is illegal."""
        number = max(self.rulings, default=0) + 1
        steps = list(actions)
        mark = (self.timeline.state, len(self.timeline.steps))
        try:
            for actor, action in steps:
                self.timeline.apply(number, actor, action)
        except RulesError:
            self.timeline.state = mark[0]
            del self.timeline.steps[mark[1] :]
            raise
        shown = "; ".join(f"{self.name(actor)}: {self._public(action)}" for actor, action in steps)
        ruling = Ruling(
            onset=self.now if onset is None else onset, decided=self.now, source="referee",
            code=code, text=text, reason=reason, action=shown, number=number,
        )  # fmt: skip
        self.rulings[number] = ruling
        self._out.append(ruling)
        if self.log is not None:
            self.log.append(ruling)

    def _public(self, action: Any) -> str:
        return self.desk.public(action) if self.desk is not None else self.game.format(action, self.options)

    def name(self, actor: Actor) -> str:
        """A player's name, or Table or Chance."""
        return self.players[actor] if actor >= 0 else ("Table" if actor == TABLE else "Chance")

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def names(self, players: Iterable[int]) -> str:
        return listing([self.players[p] for p in players], self.language)

    def seat(self, name: str) -> int | None:
        """The player of that name, whatever its case; None if there is none."""
        lowered = [p.casefold() for p in self.players]
        return lowered.index(name.casefold()) if name.casefold() in lowered else None

    def _command(self, event: Command) -> None:
        text = event.text.strip()
        word, _, rest = text.partition(" ")
        try:
            if word.casefold() in ("undo", "overrule") and event.player is None:
                self._take_back(rest)
            elif word.casefold() in ("pause", "resume") and event.player is None:
                self.paused = word.casefold() == "pause"
                if self.desk is not None:
                    self.desk.rewound()
                self.rule(word.casefold(), self.say("paused" if self.paused else "resumed"))
            elif word.casefold() == "score" and self.desk is not None:
                self.rule("score", self.say("score", scores=self.desk.scores()))
            else:
                self._action(event, text)
        except RulesError as error:
            why = error.worded(self.language)
            if isinstance(error, UnknownAction):
                why += f" {referee_words(self.game.name, self.language)}"
            self.rule("refused", self.say("refused", why=why), reason=text)

    def _action(self, event: Command, text: str) -> None:
        actor, text = self._speaker(event, text)
        found = self.desk.shorthand(text, actor) if self.desk is not None else None
        actor, texts = found if found is not None else (actor, [(actor, text)])
        steps: list[tuple[Actor, Any]] = []
        before = state = self.timeline.state
        for who, line in texts:
            steps.append((who, self.game.parse(line, state, who)))
            before, state = state, self.game.apply(state, *steps[-1])
        told = self.game.tell(before, *steps[-1], self.language)
        reason = self.say("by-command") if actor == TABLE else self.say("by-player", name=self.name(actor))
        self.rule("action", told, reason, steps, onset=event.onset)

    def _speaker(self, event: Command, text: str) -> tuple[Actor, str]:
        """Who speaks: the phone's player; else a leading ``Ann:`` or ``Ann``; else the table."""
        if event.player is not None:
            seat = self.seat(event.player)
            return (TABLE if seat is None else seat), text
        head, _, rest = text.partition(" ")
        seat = self.seat(head.rstrip(":"))
        return (TABLE, text) if seat is None or not rest.strip() else (seat, rest.strip())

    def _take_back(self, rest: str) -> None:
        standing = [n for n in self.timeline.groups() if self.rulings[n].code not in AUTOMATIC]
        named = rest.strip()
        if not named and not standing:
            self.rule("refused", self.say("nothing"))
            return
        number = standing[-1] if not named else int(named) if named.isdecimal() and len(named) < 10 else -1
        if number not in standing:
            key = "unknown-ruling" if number in self.rulings else "no-ruling"
            self.rule("refused", self.say(key, n=named))
            return
        after = [n for n in self.timeline.groups() if n > number]
        drawn = after if all(self.rulings[n].code in AUTOMATIC for n in after) else []
        self.timeline.void(number, *drawn)
        if self.desk is not None:
            self.desk.rewound()
        self.rule("undone", self.say("undone", n=number, text=self.rulings[number].text), self.say("undone.why"))

    def _settle(self) -> None:
        if self.desk is not None:
            self.desk.settle()

    def _drain(self) -> list[Ruling]:
        out, self._out = self._out, []
        return out
