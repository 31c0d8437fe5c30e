"""A match is the fold of its events: senses and commands in, rulings out, the engine's state in between.

``fold`` and ``advance`` are the only ways in. Time comes from the events and from ``advance`` alone, so that folding
the log again gives the same rulings and the same state. The game's own refereeing lies in a ``Desk``. An event and the
rulings that follow from it are committed to the log together, before anybody sees them.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from companion.events import Command, Event, Ruling
from companion.facts import Fact, Value, fact
from companion.referee.desk import Desk
from companion.referee.log import Ledger
from companion.referee.naming import Naming
from companion.referee.needs import NOTHING, Needs
from companion.referee.questions import OTHER, Question
from companion.referee.timeline import Step, Timeline
from companion.rules.errors import MalformedAction, RulesError, UnknownAction
from companion.rules.protocol import TABLE, Actor, Game

AUTOMATIC = ("new-hand", "chance")  # ruled by nobody: drawn again when what came before is taken back
WORDS = ("undo", "overrule", "pause", "resume", "score")
"""What the table can say in every game."""
ANSWER = "answer"  # answer QUESTION ANSWER [OWN WORDS]: see ``questions``
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """A match as it stood after a fold: what may be shown of it once that is durable. Costs nothing to keep."""

    state: Any
    last: int
    """Number of the last ruling."""
    paused: bool
    steps: Sequence[Step]
    count: int
    """How many of the steps there were."""

    def standing(self, most: int) -> list[int]:
        """Numbers of the latest rulings that stand, oldest first."""
        found: dict[int, None] = {}
        for k in range(self.count - 1, -1, -1):
            found[self.steps[k].group] = None
            if len(found) == most:
                break
        return sorted(found)


class Match:
    """One game at one table. ``log`` gets every event in the order in which it counted."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, seed: int, *, log: Ledger | None = None) -> None:
        self.game = game
        self.options = options
        self.timeline = Timeline(game, options, seed)
        self.log = log
        self.now = 0.0
        self.rulings: dict[int, Ruling] = {}
        self.paused = False
        self.desk: Desk | None = None
        self.naming = Naming(options.players)
        self.kept: dict[str, tuple[Any, Any]] = {}
        """What was worked out of the steps that stand, with the mark for which it holds (see ``evening``)."""
        self._out: list[Ruling] = []
        self._entries: list[Event] = []  # of this fold, to be committed as one

    @property
    def state(self) -> Any:
        return self.timeline.state

    @property
    def players(self) -> tuple[str, ...]:
        return self.naming.players

    @property
    def last(self) -> int:
        """Number of the last ruling; 0 before the first."""
        return next(reversed(self.rulings), 0)

    @property
    def stand(self) -> Stand:
        """As it stands now."""
        steps = self.timeline.steps
        return Stand(self.timeline.state, self.last, self.paused, steps, len(steps))

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state) is not None

    @property
    def needs(self) -> Needs:
        """What the game wants of the senses now."""
        return self.desk.needs() if self.desk is not None and not self.over else NOTHING

    def begin(self) -> list[Ruling]:
        """Chance's and the desk's first actions: the deal. Call once, before the first event."""
        with self._committed():
            self._settle()
        return self._drain()

    def fold(self, event: Event) -> list[Ruling]:
        """Count one event. Late ones count now: their ``decided`` moves up to the match's time; ``onset`` stays.

        An event that the referee itself fails on is not logged and changes nothing; a ruling says so.
        """
        event = replace(event, decided=max(event.decided, self.now))
        rulings = self.advance(event.decided)
        before = self.stand
        try:
            with self._committed(event):
                self._count(event)
                self._settle()
        except Exception as error:  # the edge of the fold: a fault of ours must not end the game  # noqa: BLE001
            _log.exception("folding %s", event)
            self._restore(before)
            with self._committed():
                self.rule("failed", kind=type(error).__name__)
        return rulings + self._drain()

    def advance(self, now: float) -> list[Ruling]:
        """Let time pass to ``now``: decisions that fall due on the way are ruled at their own time."""
        rulings: list[Ruling] = []
        while self.desk is not None and (due := self.desk.due()) is not None and due <= now:
            self.now = max(self.now, due)
            with self._committed():
                self.desk.decide(self.now)
                self._settle()
            rulings += self._drain()
        self.now = max(self.now, now)
        return rulings

    def rule(
        self, code: str, actions: Iterable[tuple[Actor, Any]] = (), *, onset: float | None = None, **values: Value
    ) -> None:
        """Issue a ruling and apply its actions as one step. Raises RulesError and applies nothing if one is illegal."""
        number = self.last + 1
        steps = list(actions)
        mark = (self.timeline.state, len(self.timeline.steps))
        try:
            for actor, action in steps:
                self.timeline.apply(number, actor, action)
        except RulesError:
            self._rewind(*mark)
            raise
        shown = "; ".join(f"{self.name(actor)}: {self.game.public(action, self.options)}" for actor, action in steps)
        ruling = Ruling(
            onset=self.now if onset is None else onset, decided=self.now, source="referee",
            code=code, values=values, action=shown, number=number,
        )  # fmt: skip
        self.rulings[number] = ruling
        self._out.append(ruling)
        self._entries.append(ruling)

    def name(self, actor: Actor) -> str:
        """A player's name, or Table or Chance."""
        return self.players[actor] if actor >= 0 else ("Table" if actor == TABLE else "Chance")

    def names(self, players: Iterable[int]) -> list[str]:
        return [self.players[p] for p in players]

    def seat(self, name: str | None) -> int | None:
        """The player of that name, whatever its case; None if there is none."""
        return self.naming.seat(name)

    def tell(self, actor: Actor, action: Any) -> Fact:
        """What an action does now, before it is applied."""
        told: Fact = self.game.tell(self.state, actor, action)
        return told

    def questions(self) -> list[Question]:
        """What the table is asked now, the oldest first."""
        if self.desk is None or self.over or self.paused:
            return []
        return sorted(self.desk.questions(), key=lambda q: q.number)

    def words(self) -> Fact:
        """What the table can say besides the game's own actions."""
        known = [word for word in self.game.commands if self.desk is None or self.desk.knows(word)]
        own = [fact(f"command.{self.game.name}.{word}") for word in known]
        return fact("referee.words", words=[*own, *(fact(f"command.{word}") for word in WORDS)])

    def _count(self, event: Event) -> None:
        if isinstance(event, Command):
            self._command(event)
        elif self.desk is not None and not self.paused:
            self.desk.sense(event)

    def _command(self, event: Command) -> None:
        text = event.text.strip()
        word, _, rest = text.partition(" ")
        try:
            if word.casefold() in WORDS and (event.player is None or word.casefold() == "score"):
                self._word(word.casefold(), rest)
            elif word.casefold() == ANSWER:
                self._answer(event, rest)
            else:
                self._said(event, self.naming.quoted(text))
        except RulesError as error:
            known = self.words() if isinstance(error, UnknownAction) else None
            self.rule("refused", why=error.public, known=known, text=text)

    def _word(self, word: str, rest: str) -> None:
        if word in ("undo", "overrule"):
            self._take_back(rest)
        elif word == "score":
            self.rule("score", scores=self.desk.scores() if self.desk is not None else None)
        else:
            self.paused = word == "pause"
            if self.desk is not None:
                self.desk.rewound()
            self.rule(word)

    def _answer(self, event: Command, rest: str) -> None:
        """An answer to what was asked: what the table would type for it, or something that the desk notes."""
        name, _, rest = rest.partition(" ")
        chosen, _, own = rest.partition(" ")
        question = next((q for q in self.questions() if q.id == name), None)
        answer = question.answer(chosen) if question is not None else None
        if question is None or answer is None or self.desk is None:
            raise MalformedAction(fact("question.gone"))
        if not question.concerns(None if event.player is None else self.seat(event.player)):
            raise MalformedAction(fact("question.others"))
        if answer.kind == OTHER and not own.strip():
            raise MalformedAction(fact("question.own-words"))
        if not answer.text:
            self.desk.answered(question, answer)
            return
        text = answer.text.replace("{}", json.dumps(own.strip(), ensure_ascii=False)) if own else answer.text
        actor, text = self._speaker(replace(event, player=None), text)
        by = fact("reason.by-table") if event.player is None else fact("reason.by-player", name=event.player)
        self._action(event, actor, text, by)

    def _said(self, event: Command, text: str) -> None:
        actor, text = self._speaker(event, text)
        if self.desk is None or not self.desk.word(text, actor):
            by = fact("reason.by-table") if actor == TABLE else fact("reason.by-player", name=self.name(actor))
            self._action(event, actor, text, by)

    def _action(self, event: Command, actor: Actor, text: str, reason: Fact) -> None:
        found = self.desk.shorthand(text, actor) if self.desk is not None else None
        actor, texts = found if found is not None else (actor, [(actor, text)])
        steps: list[tuple[Actor, Any]] = []
        before = state = self.timeline.state
        for who, line in texts:
            steps.append((who, self.game.parse(line, state, who)))
            before, state = state, self.game.apply(state, *steps[-1])
        told = self.game.tell(before, *steps[-1])
        self.rule("action", steps, onset=event.onset, told=told, reason=reason)

    def _speaker(self, event: Command, text: str) -> tuple[Actor, str]:
        """Who speaks: the phone's player; else a leading ``Ann:`` or ``Ann``; else the table."""
        if event.player is not None:
            seat = self.seat(event.player)
            return (TABLE if seat is None else seat), text
        seat, rest = self.naming.leading(text)
        return (TABLE, text) if seat is None or not rest else (seat, rest)

    def _take_back(self, rest: str) -> None:
        standing = [n for n in self.timeline.groups() if self.rulings[n].code not in AUTOMATIC]
        named = rest.strip()
        if not named and not standing:
            self.rule("refused", why=fact("referee.nothing"), text="undo")
            return
        number = standing[-1] if not named else int(named) if named.isdecimal() and len(named) < 10 else -1
        if number not in standing:
            why = "referee.stays" if number in self.rulings else "referee.no-ruling"
            self.rule("refused", why=fact(why, n=named), text=f"undo {named}")
            return
        after = [n for n in self.timeline.groups() if n > number]
        drawn = after if all(self.rulings[n].code in AUTOMATIC for n in after) else []
        self.timeline.void(number, *drawn)
        if self.desk is not None:
            self.desk.rewound()
        self.rule("undone", n=number, what=self.rulings[number].told, reason=fact("reason.overruled"))

    def _settle(self) -> None:
        if self.desk is not None:
            self.desk.settle()

    def _restore(self, before: Stand) -> None:
        self.timeline.state, self.timeline.steps = before.state, list(before.steps[: before.count])
        for number in range(before.last + 1, self.last + 1):
            del self.rulings[number]
        self.paused = before.paused
        self._out.clear()
        if self.desk is not None:
            self.desk.rewound()

    def _rewind(self, state: Any, steps: int) -> None:
        self.timeline.state = state
        del self.timeline.steps[steps:]

    @contextmanager
    def _committed(self, *first: Event) -> Iterator[None]:
        """What is ruled inside is committed with ``first`` when it ends well; nothing of it where it fails."""
        self._entries = list(first)
        try:
            yield
        except BaseException:
            self._entries = []
            raise
        if self.log is not None and self._entries:
            self.log.append(*self._entries)
        self._entries = []

    def _drain(self) -> list[Ruling]:
        out, self._out = self._out, []
        return out
