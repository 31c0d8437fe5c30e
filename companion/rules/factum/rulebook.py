"""The rules of Factum that an action can break, and where they stand."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK: Final = "factum"
_ENDING: Final = "Ende der Runde"
_ADDING: Final = "3. Hinzufügen von Karten"

DEAL: Final = Rule("factum.deal", _BOOK, _ENDING)
VOLUNTEER: Final = Rule("factum.volunteer", _BOOK, "1a. Freiwillig ein Geschichtenerzähler sein")
NOT_TWICE: Final = Rule("factum.not-twice", _BOOK, _ENDING)
TEAMS: Final = Rule("factum.teams", _BOOK, "1b. Aufteilung der Teams")
TELL: Final = Rule("factum.tell", _BOOK, "1c. Tatsächliches Erzählen einer Geschichte")
JUDGE: Final = Rule("factum.judge", _BOOK, "2. Bewertung")
DECIDE: Final = Rule("factum.decide", _BOOK, "2. Bewertung")
LAY: Final = Rule("factum.lay", _BOOK, _ADDING)
VOTE: Final = Rule("factum.vote", _BOOK, "4. Raten")
SILENT: Final = Rule("factum.silent", _BOOK, "4. Raten")
TIE: Final = Rule("factum.tie", "rulings", "Factum")
OWNER: Final = Rule("factum.owner", _BOOK, "5. Punktevergabe")
BEST: Final = Rule("factum.best", _BOOK, "6. Abstimmung über die beste Geschichte")
STEP: Final = Rule("factum.step", _BOOK, "Der Hauptspielzyklus hat 6 Phasen")
END: Final = Rule("factum.end", _BOOK, "Spielende")
