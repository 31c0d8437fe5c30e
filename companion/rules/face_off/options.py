"""The options of Face Off!, with their checks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.face_off.actions import WITHDRAW, Claim, Offer, Withdraw, offer
from companion.rules.face_off.data import GEM_VALUES, MAX_COUNT, SIGNAL_SETS, SUITS, WILD
from companion.rules.options import Options, choice, integer_option, option, read_options, specs_of

NAME: Final = "face-off"
PLAYERS: Final = range(3, 10)


@dataclass(frozen=True)
class FaceOffOptions(Options):
    """The options of a game. ``suits`` has one gem for each player; other defaults follow the book or a ruling."""

    suits: tuple[str, ...] = option("list", choices=SUITS)
    gem_values: tuple[tuple[str, int], ...] = option("table", GEM_VALUES, 1, 10_000, tuple(GEM_VALUES))
    cards: str = choice("digital", "physical")
    advanced: bool = option("flag", False)
    signal_set: str = choice(*SIGNAL_SETS)
    wild_signal: str = option("text", high=80)
    dealer: int = option("seat", 0)
    target: int = integer_option(500, 1, 100_000)
    mistake_penalty: int = integer_option(50, 0, 10_000)
    teeth_penalty: int = integer_option(50, 0, 10_000)
    false_claim_penalty: int = integer_option(0, 0, 10_000)
    max_trades: int = integer_option(0, 0, 10**9)
    max_hands: int = integer_option(0, 0, 10**9)

    @cached_property
    def menu(self) -> tuple[Offer | Claim | Withdraw, ...]:
        """All actions that a player can ever take in this game, except calls and offers with a mistake."""
        shown = range(1, (WILD if self.advanced else MAX_COUNT) + 1)
        suits = self.suits if self.digital else (None,)
        return (*(offer(n, s) for n in shown for s in suits), *(Claim(s) for s in self.suits), WITHDRAW)

    def value(self, suit: str) -> int:
        return dict(self.gem_values)[suit]


SPECS: Final = specs_of(NAME, FaceOffOptions)
WILD_SIGNAL_SPEC: Final = next(spec for spec in SPECS if spec.name == "wild_signal")


def options(players: Collection[str], **values: object) -> FaceOffOptions:
    names, given = read_options(SPECS, PLAYERS, players, values)
    suits = given["suits"] or SUITS[: len(names)]
    if len(suits) != len(names):
        raise OptionsError(fact("face-off.no.suits", n=len(names), suits=suits))
    if given["wild_signal"] and not given["advanced"]:
        raise OptionsError(fact("face-off.no.wild-option"))
    wild = (given["wild_signal"] or "kiss") if given["advanced"] else ""
    return FaceOffOptions(players=names, **{**given, "suits": suits, "wild_signal": wild})
