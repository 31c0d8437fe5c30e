"""The rules of Face Cards that an action can break, and where they stand."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK: Final = "Face Cards"
_PAIRING: Final = "Pärchen auswählen / Step 1: Pairing"
_GUESSING: Final = "Tippen & punkten / Step 2: Guessing & Scoring"

START = Rule(_BOOK, "Vorbereitung / Preparation",
             "whoever looks most like the first card's picture takes the camera and starts.",
             "Wer dem ersten Foto am ähnlichsten sieht, nimmt den Fotoapparat und beginnt.")
DEAL = Rule(_BOOK, "Vorbereitung / Preparation", "cards come from the shuffled draw pile.",
            "Karten kommen vom gemischten Nachziehstapel.")
PAIR = Rule(_BOOK, _PAIRING, "each player chooses 2 cards from the own hand that make a pair.",
            "Jeder wählt aus seinen Handkarten 2, die zueinander passen.")
KENNER = Rule(_BOOK, "Kenner / Improv Talents", "choose one card from your hand for the card that lies before you.",
              "Wählt zur offenen Karte eine passende von eurer Hand.")
KOENNER = Rule(_BOOK, "Könner / Secret Agents", "both cards of a pair go to the centre, and a guess names two of them.",
               "Beide Karten des Pärchens kommen in die Mitte, ein Tipp nennt zwei davon.")
RISIKO = Rule(_BOOK, "Risiko / Risky Moves", "each player lays two pairs: four different cards.",
              "Jeder legt zwei Foto-Pärchen aus: vier verschiedene Karten.")
TURN = Rule(_BOOK, _GUESSING, "the owner of the camera begins, the others follow in turn, each with one guess.",
            "Der Spieler mit dem Fotoapparat beginnt, die anderen folgen reihum mit je einem Tipp.")
GUESS = Rule(_BOOK, _GUESSING, "a guess names a card in front of another player and one in the centre.",
             "Getippt wird auf die Karte vor einem Mitspieler und eine Karte in der Mitte.")
NOT_OWN = Rule(_BOOK, _GUESSING, "you may not guess your own cards (option not_own).",
               "Ihr dürft nicht auf eure eigenen Karten tippen (Option not_own).")
ANSWER = Rule(_BOOK, _GUESSING, "the owner says whether the guess is right, and cannot contradict earlier answers.",
              "Der Mitspieler sagt, ob der Tipp stimmt, und bleibt bei dem, was er gesagt hat.")
NO_BONUS = Rule(_BOOK, "Risiko / Risky Moves", "there are no bonus pictures for different categories.",
                "Im Risikospiel gibt es keine Extrapunkte für verschiedene Kategorien.")
PASS = Rule(_BOOK, "Risiko / Risky Moves", "only after a right guess may a player stop; the first guess must be made.",
            "Erst nach einem richtigen Tipp darf man aufhören; der erste Tipp ist Pflicht.")
STEP = Rule(_BOOK, "Ablauf / How to play", "first the pairs are laid, then they are shown, then the guesses are made.",
            "Erst werden die Pärchen gelegt, dann aufgedeckt, dann wird getippt.")
END = Rule(_BOOK, "Ende / End of the game", "the game is over when everyone was start player equally often.",
           "Das Spiel endet, nachdem jeder gleich häufig Startspieler war.")
