"""What is fixed before the first roll: names, who begins, the length of a lane, the duel variant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.errors import OptionsError
from companion.rules.fields import check_choice, check_known, check_seat, check_whole
from companion.rules.notation import check_players
from companion.rules.protocol import Options

TITLE: Final = "Keep Smiling!"
SHORTEST: Final = 2
STANDARD: Final = 12
LONGEST: Final = 60


@dataclass(frozen=True)
class KeepSmilingOptions(Options):
    """Two names; ``lane_length`` steps between the start fields; ``duel`` variant; seat ``first`` rolls first.

    With ``pieces`` "physical" the players have their own board: which piece is where stays unknown until the table says
    what the chairs show.
    """

    lane_length: int = STANDARD
    duel: bool = False
    first: int = 0
    pieces: str = "digital"


def make(players: Collection[str], **values: Any) -> KeepSmilingOptions:
    """Validated options. Raises OptionsError."""
    names = check_players(players, range(2, 3), TITLE)
    check_known(TITLE, values, ("lane_length", "duel", "first", "pieces"))
    duel = values.get("duel", False)
    if type(duel) is not bool:
        raise OptionsError(f"Option duel is {duel!r}; give true or false.",
                           f"Option duel ist {duel!r}; gib true oder false an.")
    length = check_whole("lane_length", values.get("lane_length", STANDARD), SHORTEST, LONGEST)
    pieces = check_choice("pieces", values.get("pieces", "digital"), ("digital", "physical"))
    first = check_seat("first", values.get("first", 0), names)
    return KeepSmilingOptions(names, length, duel, first, pieces)
