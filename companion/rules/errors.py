"""What can be wrong with an action, an option or a record: values with names, all of them ValueErrors.

Each says so in English and German; whoever shows it chooses with ``worded``. ``str(error)`` is the English sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Text(NamedTuple):
    """A sentence, or a piece of one, both ways."""

    en: str
    de: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a rule stands: the book (or RULINGS.md), its section, and the rule in one sentence each way."""

    book: str
    section: str
    en: str
    de: str

    def __str__(self) -> str:
        return self.worded("en")

    def worded(self, language: str) -> str:
        """The rule with where it stands, in German for "de", else in English."""
        return f"{self.book}, {self.section}: {self.de if language == 'de' else self.en}"


class RulesError(ValueError):
    """Base of the named errors. ``message`` is one clear sentence, ``german`` the same in German; ``rule`` is the rule
    behind it, if there is one."""

    def __init__(self, message: str, german: str, *, rule: Rule | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.message = message
        self.german = german
        self.rule = rule

    def worded(self, language: str, *, cite: bool = True) -> str:
        """The sentence, in German for "de", else in English; with ``cite`` its rule in brackets."""
        said = self.german if language == "de" else self.message
        return f"{said} ({self.rule.worded(language)})" if cite and self.rule else said


class MalformedAction(RulesError):
    """The text or value is no action of this game at all (bad notation, unknown player, wrong type)."""


class UnknownAction(MalformedAction):
    """The text begins with no word that this game knows."""


class IllegalAction(RulesError):
    """A well-formed action that the rules forbid now; ``rule`` says which rule and where the book has it."""

    rule: Rule

    def __init__(self, message: str, german: str, *, rule: Rule) -> None:
        super().__init__(message, german, rule=rule)


class AmbiguousAction(RulesError):
    """A short form that fits several legal actions; ``choices`` lists their full forms."""

    def __init__(self, message: str, german: str, *, choices: tuple[str, ...], rule: Rule | None = None) -> None:
        super().__init__(message, german, rule=rule)
        self.choices = choices


class OptionsError(RulesError):
    """Options that no game can be played with (player count, duplicate names, a value out of range)."""


class RecordError(RulesError):
    """A game record or position that cannot be read: cut short, of a newer version, or not replaying. English alone:
    it is about a file, not about play."""

    def __init__(self, message: str) -> None:
        super().__init__(message, message)
