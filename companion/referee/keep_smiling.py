"""Refereeing Keep Smiling!: dice by camera, typed or drawn become the roll, moves are listed, checked and applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from companion.events import Event, Roll
from companion.facts import Fact, Value, fact
from companion.referee.match import Match
from companion.referee.needs import Needs
from companion.referee.plain import PlainDesk
from companion.referee.questions import Answer, Question, yes_no
from companion.rules.errors import MalformedAction
from companion.rules.keep_smiling.actions import CHAIRS, LANES, PASS, Duel, Move
from companion.rules.keep_smiling.actions import Roll as Thrown
from companion.rules.keep_smiling.state import State as Position
from companion.rules.keep_smiling.state import phase
from companion.rules.protocol import CHANCE, TABLE, Actor
from companion.senses.dice.fairness import by_player


class KeepSmilingDesk(PlainDesk):
    """The desk of one Keep Smiling! match (see ``match.Desk``)."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.asked: Roll | None = None
        """A roll that could not be read in full: its zeros wait to be typed, or it is accepted as it lies."""
        self._told: tuple[Any, ...] = ()
        self._asked = 0  # the ruling that refused it
        self._whose: tuple[int, tuple[int, int]] | None = None  # a duel's dice of which nobody knows whose is which
        self._again = -1.0  # when the table wanted another throw, seconds
        self._chairs: list[str] = []  # what was said of the chairs, 6 first

    @property
    def state(self) -> Position:
        state: Position = self.match.state
        return state

    def sense(self, event: Event) -> None:
        """Dice at rest: the roll that is due, or a sentence why it does not count."""
        if not isinstance(event, Roll):
            return
        if event.onset <= self._latest_dice():
            return  # these dice lay there when they were typed or accepted
        due = phase(self.state)
        if due not in ("roll", "duel"):
            if due == "move" and not event.refused:
                self.match.rule("early", onset=event.onset, name=self._turn())
            return
        wrong = self._wrong_colour(event, due)
        if event.refused or wrong:
            self.asked = None if wrong else event
            self._asked = max(self.match.rulings, default=0) + 1
            why = wrong or fact("roll.unread", why=event.refused)
            self.match.rule("no-roll", onset=event.onset, why=why, reason=self._ways_out())
            return
        self.asked = None
        wanted = 3 if due == "roll" else 2
        if len(event.values) != wanted:
            why = fact("roll.count", n=len(event.values), wanted=wanted)
            self.match.rule("no-roll", onset=event.onset, why=why, reason=fact("roll.again"))
        elif due == "roll":
            self._throw(Thrown((event.values[0], event.values[1], event.values[2])), event)
        else:
            self._duel(event)

    def needs(self) -> Needs:
        due = {"roll": 3, "duel": 2}.get(phase(self.state), 0)
        return Needs(sees="dice", dice=due, thrower=self._turn())

    def settle(self) -> None:
        """What follows by itself: whose throw it is, the moves there are, a forced pass, the end."""
        state = self.state
        outcome = self.match.game.outcome(state)
        if outcome is not None:
            if self.finish():
                tests = by_player(self.rolls()).items()
                self.match.rule("dice", tests=[fact("dice.test-of", name=n, test=t.told()) for n, t in tests])
            return
        mark = (phase(state), state.turn, state.dice, state.chances, state.placed)
        if mark == self._told:
            return
        self._told = mark
        if phase(state) == "place":
            waiting = [self.match.players[k] for k in (0, 1) if state.placed[k] is None]
            self.match.rule("place", names=waiting)
        elif phase(state) == "roll":
            self.match.rule("turn", name=self._turn())
        elif phase(state) == "duel":
            rival = self.match.players[1 - state.turn]
            self.match.rule("duel", name=self._turn(), rival=rival)
        elif phase(state) == "reveal":
            owners = [
                fact("chair.of", chair=CHAIRS - k, name=self.match.players[p]) for k, (p, _) in enumerate(state.chairs)
            ]
            self.match.rule("reveal", owners=owners)
        elif phase(state) == "move":
            self.asked = None
            self._moves()
        if phase(state) != "duel":
            self._whose = None
        if phase(state) != "reveal":
            self._chairs = []

    def rewound(self) -> None:
        """The table took something back, or paused: say again how things stand."""
        self.asked = self._whose = None
        self._chairs = []
        self._told = ()
        super().rewound()

    def questions(self) -> list[Question]:
        """The dice that were not read for sure, whose die is whose, and what sits on the chairs."""
        found: list[Question] = []
        due = phase(self.state)
        if due in ("roll", "duel") and self.acceptable:
            told = fact("question.dice-lie", dice=" ".join(map(str, self.acceptable)))
            found.append(Question("dice-lie", self._asked, told, yes_no("accept", "", "dice"), to="laptop"))
        if due == "duel" and self._whose is not None:
            number, (a, b) = self._whose
            told = fact("question.dice-whose", name=self._turn())
            dice = [Answer(f"die{x}", fact("answer.is", value=str(x)), f"duel {x} {y}") for x, y in ((a, b), (b, a))]
            found.append(Question("dice-whose", number, told, tuple(dice)))
        if due == "reveal" and len(self._chairs) < len(self.state.chairs):
            player, _ = self.state.chairs[len(self._chairs)]
            chair = CHAIRS - len(self._chairs)
            told = fact("question.chair", chair=chair, name=self.match.players[player])
            last = len(self._chairs) + 1 == len(self.state.chairs)
            kinds = [
                Answer(k, fact("answer.piece", kind=k), f"reveal {' '.join([*self._chairs, k])}" if last else "")
                for k in "SGN"
            ]
            found.append(Question("chair", chair, told, tuple(kinds)))
        return found

    def knows(self, word: str) -> bool:
        return self.state.options.duel or word != "duel"

    def answered(self, question: Question, answer: Answer) -> None:
        if question.code == "chair":
            self._chairs.append(answer.id)
        else:
            self.asked, self._again = None, self.match.now
            self.match.rule("throw-again", name=self._turn())

    def shorthand(self, text: str, actor: Actor) -> tuple[Actor, list[tuple[Actor, str]]] | None:
        """What people type: 3 5 6; roll (drawn); 4 for an unread die; accept; b9; pass; ``Ann: place S G N S G``."""
        words = text.split()
        due = phase(self.state)
        if due in ("roll", "duel"):
            head = words[0].casefold() if words else ""
            if head == "accept":
                return TABLE, [(CHANCE, f"{due} {' '.join(map(str, self._accepted()))}")]
            digits = words[1:] if head in ("roll", "duel", "correct") else words
            if not digits and head in ("roll", "duel"):
                drawn = self.match.game.format(self.match.game.draw(self.state), self.match.options)
                return TABLE, [(CHANCE, drawn)]
            if digits and all(d.isascii() and d.isdigit() for d in digits):
                values = tuple(int(d) for d in digits)
                if self.asked is not None:
                    values = self.asked.filled(values)
                return TABLE, [(CHANCE, f"{due} {' '.join(map(str, values))}")]
        if due == "reveal" and set(text.casefold()) <= set("sgn "):
            return TABLE, [(TABLE, f"reveal {text}")]
        if due == "move" and actor == TABLE:
            return self.state.turn, [(self.state.turn, text)]
        return None

    def scores(self) -> Fact:
        """The count when the game is over; before, who sits on which chair: the pieces stay hidden."""
        outcome = self.match.game.outcome(self.state)
        if outcome is not None:
            return super().scores()
        parts: list[Value] = []
        for player, name in enumerate(self.match.players):
            taken = [str(CHAIRS - k) for k, (p, _) in enumerate(self.state.chairs) if p == player]
            parts.append(fact("chair.taken", name=name, chairs=taken or "-"))
        return fact("chair.all", all=parts)

    def table_word(self, bots: Collection[int], dice_seen: bool, random: Any) -> str | None:
        """A bot's dice are drawn, unless a camera waits for real ones."""
        due = phase(self.state)
        if due in ("roll", "duel") and not dice_seen and self.state.turn in bots:
            return due
        return super().table_word(bots, dice_seen, random)

    def rolls(self) -> list[tuple[str, tuple[int, ...]]]:
        """All rolls that stand, by player: who moves after a roll has thrown it."""
        out: list[tuple[str, tuple[int, ...]]] = []
        waiting: tuple[int, ...] = ()
        for step in self.match.timeline.steps:
            if isinstance(step.action, Thrown):
                waiting = step.action.dice
            elif isinstance(step.action, Move) and waiting:
                out.append((self.match.players[step.actor], waiting))
                waiting = ()
        return out + ([(self._turn(), waiting)] if waiting else [])

    def _latest_dice(self) -> float:
        """When dice last counted, seconds; -1 before the first."""
        groups = (s.group for s in reversed(self.match.timeline.steps) if isinstance(s.action, (Thrown, Duel)))
        return next((self.match.rulings[group].decided for group in groups), -1.0)

    def _throw(self, action: Thrown, event: Roll) -> None:
        told = self.match.tell(CHANCE, action)
        self.match.rule("roll", [(CHANCE, action)], onset=event.onset, told=told, reason=fact("reason.seen"))

    def _duel(self, event: Roll) -> None:
        """Two dice, the attacker's first; which is whose is told by the sets' names when they are the players'."""
        values = self._attackers_first(event.values, event.colours)
        if values is None:
            why = fact("roll.whose", name=self._turn())
            self._whose = (max(self.match.rulings, default=0) + 1, (event.values[0], event.values[1]))
            self.match.rule("no-roll", onset=event.onset, why=why, reason=fact("roll.again"))
            return
        action = Duel(*values)
        told = self.match.tell(CHANCE, action)
        self.match.rule("roll", [(CHANCE, action)], onset=event.onset, told=told, reason=fact("reason.seen"))

    def _attackers_first(self, values: tuple[int, ...], colours: tuple[str, ...]) -> tuple[int, int] | None:
        """A duel's two dice in their order; None where nobody knows whose is which and they differ."""
        a, b = values
        owners = [self.match.seat(c) for c in colours]
        if set(owners) == {0, 1}:
            return (a, b) if owners[0] == self.state.turn else (b, a)
        return (a, b) if a == b else None

    @property
    def acceptable(self) -> tuple[int, ...]:
        """What the refused roll shows as it lies, if that can be accepted; a duel's dice with the attacker's first."""
        due = {"roll": 3, "duel": 2}.get(phase(self.state))
        best = self.asked.best if self.asked is not None else ()
        if self.asked is None or len(best) != due:
            return ()
        return best if due == 3 else self._attackers_first(best, self.asked.colours) or ()

    def lies(self, since: float) -> bool:
        """Dice that are due, at rest since the last that counted: none that the table wanted thrown again."""
        return phase(self.state) in ("roll", "duel") and since > max(self._latest_dice(), self._again)

    def _accepted(self) -> tuple[int, ...]:
        """The players' word counts more than the reader's doubt. Raises MalformedAction where there is no such roll."""
        if not self.acceptable:
            raise MalformedAction(fact("roll.none-waits"))
        return self.acceptable

    def _ways_out(self) -> Fact:
        """What can be done about a roll that does not count."""
        best = " ".join(map(str, self.acceptable))
        return fact("roll.accept", dice=best) if best else fact("roll.again")

    def _wrong_colour(self, event: Roll, due: str) -> Fact | None:
        """What is wrong when the dice are the other player's; None where sets are not named after players."""
        owners = {self.match.seat(c) for c in event.colours}
        if due == "roll" and owners == {1 - self.state.turn}:
            return fact("roll.wrong-dice", name=self.match.players[1 - self.state.turn], turn=self._turn())
        return None

    def _moves(self) -> None:
        moves = [a for a in self.match.game.legal(self.state, self.state.turn) if isinstance(a, Move)]
        if moves == [PASS]:
            told = self.match.tell(self.state.turn, PASS)
            self.match.rule("pass", [(self.state.turn, PASS)], told=told, reason=fact("reason.no-move"))
            self.settle()
            return
        ways = Counter((len(m.steps), sum(len(group) for _, group in m.steps)) for m in moves)
        counted: list[Value] = [fact("move.ways", n=n, pieces=p, dice=d) for (p, d), n in sorted(ways.items())]
        by_group: dict[tuple[int, ...], str] = {}
        for m in moves:
            if len(m.steps) == 1:
                lane, group = m.steps[0]
                by_group[group] = by_group.get(group, "") + LANES[lane]
        shown = [f"{'+'.join(map(str, g))}: {' '.join(sorted(lanes))}" for g, lanes in sorted(by_group.items())]
        self.match.rule("moves", name=self._turn(), moves=shown, reason=fact("move.all-ways", all=counted))

    def _turn(self) -> str:
        return self.match.players[self.state.turn]
