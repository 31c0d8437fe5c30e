"""The dice check in a terminal: a line a throw, one key to correct it, the report card at the end."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.text import Text

from companion.events import Roll
from companion.practice.attempt import Throw
from companion.practice.dice_reading import DiceEyes
from companion.practice.dicecheck import Card, DiceCheck, card_of, card_text, shown
from companion.practice.keys import Keys
from companion.practice.store import Store
from companion.practice.texts import say
from companion.sources import Source
from companion.words import say as told

STOP = "q"


class DiceTerminal:
    """Runs one sitting. From a pipe or a file each throw takes keys up to Enter."""

    def __init__(self, store: Store, player: str, *, lang: str, json_lines: bool) -> None:
        self._store, self._player, self._lang, self._json = store, player, lang, json_lines
        self._console = Console(highlight=False, soft_wrap=True)
        self._check = DiceCheck(lambda throw: store.add_throw(player, throw))

    def run(self, source: Source, eyes: DiceEyes) -> Card:
        """Until the source ends or q; gives the player's card."""
        self._say({}, f"{say('dice.throw', self._lang)}. {say('dice.keys', self._lang)}")
        with Keys() as keys:
            for frame in source.frames():
                for roll in eyes.look(frame):
                    self._rolled(roll)
                    if not keys.interactive:
                        self._typed(keys)
                if keys.interactive and self._press(keys.read()) == STOP:
                    break
        self._taken(self._check.accept())
        card = card_of(self._store.throws(self._player))
        self._card(card)
        return card

    def _rolled(self, roll: Roll) -> None:
        self._taken(self._check.roll(roll))
        if roll.refused:
            self._say({}, say("dice.unread", self._lang, why=told(roll.refused, self._lang)))
        self._pending()

    def _typed(self, keys: Keys) -> None:
        """From a pipe: the keys of one line."""
        while self._check.pending is not None and (key := keys.read()):
            self._press(key)

    def _press(self, key: str) -> str:
        if not key or key == STOP or self._check.pending is None:
            return key
        before = self._check.pending
        taken = self._check.key(key)
        if taken is not None:
            self._taken(taken)
        elif self._check.pending is None:
            self._say({"note": "dropped", "read": list(before.read)}, say("dice.dropped", self._lang))
        else:
            self._pending()
        return key

    def _pending(self) -> None:
        reading = self._check.pending
        if reading is not None:
            values = {"note": "read", "values": reading.values, "marked": reading.marked, "refused": reading.why}
            self._say(values, say("dice.read", self._lang, values=shown(reading.values, reading.marked)))

    def _taken(self, throw: Throw | None) -> None:
        if throw is None:
            return
        text = say("dice.taken", self._lang, values=shown(throw.fell))
        if throw.corrected:
            text = say("dice.corrected", self._lang, read=shown(throw.read), values=shown(throw.fell))
        self._say({"note": "taken", "read": list(throw.read), "fell": list(throw.fell)}, text)

    def _card(self, card: Card) -> None:
        found = card.fairness
        self._say(
            {"throws": card.throws, "corrected": card.corrected, "asked": card.asked, "counts": found.counts,
             "chi_square": found.chi_square, "p": found.p},
            card_text(card, self._lang),
        )  # fmt: skip
        if card.missing:
            self._say({}, say("dice.more", self._lang, n=card.missing))
        else:
            most = max(found.counts)
            for face, count in enumerate(found.counts, start=1):
                self._say({}, f"{face} {'█' * round(30 * count / most)} {count}")
            self._say({}, told(found.told(), self._lang))

    def _say(self, values: dict[str, Any], sentence: str) -> None:
        if not self._json:
            self._console.print(Text(sentence))
        elif values:
            print(json.dumps(values), flush=True)
