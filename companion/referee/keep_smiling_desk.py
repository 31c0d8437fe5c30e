"""The desk of Keep Smiling!: it accepts dice seen by a camera, typed or drawn, and lists, checks and applies moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from companion.bounds import digits
from companion.events import Event, Roll
from companion.facts import Fact, Value, fact
from companion.referee.desk import Answered, Desk, DeskMemory, Draft, Reaction, SenseNeeds, TypedText, draft
from companion.referee.match_view import MatchView
from companion.referee.questions import Acts, Answer, Question, yes_no
from companion.rules.errors import MalformedAction
from companion.rules.keep_smiling.actions import CHAIR_COUNT, LANES, PASS, PIECE_SET, Duel, Move, Reveal
from companion.rules.keep_smiling.actions import Roll as Thrown
from companion.rules.keep_smiling.state import State as Position
from companion.rules.keep_smiling.state import phase
from companion.rules.protocol import CHANCE, TABLE, Actor
from companion.senses.dice.fairness import by_player

DICE_DUE: Final = {"roll": 3, "duel": 2}  # phase -> number of dice to throw


@dataclass(frozen=True, slots=True)
class KeepSmilingMemory(DeskMemory):
    """What the desk remembers of a match of Keep Smiling!, besides the game's state.

    Attributes:
        unread: A roll that was refused, until its missing values are typed or it is accepted.
        refused: The number of the ruling that refused it.
        announced: The phase, turn, dice, chances and placings that were last announced.
        whose: (ruling's number, two dice) of a duel, while it is unknown whose die is which; else None.
        again: When the table last asked for another throw, in seconds of the match; -1 for never.
        chairs: The kinds of pieces ("S", "G" or "N") that the table has named so far, chair 6 first.
    """

    unread: Roll | None = None
    refused: int = 0
    announced: tuple[Any, ...] = ()
    whose: tuple[int, tuple[int, int]] | None = None
    again: float = -1.0
    chairs: tuple[str, ...] = ()


Reacted = Reaction[KeepSmilingMemory]


class KeepSmilingDesk(Desk[KeepSmilingMemory]):
    """The desk of Keep Smiling!: it referees dice, moves and the pieces on the chairs."""

    memory = KeepSmilingMemory

    def needs(self, match: MatchView) -> SenseNeeds:
        return SenseNeeds(sees="dice", hears=True, dice=DICE_DUE.get(phase(match.state), 0), thrower=_turn(match))

    def knows(self, match: MatchView, word: str) -> bool:
        return match.state.options.duel or word != "duel"

    def scores(self, match: MatchView) -> Fact:
        """Return the final scores; before the end, who holds which chair, since the pieces stay hidden."""
        state: Position = match.state
        if match.is_over:
            return super().scores(match)
        parts: list[Value] = []
        for player, name in enumerate(match.players):
            taken = [str(CHAIR_COUNT - k) for k, (p, _) in enumerate(state.chairs) if p == player]
            parts.append(fact("chair.taken", name=name, chairs=taken or "-"))
        return fact("chair.all", all=parts)

    # Dice at rest

    def on_sense_event(self, match: MatchView, memory: KeepSmilingMemory, event: Event) -> Reacted:
        """Return the reaction to dice at rest: the roll that is due, or the reason why these dice are not accepted."""
        roll, due = event, phase(match.state)
        if not isinstance(roll, Roll) or roll.onset <= _latest_dice(match):
            return Reaction(memory)  # they were at rest before the last ruled dice
        if due not in DICE_DUE:
            early = due == "move" and not roll.refused
            return Reaction(memory, [draft("early", onset=roll.onset, name=_turn(match))] if early else ())
        wrong = _wrong_colour(match, roll, due)
        if roll.refused or wrong or 0 in roll.values:
            memory = replace(memory, unread=None if wrong else roll, refused=match.last + 1)
            why = wrong or fact("roll.unread", why=roll.refused)
            best = " ".join(map(str, self.acceptable(match, memory)))
            ways = fact("roll.accept", dice=best) if best else fact("roll.again")
            return Reaction(memory, [draft("no-roll", onset=roll.onset, why=why, reason=ways)])
        memory = replace(memory, unread=None)
        if len(roll.values) != DICE_DUE[due]:
            why = fact("roll.count", n=len(roll.values), wanted=DICE_DUE[due])
            return Reaction(memory, [_no_roll(roll, why)])
        a, b, *more = roll.values
        if due == "roll":
            return Reaction(memory, [_roll_draft(roll, Thrown((a, b, more[0])))])
        values = _attackers_first(match, roll.values, roll.colours)
        if values is None:
            memory = replace(memory, whose=(match.last + 1, (a, b)))
            return Reaction(memory, [_no_roll(roll, fact("roll.whose", name=_turn(match)))])
        return Reaction(memory, [_roll_draft(roll, Duel(*values))])

    def acceptable(self, match: MatchView, memory: KeepSmilingMemory) -> tuple[int, ...]:
        """Return the likeliest values of the refused roll, if as many dice are due; else ().

        People may accept these values. The attacker's die comes first in a duel.
        """
        due, unread = DICE_DUE.get(phase(match.state)), memory.unread
        if unread is None or len(unread.best) != due:
            return ()
        return unread.best if due == 3 else _attackers_first(match, unread.best, unread.colours) or ()

    def lies(self, match: MatchView, memory: KeepSmilingMemory, since: float) -> bool:
        """Return True if dice that came to rest at ``since`` (seconds of the match) may be the roll that is due.

        They must have come to rest after the last roll, and after the table last asked for another throw.
        """
        return phase(match.state) in DICE_DUE and since > max(_latest_dice(match), memory.again)

    # Automatic rulings

    def automatic_actions(self, match: MatchView, memory: KeepSmilingMemory) -> Reacted:
        """Return a reaction that announces what comes next: a throw, the possible moves, a forced pass, or the end.

        At the end each player's dice are also tested for fairness.
        """
        state: Position = match.state
        if match.is_over:
            finished = self.announce_end(match, memory)
            if not finished.drafts:
                return finished
            tests = [fact("dice.test-of", name=n, test=t.as_fact()) for n, t in by_player(rolls(match)).items()]
            return replace(finished, drafts=[*finished.drafts, draft("dice", tests=tests)])
        due = phase(state)
        told = (due, state.turn, state.dice, state.chances, state.placed)
        if told == memory.announced:
            return Reaction(memory)
        memory = replace(
            memory,
            announced=told,
            unread=None if due == "move" else memory.unread,
            whose=memory.whose if due == "duel" else None,
            chairs=memory.chairs if due == "reveal" else (),
        )
        return Reaction(memory, [_moves(match) if due == "move" else _stands(match, due)])

    # Answers and typed text

    def questions(self, match: MatchView, memory: KeepSmilingMemory) -> Sequence[Question]:
        """Return the open questions to the table.

        They ask whether to accept a refused roll as read, whose die is which in a duel, and which piece is on a chair.
        """
        found: list[Question] = []
        state: Position = match.state
        due, lie = phase(state), self.acceptable(match, memory)
        if due in DICE_DUE and lie:
            told = fact("question.dice-lie", dice=" ".join(map(str, lie)))
            answers = yes_no("dice", ((CHANCE, Thrown(lie) if len(lie) == 3 else Duel(*lie)),))
            found.append(Question("dice-lie", memory.refused, told, answers, to="laptop"))
        if due == "duel" and memory.whose is not None:
            number, (a, b) = memory.whose
            told = fact("question.dice-whose", name=_turn(match))
            dice = [
                Answer(f"die{x}", fact("answer.is", value=str(x)), ((CHANCE, Duel(x, y)),)) for x, y in ((a, b), (b, a))
            ]
            found.append(Question("dice-whose", number, told, tuple(dice)))
        if due == "reveal" and len(memory.chairs) < len(state.chairs):
            found.append(_chair(match, memory.chairs))
        return found

    def on_answer(self, match: MatchView, memory: KeepSmilingMemory, event: Answered) -> Reacted:
        if event.question.code == "chair":
            chairs = memory.chairs[:-1] if event.answer.id == "back" else (*memory.chairs, event.answer.id)
            return Reaction(replace(memory, chairs=chairs))
        memory = replace(memory, unread=None, again=match.now)
        return Reaction(memory, [draft("throw-again", name=_turn(match))])

    def on_table(self, match: MatchView, state: object) -> tuple[Actor, ...]:
        """Return the seat that moves if the pieces are physical, so that the table may act for it; else ()."""
        seats = tuple(actor for actor in match.game.actors(state) if actor >= 0)
        return seats if match.options.pieces == "physical" and len(seats) == 1 else ()

    def on_text(self, match: MatchView, memory: KeepSmilingMemory, event: TypedText) -> Reacted | None:
        """Return the reaction to typed text, None if it is none of the desk's own commands.

        - Dice: ``3 5 6``, ``4`` (for a die that was not read), ``accept`` (the values as read), ``roll`` or ``duel``
            (draw them).
        - The table's move for the player on turn: ``b9``, ``pass``.
        - The pieces on all chairs, by the letters ``s``, ``g`` and ``n``.
        """
        due, state = phase(match.state), match.state
        if due in DICE_DUE:
            acts = self._dice(match, memory, due, event.text.split())
        elif due == "reveal" and set(event.text.casefold()) <= set("sgn "):
            acts = ((TABLE, match.game.parse(f"reveal {event.text}", state, TABLE)),)
        elif due == "move" and event.actor == TABLE:
            acts = ((state.turn, match.game.parse(event.text, state, state.turn)),)
        else:
            acts = ()
        return Reaction(memory, [draft("action", *acts, tells=True, reason=event.by)]) if acts else None

    def _dice(self, match: MatchView, memory: KeepSmilingMemory, due: str, words: list[str]) -> Acts:
        """Return the dice that a typed line stands for, as chance's action; () if it does not name dice.

        The line types the values, accepts them as read ("accept"), or draws them ("roll", "duel").

        Raises MalformedAction if no roll can be accepted, or if the values are no roll.
        """
        head = words[0].casefold() if words else ""
        if head == "accept":
            values = self.acceptable(match, memory)
            if not values:  # only a refused roll with legible values can be accepted
                raise MalformedAction(fact("roll.none-waits"))
        else:
            typed = words[1:] if head in ("roll", "duel", "correct") else words
            if not typed and head in DICE_DUE:
                return ((CHANCE, match.game.draw(match.state)),)
            values = tuple(d for word in typed if (d := digits(word)) is not None)
            if not values or len(values) != len(typed):
                return ()
            if memory.unread is not None:
                values = memory.unread.fill_unread(values)
        return ((CHANCE, match.game.parse(f"{due} {' '.join(map(str, values))}", match.state, CHANCE)),)

    def for_the_table(self, match: MatchView, bots: Collection[int], dice_seen: bool, random: Random) -> Acts:
        """Return a draw of dice on a bot's turn, unless a camera watches for real dice; otherwise as in ``Desk``."""
        if phase(match.state) in DICE_DUE and not dice_seen and match.state.turn in bots:
            return ((CHANCE, match.game.draw(match.state)),)
        return super().for_the_table(match, bots, dice_seen, random)


def rolls(match: MatchView) -> list[tuple[str, tuple[int, ...]]]:
    """Return all rolls that have not been undone as (player's name, dice).

    A roll belongs to the player who makes the next move.
    """
    out: list[tuple[str, tuple[int, ...]]] = []
    waiting: tuple[int, ...] = ()
    for step in match.steps:
        if isinstance(step.action, Thrown):
            waiting = step.action.dice
        elif isinstance(step.action, Move) and waiting:
            out.append((match.players[step.actor], waiting))
            waiting = ()
    return out + ([(_turn(match), waiting)] if waiting else [])


def _turn(match: MatchView) -> str:
    state: Position = match.state
    return match.players[state.turn]


def _latest_dice(match: MatchView) -> float:
    """Return when the latest dice were accepted, in seconds of the match; -1 if none were."""
    groups = (step.group for step in reversed(match.steps) if isinstance(step.action, (Thrown, Duel)))
    return next((match.rulings[group].decided for group in groups), -1.0)


def _attackers_first(match: MatchView, values: tuple[int, ...], colours: tuple[str, ...]) -> tuple[int, int] | None:
    """Return a duel's two dice with the attacker's first; None if they differ and their owners are unknown."""
    a, b = values
    owners = [match.seat(c) for c in colours]
    if set(owners) == {0, 1}:
        return (a, b) if owners[0] == match.state.turn else (b, a)
    return (a, b) if a == b else None


def _wrong_colour(match: MatchView, event: Roll, due: str) -> Fact | None:
    """Return a fact that says so if all dice of a roll belong to the other player, else None.

    It is also None in a duel, and if the sets of dice are not named after the players.
    """
    turn = match.state.turn
    if due == "roll" and {match.seat(c) for c in event.colours} == {1 - turn}:
        return fact("roll.wrong-dice", name=match.players[1 - turn], turn=_turn(match))
    return None


def _roll_draft(event: Roll, action: Thrown | Duel) -> Draft:
    return draft("roll", (CHANCE, action), onset=event.onset, tells=True, reason=fact("reason.seen"))


def _no_roll(event: Roll, why: Fact) -> Draft:
    return draft("no-roll", onset=event.onset, why=why, reason=fact("roll.again"))


def _stands(match: MatchView, due: str) -> Draft:
    """Return a draft that says who has to hide pieces, throw, duel, or turn pieces over, by the phase ``due``."""
    state: Position = match.state
    if due == "place":
        return draft("place", names=[match.players[k] for k in (0, 1) if state.placed[k] is None])
    if due == "roll":
        return draft("turn", name=_turn(match))
    if due == "duel":
        return draft("duel", name=_turn(match), rival=match.players[1 - state.turn])
    chairs = enumerate(state.chairs)
    return draft(
        "reveal", owners=[fact("chair.of", chair=CHAIR_COUNT - k, name=match.players[p]) for k, (p, _) in chairs]
    )


def _moves(match: MatchView) -> Draft:
    """Return a draft that lists the possible moves, or the forced pass if there are none."""
    turn: Actor = match.state.turn
    moves = [a for a in match.game.legal(match.state, turn) if isinstance(a, Move)]
    if moves == [PASS]:
        return draft("pass", (turn, PASS), tells=True, reason=fact("reason.no-move"))
    ways = Counter((len(m.steps), sum(len(group) for _, group in m.steps)) for m in moves)
    counted: list[Value] = [fact("move.ways", n=n, pieces=p, dice=d) for (p, d), n in sorted(ways.items())]
    by_group: dict[tuple[int, ...], str] = {}
    for lane, group in (m.steps[0] for m in moves if len(m.steps) == 1):
        by_group[group] = by_group.get(group, "") + LANES[lane]
    shown = [f"{'+'.join(map(str, g))}: {' '.join(sorted(lanes))}" for g, lanes in sorted(by_group.items())]
    return draft("moves", name=_turn(match), moves=shown, reason=fact("move.all-ways", all=counted))


def _chair(match: MatchView, named: tuple[str, ...]) -> Question:
    """Return the question which piece is on the next chair; ``named`` holds the kinds named so far.

    It offers only kinds that the chair's owner can still have. The answer for the last chair reveals all pieces.
    """
    chairs = match.state.chairs
    player, chair = chairs[len(named)][0], CHAIR_COUNT - len(named)
    last = len(named) + 1 == len(chairs)
    shown = Counter(kind for (owner, _), kind in zip(chairs, named, strict=False) if owner == player)
    possible = [k for k in "SGN" if shown[k] < PIECE_SET.count(k) or match.edition < 4]
    kinds = [
        Answer(k, fact("answer.piece", kind=k), ((TABLE, Reveal("".join([*named, k]))),) if last else ())
        for k in possible
    ]
    if named and match.edition > 3:
        kinds.append(Answer("back", fact("answer.chair-back", chair=chair + 1), kind="no"))
    told = fact("question.chair", chair=chair, name=match.players[player])
    return Question("chair", chair, told, tuple(kinds))
