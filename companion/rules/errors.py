"""The errors of actions, options and records: named classes, all of them ValueErrors.

An error carries a fact (code and values, see ``companion.facts``), which ``companion.words`` words in any language.
``str(error)`` is the English sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.facts import Fact, Value, fact, sentence


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a game and its place in the rule book.

    Attributes:
        key: Its name, such as "ftw.higher"; the message ``rule.KEY`` is its text.
        book: The game whose printed rule book has it, "rulings" or "companion"; the message ``term.BOOK`` is its name.
        section: The heading in that book.
    """

    key: str
    book: str
    section: str

    @property
    def fact(self) -> Fact:
        """The rule's text with the names of its book and section."""
        return fact("rule.cited", book=self.book, section=self.section, text=fact(f"rule.{self.key}"))


def lines_of(game: str, name: str) -> list[str]:
    """Return the lines of the file ``name`` in the game's folder, without comments and empty lines."""
    text = Path(__file__).with_name(game.replace("-", "_")).joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rulebook(game: str) -> dict[str, Rule]:
    """Return the rules that an action of the game can break, by name, read from the game's ``rulebook.txt``."""
    rows = ([cell.strip() for cell in line.split("|")] for line in lines_of(game, "rulebook.txt"))
    return {name: Rule(f"{game}.{name}", book, section) for name, book, section in rows}


class RulesError(ValueError):
    """Base class of errors in actions, options and records.

    Attributes:
        what: A fact that says what is wrong.
        rule: The broken rule, None if there is none.
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
        """What is wrong, with the broken rule if there is one, for the acting player only: it may name hidden cards."""
        return self.what if self.rule is None else fact("rules.cited", what=self.what, rule=self.rule.fact)

    @property
    def public(self) -> Fact:
        """The error as everybody may read it, without hidden cards."""
        return self.fact if self._public is None else self._public

    @property
    def secret(self) -> bool:
        """True if ``fact`` reveals something that other players may not know."""
        return self._public is not None

    def __str__(self) -> str:
        return sentence(self.fact)


class MalformedAction(RulesError):
    """A text or value that is no action of this game (bad notation, unknown player, wrong type)."""


class UnknownAction(MalformedAction):
    """A text whose first word begins no action of this game."""


class IllegalAction(RulesError):
    """A well-formed action that the rules forbid now; ``rule`` is the broken rule."""

    rule: Rule

    def __init__(self, what: Fact, *, rule: Rule, public: Fact | None = None) -> None:
        super().__init__(what, rule=rule, public=public)


class AmbiguousAction(RulesError):
    """A short form of an action that fits several legal actions.

    ``choices`` lists their full forms. They may name hidden cards, so they are, as ``fact`` is, for the acting player
    only.
    """

    def __init__(
        self, what: Fact, *, choices: tuple[str, ...], rule: Rule | None = None, public: Fact | None = None
    ) -> None:
        super().__init__(what, rule=rule, public=public)
        self.choices = choices


class OptionsError(RulesError):
    """Options with which no game can be played (player count, duplicate names, a value out of range)."""


class RecordError(RulesError):
    """A game record or position that cannot be read: cut short, of a newer version, or impossible to replay."""


class MissingExtraError(ImportError):
    """An optional package is not installed; ``fact`` names the extra of companion that installs it."""

    def __init__(self, extra: str) -> None:
        self.fact = fact("rules.no.extra", extra=extra)
        super().__init__(sentence(self.fact))


@dataclass(frozen=True, slots=True)
class Refusals:
    """Factory for one game's errors: all codes begin with the game's name."""

    game: str

    def fact(self, code: str, /, **values: Value) -> Fact:
        """Return the fact ``GAME.no.CODE`` with these values."""
        return Fact(f"{self.game}.no.{code}", values)

    def illegal(self, rule: Rule, code: str, public: Fact | None = None, /, **values: Value) -> IllegalAction:
        """Return the error for an action that breaks ``rule``.

        ``code`` and ``values`` say what is wrong. ``public`` says it without hidden cards; None if ``code`` reveals
        none.
        """
        return IllegalAction(self.fact(code, **values), rule=rule, public=public)

    def malformed_error(self, code: str, /, **values: Value) -> MalformedAction:
        """Return the error for a malformed value; ``code`` and ``values`` say what is wrong."""
        return MalformedAction(self.fact(code, **values))

    def numbers(self, cards: object, last: int) -> None:
        """Check that ``cards`` is a tuple of card numbers from 1 to ``last``. Raises MalformedAction if not."""
        if type(cards) is not tuple:
            raise self.malformed_error("numbers")
        for card in cards:  # on the fast path of most actions
            if type(card) is not int:
                raise self.malformed_error("numbers")
        for card in cards:
            if not 0 < card <= last:
                raise self.malformed_error("card", card=card, last=last)

    def not_held(self, rule: Rule, who: str, card: int) -> IllegalAction:
        """Return the error for a card that is not in the hand of ``who``. Its public text does not name the card."""
        return self.illegal(rule, "not-held", self.fact("not-yours", who=who), card=card, who=who)


def anything(*_: object) -> bool:
    """Return True: the check of actions whose values cannot be wrong."""
    return True
