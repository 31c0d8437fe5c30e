"""Words, names and positions in text, the same in every game: tokens, quoting, player look-up."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from companion.rules.errors import AmbiguousAction, MalformedAction, OptionsError, Text

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_PLAIN = re.compile(r"[^\W\d_][\w.'-]*")
MAX_NAME = 40


def quote(text: str) -> str:
    """The text as one token: as it stands where it is a plain word, else as a JSON string."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def tokens(text: str) -> list[str]:
    """The words of a line, quoted ones unquoted. Raises MalformedAction for a quote that does not close."""
    if "\n" in text or "\r" in text:
        raise MalformedAction("An action is one line; this text has several.",
                              "Eine Aktion ist eine Zeile; dieser Text hat mehrere.")
    words = _TOKEN.findall(text)
    if "".join(words).replace(" ", "") != re.sub(r"\s", "", text).replace(" ", ""):
        raise MalformedAction(
            f"The quotes in {text!r} do not close; write names with blanks as \"Ann Marie\".",
            f"Die Anführungszeichen in {text!r} gehen nicht zu; schreib Namen mit Leerzeichen als \"Ann Marie\".")
    try:
        return [str(json.loads(w)) if w.startswith('"') else w for w in words]
    except ValueError:
        raise MalformedAction(
            f"The quoted words in {text!r} cannot be read; write them as in JSON.",
            f"Was in {text!r} in Anführungszeichen steht, ist nicht lesbar; schreib es wie in JSON.") from None


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
            raise AmbiguousAction(
                f"{text} may be {' or '.join(names)}; type more of the name.",
                f"{text} kann {' oder '.join(names)} sein; tippe mehr vom Namen.", choices=names)
    known = ", ".join(players)
    raise MalformedAction(f"Nobody here is called {text!r}; the players are {known}.",
                          f"Hier heißt niemand {text!r}; es spielen {known}.")


def actor_name(actor: int, players: Sequence[str]) -> Text:
    """Who acts, as a sentence begins: a player by number, else chance or the table (see ``protocol``)."""
    if actor >= 0:
        return Text(players[actor], players[actor])
    return Text("Chance", "Der Zufall") if actor == -1 else Text("The table", "Der Tisch")


def turn_of(actors: Sequence[int], players: Sequence[str]) -> Text:
    """The end of a sentence that says whose turn it is; empty for nobody's."""
    if not actors:
        return Text("", "")
    named = [actor_name(a, players) if a >= 0 else Text(*(w[0].lower() + w[1:] for w in actor_name(a, players)))
             for a in actors]
    turn = "ist" if len(named) == 1 else "sind"
    return Text(f", {' and '.join(n.en for n in named)} to act", f", {' und '.join(n.de for n in named)} {turn} dran")


def check_players(players: Collection[str], count: range, title: str) -> tuple[str, ...]:
    """The names as a tuple, trimmed. Raises OptionsError for too few, too many, empty, long, duplicate or odd names."""
    if isinstance(players, str) or not isinstance(players, Collection) or not all(isinstance(p, str) for p in players):
        raise OptionsError("The players are a list of names.", "Die Spieler sind eine Liste von Namen.")
    names = tuple(p.strip() for p in players)
    if len(names) not in count:
        raise OptionsError(
            f"{title} is for {count[0]} to {count[-1]} players, not for {len(names)}; add or leave out some.",
            f"{title} ist für {count[0]} bis {count[-1]} Spieler, nicht für {len(names)}; nimm welche dazu oder weg.")
    for name in names:
        if not name or len(name) > MAX_NAME or not name.isprintable():
            raise OptionsError(f"{name!r} cannot be a player's name; use 1 to {MAX_NAME} printable characters.",
                               f"{name!r} geht nicht als Name; nimm 1 bis {MAX_NAME} druckbare Zeichen.")
    if len({n.casefold() for n in names}) < len(names):
        raise OptionsError(f"Two players have the same name in {', '.join(names)}; give each their own.",
                           f"Zwei Spieler heißen gleich: {', '.join(names)}; gib allen einen eigenen Namen.")
    return names
