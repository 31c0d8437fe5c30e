"""A match: it takes events of senses and commands one by one, and returns rulings.

Its state changes only through ``begin``, ``count`` (or ``fold``) and ``advance``. Time comes only from the events and
``advance``, so applying a log's events again gives the same rulings and state. The refereeing of each game is in its
``Desk``. An event and its rulings are committed to the log together, before they are shown.
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

AUTOMATIC_RULINGS = ("new-hand", "chance")  # they follow from another ruling and are undone with it
TABLE_COMMANDS = ("undo", "overrule", "pause", "resume", "score")
"""Commands of the table in every game."""
ANSWER_COMMAND = "answer"  # answer QUESTION ANSWER [OWN WORDS]: see ``questions``
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """The result of ``Match.count``: an event, with the rulings before and after it.

    Attributes:
        due: The rulings that fell due before the event.
        event: The event; if it came late, ``decided`` is the match's time at which it was applied.
        rulings: The rulings that the event caused.
    """

    due: list[Ruling]
    event: Event
    rulings: list[Ruling]


class Match(MatchView):
    """One game at one table. ``log`` receives every event and ruling in order."""

    def __init__(
        self, game: Game[Any, Any, Any], options: Options, seed: int, desk: Desk[Any], *, log: Ledger | None = None
    ) -> None:
        super().__init__(game, options, seed)
        self.log = log
        self.paused = False
        self.desk = desk
        self.memory = desk.memory()
        """The desk's memory, of the desk's own type."""
        self.kept: dict[str, tuple[Any, Any]] = {}
        """A cache: name -> (key of the steps it was computed from, value). See ``hand_scores`` and ``moments``."""
        self._out: list[Ruling] = []
        self._entries: list[Event] = []  # events and rulings to be committed together

    @property
    def stand(self) -> Stand:
        """A snapshot of the match as it is now."""
        return Stand(self.state, self.last, self.paused, self.steps, len(self.steps), self.memory)

    @property
    def needs(self) -> SenseNeeds:
        """The input that the game needs from the senses now; none once it is over."""
        return NO_SENSES if self.is_over else self.desk.needs(self)

    @property
    def due(self) -> float | None:
        """When time alone brings the next ruling, in seconds of the match; None if nothing is pending."""
        return self.desk.due(self.memory)

    def begin(self) -> list[Ruling]:
        """Deal, apply what follows from that, and return those rulings.

        Call it once, before the first event.
        """
        with self._commit():
            self._settle()
        return self._drain()

    def fold(self, event: Event) -> list[Ruling]:
        """Apply one event as in ``count``; return the rulings that fell due before it and those that it caused."""
        counted = self.count(event)
        return [*counted.due, *counted.rulings]

    def count(self, event: Event) -> CountedEvent:
        """Apply one event, after the rulings that fell due before it, and log them.

        An event that comes late is applied now: its ``decided`` is moved up to the match's time, while ``onset`` stays.

        If a command's ``Act`` breaks a rule, RulesError is raised; nothing is logged or changed. If the referee itself
        fails, the error is logged, nothing changes, and a "failed" ruling is issued.
        """
        event = replace(event, decided=max(event.decided, self.now))
        due = self.advance(event.decided)
        before = self.stand
        try:
            with self._commit(event):
                self._count(event)
                self._settle()
        except Exception as error:  # an error in the referee must not end the game
            self._restore(before)
            if isinstance(error, RulesError) and isinstance(event, Command) and isinstance(event.means, Act):
                self._out = due  # they remain in effect and are returned by the next call
                raise
            _log.exception("folding %s", event)
            with self._commit():
                self._issue(draft("failed", kind=type(error).__name__))
        return CountedEvent(due, event, self._drain())

    def advance(self, now: float) -> list[Ruling]:
        """Advance the time to ``now`` and return the rulings that fell due, each ruled at its own time."""
        while (due := self.due) is not None and due <= now:
            self.now = max(self.now, due)
            with self._commit():
                self._react(self.desk.on_time(self, self.memory))
                self._settle()
        self.now = max(self.now, now)
        return self._drain()

    def questions(self) -> list[Question]:
        """Return the questions that the table may answer now; none while paused or once the game is over."""
        return [] if self.is_over or self.paused else list(self.desk.questions(self, self.memory))

    def words(self) -> Fact:
        """Return a fact that lists the typed commands of this game and of the table, without the game's actions."""
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
        """Apply the chosen answer: its actions, or the desk's reaction if it has none.

        Raises RulesError if the question is not open, another player's, or lacks free text, or if an action breaks a
        rule.
        """
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
        """Rule on a typed or spoken line: as a command of the desk, else as an action in the game's notation."""
        actor, text = self._speaker(event, text)
        by = _by(None if actor == TABLE else self.name(actor))
        reaction = self.desk.on_text(self, self.memory, TypedText(text, actor, by))
        if reaction is not None:
            self._react(reaction)
        else:
            self._act(event, ((actor, self.game.parse(text, self.state, actor)),), by)

    def _speaker(self, event: Command, text: str) -> tuple[Actor, str]:
        """Return the actor of a line, and the line without a leading name.

        The actor is the player whose phone sent it; else the player whose name begins the line (``Ann:`` or ``Ann``);
        else the table.
        """
        if event.player is not None:
            seat = self.seat(event.player)
            return (TABLE if seat is None else seat), text
        seat, rest = self.leading(text)
        return (TABLE, text) if seat is None or not rest else (seat, rest)

    def _act(self, event: Event, acts: Acts, by: Fact) -> None:
        """Rule on somebody's actions. Raises RulesError if the rules or the desk forbid them."""
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
        """Return a fact that names an undone ruling: a trade by its two players, any other by its own sentence."""
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
        """Undo the rulings with the numbers ``groups``, and recompute the state.

        Raises RulesError, changing nothing, if a later ruling depends on them.
        """
        kept, state = list[Step](), self._start
        for step in self.steps:
            if step.group not in groups:
                before, state = state, self.game.apply(state, step.actor, step.action)
                kept.append(replace(step, highlights=self.highlights(before, step.actor, step.action, state)))
        self.state, self.steps = state, kept

    # Desk and rulings

    def _react(self, reaction: Reaction[Any]) -> int:
        """Store a reaction's memory and rule on its drafts; return the number of drafts.

        Raises RulesError if a draft breaks a rule, or if the reaction has an error.
        """
        self.memory = reaction.memory
        for wanted in reaction.drafts:
            self._issue(wanted)
        if reaction.error is not None:
            raise reaction.error
        return len(reaction.drafts)

    def _settle(self) -> None:
        """Apply the desk's automatic actions until there are none."""
        while self._react(self.desk.automatic_actions(self, self.memory)):
            pass

    def _issue(self, wanted: Draft) -> None:
        """Turn a draft into a ruling, and apply the draft's actions, all or none.

        If an action is illegal, the draft's ``refused`` is ruled instead; without one, RulesError is raised.
        """
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
        """Log the events in ``first`` and the rulings made in this block together, or nothing if the block fails."""
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
    """Return a fact that says who acted: this player, or the table for None."""
    return fact("reason.by-table") if player is None else fact("reason.by-player", name=player)
