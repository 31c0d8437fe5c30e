"""Words, names and positions in text, the same in every game: tokens, quoting, player look-up."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from companion.rules.errors import AmbiguousAction, MalformedAction, OptionsError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_PLAIN = re.compile(r"[^\W\d_][\w.'-]*")
MAX_NAME = 40


def quote(text: str) -> str:
    """The text as one token: as it stands where it is a plain word, else as a JSON string."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def tokens(text: str) -> list[str]:
    """The words of a line, quoted ones unquoted. Raises MalformedAction for a quote that does not close."""
    if "\n" in text or "\r" in text:
        raise MalformedAction("An action is one line; this text has several.")
    words = _TOKEN.findall(text)
    if "".join(words).replace(" ", "") != re.sub(r"\s", "", text).replace(" ", ""):
        raise MalformedAction(f"The quotes in {text!r} do not close; write names with blanks as \"Ann Marie\".")
    try:
        return [str(json.loads(w)) if w.startswith('"') else w for w in words]
    except ValueError:
        raise MalformedAction(f"The quoted words in {text!r} cannot be read; write them as in JSON.") from None


def find_player(text: str, players: Sequence[str]) -> int:
    """The player of that name; case does not matter, a beginning is enough where only one name begins so.

    Raises MalformedAction for nobody, AmbiguousAction for several.
    """
    if text in players:
        return list(players).index(text)
    folded = text.casefold()
    for test in (str.__eq__, str.startswith):
        found = [i for i, name in enumerate(players) if test(name.casefold(), folded)]
        if len(found) == 1 and folded:
            return found[0]
        if len(found) > 1 and folded:
            names = tuple(players[i] for i in found)
            raise AmbiguousAction(f"{text} may be {' or '.join(names)}; type more of the name.", choices=names)
    raise MalformedAction(f"Nobody here is called {text!r}; the players are {', '.join(players)}.")


def check_players(players: Collection[str], count: range, title: str) -> tuple[str, ...]:
    """The names as a tuple, trimmed. Raises OptionsError for too few, too many, empty, long, duplicate or odd names."""
    if isinstance(players, str) or not isinstance(players, Collection) or not all(isinstance(p, str) for p in players):
        raise OptionsError("The players are a list of names.")
    names = tuple(p.strip() for p in players)
    if len(names) not in count:
        raise OptionsError(f"{title} is for {count[0]} to {count[-1]} players, not for {len(names)}; "
                           "add or leave out some.")
    for name in names:
        if not name or len(name) > MAX_NAME or not name.isprintable():
            raise OptionsError(f"{name!r} cannot be a player's name; use 1 to {MAX_NAME} printable characters.")
    if len({n.casefold() for n in names}) < len(names):
        raise OptionsError(f"Two players have the same name in {', '.join(names)}; give each their own.")
    return names
