"""What can be typed during a sitting: only what the game at hand knows, in the reader's language."""

from __future__ import annotations

from typing import Final

from companion.referee.match import Match
from companion.words import Language, say

_FACE_OFF: Final = ("trade", "win", "claim", "next")
_ADVANCED: Final = ("teeth", "call", "wild", "evidence")
_KEEP_SMILING: Final = ("dice", "lie", "move")
_ALL: Final = ("undo", "pause", "score", "answer", "end")


def lines_of(match: Match, *, sees: bool) -> list[str]:
    """The codes of the lines; ``sees``: a camera watches."""
    game, options = match.game.name, match.options
    own: list[str] = []
    if game == "face-off":
        own = [*_FACE_OFF, *(_ADVANCED if options.advanced else ())]
        if options.digital:
            own.remove("claim")
        own += ["faces", "seat"] if sees else []
    elif game == "keep-smiling":
        own = [] if options.pieces == "physical" else ["place"]
        own += _KEEP_SMILING
        own += ["duel"] if options.duel else []
        own += ["chairs"] if options.pieces == "physical" else []
    return [*(f"help.{game}.{line}" for line in own), *(f"help.all.{line}" for line in _ALL)]


def help_of(match: Match, language: Language, *, sees: bool = False) -> str:
    """A line a command, what to type on the left. ``play`` shows the rules' own actions; here it is the table's."""
    rows = [say(code, language).partition(" | ") for code in lines_of(match, sees=sees)]
    width = max(len(typed) for typed, _, _ in rows)
    return "\n".join([say("help.head", language), *(f"  {typed:<{width}}  {what}" for typed, _, what in rows)])
