"""Actions as sequences of numbers: an action's text is cut into words, and all words of a game are numbered.

Some games have more actions than a list can hold: any set of helpers in FTW?!, four of 152 cards in Face Cards. Their
texts need only a few hundred different words. A seat chooses word after word, until only one action fits or it chooses
``END_NUMBER`` (0). The numbers depend only on the game and its options; a mask says which are legal now.
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
    """The numbered words of a game with certain options. ``words[n]`` is word number n."""

    def __init__(self, game: Game[O, S, A], options: O) -> None:
        self.game, self.options = game, options
        self.words = (".", *dict.fromkeys(game.words(options)))
        self._numbers = {word: number for number, word in enumerate(self.words)}

    def spell(self, action: A) -> tuple[int, ...]:
        """Return the word numbers of a seat's action.

        Raises KeyError for free text of the players (a Wild Thing signal).
        """
        return tuple([self._numbers[word] for word in _WORD_PATTERN.findall(self.game.format(action, self.options))])

    def choice(self, legal: LegalActions[A]) -> Choice[A]:
        """Return a new ``Choice``, with which a seat picks one of these actions word by word."""
        return Choice((self.spell(action), action) for action in legal)


class Choice(Generic[A]):
    """The choice of one of several actions, word by word.

    Args:
        spelled: For each action, (the numbers of its words, the action).
    """

    def __init__(self, spelled: Iterable[tuple[tuple[int, ...], A]]) -> None:
        self._left = list(spelled)
        self._at = 0

    def numbers(self) -> list[int]:
        """Return the numbers of the words that may come next, ascending."""
        at = self._at
        return sorted({word[at] if at < len(word) else END_NUMBER for word, _ in self._left})

    def take(self, number: int) -> A | None:
        """Choose the next word. Return the action if only one is left, else None.

        Raises ValueError if no action that is left goes on with this word.
        """
        at = self._at
        left = [entry for entry in self._left if (entry[0][at] if at < len(entry[0]) else END_NUMBER) == number]
        if not left:
            raise ValueError(f"{number} is none of {self.numbers()}")
        self._left, self._at = left, at + 1
        return left[0][1] if len(left) == 1 else None
