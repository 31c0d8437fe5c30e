"""Actions as text. The grammar is in NOTATION.md beside this file.

Full forms are read without regard to the rules. Short forms (``b9`` for ``b:3+6``, ``5`` for the only piece that can go
5) are looked up among the legal moves: one match is taken, several are ambiguous.
"""

from __future__ import annotations

import re
from itertools import product

from companion.rules.errors import AmbiguousAction, MalformedAction, UnknownAction
from companion.rules.keep_smiling import rulebook
from companion.rules.keep_smiling.actions import LANES, PASS, Action, Duel, Move, Place, Reveal, Roll, Step
from companion.rules.keep_smiling.legal import Moves
from companion.rules.keep_smiling.position import Position, phase
from companion.rules.keep_smiling.table import by_lane
from companion.rules.protocol import CHANCE, Actor

_PLACE = re.compile(r"(?:place\s+)?([SGN](?:\s*[SGN])*)", re.IGNORECASE)
_KINDS = re.compile(r"[SGN](?:\s*[SGN])*", re.IGNORECASE | re.ASCII)
_VERBS = ("place", "roll", "move", "pass", "duel", "reveal")
_DICE = re.compile(r"([1-6])((?:\s+[1-6])*)", re.ASCII)
_FULL = re.compile(r"([a-e]):([1-6](?:\+[1-6])*)", re.IGNORECASE)
_SHORT = re.compile(r"([a-e]?)([0-9]{1,2}|[1-6]\+[1-6])", re.IGNORECASE | re.ASCII)
_LONGEST = 200
_GERMAN = {
    "setze": "place", "wurf": "roll", "würfle": "roll", "ziehe": "move", "zieh": "move", "passe": "pass",
    "duell": "duel", "zeige": "reveal"}


def format(action: Action) -> str:
    """The canonical text of an action."""
    if type(action) is Place:
        return "place " + " ".join(action.kinds)
    if type(action) is Roll:
        return "roll " + " ".join(map(str, action.dice))
    if type(action) is Duel:
        return f"duel {action.attacker} {action.defender}"
    if type(action) is Reveal:
        return "reveal " + " ".join(action.kinds)
    if type(action) is not Move:
        raise MalformedAction(f"{action!r} is no action of Keep Smiling!.",
                              f"{action!r} ist keine Aktion von Keep Smiling!.")
    if not action.steps:
        return "pass"
    return "move " + " ".join(f"{LANES[lane]}:{'+'.join(map(str, group))}" for lane, group in action.steps)


def parse(text: str, p: Position, actor: Actor) -> Action:
    """Read an action; the verb may be left out. Raises MalformedAction or AmbiguousAction."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise MalformedAction("An action is one short line of text.", "Eine Aktion ist eine kurze Zeile Text.")
    verb, _, rest = text.strip().partition(" ")
    verb, rest = _GERMAN.get(verb.lower(), verb.lower()), rest.strip()
    if verb == "pass" and not rest:
        return PASS
    if verb == "place":
        return _place(rest, text)
    if len(verb) > 1 and verb.isalpha() and verb not in _VERBS and not _KINDS.fullmatch(verb):
        raise UnknownAction(f"{verb!r} is no action of Keep Smiling!; the actions are {', '.join(_VERBS)}.",
                            f"{verb!r} ist keine Aktion von Keep Smiling!; die Aktionen sind {', '.join(_VERBS)}.")
    if verb == "reveal" or (verb not in _VERBS and phase(p) == "reveal"):
        return _reveal(rest if verb == "reveal" else text.strip(), text)
    if verb in ("roll", "duel"):
        return _dice(verb, rest, text)
    if verb == "move":
        return _move(rest, text, p)
    if actor == CHANCE:
        return _dice("duel" if phase(p) == "duel" else "roll", text.strip(), text)
    if phase(p) == "place":
        return _place(text.strip(), text)
    return _move(text.strip(), text, p)


def _place(kinds: str, text: str) -> Place:
    found = _PLACE.fullmatch(kinds)
    letters = "".join(kinds.split()).upper() if found else ""
    if len(letters) != len(LANES):
        raise MalformedAction(
            f"{text!r} is no set-up; write five letters for the lanes a to e, as in: place S G N S G",
            f"{text!r} ist keine Aufstellung; schreib fünf Buchstaben für die Bahnen a bis e, etwa: place S G N S G")
    return Place(letters)


def _reveal(kinds: str, text: str) -> Reveal:
    if not _KINDS.fullmatch(kinds):
        raise MalformedAction(
            f"{text!r} is not what chairs show; write a letter each, 6 first, as in: reveal S N G S",
            f"{text!r} passt zu keinen Sesseln; schreib je einen Buchstaben, die 6 zuerst, etwa: reveal S N G S")
    return Reveal("".join(kinds.split()).upper())


def _dice(verb: str, shown: str, text: str) -> Roll | Duel:
    dice = [int(die) for die in shown.split()] if _DICE.fullmatch(shown) else []
    if verb == "roll" and len(dice) == 3:
        return Roll((dice[0], dice[1], dice[2]))
    if verb == "duel" and len(dice) == 2:
        return Duel(*dice)
    if verb == "roll":
        raise MalformedAction(f"{text!r} is no roll; write three dice of 1 to 6, as in: roll 3 5 6",
                              f"{text!r} ist kein Wurf; schreib drei Würfel von 1 bis 6, etwa: roll 3 5 6")
    raise MalformedAction(
        f"{text!r} is no duel; write the attacker's die and the defender's, as in: duel 4 2",
        f"{text!r} ist kein Duell; schreib die Würfel des Angreifers und des Verteidigers, etwa: duel 4 2")


def _move(named: str, text: str, p: Position) -> Move:
    tokens = named.split()
    if not tokens or len(tokens) > len(LANES):
        raise MalformedAction(f"{text!r} is no move; name pieces with their dice, as in: move a:5 b:3+6",
                              f"{text!r} ist kein Zug; nenne Figuren mit ihren Würfeln, etwa: move a:5 b:3+6")
    full = [_full(token) for token in tokens]
    steps = tuple(step for step in full if step is not None)
    return Move(steps) if len(steps) == len(tokens) else _short(tokens, full, text, p)


def _full(token: str) -> Step | None:
    found = _FULL.fullmatch(token)
    if not found:
        return None
    return LANES.index(found[1].lower()), tuple(sorted(int(die) for die in found[2].split("+")))


def _short(tokens: list[str], full: list[Step | None], text: str, p: Position) -> Move:
    """The one legal move that short forms can mean."""
    options = [[step] if step else _readings(token, text, p) for token, step in zip(tokens, full, strict=True)]
    legal = Moves(p) if p.dice else ()
    found = {Move(steps) for steps in product(*options) if len({lane for lane, _ in steps}) == len(steps)}
    moves = sorted(move for move in found if move in legal)
    if not moves:
        roll = " ".join(map(str, p.dice))
        raise MalformedAction(
            f"{text!r} fits no legal move (the roll is {roll or 'missing'}); write it in full, as in: move a:5 b:3+6",
            f"{text!r} passt zu keinem erlaubten Zug ({f'Wurf: {roll}' if roll else 'noch kein Wurf'}); "
            "schreib ihn ganz aus, etwa: move a:5 b:3+6")
    if len(moves) > 1:
        raise AmbiguousAction(
            f"{text!r} can mean {len(moves)} moves; name the pieces and their dice in full.",
            f"{text!r} kann {len(moves)} Züge bedeuten; nenne die Figuren und ihre Würfel ganz.",
            choices=tuple(map(format, moves)), rule=rulebook.FIVE_WAYS)
    return moves[0]


def _readings(token: str, text: str, p: Position) -> list[Step]:
    found = _SHORT.fullmatch(token)
    if not found:
        raise MalformedAction(f"{token!r} in {text!r} is no piece with dice; write, for example, a:5 or b:3+6",
                              f"{token!r} in {text!r} ist keine Figur mit Würfeln; schreib etwa a:5 oder b:3+6")
    lanes = [LANES.index(found[1].lower())] if found[1] else range(len(LANES))
    groups = {group for move, _ in (by_lane(p.dice) if p.dice else ()) for _, group in move.steps}
    if "+" in found[2]:
        wanted = tuple(sorted(int(die) for die in found[2].split("+")))
        fitting = [group for group in groups if group == wanted]
    else:
        fitting = [group for group in groups if sum(group) == int(found[2])]
    return [(lane, group) for lane in lanes for group in sorted(fitting)]
