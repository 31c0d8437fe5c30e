"""The notation of Keep Smiling! actions. The grammar is in NOTATION.md beside this file.

Full forms are parsed whatever the position. Short forms (``b9`` for ``b:3+6``, ``5`` for the only piece that can go 5)
are looked up among the legal moves: a single match is accepted, several are ambiguous.
"""

from __future__ import annotations

import re
from itertools import product

from companion.facts import fact
from companion.rules.errors import AmbiguousAction, MalformedAction
from companion.rules.keep_smiling import actions
from companion.rules.keep_smiling.check import RULES
from companion.rules.keep_smiling.legal import legal
from companion.rules.keep_smiling.options import NAME, KeepSmilingOptions
from companion.rules.keep_smiling.state import State, phase
from companion.rules.notation import first_choices, line, no_action, shorten_repr, unknown_action_error
from companion.rules.protocol import CHANCE, Actor

_PLACE_PATTERN = re.compile(r"(?:place\s+)?([SGN](?:\s*[SGN])*)", re.IGNORECASE)
_KINDS_PATTERN = re.compile(r"[SGN](?:\s*[SGN])*", re.IGNORECASE | re.ASCII)
_VERBS = ("place", "roll", "move", "pass", "duel", "reveal")
_DICE_PATTERN = re.compile(r"([1-6])((?:\s+[1-6])*)", re.ASCII)
_FULL_STEP_PATTERN = re.compile(r"([a-e]):([1-6](?:\+[1-6])*)", re.IGNORECASE)
_SHORT_STEP_PATTERN = re.compile(r"([a-e]?)([0-9]{1,2}|[1-6]\+[1-6])", re.IGNORECASE | re.ASCII)
_MAX_TEXT_CHARS = 200


def format(action: actions.Action, options: KeepSmilingOptions) -> str:
    match action:
        case actions.Place(kinds) | actions.Reveal(kinds):
            words = list(kinds)
        case actions.Roll(dice):
            words = [*map(str, dice)]
        case actions.Duel(attacker, defender):
            words = [str(attacker), str(defender)]
        case actions.Move(()):
            return "pass"
        case actions.Move(steps):
            words = [f"{actions.LANES[lane]}:{'+'.join(map(str, group))}" for lane, group in steps]
        case _:
            raise no_action(action, NAME)
    return " ".join([type(action).__name__.lower(), *words])


def words(options: KeepSmilingOptions) -> tuple[str, ...]:
    steps = [f"{lane}:{die}" for lane in actions.LANES for die in range(1, 7)]
    return ("place", *actions.PIECE_KINDS, "pass", "move", *steps, *map(str, range(1, 7)))


def parse(text: str, state: State, actor: Actor) -> actions.Action:
    """Return the action that a text stands for; the verb is optional.

    Raises MalformedAction if no action fits, AmbiguousAction if several do.
    """
    text = line(text, _MAX_TEXT_CHARS)
    verb, _, rest = text.strip().partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb == "pass" and not rest:
        return actions.PASS
    if verb not in _VERBS or verb == "pass":
        if len(verb) > 1 and verb.isalpha() and verb != "pass" and not _KINDS_PATTERN.fullmatch(verb):
            raise unknown_action_error(text.split()[0].lower(), NAME, _VERBS, is_known_verb=False)
        verb, rest = _implied_verb(state, actor), text.strip()
    if verb in ("roll", "duel"):
        return _dice(verb, rest, text)
    if verb in ("place", "reveal"):
        return _place(rest, text) if verb == "place" else _reveal(rest, text)
    return _move(rest, text, state)


def _implied_verb(state: State, actor: Actor) -> str:
    """Return the verb of a text that has none, which follows from the phase."""
    now = phase(state)
    if actor == CHANCE and now != "reveal":
        return "duel" if now == "duel" else "roll"
    return now if now in ("place", "reveal") else "move"


def _place(kinds: str, text: str) -> actions.Place:
    found = _PLACE_PATTERN.fullmatch(kinds)
    letters = "".join(kinds.split()).upper() if found else ""
    if len(letters) != len(actions.LANES):
        raise MalformedAction(fact("keep-smiling.no.set-up-form", text=shorten_repr(text)))
    return actions.Place(letters)


def _reveal(kinds: str, text: str) -> actions.Reveal:
    if not _KINDS_PATTERN.fullmatch(kinds):
        raise MalformedAction(fact("keep-smiling.no.chairs-form", text=shorten_repr(text)))
    return actions.Reveal("".join(kinds.split()).upper())


def _dice(verb: str, values: str, text: str) -> actions.Roll | actions.Duel:
    dice = [int(die) for die in values.split()] if _DICE_PATTERN.fullmatch(values) else []
    if verb == "roll" and len(dice) == 3:
        return actions.Roll((dice[0], dice[1], dice[2]))
    if verb == "duel" and len(dice) == 2:
        return actions.Duel(*dice)
    raise MalformedAction(fact(f"keep-smiling.no.{verb}-form", text=shorten_repr(text)))


def _move(named: str, text: str, state: State) -> actions.Move:
    tokens = named.split()
    if not tokens or len(tokens) > len(actions.LANES):
        raise MalformedAction(fact("keep-smiling.no.move-form", text=shorten_repr(text)))
    full = [_full(token) for token in tokens]
    steps = tuple(step for step in full if step is not None)
    return actions.Move(steps) if len(steps) == len(tokens) else _short(tokens, full, text, state)


def _full(token: str) -> actions.Step | None:
    found = _FULL_STEP_PATTERN.fullmatch(token)
    if not found:
        return None
    return actions.LANES.index(found[1].lower()), tuple(sorted(int(die) for die in found[2].split("+")))


def _short(tokens: list[str], full: list[actions.Step | None], text: str, state: State) -> actions.Move:
    """Return the only legal move that the words of a text can mean.

    ``full`` has the step of each word, None for a short form. Raises MalformedAction if no move fits, AmbiguousAction
    if several do.
    """
    options = [[step] if step else _readings(token, text, state) for token, step in zip(tokens, full, strict=True)]
    moves: list[actions.Move] = []
    if state.dice:
        allowed = legal(state, state.turn)
        found = {actions.Move(steps) for steps in product(*options) if len({lane for lane, _ in steps}) == len(steps)}
        moves = sorted(move for move in found if move in allowed)
    if not moves:
        code = "keep-smiling.no.fits-none" if state.dice else "keep-smiling.no.no-roll-yet"
        raise MalformedAction(fact(code, text=shorten_repr(text), dice=" ".join(map(str, state.dice))))
    if len(moves) > 1:
        forms = tuple(format(move, state.options) for move in moves)
        stated = fact("keep-smiling.no.fits-several", text=shorten_repr(text), choices=first_choices(forms))
        raise AmbiguousAction(stated, choices=forms, rule=RULES["five-ways"])
    return moves[0]


def _readings(token: str, text: str, state: State) -> list[actions.Step]:
    found = _SHORT_STEP_PATTERN.fullmatch(token)
    if not found:
        raise MalformedAction(fact("keep-smiling.no.piece-form", piece=shorten_repr(token), text=shorten_repr(text)))
    lanes = [actions.LANES.index(found[1].lower())] if found[1] else range(len(actions.LANES))
    groups = {group for move, _ in (actions.by_lane(state.dice) if state.dice else ()) for _, group in move.steps}
    if "+" in found[2]:
        wanted = tuple(sorted(int(die) for die in found[2].split("+")))
        fitting = [group for group in groups if group == wanted]
    else:
        fitting = [group for group in groups if sum(group) == int(found[2])]
    return [(lane, group) for lane in lanes for group in sorted(fitting)]
