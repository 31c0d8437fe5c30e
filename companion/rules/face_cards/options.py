"""The options of Face Cards, checked, and what follows from them (hand size, cards in the centre, rounds)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import resources
from typing import Any, Final

from companion.rules.errors import OptionsError
from companion.rules.fields import check_choice, check_known, check_whole
from companion.rules.notation import check_players
from companion.rules.protocol import Options

TITLE: Final = "Face Cards"
PLAYERS: Final = range(3, 8)
VARIANTS: Final = ("base", "kenner", "koenner", "risiko")
ENGLISH: Final = {"improv-talents": "kenner", "secret-agents": "koenner", "risky-moves": "risiko", "könner": "koenner"}
CATEGORIES: Final = ("people", "animals", "objects")
MAX_BLANK: Final = 10


def _read_deck() -> dict[str, int]:
    text = resources.files(__package__).joinpath("deck.txt").read_text("utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {name: int(count) for name, count in lines}


DECK: Final = _read_deck()


@dataclass(frozen=True)
class FaceCardsOptions(Options):
    """Names, variant, and the rulings that a table may see otherwise; the derived values follow the book."""

    variant: str = "base"
    cards: str = "digital"
    first: str = "table"
    not_own: str = "cards"
    max_flop_rounds: int = 3
    starts_each: int = 0
    people: int = DECK["people"]
    animals: int = DECK["animals"]
    objects: int = DECK["objects"]
    blank_people: int = 0
    blank_animals: int = 0
    blank_objects: int = 0

    @cached_property
    def n(self) -> int:
        return len(self.players)

    @cached_property
    def digital(self) -> bool:
        return self.cards == "digital"

    @cached_property
    def hand(self) -> int:
        """Cards in hand: 7 with up to five players, else 6; one fewer in Kenner."""
        return (7 if self.n <= 5 else 6) - (self.variant == "kenner")

    @cached_property
    def pairs(self) -> int:
        """Pairs that a player lays in a round."""
        return 2 if self.variant == "risiko" else 1

    @cached_property
    def played(self) -> int:
        """Cards that a player lays from the hand in a round, and draws back after it."""
        return 1 if self.variant == "kenner" else 2 * self.pairs

    @cached_property
    def fill(self) -> int:
        """Cards of the draw pile that are mixed into the centre."""
        if self.variant == "koenner":
            return 0
        if self.variant == "risiko":
            return max(0, 9 - 2 * self.n)
        return 3 if self.n <= 4 else 1

    @cached_property
    def rounds(self) -> int:
        """Rounds of the whole game: everyone starts 3 times (3 players), twice (4, 5) or once (6, 7)."""
        return self.n * (self.starts_each or {3: 3, 4: 2, 5: 2}.get(self.n, 1))

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The category of each card, by its number (place 0 stands for a card that the engine cannot see)."""
        printed = [name for name in CATEGORIES for _ in range(getattr(self, name))]
        blank = [name for name in CATEGORIES for _ in range(getattr(self, f"blank_{name}"))]
        return ("", *printed, *blank)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All cards: their numbers, or as many zeros where the faces are known to the people alone."""
        total = len(self.categories) - 1
        return tuple(range(1, total + 1)) if self.digital else (0,) * total


HELP: Final[Mapping[str, tuple[str, str]]] = {
    "variant": ("base, kenner (Improv Talents), koenner (Secret Agents) or risiko (Risky Moves, 3 to 5 players)",
                "base (Grundspiel), kenner, koenner oder risiko (3 bis 5 Spieler)"),
    "cards": ("digital: dealt and checked here; physical: your own cards or photographs, the owner answers each guess",
              "digital: hier gegeben und geprüft; physical: eure Karten oder Fotos, der Besitzer antwortet auf Tipps"),
    "first": ("who looks most like the first card: table says it, or chance picks (for play without a table)",
              "wer dem ersten Foto am ähnlichsten sieht: table sagt es, oder chance lost aus"),
    "not_own": ("a guess may touch no own card (cards, German book) or may not be the own pair (pair, English book)",
                "kein Tipp auf eine eigene Karte (cards, deutsches Heft) oder nur nicht aufs eigene Paar (pair)"),
    "max_flop_rounds": ("further guessing rounds with the same cards when nobody was right",
                        "weitere Tipprunden mit denselben Karten, wenn niemand richtig lag"),
    "starts_each": ("how often each player starts (0: as the book says)", "wie oft jeder beginnt (0: wie im Heft)"),
    "people": ("cards with people", "Karten mit Personen"),
    "animals": ("cards with animals", "Karten mit Tieren"),
    "objects": ("cards with objects", "Karten mit Gegenständen"),
    "blank_people": ("own cards with people (at most ten own cards)", "eigene Karten mit Personen (höchstens zehn)"),
    "blank_animals": ("own cards with animals", "eigene Karten mit Tieren"),
    "blank_objects": ("own cards with objects", "eigene Karten mit Gegenständen"),
}


def make(players: Collection[str], values: Mapping[str, Any]) -> FaceCardsOptions:
    """Validated options. Raises OptionsError in one sentence."""
    names = check_players(players, PLAYERS, TITLE)
    given: dict[str, Any] = {f.name: f.default for f in fields(FaceCardsOptions) if f.name != "players"}
    check_known(TITLE, values, given)
    given.update(values)
    variant = given["variant"]
    given["variant"] = check_choice("variant", ENGLISH.get(str(variant), variant), VARIANTS)
    check_choice("cards", given["cards"], ("digital", "physical"))
    check_choice("first", given["first"], ("table", "chance"))
    check_choice("not_own", given["not_own"], ("cards", "pair"))
    check_whole("max_flop_rounds", given["max_flop_rounds"], 0, 1000)
    check_whole("starts_each", given["starts_each"], 0, 100)
    for name in CATEGORIES:
        check_whole(name, given[name], 0, 1000)
        check_whole(f"blank_{name}", given[f"blank_{name}"], 0, MAX_BLANK)
    options = FaceCardsOptions(players=names, **given)
    if sum(given[f"blank_{name}"] for name in CATEGORIES) > MAX_BLANK:
        raise OptionsError(f"There are {MAX_BLANK} blank cards; take fewer cards of your own.",
                           f"Es gibt {MAX_BLANK} leere Karten; nimm weniger eigene.")
    if options.variant == "risiko" and options.n > 5:
        raise OptionsError(f"Risiko (Risky Moves) is for 3 to 5 players, not {options.n}; choose another variant.",
                           f"Risiko ist für 3 bis 5 Spieler, nicht für {options.n}; wähle eine andere Variante.")
    need = options.n * options.hand + 1 + options.fill + (options.n if options.variant == "kenner" else 0)
    if len(options.deck) < need:
        raise OptionsError(f"The first round takes {need} cards, and the deck has only {len(options.deck)}.",
                           f"Die erste Runde braucht {need} Karten, und es gibt nur {len(options.deck)}.")
    return options
