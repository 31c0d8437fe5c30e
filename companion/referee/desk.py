"""What a match asks of the desk of its game: a reducer, from what it remembers and an event to rulings.

A desk holds no state. The match keeps its memory, applies its drafts as rulings, and asks again until nothing follows.
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
    """What a game wants of the senses now.

    ``signals``: those that count, with what each shows; ``dice``: how many are to be thrown, ``thrower`` by whom;
    ``sees``: which sense a camera serves ("faces", "dice" of a game, "throws" of dice without one, "" none), ``hears``:
    whether microphones do.
    """

    sees: str = ""
    hears: bool = False
    signals: Mapping[str, int] = field(default_factory=dict)
    dice: int = 0
    thrower: str = ""


NOTHING: Final = SenseNeeds()
ANSWERS: Final = SenseNeeds(hears=True)


@dataclass(frozen=True, slots=True)
class DeskMemory:
    """``ended``: the end of the game has been said."""

    ended: bool = False


M = TypeVar("M", bound=DeskMemory)


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruling that a desk wants. ``acts`` are applied as one; ``refused`` comes in its place where the rules refuse.

    ``tells``: the last act's sentence becomes its value ``told``. Of ``refused`` the rules' reason becomes ``why``.
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
    """An answer to a question. ``own``: words of one's own; ``by``: who said it."""

    question: Question
    answer: Answer
    own: str
    by: Fact


@dataclass(frozen=True, slots=True)
class TypedText:
    """A line. ``actor``: by whose right; ``by``: who said it."""

    text: str
    actor: Actor
    by: Fact


@dataclass(frozen=True, slots=True)
class Reaction(Generic[M]):
    """What a desk remembers from here on, and what it wants ruled. ``error``: a refusal that the memory outlives."""

    memory: M
    drafts: Sequence[Draft] = ()
    error: RulesError | None = None


class Desk(Generic[M]):
    """What is special to one game: how signals, dice, phrases and words become rulings.

    By itself a desk senses nothing, draws for chance and says the end once.
    """

    memory: type[M]
    """What it remembers: made without values before the first event."""

    # What follows from what happens. Each may raise RulesError.

    def on_sense_event(self, match: MatchView, memory: M, event: Event) -> Reaction[M]:
        """React to an event of a sense."""
        return Reaction(memory)

    def on_time(self, match: MatchView, memory: M) -> Reaction[M]:
        """Time has passed to what ``due`` named, or beyond."""
        return Reaction(memory)

    def automatic_actions(self, match: MatchView, memory: M) -> Reaction[M]:
        """Return what follows by itself once all that was ruled is applied.

        All that was ruled is applied: what follows by itself? Asked until nothing does.

        Chance's actions as they fall due, and the end with its count.
        """
        if CHANCE in match.game.actors(match.state):
            return Reaction(memory, [self.draw_chance(match)])
        return self.announce_end(match, memory)

    def rewound(self, match: MatchView, before: M) -> M:
        """Return the memory that begins from the position as it is, after something was taken back."""
        return self.memory(match.is_over)

    def after_pause(self, match: MatchView, before: M) -> M:
        """Return the memory as the match pauses or goes on: by itself as after something was taken back."""
        return self.rewound(match, before)

    def on_answer(self, match: MatchView, memory: M, event: Answered) -> Reaction[M]:
        """React to an answer that is no act of its own."""
        return Reaction(memory)

    def on_text(self, match: MatchView, memory: M, event: TypedText) -> Reaction[M] | None:
        """React to a line that somebody typed or said. None: it is read in the game's notation."""
        return None

    def forbids(self, match: MatchView, memory: M, acts: Acts) -> RulesError | None:
        """Why the table may not act so now, though the rules would let it; None: it may."""
        return None

    def due(self, memory: M) -> float | None:
        """When time alone brings the next decision, seconds; None where none waits."""
        return None

    def questions(self, match: MatchView, memory: M) -> Sequence[Question]:
        """Return what the table is asked now."""
        return ()

    def needs(self, match: MatchView) -> SenseNeeds:
        """Return what the senses are to look and listen for now: by itself for answers that are said."""
        return ANSWERS

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """Return the seats for which the table itself may act, where all lies before all; none in other games."""
        return ()

    def knows(self, match: MatchView, word: str) -> bool:
        """Return whether a short word of the game's means something as it is played now."""
        return True

    def scores(self, match: MatchView) -> Fact:
        """Return the points that all may see now, by player: Ann 3, Ben 5."""
        outcome = match.game.outcome(match.state)
        points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
        listed = [fact("score.of", name=n, points=p) for n, p in zip(match.players, points, strict=False)]
        return fact("score.list", all=listed) if listed else fact("score.none")

    def is_bot_ready(self, match: MatchView, seat: int, since: float, pace: float, spread: float) -> bool:
        """Return whether a bot may act again ``since`` seconds after it did; ``spread`` is drawn from 0..1."""
        return True

    def for_the_table(self, match: MatchView, bots: Collection[int], dice_seen: bool, random: Random) -> Acts:
        """Return what bots do for the table where no person would: dice of their own, a count nobody else can give."""
        game, state = match.game, match.state
        if TABLE in game.actors(state) and len(bots) == len(match.players):
            return ((TABLE, game.legal(state, TABLE).sample(random)),)
        return ()

    def draw_chance(self, match: MatchView) -> Draft:
        """Chance's own draw."""
        return draft("chance", (CHANCE, match.game.draw(match.state)), tells=True)

    def announce_end(self, match: MatchView, memory: M) -> Reaction[M]:
        """Says the end once, when the game is over."""
        outcome = match.game.outcome(match.state)
        if outcome is None or memory.ended:
            return Reaction(memory)
        over = draft("over", names=match.names(outcome.winners), scores=self.scores(match))
        return Reaction(replace(memory, ended=True), [over])


@runtime_checkable
class DiceDesk(Protocol):
    """The desk of a game with dice."""

    def lies(self, match: MatchView, memory: Any, since: float) -> bool:  # of the desk's own type
        """Return whether dice that came to rest then may still become the roll that is due."""


@dataclass(frozen=True, slots=True)
class SignalTrade:
    """Two players traded; `signal` is what both showed for it."""

    one: str
    other: str
    signal: str


@runtime_checkable
class SignalDesk(Protocol):
    """The desk of a game with signals."""

    def signal_with(self, match: MatchView, action: object) -> tuple[bool, str | None]:
        """Return whether a player's signal goes with their action, and which (None: it ends)."""

    def ended_by(self, match: MatchView, ruling: Ruling) -> Collection[str]:
        """Return the players whose signals a ruling ends."""

    def trades_of(self, match: MatchView, ruling: int) -> Sequence[SignalTrade]:
        """Return the trades that a ruling brought and that still stand."""

    def pair_command(self, match: MatchView, one: str, other: str, signal: str) -> str | None:
        """Return the command by which the table says that two traded by `signal`; None where they could not."""


MOST_ANSWERS: Final = 12  # of a question that the rules leave to the table


class PlainDesk(Desk[DeskMemory]):
    """A game in which nothing is sensed: cards are dealt, turns and the end are said, actions come by command.

    Face Cards, FTW?! and Factum are played at this one. Chance draws by itself unless the cards are physical.
    """

    memory = DeskMemory

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """With cards of paper: who is on turn, or all where each is to do the same one thing."""
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
        """React to typed text; the table's own words are those of the seats for which it may act."""
        seats = self.on_table(match, match.state) if event.actor == TABLE and match.edition > 1 else ()
        acts = tuple((seat, match.game.parse(event.text, match.state, seat)) for seat in seats)
        return Reaction(memory, [draft("action", *acts, tells=True, reason=event.by)]) if acts else None

    def questions(self, match: MatchView, memory: DeskMemory) -> Sequence[Question]:
        """Return what the rules leave to the table, as far as that is few things."""
        if TABLE not in match.game.actors(match.state):
            return []
        found = list(islice(match.game.legal(match.state, TABLE), MOST_ANSWERS + 1))
        if not found or len(found) > MOST_ANSWERS:
            return []
        seen = match.game.view(match.state, TABLE)
        asked = fact(f"question.table-{seen['phase']}", card=seen.get("start_card"))
        answers = [Answer(f"a{k}", _short(match, action), ((TABLE, action),)) for k, action in enumerate(found)]
        return [Question("table", match.step, asked, tuple(answers), to="laptop")]


def _short(match: MatchView, action: object) -> Fact:
    """Return a player by name alone; else what the action does."""
    seat = getattr(action, "player", -1)
    return match.game.tell(match.state, TABLE, action) if seat < 0 else fact("answer.is", value=match.players[seat])
