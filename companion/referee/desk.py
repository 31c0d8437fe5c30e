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
    """What a game needs the senses for at this moment.

    ``sees``: what a camera watches: "faces", "dice" (of a game), "throws" (of dice without a game) or "" for nothing.
    ``hears``: whether microphones listen. ``signals``: how many cards each signal that counts stands for, by its
    name. ``dice``: how many dice are to be thrown, ``thrower``: by whom.
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
    """What a desk remembers. ``ended``: whether the end of the game has been announced."""

    ended: bool = False


M = TypeVar("M", bound=DeskMemory)


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruling that a desk proposes and the match makes.

    ``acts`` are applied all together. ``refused`` is ruled instead where the rules forbid them; their reason becomes
    its value ``why``. ``tells``: whether the sentence on the last act becomes the ruling's value ``told``.
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

    ``own``: what was typed in place of a fixed text; ``by``: says who answered.
    """

    question: Question
    answer: Answer
    own: str
    by: Fact


@dataclass(frozen=True, slots=True)
class TypedText:
    """A line that was typed or said. ``actor``: for whom it acts; ``by``: says whose it is."""

    text: str
    actor: Actor
    by: Fact


@dataclass(frozen=True, slots=True)
class Reaction(Generic[M]):
    """What a desk makes of an event: its memory from now on, and the rulings that it proposes.

    ``error``: a refusal to be raised; the memory is kept all the same.
    """

    memory: M
    drafts: Sequence[Draft] = ()
    error: RulesError | None = None


class Desk(Generic[M]):
    """What is special about refereeing one game: how signals, dice, phrases and typed words become rulings.

    This base class uses no sense, draws for chance, and announces the end once.
    """

    memory: type[M]
    """What it remembers: made without values before the first event."""

    # What follows from what happens. Each may raise RulesError.

    def on_sense_event(self, match: MatchView, memory: M, event: Event) -> Reaction[M]:
        """React to an event of a sense. May raise RulesError."""
        return Reaction(memory)

    def on_time(self, match: MatchView, memory: M) -> Reaction[M]:
        """React to the time: what ``due`` named has been reached or passed."""
        return Reaction(memory)

    def automatic_actions(self, match: MatchView, memory: M) -> Reaction[M]:
        """Return what follows without anybody acting, once all earlier rulings are applied.

        By itself: what chance does when it is its turn, then the end. The match asks again until there is nothing
        more.
        """
        if CHANCE in match.game.actors(match.state):
            return Reaction(memory, [self.draw_chance(match)])
        return self.announce_end(match, memory)

    def rewound(self, match: MatchView, before: M) -> M:
        """Return the memory to go on with after something was taken back.

        It begins anew from the present position.
        """
        return self.memory(match.is_over)

    def after_pause(self, match: MatchView, before: M) -> M:
        """Return the memory to go on with when the match pauses or goes on; by itself that of ``rewound``."""
        return self.rewound(match, before)

    def on_answer(self, match: MatchView, memory: M, event: Answered) -> Reaction[M]:
        """React to an answer that has no actions of its own for the match to apply."""
        return Reaction(memory)

    def on_text(self, match: MatchView, memory: M, event: TypedText) -> Reaction[M] | None:
        """React to a line that somebody typed or said.

        None: the desk has no meaning for it, and it is read as an action in the game's notation.
        """
        return None

    def forbids(self, match: MatchView, memory: M, acts: Acts) -> RulesError | None:
        """Return why the table may not act so now although the rules allow it; None where it may."""
        return None

    def due(self, memory: M) -> float | None:
        """Return when time alone brings the next decision, seconds of the match; None where none is pending."""
        return None

    def questions(self, match: MatchView, memory: M) -> Sequence[Question]:
        """Return the questions that are open to the table now."""
        return ()

    def needs(self, match: MatchView) -> SenseNeeds:
        """Return what the senses are to look and listen for now; by itself only spoken answers."""
        return ANSWER_SENSES

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """Return the players for whom the table may act, because everything lies open before all.

        By itself nobody.
        """
        return ()

    def knows(self, match: MatchView, word: str) -> bool:
        """Return whether a short word of this game's means something in the variant that is played."""
        return True

    def scores(self, match: MatchView) -> Fact:
        """Return the scores that all may see now, by player, as in "Ann 3, Ben 5"."""
        outcome = match.game.outcome(match.state)
        points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
        listed = [fact("score.of", name=n, points=p) for n, p in zip(match.players, points, strict=False)]
        return fact("score.list", all=listed) if listed else fact("score.none")

    def is_bot_ready(self, match: MatchView, seat: int, since: float, pace: float, spread: float) -> bool:
        """Return whether a bot may act again.

        ``since``: seconds since it last acted; ``pace``: usual seconds between two actions of bots; ``spread``: a
        random number in 0..1, so that bots need not all act alike.
        """
        return True

    def for_the_table(self, match: MatchView, bots: Collection[int], dice_seen: bool, random: Random) -> Acts:
        """Return what is done in the table's place where no person would do it, () for nothing.

        By itself: any legal action of the table where all players are bots. ``bots``: their seats; ``dice_seen``:
        whether a camera watches for dice.
        """
        game, state = match.game, match.state
        if TABLE in game.actors(state) and len(bots) == len(match.players):
            return ((TABLE, game.legal(state, TABLE).sample(random)),)
        return ()

    def draw_chance(self, match: MatchView) -> Draft:
        """Return the draft of chance's own draw."""
        return draft("chance", (CHANCE, match.game.draw(match.state)), tells=True)

    def announce_end(self, match: MatchView, memory: M) -> Reaction[M]:
        """Announce the end once, when the game is over."""
        outcome = match.game.outcome(match.state)
        if outcome is None or memory.ended:
            return Reaction(memory)
        over = draft("over", names=match.names(outcome.winners), scores=self.scores(match))
        return Reaction(replace(memory, ended=True), [over])


@runtime_checkable
class DiceDesk(Protocol):
    """The desk of a game with dice."""

    def lies(self, match: MatchView, memory: Any, since: float) -> bool:  # of the desk's own type
        """Return whether dice that came to rest at ``since`` (s) may still count as the roll that is due."""


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
        """Return whether an action has to do with its player's signal, and the signal it begins (None: it ends)."""

    def ended_by(self, match: MatchView, ruling: Ruling) -> Collection[str]:
        """Return the players whose signals a ruling ends."""

    def trades_of(self, match: MatchView, ruling: int) -> Sequence[SignalTrade]:
        """Return the trades that a ruling brought and that still stand."""

    def pair_command(self, match: MatchView, one: str, other: str, signal: str) -> str | None:
        """Return the command by which the table says that two traded by `signal`; None where they could not."""


MAX_ANSWERS: Final = 12  # of a question that the rules leave to the table


class PlainDesk(Desk[DeskMemory]):
    """The desk of games without anything to sense: Face Cards, FTW?! and Factum.

    It deals, says whose turn it is, and announces the end; players act by typed or spoken commands. Chance draws by
    itself unless the cards are physical.
    """

    memory = DeskMemory

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """Return who acts now if the cards are physical, so that the table may act for them.

        Where several players act at once, the table acts for them only if all have the same single legal action.
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
        """Read what the table types as an action of the players for whom it may act."""
        seats = self.on_table(match, match.state) if event.actor == TABLE and match.edition > 1 else ()
        acts = tuple((seat, match.game.parse(event.text, match.state, seat)) for seat in seats)
        return Reaction(memory, [draft("action", *acts, tells=True, reason=event.by)]) if acts else None

    def questions(self, match: MatchView, memory: DeskMemory) -> Sequence[Question]:
        """Return a question about what the rules leave to the table, with an answer for each legal action.

        Nothing is asked where there are more than ``MAX_ANSWERS``.
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
    """Return an action as an answer's text: the player's name where it is about one, else what the action does."""
    seat = getattr(action, "player", -1)
    return match.game.tell(match.state, TABLE, action) if seat < 0 else fact("answer.is", value=match.players[seat])
