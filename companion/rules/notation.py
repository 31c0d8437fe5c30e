"""Text tools shared by all games' notations: tokens, quoting, numbers and finding players by name."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import Final

from companion.facts import Fact, fact
from companion.names import fold_name, is_printable
from companion.rules.errors import AmbiguousAction, MalformedAction, OptionsError, UnknownAction

_TOKEN_PATTERN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_PLAIN_NAME_PATTERN: Final = re.compile(r"[^\W\d_][\w.'-]*")
_INTEGER_PATTERN: Final = re.compile(r"-?(?:0|[1-9][0-9]*)|-?0x[1-9a-f][0-9a-f]*")
MAX_NAME_CHARS: Final = 40  # longest player name
_MAX_DECIMAL: Final = 10**100  # larger numbers are written in hexadecimal, which Python converts at any length
_MAX_SHOWN_CHARS: Final = 60


def shorten_repr(value: object) -> str:
    """Return a value's ``repr`` for an error message, cut to ``_MAX_SHOWN_CHARS`` characters."""
    try:
        text = repr(value)
    except Exception as error:  # a stranger's __repr__  # noqa: BLE001
        text = f"<{type(value).__name__}: {type(error).__name__}>"
    return text if len(text) <= _MAX_SHOWN_CHARS else f"{text[:_MAX_SHOWN_CHARS]}..."


def quote(text: str) -> str:
    """Return the text as one token: unchanged if it is a plain word, else as a JSON string."""
    return text if _PLAIN_NAME_PATTERN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def line(text: object, longest: int = 4000) -> str:
    """Return the text if it is a single line that can be stored in a file. Raises MalformedAction otherwise."""
    if not isinstance(text, str) or len(text) > longest:
        raise MalformedAction(fact("rules.no.line"))
    if "\n" in text or "\r" in text:
        raise MalformedAction(fact("rules.no.lines"))
    if not encodable(text):
        raise MalformedAction(fact("rules.no.line"))
    return text


def encodable(text: str) -> bool:
    """Return True if the text can be encoded as UTF-8, that is, has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def tokens(text: str) -> list[str]:
    """Return the words of a line with quotes removed. Raises MalformedAction for an unclosed quote."""
    text = line(text)
    words = _TOKEN_PATTERN.findall(text)
    if "".join(words).replace(" ", "") != re.sub(r"\s", "", text).replace(" ", ""):
        raise MalformedAction(fact("rules.no.quotes", text=shorten_repr(text)))
    try:
        return [line(json.loads(w)) if w.startswith('"') else w for w in words]
    except ValueError:
        raise MalformedAction(fact("rules.no.quoted", text=shorten_repr(text))) from None


MAX_LISTED: Final = 6  # choices of an ambiguous action that its message names


def first_choices(choices: Sequence[str]) -> tuple[str, ...]:
    """Return the first ``MAX_LISTED`` choices, then "..." if there are more, for the message of an ambiguous action."""
    return (*choices[:MAX_LISTED], "...") if len(choices) > MAX_LISTED else tuple(choices)


def unknown_action_error(text: str, game: str, verbs: Sequence[str], *, is_known_verb: bool) -> MalformedAction:
    """Return the error for a line that is no action.

    It is an UnknownAction, or a MalformedAction if its first word is a known verb.
    """
    stated = fact("rules.no.action", text=shorten_repr(text), game=game, verbs=tuple(verbs))
    return MalformedAction(stated) if is_known_verb else UnknownAction(stated)


def no_action(action: object, game: str) -> MalformedAction:
    """Return the error for a value that is no action of the game."""
    return MalformedAction(fact("rules.no.value", action=shorten_repr(action), game=game))


def find_player(text: str, players: Sequence[str], form: str = "{}") -> int:
    """Return the seat of the player with this name, ignoring case; a beginning that fits one name only is enough.

    Raises MalformedAction if no name fits, AmbiguousAction if several do. Its choices have the text ``form``, with each
    name instead of "{}".
    """
    if text in players:
        return list(players).index(text)
    wanted = fold_name(text)
    for test in (str.__eq__, str.startswith):
        found = [i for i, name in enumerate(players) if test(fold_name(name), wanted)]
        if len(found) == 1 and wanted:
            return found[0]
        if len(found) > 1 and wanted:
            names = tuple(players[i] for i in found)
            choices = tuple(form.replace("{}", quote(name)) for name in names)
            raise AmbiguousAction(fact("rules.no.several-names", text=text, names=names), choices=choices)
    raise MalformedAction(fact("rules.no.nobody", text=shorten_repr(text), players=tuple(players)))


def actor_name(actor: int, players: Sequence[str]) -> str | Fact:
    """Return the actor's name, to begin a sentence with; for chance (-1) and the table (-2) it is a fact."""
    if actor >= 0:
        return players[actor]
    return fact("rules.chance-begins" if actor == -1 else "rules.table-begins")


def turn_of(actors: Sequence[int], players: Sequence[str]) -> Fact | None:
    """Return the part of a sentence that says whose turn it is; None if nobody may act."""
    inside = {-1: fact("rules.chance"), -2: fact("rules.table")}
    named = [inside.get(actor) or players[actor] for actor in actors]
    return fact("rules.turn-of-one" if len(named) == 1 else "rules.turn-of", who=named) if named else None


def check_players(players: Collection[str], count: range, game: str) -> tuple[str, ...]:
    """Return the names as a tuple, trimmed.

    Raises OptionsError for too few or too many names, and for empty, overlong, duplicate or unprintable ones.
    """
    if isinstance(players, str) or not isinstance(players, Collection) or not all(isinstance(p, str) for p in players):
        raise OptionsError(fact("option.no.players"))
    names = tuple(p.strip() for p in players)
    if len(names) not in count:
        raise OptionsError(fact("option.no.count", game=game, low=count[0], high=count[-1], n=len(names)))
    for name in names:
        if not name or len(name) > MAX_NAME_CHARS or not is_printable(name):
            raise OptionsError(fact("option.no.odd-name", name=shorten_repr(name), most=MAX_NAME_CHARS))
    if len({fold_name(n) for n in names}) < len(names):
        raise OptionsError(fact("option.no.same-name", names=names))
    return names


def check_seed(seed: object) -> int:
    """Return the seed if it is an integer. Raises OptionsError otherwise."""
    if type(seed) is not int:
        raise OptionsError(fact("option.no.seed", seed=shorten_repr(seed)))
    return seed


def write_integer(number: int) -> str:
    """Return an integer of any length as text that ``read_integer`` reads back."""
    return str(number) if -_MAX_DECIMAL < number < _MAX_DECIMAL else hex(number)


def read_integer(text: str) -> int | None:
    """Return the integer that ``write_integer`` would write as this text; None for any other text.

    Leading zeros, plus signs and digits other than 0 to 9 are rejected.
    """
    if not _INTEGER_PATTERN.fullmatch(text) or ("x" not in text and len(text) > 102):
        return None
    number = int(text, 16 if "x" in text else 10)
    return number if write_integer(number) == text else None
