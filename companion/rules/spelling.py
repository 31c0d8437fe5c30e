"""Actions as numbers: each is spelled word by word, and the words of a game are numbered.

Some games have more actions than a list can hold: any helpers of FTW?!, four of 152 cards. Their texts have a few
hundred words. A seat chooses a word, then the next, until one action alone is left or ``END_NUMBER`` (0) is chosen.
The numbers are fixed by the game and its options; which fit now is the mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Generic

from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import A, Game, O, S

END_NUMBER: Final = 0
_WORD_PATTERN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"+]+')


class Spelling(Generic[O, S, A]):
    """The numbered words of a game with these options. ``words[n]`` is the word of number n."""

    def __init__(self, game: Game[O, S, A], options: O) -> None:
        self.game, self.options = game, options
        self.words = (".", *dict.fromkeys(game.words(options)))
        self._numbers = {word: number for number, word in enumerate(self.words)}

    def spell(self, action: A) -> tuple[int, ...]:
        """Return the numbers of an action of a seat.

        Raises KeyError for a text of the players' own (a Wild Thing signal).
        """
        return tuple([self._numbers[word] for word in _WORD_PATTERN.findall(self.game.format(action, self.options))])

    def choice(self, legal: LegalActions[A]) -> Choice[A]:
        """Choose one of these."""
        return Choice((self.spell(action), action) for action in legal)


class Choice(Generic[A]):
    """An action as it is being spelled."""

    def __init__(self, spelled: Iterable[tuple[tuple[int, ...], A]]) -> None:
        self._left = list(spelled)
        self._at = 0

    def numbers(self) -> list[int]:
        """Return the numbers of the words that may come next, ascending."""
        at = self._at
        return sorted({word[at] if at < len(word) else END_NUMBER for word, _ in self._left})

    def take(self, number: int) -> A | None:
        """Add a word; gives the action once no other is left. Raises ValueError for a word that does not fit."""
        at = self._at
        left = [entry for entry in self._left if (entry[0][at] if at < len(entry[0]) else END_NUMBER) == number]
        if not left:
            raise ValueError(f"{number} is none of {self.numbers()}")
        self._left, self._at = left, at + 1
        return left[0][1] if len(left) == 1 else None
