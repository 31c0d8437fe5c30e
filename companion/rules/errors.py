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
    """A rule, and where its book has it.

    ``key`` ("ftw.higher"): its name; the message ``rule.KEY`` words it. ``book``: a game's name, "rulings" or
    "companion"; the message ``term.BOOK`` words it. ``section``: the heading as it is printed there.
    """

    key: str
    book: str
    section: str

    @property
    def fact(self) -> Fact:
        """The text of the rule together with its book and section."""
        return fact("rule.cited", book=self.book, section=self.section, text=fact(f"rule.{self.key}"))


def lines_of(game: str, name: str) -> list[str]:
    """Return the lines of the file ``name`` in the game's folder, without comments and empty lines."""
    text = Path(__file__).with_name(game.replace("-", "_")).joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rulebook(game: str) -> dict[str, Rule]:
    """Read the rules that an action of the game can break, by name, from the game's ``rulebook.txt``."""
    rows = ([cell.strip() for cell in line.split("|")] for line in lines_of(game, "rulebook.txt"))
    return {name: Rule(f"{game}.{name}", book, section) for name, book, section in rows}


class RulesError(ValueError):
    """Base of the errors of rules, options and records.

    ``what`` says what is wrong; ``rule`` is the rule that was broken, if there is one; ``fact`` holds both, for the
    player who acts. ``public`` is what a screen that everybody sees may say: ``fact``, or a text without hidden
    cards.
    """

    def __init__(self, what: Fact, *, rule: Rule | None = None, public: Fact | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.rule = rule
        self._public = public

    @property
    def code(self) -> str:
        """The code of ``what``, such as "ftw.no.form"."""
        return self.what.code

    @property
    def fact(self) -> Fact:
        """Return what is wrong, and the rule that was broken if there is one, for the player who acts.

        It may name hidden cards: ``public`` does not.
        """
        return self.what if self.rule is None else fact("rules.cited", what=self.what, rule=self.rule.fact)

    @property
    def public(self) -> Fact:
        """Return what everybody may read about the error: nothing that gives away hidden cards."""
        return self.fact if self._public is None else self._public

    @property
    def secret(self) -> bool:
        """Return whether ``fact`` gives away something that other players may not know."""
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
    """A short form that fits several legal actions.

    ``choices`` lists their full forms. They may name hidden cards, as ``fact`` may.
    """

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
    """Makes the errors of one game: all their codes begin with the game's name."""

    game: str

    def fact(self, code: str, /, **values: Value) -> Fact:
        """Return the fact ``GAME.no.CODE`` with these values, without an error around it."""
        return Fact(f"{self.game}.no.{code}", values)

    def illegal(self, rule: Rule, code: str, public: Fact | None = None, /, **values: Value) -> IllegalAction:
        """Return the error for an action that breaks ``rule``.

        ``code`` and ``values`` say what is wrong; ``public`` says it without hidden cards, where ``code`` gives some
        away.
        """
        return IllegalAction(self.fact(code, **values), rule=rule, public=public)

    def malformed_error(self, code: str, /, **values: Value) -> MalformedAction:
        """Return the error for a value that is no action of this game."""
        return MalformedAction(self.fact(code, **values))

    def numbers(self, cards: object, last: int) -> None:
        """Check that ``cards`` is a tuple of card numbers from 1 to ``last``. Raises MalformedAction if not."""
        if type(cards) is not tuple:
            raise self.malformed_error("numbers")
        for card in cards:  # asked for most actions of a game
            if type(card) is not int:
                raise self.malformed_error("numbers")
        for card in cards:
            if not 0 < card <= last:
                raise self.malformed_error("card", card=card, last=last)

    def not_held(self, rule: Rule, who: str, card: int) -> IllegalAction:
        """Return the error for a card that is not in the player's hand; its public text does not name the card."""
        return self.illegal(rule, "not-held", self.fact("not-yours", who=who), card=card, who=who)


def anything(*_: object) -> bool:
    """Accept any action: the check of actions that have no values, or whose values cannot be wrong."""
    return True
