"""The rules that an action can break, each with the book's section that says so."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK = "Keep Smiling!"

PLACING: Final = Rule(
    _BOOK, "Die Startposition",
    "Each player first sets five pieces face down on the start fields: two Smilys, two Grimmys and one Neutralo.",
    "Jeder setzt zuerst seine fünf Figuren verdeckt auf die Startfelder: zwei Smilys, zwei Grimmys, einen Neutralo.")
TURNS: Final = Rule(
    _BOOK, "Das Würfeln und Ziehen",
    "The players take turns: all three dice are rolled, then the player who rolled moves.",
    "Abwechselnd würfelt jeder mit allen drei Würfeln und zieht dann.")
FIVE_WAYS: Final = Rule(
    _BOOK, "Das Würfeln und Ziehen",
    "One piece goes one die or the sum of two; two pieces one die each, or one die and the sum of two; "
    "three pieces one die each.",
    "Eine Figur zieht einen Würfel oder zwei; zwei Figuren je einen Würfel, oder einen und zwei; "
    "drei Figuren je einen Würfel.")
WHOLE_DICE: Final = Rule(
    _BOOK, "Das Würfeln und Ziehen",
    "Only the dice that were rolled count, each once and whole.",
    "Nur die gewürfelten Augen zählen, jeder Würfel einmal und ungeteilt.")
MUST_MOVE: Final = Rule(
    _BOOK, "Das Würfeln und Ziehen",
    "One piece has to be moved; only the other possible moves may lapse.",
    "Eine Figur muss gezogen werden; nur weitere mögliche Züge können verfallen.")
EXACT: Final = Rule(
    _BOOK, "Das Würfeln und Ziehen",
    "The opponent's start field has to be reached with the exact count.",
    "Die gegnerische Startposition muss mit genauer Augenzahl erreicht werden.")
OFF_LANE: Final = Rule(
    _BOOK, "Das Schlagen / Die Einzelwertung",
    "A captured piece is out of the game, and a piece on a chair stays there.",
    "Eine geschlagene Figur ist aus dem Spiel, eine Figur auf einem Sessel bleibt dort.")
ENDED: Final = Rule(
    _BOOK, "Das Spielende",
    "The game is over when all six chairs are taken, or when no piece is left on the lanes.",
    "Das Spiel ist beendet, wenn alle sechs Sessel besetzt sind oder keine Figur mehr im Spiel ist.")
REVEAL: Final = Rule(
    _BOOK, "Abrechnung und Sieg",
    "At the end the pieces on the chairs are turned over; each player has two Smilys, two Grimmys and one Neutralo.",
    "Am Ende werden die Figuren auf den Sesseln aufgedeckt; jeder hat zwei Smilys, zwei Grimmys und einen Neutralo.")
DUEL: Final = Rule(
    _BOOK, "Die Duell-Variante",
    "A piece that lands on another fights: both players roll one die before anything else goes on.",
    "Trifft eine Figur auf eine andere, würfeln beide mit einem Würfel, bevor es weitergeht.")
