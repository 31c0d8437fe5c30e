"""Desks, the referee's logic for one game each: their base class, and the plain desk for games without senses.

A desk is stateless: each method takes the match and the desk's memory, and returns the new memory and drafts, which are
proposed rulings. The match stores the memory, turns the drafts into rulings, and calls ``automatic_actions`` until it
returns no draft.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from companion.events import Event, Ruling
from companion.facts import Fact, Value, fact
from companion.referee.match_view import MatchView
from companion.referee.questions import Acts, Answer, Question
from companion.rules.errors import RulesError
from companion.rules.protocol import CHANCE, TABLE, Actor


@dataclass(frozen=True, slots=True)
class SenseNeeds:
    """The input that a game needs from the senses at this moment.

    Attributes:
        sees: What a camera should detect: "faces", "dice" (of a game), "throws" (of dice without a game) or "" for
            nothing.
        hears: True if microphones should listen.
        signals: Signal name -> the number of cards that it offers, for the signals that are valid now.
        dice: The number of dice to be thrown now; 0 if none.
        thrower: The name of the player who throws them.
    """

    sees: str = ""
    hears: bool = False
    signals: Mapping[str, int] = field(default_factory=dict)
    dice: int = 0
    thrower: str = ""


NO_SENSES: Final = SenseNeeds()
ANSWER_SENSES: Final = SenseNeeds(hears=True)


@dataclass(frozen=True, slots=True)
class DeskMemory:
    """Base class of what a desk remembers between events.

    ``ended`` is True once the end of the game has been announced.
    """

    ended: bool = False


M = TypeVar("M", bound=DeskMemory)


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruling that a desk proposes; the match applies and numbers it.

    Attributes:
        code: The kind of ruling (see ``events.Statement``).
        values: The names, numbers and facts of its sentence.
        acts: Actions as (actor, action), which are applied together, all or none.
        onset: When its cause began, in seconds of the match; None for the time of the ruling.
        tells: True to add a description of the last action in ``acts`` to ``values``, under the key "told".
        refused: The draft to rule instead if the rules forbid an action; the reason is added to its ``values`` as
            "why".
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    acts: Acts = ()
    onset: float | None = None
    tells: bool = False
    refused: Draft | None = None


def draft(
    code: str,
    *acts: tuple[Actor, Any],
    onset: float | None = None,
    tells: bool = False,
    refused: Draft | None = None,
    **values: Value,
) -> Draft:
    return Draft(code, values, acts, onset, tells, refused)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the answer that was chosen.

    Attributes:
        question: The question.
        answer: The chosen answer.
        own: Free text, for an answer that asks for it; else "".
        by: A fact that says who answered.
    """

    question: Question
    answer: Answer
    own: str
    by: Fact


@dataclass(frozen=True, slots=True)
class TypedText:
    """A line that was typed or spoken.

    ``actor`` is the player, or the table, for whom it is an action; ``by`` is a fact that says who entered it.
    """

    text: str
    actor: Actor
    by: Fact


@dataclass(frozen=True, slots=True)
class Reaction(Generic[M]):
    """The result of a desk method: its new memory, and the rulings that it proposes.

    ``error`` is raised to the caller after the memory is stored and the drafts are ruled.
    """

    memory: M
    drafts: Sequence[Draft] = ()
    error: RulesError | None = None


class Desk(Generic[M]):
    """Base class for the refereeing of one game: it turns signals, dice, phrases and typed text into rulings.

    The defaults here ignore all senses, draw for chance, and announce the end once.
    """

    memory: type[M]
    """The type of its memory; ``memory()`` is the memory before the first event."""

    # Reactions to events. Each may raise RulesError.

    def on_sense_event(self, match: MatchView, memory: M, event: Event) -> Reaction[M]:
        """Return the reaction to an event of a sense. May raise RulesError."""
        return Reaction(memory)

    def on_time(self, match: MatchView, memory: M) -> Reaction[M]:
        """Return the reaction once the time that ``due`` returned has been reached or passed."""
        return Reaction(memory)

    def automatic_actions(self, match: MatchView, memory: M) -> Reaction[M]:
        """Return a reaction with the next ruling that needs nobody to act; without drafts if there is none.

        By default chance draws when it is its turn; once the game is over, its end is announced. The match calls this
        after each event, again and again until no draft comes back.
        """
        if CHANCE in match.game.actors(match.state):
            return Reaction(memory, [self.draw_chance(match)])
        return self.announce_end(match, memory)

    def rewound(self, match: MatchView, before: M) -> M:
        """Return the memory to continue with after a ruling was undone.

        By default it is a new memory for the present position.
        """
        return self.memory(match.is_over)

    def after_pause(self, match: MatchView, before: M) -> M:
        """Return the memory to continue with when the match pauses or resumes; by default that of ``rewound``."""
        return self.rewound(match, before)

    def on_answer(self, match: MatchView, memory: M, event: Answered) -> Reaction[M]:
        """Return the reaction to an answer that carries no actions for the match to apply."""
        return Reaction(memory)

    def on_text(self, match: MatchView, memory: M, event: TypedText) -> Reaction[M] | None:
        """Return the reaction to a typed or spoken line.

        None if the desk does not recognise it: the match then parses it as an action in the game's notation.
        """
        return None

    def forbids(self, match: MatchView, memory: M, acts: Acts) -> RulesError | None:
        """Return an error if the referee forbids actions that the rules would allow; None if they may be applied."""
        return None

    def due(self, memory: M) -> float | None:
        """Return when ``on_time`` must be called next, in seconds of the match; None if nothing is pending."""
        return None

    def questions(self, match: MatchView, memory: M) -> Sequence[Question]:
        """Return the questions that the table may answer now."""
        return ()

    def needs(self, match: MatchView) -> SenseNeeds:
        """Return the input that the game needs from the senses now; by default only spoken answers."""
        return ANSWER_SENSES

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """Return the seats that the table's own screen may act for, because all their cards or pieces are physical.

        By default there are none.
        """
        return ()

    def knows(self, match: MatchView, word: str) -> bool:
        """Return True if a command word of this game can be used with the match's options."""
        return True

    def scores(self, match: MatchView) -> Fact:
        """Return the scores that all may see now, by player, as in "Ann 3, Ben 5"."""
        outcome = match.game.outcome(match.state)
        points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
        listed = [fact("score.of", name=n, points=p) for n, p in zip(match.players, points, strict=False)]
        return fact("score.list", all=listed) if listed else fact("score.none")

    def is_bot_ready(self, match: MatchView, seat: int, since: float, pace: float, spread: float) -> bool:
        """Return True if a bot may act again.

        Args:
            match: The match.
            seat: The bot's seat.
            since: Seconds since it last acted.
            pace: The usual number of seconds between two actions of bots.
            spread: A random number in 0..1, so that bots do not all wait equally long.
        """
        return True

    def for_the_table(self, match: MatchView, bots: Collection[int], dice_seen: bool, random: Random) -> Acts:
        """Return actions to apply on the table's behalf where no person would act, () for none.

        By default it is a random legal action of the table, if all players are bots.

        Args:
            match: The match.
            bots: The seats of the bots.
            dice_seen: True if a camera watches for dice.
            random: The source of random choices.
        """
        game, state = match.game, match.state
        if TABLE in game.actors(state) and len(bots) == len(match.players):
            return ((TABLE, game.legal(state, TABLE).sample(random)),)
        return ()

    def draw_chance(self, match: MatchView) -> Draft:
        """Return a draft that applies a random draw of the game, such as cards dealt or dice thrown by the computer."""
        return draft("chance", (CHANCE, match.game.draw(match.state)), tells=True)

    def announce_end(self, match: MatchView, memory: M) -> Reaction[M]:
        """Return a reaction that announces the end if the game is over and this was not announced yet."""
        outcome = match.game.outcome(match.state)
        if outcome is None or memory.ended:
            return Reaction(memory)
        over = draft("over", names=match.names(outcome.winners), scores=self.scores(match))
        return Reaction(replace(memory, ended=True), [over])


@runtime_checkable
class DiceDesk(Protocol):
    """Interface of a desk for a game with dice, besides the methods of ``Desk``."""

    def lies(self, match: MatchView, memory: Any, since: float) -> bool:  # of the desk's own type
        """Return True if dice that came to rest at ``since`` (seconds of the match) may be the roll that is due."""


@dataclass(frozen=True, slots=True)
class SignalTrade:
    """A trade between two players, and the name of the signal that both showed for it."""

    one: str
    other: str
    signal: str


@runtime_checkable
class SignalDesk(Protocol):
    """Interface of a desk for a game with trading signals, besides the methods of ``Desk``."""

    def signal_with(self, match: MatchView, action: object) -> tuple[bool, str | None]:
        """Return whether an action changes its player's signal, and the name of the signal that it starts.

        The result is (True, name) if the action starts a signal, (True, None) if it stops the player's signal, else
        (False, None).
        """

    def ended_by(self, match: MatchView, ruling: Ruling) -> Collection[str]:
        """Return the names of the players whose signals a ruling ends."""

    def trades_of(self, match: MatchView, ruling: int) -> Sequence[SignalTrade]:
        """Return the trades that the ruling number ``ruling`` applied and that have not been undone."""

    def pair_command(self, match: MatchView, one: str, other: str, signal: str) -> str | None:
        """Return the command for a trade of two players by ``signal``; None if they cannot trade by it now."""


MAX_ANSWERS: Final = 12  # answers of PlainDesk's question; with more legal actions it asks nothing


class PlainDesk(Desk[DeskMemory]):
    """The desk of games without senses: Face Cards, FTW?! and Factum.

    It only applies actions, draws for chance, and announces the end. Players act by typed or spoken commands.
    """

    memory = DeskMemory

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """Return the seats that may act now if the cards are physical, so that the table may act for them; else ().

        If several players may act at once, they are returned only if all have the same single legal action.
        """
        seats = tuple(actor for actor in match.game.actors(state) if actor >= 0)
        if getattr(match.options, "cards", "digital") != "physical":
            return ()
        if len(seats) < 2:
            return seats
        due = {tuple(islice(match.game.legal(state, seat), 2)) for seat in seats}
        if len(due) > 1 or len(only := due.pop()) > 1:
            return ()
        after = match.game.actors(match.game.apply(state, seats[0], only[0]))
        return seats if set(seats[1:]) <= set(after) else ()

    def on_text(self, match: MatchView, memory: DeskMemory, event: TypedText) -> Reaction[DeskMemory] | None:
        """Return a reaction that applies a line from the table as an action of each seat that ``on_table`` returns.

        None if there is no such seat, or if the line is a player's own.
        """
        seats = self.on_table(match, match.state) if event.actor == TABLE and match.edition > 1 else ()
        acts = tuple((seat, match.game.parse(event.text, match.state, seat)) for seat in seats)
        return Reaction(memory, [draft("action", *acts, tells=True, reason=event.by)]) if acts else None

    def questions(self, match: MatchView, memory: DeskMemory) -> Sequence[Question]:
        """Return a question to the table with one answer for each of its legal actions.

        There is no question if the table has no legal action or more than ``MAX_ANSWERS``.
        """
        if TABLE not in match.game.actors(match.state):
            return []
        found = list(islice(match.game.legal(match.state, TABLE), MAX_ANSWERS + 1))
        if not found or len(found) > MAX_ANSWERS:
            return []
        seen = match.game.view(match.state, TABLE)
        asked = fact(f"question.table-{seen['phase']}", card=seen.get("start_card"))
        answers = [Answer(f"a{k}", _short(match, action), ((TABLE, action),)) for k, action in enumerate(found)]
        return [Question("table", match.step, asked, tuple(answers), to="laptop")]


def _short(match: MatchView, action: object) -> Fact:
    """Return the text of an answer: the player's name if the action concerns one, else the action's description."""
    seat = getattr(action, "player", -1)
    return match.game.tell(match.state, TABLE, action) if seat < 0 else fact("answer.is", value=match.players[seat])
