"""The options of Face Off!, checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from companion.rules.errors import OptionsError, Text
from companion.rules.face_off.actions import WITHDRAW, Claim, Offer, Withdraw, offer
from companion.rules.face_off.data import GEM_VALUES, MAX_COUNT, SIGNAL_SETS, SUITS, WILD
from companion.rules.fields import check_choice, check_known, check_seat, check_whole
from companion.rules.notation import check_players
from companion.rules.protocol import Options

TITLE: Final = "Face Off!"
PLAYERS: Final = range(3, 10)
MAX_WILD: Final = 80


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


HELP: Final = {
    "suits": ("the gems in play, one a player (default: in the book's order)",
              "die Edelsteine im Spiel, einer je Spieler (sonst in der Reihenfolge des Buchs)"),
    "gem_values": ("points for each gem", "Punkte je Edelstein"),
    "cards": ("digital: dealt and checked here; physical: your own deck, the table confirms",
              "digital: hier gegeben und geprüft; physical: eure Karten, der Tisch bestätigt"),
    "advanced": ("play with Grin and Wild Thing cards", "mit Grins- und Wild-Thing-Karten spielen"),
    "signal_set": ("the first hand's signals: A, B, C or D", "die Signale der ersten Runde: A, B, C oder D"),
    "wild_signal": ("the first hand's Wild Thing signal", "das Wild-Thing-Signal der ersten Runde"),
    "dealer": ("who deals first (name or seat from 0)", "wer zuerst gibt (Name oder Platz ab 0)"),
    "target": ("points that win the game", "Punkte zum Sieg"),
    "mistake_penalty": ("points off for a mistaken trade", "Abzug für einen falschen Tausch"),
    "teeth_penalty": ("points off for teeth in the victory speech", "Abzug für Zähne in der Siegesrede"),
    "false_claim_penalty": ("points off for a false win call (not in the book)",
                            "Abzug für einen falschen Siegesruf (nicht im Buch)"),
    "max_trades": ("a hand with so many trades is dealt again (0: never)",
                   "nach so vielen Tauschen wird neu gegeben (0: nie)"),
    "max_hands": ("the game ends after so many hands (0: at the target only)",
                  "das Spiel endet nach so vielen Runden (0: nur am Ziel)"),
}


def make(players: Collection[str], values: Mapping[str, Any]) -> FaceOffOptions:
    """Validated options. Raises OptionsError in one sentence."""
    names = check_players(players, PLAYERS, TITLE)
    known = {f.name: f.default for f in fields(FaceOffOptions) if f.name != "players"}
    check_known(TITLE, values, known)
    given: dict[str, Any] = {**known, **values}
    given["advanced"] = _flag("advanced", given["advanced"])
    given["suits"] = _suits(given["suits"], len(names))
    given["gem_values"] = _gem_values(given["gem_values"])
    given["dealer"] = check_seat("dealer", given["dealer"], names)
    given["wild_signal"] = _wild(given["wild_signal"], given["advanced"])
    check_choice("cards", given["cards"], ("digital", "physical"))
    check_choice("signal_set", given["signal_set"], SIGNAL_SETS)
    for key, low, high in (("target", 1, 100_000), ("mistake_penalty", 0, 10_000), ("teeth_penalty", 0, 10_000),
                           ("false_claim_penalty", 0, 10_000), ("max_trades", 0, 10**9), ("max_hands", 0, 10**9)):
        check_whole(key, given[key], low, high)
    return FaceOffOptions(players=names, **given)


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise OptionsError(f"The option {key} is true or false, not {value!r}.",
                           f"Die Option {key} ist true oder false, nicht {value!r}.")
    return value


def _suits(value: Any, count: int) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Collection) or not all(isinstance(s, str) for s in value):
        raise OptionsError(f"The option suits is a list of gems, not {value!r}.",
                           f"Die Option suits ist eine Liste von Edelsteinen, nicht {value!r}.")
    if not value:
        return SUITS[:count]
    for suit in value:
        _known_gem(suit)
    if len(value) != count or len(set(value)) != count:
        raise OptionsError(f"{count} players play with {count} different gems, not with {', '.join(value)}.",
                           f"{count} Spieler spielen mit {count} verschiedenen Edelsteinen, nicht mit "
                           f"{', '.join(value)}.")
    return tuple(s for s in SUITS if s in value)


def _known_gem(suit: object) -> None:
    if suit not in SUITS:
        raise OptionsError(f"There is no gem {suit!r}; the gems are {', '.join(SUITS)}.",
                           f"Den Edelstein {suit!r} gibt es nicht; es gibt {', '.join(SUITS)}.")


def _gem_values(value: Any) -> tuple[tuple[str, int], ...]:
    try:
        table = dict(value)
    except (TypeError, ValueError):
        raise OptionsError(f"The option gem_values gives points by gem, not {value!r}.",
                           f"Die Option gem_values gibt Punkte je Edelstein an, nicht {value!r}.") from None
    for suit, points in table.items():
        _known_gem(suit)
        check_whole(f"gem_values/{suit}", points, 1, 10_000)
    return tuple((suit, table.get(suit, points)) for suit, points in GEM_VALUES.items())


def wild_problem(value: Any) -> Text | None:
    """Why this text cannot describe a Wild Thing signal, or None."""
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_WILD or not value.isprintable():
        return Text(f"A Wild Thing signal is described in 1 to {MAX_WILD} printable characters.",
                    f"Ein Wild-Thing-Signal wird mit 1 bis {MAX_WILD} druckbaren Zeichen beschrieben.")
    return None if value == value.strip() else Text(
        "A Wild Thing signal's description neither begins nor ends with a blank.",
        "Die Beschreibung eines Wild-Thing-Signals beginnt und endet nicht mit einem Leerzeichen.")


def _wild(value: Any, advanced: bool) -> str:
    if not advanced:
        if value:
            raise OptionsError("A Wild Thing signal belongs to the advanced game; set advanced as well.",
                               "Ein Wild-Thing-Signal gehört zum fortgeschrittenen Spiel; setze auch advanced.")
        return ""
    if value == "":
        return "kiss"
    problem = wild_problem(value)
    if problem:
        raise OptionsError(*problem)
    return str(value)
