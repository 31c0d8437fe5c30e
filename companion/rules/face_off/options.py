"""The options of Face Off!, checked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.face_off.actions import WITHDRAW, Claim, Offer, Withdraw, offer
from companion.rules.face_off.data import GEM_VALUES, MAX_COUNT, SIGNAL_SETS, SUITS, WILD
from companion.rules.options import OptionSpec, read_options
from companion.rules.protocol import Options

NAME: Final = "face-off"
PLAYERS: Final = range(3, 10)
WILD_TEXT: Final = OptionSpec(NAME, "wild_signal", "text", None, high=80)
SPECS: Final = (
    OptionSpec(NAME, "suits", "list", None, choices=SUITS),
    OptionSpec(NAME, "gem_values", "table", GEM_VALUES, 1, 10_000, tuple(GEM_VALUES)),
    OptionSpec(NAME, "cards", "choice", "digital", choices=("digital", "physical")),
    OptionSpec(NAME, "advanced", "flag", False),
    OptionSpec(NAME, "signal_set", "choice", "A", choices=tuple(SIGNAL_SETS)),
    WILD_TEXT,
    OptionSpec(NAME, "dealer", "seat", 0),
    OptionSpec(NAME, "target", "whole", 500, 1, 100_000),
    OptionSpec(NAME, "mistake_penalty", "whole", 50, 0, 10_000),
    OptionSpec(NAME, "teeth_penalty", "whole", 50, 0, 10_000),
    OptionSpec(NAME, "false_claim_penalty", "whole", 0, 0, 10_000),
    OptionSpec(NAME, "max_trades", "whole", 0, 0, 10**9),
    OptionSpec(NAME, "max_hands", "whole", 0, 0, 10**9),
)


@dataclass(frozen=True)
class FaceOffOptions(Options):
    """One suit a player; everything else has the book's or the ruling's default."""

    suits: tuple[str, ...] = ()
    gem_values: tuple[tuple[str, int], ...] = tuple(GEM_VALUES.items())
    cards: str = "digital"
    advanced: bool = False
    signal_set: str = "A"
    wild_signal: str = ""
    dealer: int = 0
    target: int = 500
    mistake_penalty: int = 50
    teeth_penalty: int = 50
    false_claim_penalty: int = 0
    max_trades: int = 0
    max_hands: int = 0

    @property
    def digital(self) -> bool:
        return self.cards == "digital"

    @cached_property
    def menu(self) -> tuple[Offer | Claim | Withdraw, ...]:
        """What a player may ever do in this game, save calls and wrong handfuls."""
        shown = range(1, (WILD if self.advanced else MAX_COUNT) + 1)
        suits = self.suits if self.digital else (None,)
        return (*(offer(n, s) for n in shown for s in suits), *(Claim(s) for s in self.suits), WITHDRAW)

    def value(self, suit: str) -> int:
        return dict(self.gem_values)[suit]


def make(players: Collection[str], **values: Any) -> FaceOffOptions:
    """Validated options. Raises OptionsError."""
    names, given = read_options(SPECS, PLAYERS, players, values)
    suits = given["suits"] or SUITS[: len(names)]
    if len(suits) != len(names):
        raise OptionsError(fact("face-off.no.suits", n=len(names), suits=suits))
    if given["wild_signal"] and not given["advanced"]:
        raise OptionsError(fact("face-off.no.wild-option"))
    wild = (given["wild_signal"] or "kiss") if given["advanced"] else ""
    return FaceOffOptions(players=names, **{**given, "suits": suits, "wild_signal": wild})
