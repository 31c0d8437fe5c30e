"""The rules of Face Cards that an action can break, and where they stand."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK: Final = "face-cards"
_START: Final = "Vorbereitung / Preparation"
_PAIRING: Final = "Pärchen auswählen / Step 1: Pairing"
_GUESSING: Final = "Tippen & punkten / Step 2: Guessing & Scoring"
_RISIKO: Final = "Risiko / Risky Moves"

START: Final = Rule("face-cards.start", _BOOK, _START)
DEAL: Final = Rule("face-cards.deal", _BOOK, _START)
PAIR: Final = Rule("face-cards.pair", _BOOK, _PAIRING)
KENNER: Final = Rule("face-cards.kenner", _BOOK, "Kenner / Improv Talents")
KOENNER: Final = Rule("face-cards.koenner", _BOOK, "Könner / Secret Agents")
RISIKO: Final = Rule("face-cards.risiko", _BOOK, _RISIKO)
TURN: Final = Rule("face-cards.turn", _BOOK, _GUESSING)
GUESS: Final = Rule("face-cards.guess", _BOOK, _GUESSING)
NOT_OWN: Final = Rule("face-cards.not-own", _BOOK, _GUESSING)
ANSWER: Final = Rule("face-cards.answer", _BOOK, _GUESSING)
NO_BONUS: Final = Rule("face-cards.no-bonus", _BOOK, _RISIKO)
PASS: Final = Rule("face-cards.pass", _BOOK, _RISIKO)
STEP: Final = Rule("face-cards.step", _BOOK, "Ablauf / How to play")
END: Final = Rule("face-cards.end", _BOOK, "Ende / End of the game")
