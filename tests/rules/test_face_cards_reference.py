"""Face Cards against a plain second reading of the book: who may guess what, who takes which pictures, when it ends."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.face_cards.actions import Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.game import GAME
from companion.rules.playout import playout, random_player, sensible_player

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül")


class Book:
    """One game, kept with sets and names, following the book sentence by sentence; digital cards."""

    stake: int
    bonus_owed: list[int]

    def __init__(self, options: Any) -> None:
        self.o, self.n, self.variant = options, len(options.players), options.variant
        self.hands: list[set[int]] = [set() for _ in range(self.n)]
        self.album = [0] * self.n
        self.box, self.pile = 0, 142
        self.rounds = 0
        self.camera = 0
        self.pairs: list[set[frozenset[int]]] = [set() for _ in range(self.n)]
        self.front: dict[int, int] = {}
        self.centre: set[int] = set()

    def see(self, state: Any, actor: int, action: Any) -> None:
        if isinstance(action, Camera):
            self.camera = action.player
        if isinstance(action, Deal):
            self.deal(state, list(action.cards))
        if isinstance(action, Lay):
            self.lay(actor, action.cards)
        if isinstance(action, Guess):
            self.guess(actor, action.one, action.other)
        if isinstance(action, Pass):
            self.album[actor] += self.stake
            self.stake = 0
            self.over(actor)

    def deal(self, state: Any, cards: list[int]) -> None:
        self.pile -= len(cards)
        if self.pile < 0:  # the box is shuffled and becomes the pile
            self.pile, self.box = self.pile + self.box, 0
        if state.phase == "setup":
            size = {3: 7, 4: 7, 5: 7}.get(self.n, 6) - (self.variant == "kenner")
            for hand in self.hands:
                hand.update(cards[:size])
                cards = cards[size:]
            self.box = 1
        elif state.phase == "deal":
            each = 0 if self.rounds == 0 else {"kenner": 1, "risiko": 4}.get(self.variant, 2)
            for hand in self.hands:
                hand.update(cards[:each])
                cards = cards[each:]
            if self.variant == "kenner":
                self.front = dict(zip(cards, range(self.n), strict=True))
        elif state.phase == "fill":
            least = {"risiko": 9, "base": self.n + (3 if self.n <= 4 else 1)}.get(self.variant, 0)
            if self.variant in ("base", "risiko"):
                assert len(self.centre) + len(cards) == least
            self.centre.update(cards)
            self.begin_guessing()
        else:
            for player in self.bonus_owed:
                self.album[player] += 1
            self.bonus_owed = []
            self.over(self.guesser)

    def lay(self, p: int, cards: tuple[int, ...]) -> None:
        assert self.hands[p].issuperset(cards)
        self.hands[p] -= set(cards)
        if self.variant == "kenner":
            mine = next(card for card, owner in self.front.items() if owner == p)
            cards = (mine, *cards)
        for front, other in zip(cards[::2], cards[1::2], strict=True):
            self.pairs[p].add(frozenset((front, other)))
            self.centre.add(other)
            if self.variant == "koenner":
                self.centre.add(front)
            else:
                self.front[front] = p
        if all(self.pairs) and (self.variant == "koenner" or (self.variant == "risiko" and self.n == 5)):
            self.begin_guessing()

    def begin_guessing(self) -> None:
        self.left = [(self.camera + i) % self.n for i in range(self.n)]
        self.guesser, self.hit, self.flops, self.stake = self.left.pop(0), False, 0, 0
        self.bonus_owed = []

    def legal(self, p: int) -> set[tuple[int, int]]:
        own = {card for pair in self.pairs[p] for card in pair}
        if self.variant == "koenner":
            return {(a, b) for a in self.centre - own for b in self.centre - own if a < b}
        return {(a, b) for a, owner in self.front.items() if owner != p for b in self.centre - own}

    def guess(self, p: int, one: int, other: int) -> None:
        assert p == self.guesser
        pair = frozenset((one, other))
        owner = next((q for q in range(self.n) if pair in self.pairs[q]), None)
        if owner is None:
            self.box += self.stake
            self.stake = 0
            self.over(p)
            return
        self.hit = True
        self.pairs[owner].discard(pair)
        self.centre -= pair
        self.front = {card: q for card, q in self.front.items() if card not in pair}
        self.album[owner] += 1
        if self.variant == "risiko":
            self.stake += 1
            if not any(self.pairs[q] for q in range(self.n) if q != p):
                self.album[p] += self.stake
                self.stake = 0
                self.over(p)
            return
        self.album[p] += 1
        if self.o.categories[one] != self.o.categories[other]:
            for player in (p, owner):
                if self.box:
                    self.box -= 1
                    self.album[player] += 1
                elif self.pile > len(self.bonus_owed):
                    self.bonus_owed.append(player)
        if not self.bonus_owed:
            self.over(p)

    def over(self, p: int) -> None:
        """End the player's guess and find whose is the next."""
        while self.left:
            self.guesser = self.left.pop(0)
            if any(self.pairs[q] for q in range(self.n) if q != self.guesser):
                return
        if not self.hit and self.flops < self.o.max_flop_rounds:
            flops = self.flops + 1
            self.begin_guessing()
            self.flops = flops
            return
        self.box += len(self.centre) + len(self.front)
        self.pairs = [set() for _ in range(self.n)]
        self.front, self.centre = {}, set()
        self.rounds += 1
        self.camera = (self.camera + 1) % self.n


@pytest.mark.parametrize("variant", ["base", "kenner", "koenner", "risiko"])
@pytest.mark.parametrize("players", range(3, 8))
def test_whole_games_agree_with_the_book(variant: str, players: int) -> None:
    if variant == "risiko" and players > 5:
        return
    for seed in range(6):
        policy = (random_player, sensible_player)[seed % 2]
        options = GAME.options(NAMES[:players], variant=variant, first="chance")
        book = Book(options)

        def watch(state: Any, actor: int, action: Any, book: Book = book) -> None:
            assert [len(album) for album in state.albums] == book.album
            assert (state.round, state.camera) == (book.rounds, book.camera) or state.phase in ("setup", "camera")
            if state.phase == "guess":
                assert actor == book.guesser
                listed = GAME.legal(state, actor)
                assert {(a.one, a.other) for a in listed if isinstance(a, Guess)} == book.legal(actor)
                assert (Pass() in listed) is (book.stake > 0)
            assert (len(state.box), len(state.pile)) == (book.box, book.pile)
            book.see(state, actor, action)

        result = playout(GAME, options, seed, policy, watch=watch)
        assert result.outcome is not None
        assert list(result.outcome.scores) == book.album
        times = {3: 3, 4: 2, 5: 2}.get(players, 1)
        assert book.rounds == players * times or result.outcome.termination == "cards"
