"""A match is the fold of its events: senses and commands in, rulings out, the engine's state in between.

``fold`` and ``advance`` are the only ways in. Time comes from the events and from ``advance`` alone, so that folding
the log again gives the same rulings and the same state. The game's own refereeing lies in a ``Desk``. An event and the
rulings that follow from it are committed to the log together, before anybody sees them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from companion.bounds import digits
from companion.events import Act, Command, Event, Reply, Ruling
from companion.facts import Fact, Value, fact
from companion.referee.desk import NO_SENSES, Answered, Desk, Draft, Reaction, SenseNeeds, TypedText, draft
from companion.referee.log_writer import Ledger
from companion.referee.match_view import MatchView, Stand, Step
from companion.referee.questions import OTHER_ANSWER, Acts, Question
from companion.rules.errors import MalformedAction, RulesError, UnknownAction
from companion.rules.options import Options
from companion.rules.protocol import TABLE, Actor, Game

AUTOMATIC_RULINGS = ("new-hand", "chance")  # ruled by nobody: drawn again when what came before is taken back
TABLE_COMMANDS = ("undo", "overrule", "pause", "resume", "score")
"""What the table can say in every game."""
ANSWER_COMMAND = "answer"  # answer QUESTION ANSWER [OWN WORDS]: see ``questions``
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """An event with the time at which it counted.

    ``due``: the rulings that fell due before it; ``rulings``: those that it brought about.
    """

    due: list[Ruling]
    event: Event
    rulings: list[Ruling]


class Match(MatchView):
    """One game at one table. ``log`` gets every event in the order in which it counted."""

    def __init__(
        self, game: Game[Any, Any, Any], options: Options, seed: int, desk: Desk[Any], *, log: Ledger | None = None
    ) -> None:
        super().__init__(game, options, seed)
        self.log = log
        self.paused = False
        self.desk = desk
        self.memory = desk.memory()
        """What the desk remembers; its type is the desk's."""
        self.kept: dict[str, tuple[Any, Any]] = {}
        """What was worked out of the steps that stand, with the mark for which it holds (see ``hand_scores``)."""
        self._out: list[Ruling] = []
        self._entries: list[Event] = []  # of this fold, to be committed as one

    @property
    def stand(self) -> Stand:
        """As it stands now."""
        return Stand(self.state, self.last, self.paused, self.steps, len(self.steps), self.memory)

    @property
    def needs(self) -> SenseNeeds:
        """Return what the game wants of the senses now."""
        return NO_SENSES if self.is_over else self.desk.needs(self)

    @property
    def due(self) -> float | None:
        """When time alone brings the next decision, seconds."""
        return self.desk.due(self.memory)

    def begin(self) -> list[Ruling]:
        """Begin the match: apply the deal and what follows from it, and return those rulings.

        Call it once, before the first event.
        """
        with self._commit():
            self._settle()
        return self._drain()

    def fold(self, event: Event) -> list[Ruling]:
        """Count one event and return all rulings. See ``count``."""
        counted = self.count(event)
        return [*counted.due, *counted.rulings]

    def count(self, event: Event) -> CountedEvent:
        """Count one event. Late ones count now: their ``decided`` moves up to the match's time; ``onset`` stays.

        An action that was given as a value and breaks a rule raises RulesError: it is not logged and changes nothing.
        So does an event that the referee itself fails on; a ruling says so.
        """
        event = replace(event, decided=max(event.decided, self.now))
        due = self.advance(event.decided)
        before = self.stand
        try:
            with self._commit(event):
                self._count(event)
                self._settle()
        except Exception as error:  # the edge of the fold: a fault of ours must not end the game
            self._restore(before)
            if isinstance(error, RulesError) and isinstance(event, Command) and isinstance(event.means, Act):
                self._out = due  # they stand, and are shown with what comes next
                raise
            _log.exception("folding %s", event)
            with self._commit():
                self._issue(draft("failed", kind=type(error).__name__))
        return CountedEvent(due, event, self._drain())

    def advance(self, now: float) -> list[Ruling]:
        """Let time pass to ``now``: decisions that fall due on the way are ruled at their own time."""
        while (due := self.due) is not None and due <= now:
            self.now = max(self.now, due)
            with self._commit():
                self._react(self.desk.on_time(self, self.memory))
                self._settle()
        self.now = max(self.now, now)
        return self._drain()

    def questions(self) -> list[Question]:
        """Return what the table may answer now."""
        return [] if self.is_over or self.paused else list(self.desk.questions(self, self.memory))

    def words(self) -> Fact:
        """Return what the table can say besides the game's own actions."""
        known = [word for word in self.game.commands if self.desk.knows(self, word)]
        own = [fact(f"command.{self.game.name}.{word}") for word in known]
        return fact("referee.words", words=[*own, *(fact(f"command.{word}") for word in TABLE_COMMANDS)])

    # An event

    def _count(self, event: Event) -> None:
        if isinstance(event, Command):
            self._command(event)
        elif not self.paused:
            self._react(self.desk.on_sense_event(self, self.memory, event))

    def _command(self, event: Command) -> None:
        text = event.text.strip()
        word, _, rest = text.partition(" ")
        if isinstance(event.means, Act):
            self._act(event, event.means.acts, _by(event.player))
            return
        try:
            if isinstance(event.means, Reply):
                self._reply(event, event.means)
            elif word.casefold() in TABLE_COMMANDS and (event.player is None or word.casefold() == "score"):
                self._word(word.casefold(), rest)
            elif word.casefold() == ANSWER_COMMAND:
                question, _, more = rest.partition(" ")
                answer, _, own = more.partition(" ")
                self._reply(event, Reply(question, answer, own))
            else:
                self._on_text(event, self.quote_names(text))
        except RulesError as error:
            known = self.words() if isinstance(error, UnknownAction) else None
            self._issue(draft("refused", why=error.public, known=known, text=text))

    def _word(self, word: str, rest: str) -> None:
        if word in ("undo", "overrule"):
            self._take_back(rest)
        elif word == "score":
            self._issue(draft("score", scores=self.desk.scores(self)))
        else:
            self.paused = word == "pause"
            self.memory = self.desk.after_pause(self, self.memory)
            self._issue(draft(word))

    def _reply(self, event: Command, reply: Reply) -> None:
        """Apply the answer to a question: what it does, or something that the desk notes."""
        question = next((q for q in self.questions() if q.id == reply.question), None)
        answer = question.answer(reply.answer) if question is not None else None
        if question is None or answer is None:
            raise MalformedAction(fact("question.gone"))
        seat = self.seat(event.player)
        if not question.concerns(seat if event.player is None or seat is not None else -1):
            raise MalformedAction(fact("question.others"))
        own = reply.own.strip()
        if answer.kind == OTHER_ANSWER and not own:
            raise MalformedAction(fact("question.own-words"))
        if answer.acts:
            self._act(event, answer.acts, _by(event.player))
        else:
            given = Answered(question, answer, own, _by(event.player))
            self._react(self.desk.on_answer(self, self.memory, given))

    def _on_text(self, event: Command, text: str) -> None:
        """Handle a line that somebody typed or said: the desk's own words, else the game's notation."""
        actor, text = self._speaker(event, text)
        by = _by(None if actor == TABLE else self.name(actor))
        reaction = self.desk.on_text(self, self.memory, TypedText(text, actor, by))
        if reaction is not None:
            self._react(reaction)
        else:
            self._act(event, ((actor, self.game.parse(text, self.state, actor)),), by)

    def _speaker(self, event: Command, text: str) -> tuple[Actor, str]:
        """Return who speaks: the phone's player; else a leading ``Ann:`` or ``Ann``; else the table."""
        if event.player is not None:
            seat = self.seat(event.player)
            return (TABLE if seat is None else seat), text
        seat, rest = self.leading(text)
        return (TABLE, text) if seat is None or not rest else (seat, rest)

    def _act(self, event: Event, acts: Acts, by: Fact) -> None:
        """Rule what somebody does. Raises RulesError."""
        if (error := self.desk.forbids(self, self.memory, acts)) is not None:
            raise error
        self._issue(draft("action", *acts, onset=event.onset, tells=True, reason=by))

    def _take_back(self, rest: str) -> None:
        standing = [n for n in self.groups() if self.rulings[n].code not in AUTOMATIC_RULINGS]
        named = rest.strip()
        if not named and not standing:
            self._issue(draft("refused", why=fact("referee.nothing"), text="undo"))
            return
        number = standing[-1] if not named else digits(named, 1, 10**9) or -1
        if number not in standing:
            why = "referee.stays" if number in self.rulings else "referee.no-ruling"
            self._issue(draft("refused", why=fact(why, n=named), text=f"undo {named}"))
            return
        after = [n for n in self.groups() if n > number]
        drawn = after if all(self.rulings[n].code in AUTOMATIC_RULINGS for n in after) else []
        self._void(number, *drawn)
        self.memory = self.desk.rewound(self, self.memory)
        self._issue(draft("undone", n=number, what=self._undone_fact(number), reason=fact("reason.overruled")))

    def _undone_fact(self, number: int) -> Fact:
        """Return what was taken back: a trade by its players, all else as it was ruled."""
        ruling = self.rulings[number]
        if self.edition < 4:
            return ruling.as_fact
        told = ruling.values.get("told")
        if isinstance(told, Fact) and told.code == "face-off.trade":
            return fact("undone.trade", a=told.values["one"], b=told.values["other"])
        if ruling.code == "trade":
            return fact("undone.trade", a=ruling.values["a"], b=ruling.values["b"])
        return ruling.as_fact

    def _void(self, *groups: int) -> None:
        """Take back these rulings. Raises RulesError, changing nothing, if a later one needs them."""
        kept, state = list[Step](), self._start
        for step in self.steps:
            if step.group not in groups:
                before, state = state, self.game.apply(state, step.actor, step.action)
                kept.append(replace(step, highlights=self.highlights(before, step.actor, step.action, state)))
        self.state, self.steps = state, kept

    # Desk and rulings

    def _react(self, reaction: Reaction[Any]) -> int:
        """Rule what the desk wants; how many rulings. Raises RulesError."""
        self.memory = reaction.memory
        for wanted in reaction.drafts:
            self._issue(wanted)
        if reaction.error is not None:
            raise reaction.error
        return len(reaction.drafts)

    def _settle(self) -> None:
        """Apply what follows by itself, until nothing does."""
        while self._react(self.desk.automatic_actions(self, self.memory)):
            pass

    def _issue(self, wanted: Draft) -> None:
        """Rule a draft and apply its acts as one step. Raises RulesError and applies nothing if one is illegal."""
        values: dict[str, Value] = dict(wanted.values)
        number, before = self.last + 1, (self.state, len(self.steps))
        try:
            for k, (actor, action) in enumerate(wanted.acts, start=1):
                after = self.game.apply(self.state, actor, action)
                if wanted.tells and k == len(wanted.acts):
                    values = {"told": self.game.describe(self.state, actor, action, after), **values}
                highlights = self.highlights(self.state, actor, action, after)
                self.state = after
                self.steps.append(Step(number, actor, action, highlights))
        except RulesError as error:
            self.state, self.steps = before[0], self.steps[: before[1]]
            if wanted.refused is None:
                raise
            self._issue(replace(wanted.refused, values={**wanted.refused.values, "why": error.public}))
            return
        public = self.game.public
        ruling = Ruling(
            onset=self.now if wanted.onset is None else wanted.onset,
            decided=self.now,
            source="referee",
            code=wanted.code,
            values=values,
            number=number,
            action="; ".join(f"{self.name(actor)}: {public(action, self.options)}" for actor, action in wanted.acts),
        )
        self.rulings[number] = ruling
        self._out.append(ruling)
        self._entries.append(ruling)

    def _restore(self, before: Stand) -> None:
        self.state, self.steps = before.state, list(before.steps[: before.count])
        for number in range(before.last + 1, self.last + 1):
            del self.rulings[number]
        self.paused, self.memory = before.paused, before.memory
        self._out = [ruling for ruling in self._out if ruling.number <= before.last]

    @contextmanager
    def _commit(self, *first: Event) -> Iterator[None]:
        """Commit what is ruled inside together with ``first`` when the block ends well, and nothing where it fails."""
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


def _by(player: str | None) -> Fact:
    """Return who said or tapped it."""
    return fact("reason.by-table") if player is None else fact("reason.by-player", name=player)
