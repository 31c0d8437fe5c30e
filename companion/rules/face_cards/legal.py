"""Who may act in Face Cards, and the legal actions as lazy sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, Final

from companion.rules.deals import Deals, Listed
from companion.rules.face_cards.actions import PASS, Action, Camera, Cards, Deal, Guess, Lay, deal_cards
from companion.rules.face_cards.answers import Answers
from companion.rules.face_cards.state import ANSWER, BONUS, CAMERA, DEAL, FILL, GUESS, OVER, PAIR, SETUP, State
from companion.rules.protocol import CHANCE, TABLE, Actor, LegalActions

NOTHING: Final[LegalActions[Action]] = Listed(())
READY: Final[LegalActions[Action]] = Listed((Lay(()),))
_CHANCE: Final = (CHANCE,)
_TABLE: Final = (TABLE,)


def actors(state: State) -> tuple[Actor, ...]:
    """Who may act: all who still have to lay, else one."""
    phase = state.phase
    if phase == GUESS:
        return ((state.camera + state.turn) % len(state.hands),)
    if phase == PAIR:
        return state.waiting
    if phase == OVER:
        return ()
    if phase == CAMERA:
        return _TABLE if state.options.first == "table" else _CHANCE
    return (answerer(state),) if phase == ANSWER else _CHANCE


def answerer(state: State) -> Actor:
    """Who answers the guess: the owner of the front card; in Könner the table, as nobody knows whose pair it may be."""
    if state.options.variant == "koenner":
        return TABLE
    front = state.asked[1]
    return next(p for p, pairs in enumerate(state.laid) if any(pair[0] == front for pair in pairs))


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    """The legal actions of ``actor``, empty if it may not act."""
    phase = state.phase
    if phase == GUESS and actor == (state.camera + state.turn) % len(state.hands) and type(actor) is int:
        return _guesses(state, actor)
    if actor not in actors(state) or type(actor) is not int:
        return NOTHING
    if phase == PAIR:
        if not state.options.digital:
            return READY
        return Lays(state.hands[actor], state.options.variant)
    if phase == CAMERA:
        return Listed(tuple(Camera(p) for p in range(state.options.n)))
    if phase == ANSWER:
        return Answers(state)
    return Deals(state.pile, state.box, cards_needed(state), Deal, deal_cards)


def cards_needed(state: State) -> int:
    """How many cards chance draws now."""
    options, phase = state.options, state.phase
    if phase == SETUP:
        return options.n * options.hand + 1
    if phase == DEAL:
        return round_cards(state)
    if phase == FILL:
        return options.fill
    return len(state.owed) if phase == BONUS else 0


def round_cards(state: State) -> int:
    """Cards that a round's deal takes: what was played, and an open card each in Kenner."""
    options = state.options
    return options.n * ((options.played if state.round else 0) + (options.variant == "kenner"))


class Lays(LegalActions[Action]):
    """The ways to lay from a hand."""

    __slots__ = ("hand", "variant")

    def __init__(self, hand: Cards, variant: str) -> None:
        self.hand, self.variant = hand, variant

    def __iter__(self) -> Iterator[Action]:
        if self.variant == "kenner":
            return (Lay((card,)) for card in self.hand)
        if self.variant == "koenner":
            return (Lay(pair) for pair in combinations(self.hand, 2))
        if self.variant == "risiko":
            return (Lay(four) for four in permutations(self.hand, 4) if four[0] < four[2])
        return (Lay(pair) for pair in permutations(self.hand, 2))

    def __contains__(self, action: object) -> bool:
        if type(action) is not Lay or type(action.cards) is not tuple:
            return False
        cards, hand, variant = action.cards, self.hand, self.variant
        for card in cards:
            if type(card) is not int or card not in hand:
                return False
        if variant == "base":
            return len(cards) == 2 and cards[0] != cards[1]
        if variant == "kenner":
            return len(cards) == 1
        if variant == "koenner":
            return len(cards) == 2 and cards[0] < cards[1]
        return len(cards) == 4 and len(set(cards)) == 4 and cards[0] < cards[2]

    def count(self) -> int:
        h = len(self.hand)
        return {"kenner": h, "koenner": h * (h - 1) // 2, "risiko": h * (h - 1) * (h - 2) * (h - 3) // 2}.get(
            self.variant, h * (h - 1)
        )

    def sample(self, random: Any) -> Action:
        hand = self.hand
        h, one = len(hand), int(random.random() * len(hand))
        if self.variant == "kenner":
            return Lay((hand[one],))
        if self.variant == "risiko":
            a, b, c, d = random.sample(hand, 4)
            return Lay((a, b, c, d) if a < c else (c, d, a, b))
        other = int(random.random() * (h - 1))
        other += other >= one
        if self.variant == "koenner" and one > other:
            one, other = other, one
        return Lay((hand[one], hand[other]))


def _guesses(state: State, actor: int) -> LegalActions[Action]:
    options, mine, centre = state.options, state.laid[actor], state.centre
    if options.variant == "koenner":
        own = mine[0] if mine else ()
        if options.not_own == "cards" and options.digital and own:
            return CentrePairs(tuple([c for c in centre if c not in own]), ())
        return CentrePairs(centre, own if options.digital else ())
    fronts = [pair[0] for p, pairs in enumerate(state.laid) if p != actor for pair in pairs]
    if mine and options.digital and options.not_own == "cards":
        own = tuple([pair[1] for pair in mine])
        return Guesses(fronts, [c for c in centre if c not in own], bool(state.held))
    return Guesses(fronts, centre, bool(state.held))


class Guesses(LegalActions[Action]):
    """A front card with a centre card, and stopping where Risiko allows it."""

    __slots__ = ("centre", "fronts", "stop")

    def __init__(self, fronts: list[int], centre: list[int] | Cards, stop: bool) -> None:
        self.fronts, self.centre, self.stop = fronts, centre, stop

    def __iter__(self) -> Iterator[Action]:
        yield from (Guess(front, card) for front in self.fronts for card in self.centre)
        if self.stop:
            yield PASS

    def __contains__(self, action: object) -> bool:
        if type(action) is Guess:
            one, other = action.one, action.other
            return type(one) is int and type(other) is int and one in self.fronts and other in self.centre
        return self.stop and action == PASS

    def count(self) -> int:
        return len(self.fronts) * len(self.centre) + self.stop

    def sample(self, random: Any) -> Action:
        at = int(random.random() * self.count())
        row, column = divmod(at, len(self.centre))
        return PASS if row == len(self.fronts) else Guess(self.fronts[row], self.centre[column])


class CentrePairs(LegalActions[Action]):
    """Two cards of the centre (Könner), but not the pair ``own``."""

    __slots__ = ("centre", "own")

    def __init__(self, centre: Cards, own: Cards) -> None:
        self.centre, self.own = centre, own

    def __iter__(self) -> Iterator[Action]:
        return (Guess(*pair) for pair in combinations(self.centre, 2) if pair != self.own)

    def __contains__(self, action: object) -> bool:
        if type(action) is not Guess:
            return False
        one, other = action.one, action.other
        if type(one) is not int or type(other) is not int or not one < other:
            return False
        return one in self.centre and other in self.centre and (one, other) != self.own

    def count(self) -> int:
        return len(self.centre) * (len(self.centre) - 1) // 2 - bool(self.own)

    def sample(self, random: Any) -> Action:
        centre, n = self.centre, len(self.centre)
        while True:  # at least one other pair lies there, so that a draw hits ``own`` at most once in six
            one, other = int(random.random() * n), int(random.random() * (n - 1))
            other += other >= one
            pair = (centre[one], centre[other]) if one < other else (centre[other], centre[one])
            if pair != self.own:
                return Guess(*pair)
