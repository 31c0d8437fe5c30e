"""The rules that an action can break, each with the book's section that says so."""

from __future__ import annotations

from typing import Final

from companion.rules.errors import Rule

DEALING: Final = Rule("ftw.dealing", "ftw", "Karten verteilen")
GIVING: Final = Rule("ftw.giving", "ftw", "Karten verteilen")
TURNS: Final = Rule("ftw.turns", "ftw", "Karten spielen")
HELD: Final = Rule("ftw.held", "ftw", "Karten spielen")
HIGHER: Final = Rule("ftw.higher", "ftw", "Karten spielen, A")
LOWER: Final = Rule("ftw.lower", "ftw", "Karten spielen, B")
FROM_PILE: Final = Rule("ftw.from-pile", "ftw", "Karten spielen, B")
HELP: Final = Rule("ftw.help", "ftw", "Karten spielen, C")
SHOWING: Final = Rule("ftw.showing", "ftw", "Rundenende & Wertung")
ENDED: Final = Rule("ftw.ended", "ftw", "Spielende")
