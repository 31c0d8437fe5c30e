"""The rules of Factum that an action can break, and where they stand."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK: Final = "Factum"
DEAL = Rule(_BOOK, "Ende der Runde",
            "hands are filled up to five cards from the pile; the discards are shuffled when it ends.",
            "Jeder ergänzt auf 5 Karten; ist der Stapel aufgebraucht, wird der Ablagestapel neu gemischt.")
VOLUNTEER = Rule(_BOOK, "1a. Freiwillig ein Geschichtenerzähler sein", "the first to volunteer tells a story.",
                 "Wer sich als Erster meldet, erzählt eine Geschichte.")
NOT_TWICE = Rule(_BOOK, "Ende der Runde", "the same player cannot be the storyteller twice running.",
                 "Ein und derselbe Spieler kann nicht zweimal hintereinander Geschichtenerzähler sein.")
TEAMS = Rule(_BOOK, "1b. Aufteilung der Teams",
             "two teams of equal size; the storyteller's has one more of an odd number.",
             "Zwei gleich große Teams; bei ungerader Zahl hat das Team des Erzählers einen Spieler mehr.")
TELL = Rule(_BOOK, "1c. Tatsächliches Erzählen einer Geschichte",
            "the storyteller tells the story and confirms its end.",
            "Der Erzähler erzählt seine Geschichte und bestätigt ihr Ende.")
JUDGE = Rule(_BOOK, "2. Bewertung", "the judge is the first of the other team to come forward.",
             "Richter wird, wer sich im gegnerischen Team zuerst meldet.")
DECIDE = Rule(_BOOK, "2. Bewertung", "the judge looks at the storyteller's card and decides whose team guesses.",
              "Der Richter schaut sich die Karte an und entscheidet, wessen Team rät.")
LAY = Rule(_BOOK, "3. Hinzufügen von Karten",
           "each player of the team that does not guess adds one card of the own hand.",
           "Jeder Spieler des Teams, das nicht rät, legt eine Karte aus seiner Hand dazu.")
FILL = Rule(_BOOK, "3. Hinzufügen von Karten", "fewer than 5 cards are filled up to 5 from the pile.",
            "Sind es weniger als 5 Karten, wird vom Stapel auf 5 ergänzt.")
VOTE = Rule(_BOOK, "4. Raten", "the guessing team votes for one of the cards on the table.",
            "Das Rateteam stimmt über die Karten auf dem Tisch ab.")
SILENT = Rule(_BOOK, "4. Raten", "the storyteller and the judge must be silent.",
              "Der Erzähler und der Richter müssen schweigen.")
TIE = Rule("RULINGS.md", "Factum",
           "a tie is voted again among the tied cards, then one voter decides (option deadlock).",
           "Bei Gleichstand wird unter diesen Karten neu gestimmt, dann entscheidet einer (Option deadlock).")
OWNER = Rule(_BOOK, "5. Punktevergabe", "the card's owner is the storyteller, one of the confusing team, or the pile.",
             "Die Karte ist vom Erzähler, von einem Spieler des verwirrenden Teams oder vom Stapel.")
BEST = Rule(_BOOK, "6. Abstimmung über die beste Geschichte",
            "everyone but the two storytellers votes for one of the two stories.",
            "Alle außer den beiden Erzählern stimmen über die zwei Geschichten ab.")
STEP = Rule(_BOOK, "Der Hauptspielzyklus hat 6 Phasen", "telling, judging, adding cards, guessing, points, best story.",
            "Erzählen, Bewerten, Karten hinzufügen, Raten, Punkte, beste Geschichte.")
END = Rule(_BOOK, "Spielende", "the first to reach the target (15 points) wins and the game is over.",
           "Wer zuerst das Ziel (15 Punkte) erreicht, gewinnt; das Spiel ist aus.")
