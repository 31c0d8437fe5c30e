"""The rules that an action can break, each with the book's section that says so."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK = "FTW?!"

DEALING: Final = Rule(
    _BOOK, "Karten verteilen",
    "All cards are shuffled and dealt: 12 to each of up to five players, 10 to each of six.",
    "Alle Karten werden gemischt und verteilt: je 12 bei bis zu fünf Personen, je 10 bei sechs.")
GIVING: Final = Rule(
    _BOOK, "Karten verteilen",
    "All at once give 3 hand cards to the right, and take up what they get when all have chosen.",
    "Alle geben gleichzeitig je 3 Handkarten nach rechts und nehmen die erhaltenen, wenn alle gewählt haben.")
TURNS: Final = Rule(
    _BOOK, "Karten spielen",
    "The players play one hand card each in turn, clockwise.",
    "Ihr spielt reihum im Uhrzeigersinn immer 1 Handkarte aus.")
HELD: Final = Rule(
    _BOOK, "Karten spielen",
    "Only a card of one's own hand can be played.",
    "Gespielt wird immer eine eigene Handkarte.")
HIGHER: Final = Rule(
    _BOOK, "Karten spielen, A",
    "A card on the pile has to be higher than the top card; any card opens a pile.",
    "Eine Karte auf dem Ablagestapel muss höher sein als die oberste; jede Karte darf einen Stapel beginnen.")
LOWER: Final = Rule(
    _BOOK, "Karten spielen, B",
    "Only a card lower than the top card of the pile can be laid in front.",
    "Auslegen darfst du nur eine Karte, die niedriger ist als die oberste des Ablagestapels.")
FROM_PILE: Final = Rule(
    _BOOK, "Karten spielen, B",
    "Who lays a card in front has to take one card of the open pile.",
    "Wer eine Karte auslegt, muss eine Karte aus dem offenen Ablagestapel wählen.")
HELP: Final = Rule(
    _BOOK, "Karten spielen, C",
    "A lower card goes on the pile only if its sum with one or more of one's own helpers is higher than the top card.",
    "Eine niedrigere Karte geht nur, wenn ihre Summe mit eigenen Hilfskarten höher ist als die oberste Karte.")
ENDED: Final = Rule(
    _BOOK, "Spielende",
    "The game is over after the last round.",
    "Das Spiel endet nach der letzten Runde.")
