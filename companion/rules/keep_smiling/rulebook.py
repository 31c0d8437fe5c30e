"""The rules that an action can break, each with the book's section that says so."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

_BOOK: Final = "keep-smiling"
_MOVING: Final = "Das Würfeln und Ziehen"

PLACING: Final = Rule("keep-smiling.placing", _BOOK, "Die Startposition")
TURNS: Final = Rule("keep-smiling.turns", _BOOK, _MOVING)
FIVE_WAYS: Final = Rule("keep-smiling.five-ways", _BOOK, _MOVING)
WHOLE_DICE: Final = Rule("keep-smiling.whole-dice", _BOOK, _MOVING)
MUST_MOVE: Final = Rule("keep-smiling.must-move", _BOOK, _MOVING)
EXACT: Final = Rule("keep-smiling.exact", _BOOK, _MOVING)
OFF_LANE: Final = Rule("keep-smiling.off-lane", _BOOK, "Das Schlagen / Die Einzelwertung")
ENDED: Final = Rule("keep-smiling.ended", _BOOK, "Das Spielende")
REVEAL: Final = Rule("keep-smiling.reveal", _BOOK, "Abrechnung und Sieg")
DUEL: Final = Rule("keep-smiling.duel", _BOOK, "Die Duell-Variante")
