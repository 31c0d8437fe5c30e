"""What can be wrong with an action, an option or a record: values with names, all of them ValueErrors.

An error carries a fact (code and values, see ``companion.facts``): ``companion.words`` says it in any language.
``str(error)`` is the English sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.facts import Fact, Value, fact, sentence


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a rule stands in its book.

    Where a rule stands: ``key`` ("ftw.higher") is worded by ``rule.KEY``; ``book`` is a game's name, "rulings" or
    "companion" (worded by ``term.book``); ``section`` is the heading as printed there.
    """

    key: str
    book: str
    section: str

    @property
    def fact(self) -> Fact:
        """The rule with where it stands."""
        return fact("rule.cited", book=self.book, section=self.section, text=fact(f"rule.{self.key}"))


def lines_of(game: str, name: str) -> list[str]:
    """Return a file of the game's folder, without its comments."""
    text = Path(__file__).with_name(game.replace("-", "_")).joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rulebook(game: str) -> dict[str, Rule]:
    """Return the rules that an action of the game can break, by name: its ``rulebook.txt``."""
    rows = ([cell.strip() for cell in line.split("|")] for line in lines_of(game, "rulebook.txt"))
    return {name: Rule(f"{game}.{name}", book, section) for name, book, section in rows}


class RulesError(ValueError):
    """Base of the named errors.

    ``what`` says what is wrong; ``rule`` is the rule behind it, if there is one; ``fact`` is both, for whoever acts;
    ``public`` is what a page or terminal that all see may say: ``fact``, or another one without the cards in a hand.
    """

    def __init__(self, what: Fact, *, rule: Rule | None = None, public: Fact | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.rule = rule
        self._public = public

    @property
    def code(self) -> str:
        """The code of what is wrong, without the rule behind it."""
        return self.what.code

    @property
    def fact(self) -> Fact:
        """Return what is wrong with the rule behind it, for whoever acts."""
        return self.what if self.rule is None else fact("rules.cited", what=self.what, rule=self.rule.fact)

    @property
    def public(self) -> Fact:
        """Return what all may hear of it: without the cards in a hand."""
        return self.fact if self._public is None else self._public

    @property
    def secret(self) -> bool:
        """Return whether ``fact`` tells what others may not know."""
        return self._public is not None

    def __str__(self) -> str:
        return sentence(self.fact)


class MalformedAction(RulesError):
    """The text or value is no action of this game at all (bad notation, unknown player, wrong type)."""


class UnknownAction(MalformedAction):
    """The text begins with no word that this game knows."""


class IllegalAction(RulesError):
    """A well-formed action that the rules forbid now; ``rule`` says which rule and where the book has it."""

    rule: Rule

    def __init__(self, what: Fact, *, rule: Rule, public: Fact | None = None) -> None:
        super().__init__(what, rule=rule, public=public)


class AmbiguousAction(RulesError):
    """A short form that fits several legal actions; ``choices`` lists their full forms (as secret as ``fact``)."""

    def __init__(
        self, what: Fact, *, choices: tuple[str, ...], rule: Rule | None = None, public: Fact | None = None
    ) -> None:
        super().__init__(what, rule=rule, public=public)
        self.choices = choices


class OptionsError(RulesError):
    """Options that no game can be played with (player count, duplicate names, a value out of range)."""


class RecordError(RulesError):
    """A game record or position that cannot be read: cut short, of a newer version, or not replaying."""


class MissingExtraError(ImportError):
    """An optional package that a library call needs; ``fact`` says which extra of the distribution brings it."""

    def __init__(self, extra: str) -> None:
        self.fact = fact("rules.no.extra", extra=extra)
        super().__init__(sentence(self.fact))


@dataclass(frozen=True, slots=True)
class Refusals:
    """The errors of one game, whose name begins their codes."""

    game: str

    def fact(self, code: str, /, **values: Value) -> Fact:
        """Return what is wrong, without an error around it."""
        return Fact(f"{self.game}.no.{code}", values)

    def illegal(self, rule: Rule, code: str, public: Fact | None = None, /, **values: Value) -> IllegalAction:
        """Return an action against a rule."""
        return IllegalAction(self.fact(code, **values), rule=rule, public=public)

    def malformed_error(self, code: str, /, **values: Value) -> MalformedAction:
        """Return a value that is no action."""
        return MalformedAction(self.fact(code, **values))

    def numbers(self, cards: object, last: int) -> None:
        """Check card numbers. Raises MalformedAction for what are no card numbers from 1 to ``last``."""
        if type(cards) is not tuple:
            raise self.malformed_error("numbers")
        for card in cards:  # asked for most actions of a game
            if type(card) is not int:
                raise self.malformed_error("numbers")
        for card in cards:
            if not 0 < card <= last:
                raise self.malformed_error("card", card=card, last=last)

    def not_held(self, rule: Rule, who: str, card: int) -> IllegalAction:
        """Return a card that is not in the hand. What all hear of it does not name the card."""
        return self.illegal(rule, "not-held", self.fact("not-yours", who=who), card=card, who=who)


def anything(*_: object) -> bool:
    """Return a check of an action without a value to look at, or with none that would be wrong now."""
    return True
