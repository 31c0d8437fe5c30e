"""The rules that an action can break, with where they stand."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

DEAL: Final = Rule("face-off.deal", "face-off", "Dealing the cards")
ONE_SUIT: Final = Rule("face-off.one-suit", "face-off", "The play")
SAME_NUMBER: Final = Rule("face-off.same-number", "face-off", "The play")
TWO_PLAYERS: Final = Rule("face-off.two-players", "rulings", "Face Off!, trades")
GRIN_ONLY: Final = Rule("face-off.grin-only", "face-off", "Advanced play")
ADVANCED_ONLY: Final = Rule("face-off.advanced-only", "face-off", "Advanced play")
NOTHING_SHOWN: Final = Rule("face-off.nothing-shown", "rulings", "Face Off!, trades")
MISTAKE: Final = Rule("face-off.mistake", "face-off", "Advanced play")
SUIT_IN_PLAY: Final = Rule("face-off.suit-in-play", "face-off", "Dealing the cards")
DEALER_CHOOSES: Final = Rule("face-off.dealer-chooses", "face-off", "The win")
WILD_CHOICE: Final = Rule("face-off.wild-choice", "face-off", "Advanced play")
SPEECH: Final = Rule("face-off.speech", "face-off", "The win, advanced version")
TABLE_CONFIRMS: Final = Rule("face-off.table-confirms", "rulings", "Face Off!, cards: physical")
STOPPED: Final = Rule("face-off.stopped", "face-off", "The play")
OVER: Final = Rule("face-off.over", "face-off", "The win")
NOT_YOURS: Final = Rule("face-off.not-yours", "rulings", "Face Off!, actors")
