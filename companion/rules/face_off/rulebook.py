"""The rules that an action can break, with where they stand."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK: Final = "Face Off! book"
_RULINGS: Final = "RULINGS.md, Face Off!"

DEAL = Rule(_BOOK, "Dealing the cards",
            "the dealer shuffles and deals 9 gems to each, in the advanced game also one Grin and one Wild Thing card.",
            "Der Geber mischt und gibt jedem 9 Edelsteine, fortgeschritten auch je eine Grins- und Wild-Thing-Karte.")
ONE_SUIT = Rule(_BOOK, "The play", "offer 1 to 4 cards of one suit that you hold.",
                "Biete 1 bis 4 Karten einer Farbe an, die du hast.")
SAME_NUMBER = Rule(_BOOK, "The play", "you can trade with anyone who signals the same number back to you.",
                   "Tauschen kann, wer dasselbe Signal zeigt.")
TWO_PLAYERS = Rule(_RULINGS, "trades", "a trade is between two players.", "Getauscht wird zwischen zwei Spielern.")
GRIN_ONLY = Rule(_BOOK, "Advanced play", "Grin and Wild Thing cards are traded one for one under their own signals.",
                 "Grins- und Wild-Thing-Karten werden eins zu eins unter ihrem eigenen Signal getauscht.")
ADVANCED_ONLY = Rule(_BOOK, "Advanced play", "Grin and Wild Thing cards are used in the advanced game only.",
                     "Grins- und Wild-Thing-Karten gibt es nur im fortgeschrittenen Spiel.")
NOTHING_SHOWN = Rule(_RULINGS, "trades", "only an offer that stands can be taken back.",
                     "Nur ein Angebot, das steht, lässt sich zurücknehmen.")
MISTAKE = Rule(_BOOK, "Advanced play", "the player that you've mistakenly traded with stops the game and calls it.",
               "Wer die falsche Karte bekommen hat, hält das Spiel an und ruft es aus.")
SUIT_IN_PLAY = Rule(_BOOK, "Dealing the cards", "one complete suit for each person playing; the others are put away.",
                    "Je Spieler eine ganze Farbe; die anderen bleiben weg.")
DEALER_CHOOSES = Rule(_BOOK, "The win",
                      "the winner becomes the Dealer for the next hand and chooses the Trading Signals.",
                      "Wer gewonnen hat, gibt als Nächstes und wählt die Signale.")
WILD_CHOICE = Rule(_BOOK, "Advanced play", "the Wild Thing signal is one that the Dealer creates for that hand.",
                   "Das Wild-Thing-Signal erfindet der Geber für diese Runde.")
SPEECH = Rule(_BOOK, "The win, advanced version", "the speech is judged once, when a hand has been won.",
              "Über die Siegesrede wird einmal geurteilt, wenn eine Runde gewonnen ist.")
TABLE_CONFIRMS = Rule(_RULINGS, "cards: physical", "the table confirms or denies a call that it has seen.",
                      "Der Tisch bestätigt oder verneint einen Ruf, den er gesehen hat.")
STOPPED = Rule(_BOOK, "The play", "trading goes on between the deal and the call; now the game waits.",
               "Getauscht wird vom Geben bis zum Ruf; jetzt wartet das Spiel.")
OVER = Rule(_BOOK, "The win", "the game ends with the first player at the target.",
            "Das Spiel endet, wenn jemand das Ziel erreicht.")
NOT_YOURS = Rule(_RULINGS, "actors", "players offer, call and choose; the table sees trades and judges; chance deals.",
                 "Spieler bieten, rufen und wählen; der Tisch sieht und urteilt; der Zufall gibt.")
