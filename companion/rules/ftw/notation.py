"""Actions as text. The grammar is in NOTATION.md beside this file.

Full forms are read without regard to the rules. Short forms (a card alone, ``lay 5`` without the card taken) are looked
up among the legal actions: one match is taken, several are ambiguous.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from companion.rules.errors import AmbiguousAction, MalformedAction, UnknownAction
from companion.rules.ftw import rulebook
from companion.rules.ftw.actions import GIVEN, HIGHEST, Action, Cards, Deal, Give, Lay, Play
from companion.rules.ftw.legal import Plays
from companion.rules.ftw.position import Position, phase
from companion.rules.protocol import CHANCE, Actor

_NUMBER = r"[1-9][0-9]?"
_CARDS = re.compile(rf"{_NUMBER}(?:\s+{_NUMBER})*", re.ASCII)
_PLAY = re.compile(rf"({_NUMBER})(?:\s+with\s+({_NUMBER}(?:\s+{_NUMBER})*))?", re.ASCII | re.IGNORECASE)
_LAY = re.compile(rf"({_NUMBER})(?:\s+take\s+({_NUMBER}))?", re.ASCII | re.IGNORECASE)
_VERBS: Final = ("deal", "give", "play", "lay")
_LONGEST: Final = 400
_CHOICES: Final = 50  # listed in an error at most: many helpers have many sets
_GERMAN: Final = {
    "gib": "give", "spiele": "play", "spiel": "play", "mit": "with", "lege": "lay", "leg": "lay", "nimm": "take"}


def format(action: Action) -> str:
    """The canonical text of an action."""
    if type(action) is Deal:
        return "deal " + " / ".join(map(_spaced, action.hands))
    if type(action) is Give:
        return "give " + _spaced(action.cards)
    if type(action) is Play:
        return f"play {action.card} with {_spaced(action.helpers)}" if action.helpers else f"play {action.card}"
    if type(action) is Lay:
        return f"lay {action.card} take {action.take}"
    raise MalformedAction(f"{action!r} is no action of FTW?!.", f"{action!r} ist keine Aktion von FTW?!.")


def _spaced(cards: Cards) -> str:
    return " ".join(map(str, cards))


def parse(text: str, p: Position, actor: Actor) -> Action:
    """Read an action; the verb may be left out. Raises MalformedAction or AmbiguousAction."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise MalformedAction("An action is one line of text.", "Eine Aktion ist eine Zeile Text.")
    line = " ".join(_GERMAN.get(word.lower(), word) for word in text.split())
    verb, _, rest = line.partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb.isalpha() and verb not in _VERBS:
        raise UnknownAction(f"{verb!r} is no action of FTW?!; the actions are {', '.join(_VERBS)}.",
                            f"{verb!r} ist keine Aktion von FTW?!; die Aktionen sind {', '.join(_VERBS)}.")
    if verb == "deal" or (actor == CHANCE and verb not in _VERBS):
        return _deal(rest if verb == "deal" else line, text)
    if verb == "give" or (verb not in ("play", "lay") and phase(p) == "give"):
        return _give(rest if verb == "give" else line, text)
    if verb == "play" and (found := _PLAY.fullmatch(rest)):
        return _play(found)
    if verb == "lay" and (found := _LAY.fullmatch(rest)):
        return Lay(_card(found[1]), _card(found[2])) if found[2] else _short(_card(found[1]), True, text, p, actor)
    if (found := _LAY.fullmatch(line)) and found[2]:
        return Lay(_card(found[1]), _card(found[2]))
    if found := _PLAY.fullmatch(line):
        return _play(found) if found[2] else _short(_card(found[1]), False, text, p, actor)
    raise MalformedAction(f"{text!r} is no action; write, for example: play 17, lay 5 take 17, or play 2 with 6 11",
                          f"{text!r} ist keine Aktion; schreib etwa: play 17, lay 5 take 17 oder play 2 with 6 11")


def _card(number: str) -> int:
    card = int(number)
    if card > max(HIGHEST.values()):
        raise MalformedAction(f"There is no card {card}; the cards are the numbers 1 to {max(HIGHEST.values())}.",
                              f"Eine {card} gibt es nicht; die Karten sind die Zahlen 1 bis {max(HIGHEST.values())}.")
    return card


def _cards(numbers: str) -> Cards:
    return tuple(map(_card, numbers.split()))


def _deal(hands: str, text: str) -> Deal:
    parts = [part.strip() for part in hands.split("/")]
    if not all(map(_CARDS.fullmatch, parts)):
        raise MalformedAction(f"{text!r} is no deal; write each hand's cards, the hands with / between them.",
                              f"{text!r} verteilt keine Karten; schreib die Karten jeder Hand, mit / dazwischen.")
    return Deal(tuple(map(_cards, parts)))


def _give(cards: str, text: str) -> Give:
    three = tuple(sorted(_cards(cards))) if _CARDS.fullmatch(cards) else ()
    if len(three) != GIVEN:
        raise MalformedAction(f"{text!r} gives no three cards; write, for example: give 3 17 25",
                              f"{text!r} gibt keine drei Karten; schreib etwa: give 3 17 25")
    return Give((three[0], three[1], three[2]))


def _play(found: re.Match[str]) -> Play:
    return Play(_card(found[1]), tuple(sorted(_cards(found[2] or ""))))


def _short(card: int, laid: bool, text: str, p: Position, actor: Actor) -> Action:
    """The one legal action that a card alone can mean."""
    plays = Plays(p) if actor in p.acts and phase(p) == "play" else ()
    fitting = (a for a in plays if isinstance(a, (Lay,) if laid else (Play, Lay)) and a.card == card)
    choices = list(islice(fitting, _CHOICES))
    if not choices:
        raise MalformedAction(
            f"{text!r} fits no legal action; write it in full, as in: play 17, or lay 5 take 17",
            f"{text!r} passt zu keiner erlaubten Aktion; schreib sie ganz aus, etwa: play 17 oder lay 5 take 17")
    if len(choices) > 1:
        raise AmbiguousAction(
            f"{text!r} can mean several actions; say which card you take, or which helpers you use.",
            f"{text!r} kann mehreres bedeuten; sag, welche Karte du nimmst oder welche Hilfskarten du nutzt.",
            choices=tuple(map(format, choices)), rule=rulebook.FROM_PILE if laid else rulebook.HELP)
    return choices[0]
