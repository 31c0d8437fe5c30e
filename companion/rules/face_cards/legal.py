"""The legal actions of Face Cards, generated lazily."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import Final

from companion.rules.chance import Draws
from companion.rules.face_cards.actions import PASS, Action, Camera, Cards, Deal, Guess, Lay
from companion.rules.face_cards.check import agrees, check, well_formed_answers
from companion.rules.face_cards.state import Phase, State, actors, cards_needed
from companion.rules.legal_actions import NO_ACTIONS, LegalActions, Listed, Made
from companion.rules.protocol import Actor

_UNSEEN_LAYS: Final = (Lay(()),)  # physical cards


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    """Return the legal actions of ``actor``, empty if it may not act."""
    phase = state.phase
    if phase == Phase.GUESS and type(actor) is int and actor == (state.camera + state.turn) % len(state.hands):
        return _guesses(state, actor)
    if type(actor) is not int or actor not in actors(state):
        return NO_ACTIONS
    if phase == Phase.PAIR:
        return Lays(state, actor) if state.options.digital else Listed(check, state, actor, _UNSEEN_LAYS)
    if phase == Phase.CAMERA:
        return Made(check, state, actor, Camera, range(state.options.n))
    if phase == Phase.ANSWER:
        return Answers(state, actor)
    return Draws(check, state, state.pile, state.box, cards_needed(state), Deal)


class Answers(LegalActions[Action], check=check):
    """The answers to a guess that do not contradict the earlier answers of this round."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Action]:
        true = {right: agrees(self.state, right) for right in (False, True)}
        return (answer for answer in well_formed_answers(self.state) if true[answer.right])

    def sample(self, random: Random) -> Action:
        choices = well_formed_answers(self.state)
        answer = choices[int(random.random() * len(choices))]
        if not agrees(self.state, answer.right):  # then only the opposite answer is consistent
            choices = [c for c in choices if c.right != answer.right]
            answer = choices[int(random.random() * len(choices))]
        return answer


class Lays(LegalActions[Action], check=check):
    """All ways to lay cards from a hand."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Action]:
        hand, variant = self.state.hands[self.actor], self.state.options.variant
        if variant == "kenner":
            return (Lay((card,)) for card in hand)
        if variant == "koenner":
            return (Lay(pair) for pair in combinations(hand, 2))
        if variant == "risiko":
            return (Lay(four) for four in permutations(hand, 4) if four[0] < four[2])
        return (Lay(pair) for pair in permutations(hand, 2))

    def count(self) -> int:
        h, variant = len(self.state.hands[self.actor]), self.state.options.variant
        if variant == "kenner":
            return h
        if variant == "risiko":
            return h * (h - 1) * (h - 2) * (h - 3) // 2
        return h * (h - 1) // (2 if variant == "koenner" else 1)

    def sample(self, random: Random) -> Action:
        hand, variant = self.state.hands[self.actor], self.state.options.variant
        h, one = len(hand), int(random.random() * len(hand))
        if variant == "kenner":
            return Lay((hand[one],))
        if variant == "risiko":
            a, b, c, d = random.sample(hand, 4)
            return Lay((a, b, c, d) if a < c else (c, d, a, b))
        other = int(random.random() * (h - 1))
        other += other >= one
        if variant == "koenner" and one > other:
            one, other = other, one
        return Lay((hand[one], hand[other]))


def _guesses(state: State, actor: int) -> LegalActions[Action]:
    options, centre = state.options, state.centre
    known = state.laid[actor] if options.digital else ()  # empty if the engine does not know what the guesser laid
    if known and options.not_own == "cards":
        own = known[0] if options.variant == "koenner" else [pair[1] for pair in known]
        centre, known = tuple([c for c in centre if c not in own]), ()
    if options.variant == "koenner":
        return CentrePairs(state, actor, centre, known[0] if known else ())
    others = state.laid[:actor] + state.laid[actor + 1 :]
    return Guesses(state, actor, [pair[0] for pairs in others for pair in pairs], centre)


class Guesses(LegalActions[Action], check=check):
    """All guesses of a front card with a centre card, and stopping if Risiko allows it."""

    __slots__ = ("centre", "fronts", "stop")

    def __init__(self, state: State, actor: Actor, fronts: list[int], centre: Cards) -> None:
        self.state, self.actor = state, actor
        self.fronts, self.centre, self.stop = fronts, centre, bool(state.held)

    def __iter__(self) -> Iterator[Action]:
        yield from (Guess(front, card) for front in self.fronts for card in self.centre)
        if self.stop:
            yield PASS

    def count(self) -> int:
        return len(self.fronts) * len(self.centre) + self.stop

    def sample(self, random: Random) -> Action:
        at = int(random.random() * self.count())
        row, column = divmod(at, len(self.centre))
        return PASS if row == len(self.fronts) else Guess(self.fronts[row], self.centre[column])


class CentrePairs(LegalActions[Action], check=check):
    """All guesses of two centre cards (Könner), except the player's own pair."""

    __slots__ = ("centre", "own")

    def __init__(self, state: State, actor: Actor, centre: Cards, hand: Cards) -> None:
        self.state, self.actor = state, actor
        self.centre, self.own = centre, hand

    def __iter__(self) -> Iterator[Action]:
        return (Guess(*pair) for pair in combinations(self.centre, 2) if pair != self.own)

    def count(self) -> int:
        return len(self.centre) * (len(self.centre) - 1) // 2 - bool(self.own)

    def sample(self, random: Random) -> Action:
        centre, n = self.centre, len(self.centre)
        while True:  # the centre has at least two pairs, so a try hits ``own`` at most once in six
            one, other = int(random.random() * n), int(random.random() * (n - 1))
            other += other >= one
            pair = (centre[one], centre[other]) if one < other else (centre[other], centre[one])
            if pair != self.own:
                return Guess(*pair)
