"""Factum: the counts of reachable positions kept as data, and whole games against the book's points reckoned anew."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.rules.factum.actions import Best, Decide, Judge, Lay, Teams, Tell, Volunteer, Vote
from companion.rules.factum.game import GAME
from companion.rules.playout import playout
from tests.rules.counting import FOLDER, SetUp, count, read

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans", "Ida", "Jo", "Kim", "Lea")


@pytest.mark.parametrize("setup", read(FOLDER / "factum.txt"), ids=lambda setup: setup.title)
def test_counts_are_those_on_file(setup: SetUp) -> None:
    assert setup.counts
    assert tuple(count(GAME, GAME.load(setup.position), len(setup.counts))) == setup.counts


class Book:
    """The points, read off the book once more from nothing but the actions."""

    def __init__(self, players: int) -> None:
        self.players = range(players)
        self.scores = dict.fromkeys(self.players, 0)
        self.holder: int | None = None
        self.holds_points = False

    def see(self, state: Any, actor: int, action: Any) -> None:
        if isinstance(action, Volunteer):
            self.teller, self.cards, self.votes, self.best = actor, {}, [], []
        elif isinstance(action, Teams):
            self.team = set(action.members)
        elif isinstance(action, Tell):
            self.main = action.card
        elif isinstance(action, Judge):
            self.judge = actor
        elif isinstance(action, Decide):
            self.guessers = self.team if action.tellers else set(self.players) - self.team
            self.ballot = len(self.guessers) - 1
        elif isinstance(action, Lay):
            self.cards[action.card] = actor
        elif isinstance(action, Vote):
            self.votes.append(action.card)
            self.count_votes()
        elif isinstance(action, Best):
            self.best.append(action.new)
            self.count_best()

    def count_votes(self) -> None:
        if self.ballot == 1 or len(self.votes) == self.ballot:
            ranked = Counter(self.votes).most_common()
            ties = [card for card, n in ranked if n == ranked[0][1]]
            if len(ties) == 1:
                self.points(ties[0])
            else:
                self.rounds = getattr(self, "rounds", 0) + 1
            self.votes = []
            if len(ties) > 1 and self.rounds % 3 == 0:
                self.ballot = 1  # three ties: one voter decides

    def points(self, card: int) -> None:
        self.rounds = 0
        winners = self.guessers if card == self.main else set(self.players) - self.guessers
        for player in winners:
            self.scores[player] += 2 if player in (self.teller, self.judge) else 1
        if card in self.cards:
            self.scores[self.cards[card]] += 1
        if self.holder is None:
            self.holder = self.teller

    def count_best(self) -> None:
        if len(self.best) < len(set(self.players) - {self.teller, self.holder}):
            return
        new, old = self.best.count(True), self.best.count(False)
        if new > old:
            if self.holds_points:
                assert self.holder is not None
                self.scores[self.holder] -= 3
            self.scores[self.teller] += 3
            self.holder, self.holds_points = self.teller, True
        elif old > new and not self.holds_points:
            assert self.holder is not None
            self.scores[self.holder] += 3
            self.holds_points = True


@pytest.mark.parametrize("players", range(4, 13))
def test_whole_games_give_the_points_of_the_book(players: int) -> None:
    for seed in range(8):
        book = Book(players)
        before: list[Any] = []

        def watch(state: Any, actor: int, action: Any, book: Book = book, before: list[Any] = before) -> None:
            assert tuple(book.scores.values()) == state.scores
            before.append(state)
            book.see(state, actor, action)

        result = playout(GAME, GAME.options(NAMES[:players]), seed, watch=watch)
        assert result.outcome is not None
        assert tuple(book.scores.values()) == result.outcome.scores
        assert max(before[-1].scores) < 15 <= max(result.outcome.scores)
