"""Positions of Face Cards as one line of text, and what cannot be in one."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Final

from companion.rules.errors import OptionsError, RecordError
from companion.rules.face_cards.options import FaceCardsOptions, make
from companion.rules.face_cards.state import (
    ANSWER,
    BONUS,
    CAMERA,
    DEAL,
    FILL,
    GUESS,
    PAIR,
    PHASES,
    SETUP,
    State,
    open_fronts,
)
from companion.rules.fields import (
    groups,
    ints,
    read_fields,
    read_groups,
    read_int,
    read_ints,
    read_names,
    write_fields,
    write_names,
)

NAME: Final = "face-cards"
VERSION: Final = 1
_OPTIONS: Final = tuple(f.name for f in fields(FaceCardsOptions))
_NUMBERS: Final = ("seed", "draws", "round", "camera", "turn", "flops")
_LISTS: Final = ("waiting", "centre", "asked", "owed", "held", "box", "pile")
_GROUPS: Final = ("hands", "log", "albums")
_KEYS: Final = (*_OPTIONS, "phase", *_NUMBERS, "hit", *_LISTS, *_GROUPS, "laid")


def dump(state: State) -> str:
    """The position as one line."""
    values: dict[str, object] = {name: getattr(state.options, name) for name in _OPTIONS}
    values["players"] = write_names(state.options.players)
    values["phase"] = state.phase
    values |= {name: getattr(state, name) for name in _NUMBERS}
    values["hit"] = int(state.hit)
    values |= {name: ints(getattr(state, name)) for name in _LISTS}
    values |= {name: groups(getattr(state, name)) for name in _GROUPS}
    values["laid"] = groups(sum(pairs, ()) for pairs in state.laid)
    return write_fields(NAME, VERSION, values)


def load(text: str) -> State:
    """Read a position. Raises RecordError for what is none, or cannot be."""
    found = read_fields(text, NAME, VERSION, _KEYS)
    defaults = {f.name: f.default for f in fields(FaceCardsOptions)}
    given = {k: found[k] if isinstance(defaults[k], str) else read_int(found[k]) for k in _OPTIONS if k != "players"}
    try:
        options = make(read_names(found["players"]), given)
    except OptionsError as error:
        raise RecordError(f"The position's options cannot be: {error.message}") from None
    if found["phase"] not in PHASES or found["hit"] not in ("0", "1"):
        raise RecordError("The position is in a step that Face Cards does not have.")
    numbers = {name: read_int(found[name]) for name in _NUMBERS}
    lists = {name: read_ints(found[name]) for name in _LISTS}
    tables = {name: read_groups(found[name]) for name in _GROUPS}
    laid = tuple(tuple(cards[i:i + 2] for i in range(0, len(cards), 2)) for cards in read_groups(found["laid"]))
    state = State(
        options=options, phase=found["phase"], hit=found["hit"] == "1", laid=laid, seed=numbers["seed"],
        draws=numbers["draws"], round=numbers["round"], camera=numbers["camera"], turn=numbers["turn"],
        flops=numbers["flops"], waiting=lists["waiting"], centre=lists["centre"], asked=lists["asked"],
        owed=lists["owed"], held=lists["held"], box=lists["box"], pile=lists["pile"], hands=tables["hands"],
        log=tables["log"], albums=tables["albums"],
    )
    problem = audit(state)
    if problem:
        raise RecordError(f"The position cannot be: {problem}")
    return state


def audit(state: State) -> str | None:
    """What cannot be in this position, or None."""
    problem = _players(state) or _step(state) or _hands(state)
    if problem is None and Counter(_cards(state)) != Counter(state.options.deck):
        problem = "a card is missing, doubled or strange."
    return problem


def _players(state: State) -> str | None:
    n = state.options.n
    if not (len(state.hands) == len(state.laid) == len(state.albums) == n):
        return "hands, pairs and albums are not one a player."
    if any(p not in range(n) for p in (*state.waiting, *state.owed, state.camera)):
        return "it names a player who is not there."
    if list(state.waiting) != sorted(set(state.waiting)) or bool(state.waiting) != (state.phase == PAIR):
        return "the players who still have to lay are not those of its step."
    if any(len(pair) != 2 for pairs in state.laid for pair in pairs) or any(len(line) != 4 for line in state.log):
        return "a pair or a guess is not whole."
    if any(line[0] not in range(n) or line[3] not in range(-1, n) for line in state.log):
        return "a guess is nobody's."
    return None


def _step(state: State) -> str | None:
    """Whether what the step needs is there, and nothing else."""
    options, phase, n = state.options, state.phase, state.options.n
    if state.draws < 0 or not 0 <= state.round <= options.rounds or not 0 <= state.flops <= options.max_flop_rounds:
        return "a count is out of range."
    if not options.digital and phase in (SETUP, DEAL, FILL, BONUS):
        return "chance deals no physical cards."
    others = [p for p, pairs in enumerate(state.laid) if pairs and p != (state.camera + state.turn) % n]
    if not 0 <= state.turn < n or (phase in (GUESS, ANSWER) and not others):
        return "the turn is nobody's."
    if bool(state.centre) != open_fronts(state) and not (phase == BONUS and not any(state.laid)):
        return "the cards in the centre do not fit the step."
    if (phase == ANSWER) != bool(state.asked) or (phase == BONUS) != bool(state.owed):
        return "a guess waits for an answer, or a bonus for its picture, in the wrong step."
    if state.held and (options.variant != "risiko" or phase not in (GUESS, ANSWER)):
        return "pictures are held back that should be in an album."
    return _question(state, others) if state.asked else None


def _question(state: State, others: list[int]) -> str | None:
    """Physical cards: whether the guess that waits for its answer can have been made."""
    koenner = state.options.variant == "koenner"
    fronts = state.centre if koenner else [pair[0] for p in others for pair in state.laid[p]]
    good = len(state.asked) == 3 and state.asked[0] == state.guesser and state.asked[2] in state.centre
    if good and state.asked[1] in fronts and (not koenner or state.asked[1] < state.asked[2]):
        return None
    return "the guess that waits for its answer cannot have been made."


def _hands(state: State) -> str | None:
    options, phase = state.options, state.phase
    for p, hand in enumerate(state.hands):
        full = phase == CAMERA or (phase == DEAL and not state.round) or p in state.waiting
        size = 0 if phase == SETUP else options.hand if full else options.hand - options.played
        if len(hand) != size or list(hand) != sorted(hand):
            return f"the hand of {options.players[p]} is not as it should be."
        down = phase == FILL or (phase == PAIR and p not in state.waiting)
        if len(state.laid[p]) > options.pairs or (down and len(state.laid[p]) != options.pairs):
            return f"the pairs of {options.players[p]} are not as they should be."
    return None


def _cards(state: State) -> list[int]:
    """All cards of the position, wherever they are."""
    out = [card for part in (*state.hands, *state.albums, state.held, state.box, state.pile) for card in part]
    return out + (_on_table(state) if state.options.digital else [0] * _places_on_table(state))


def _on_table(state: State) -> list[int]:
    koenner = state.options.variant == "koenner"
    if open_fronts(state):
        fronts: list[int] = [] if koenner else [pair[0] for pairs in state.laid for pair in pairs]
        if any(pair[1] not in state.centre or (koenner and pair[0] not in state.centre)
               for pairs in state.laid for pair in pairs):
            return [-1]
        return [*fronts, *state.centre]
    return [card for pairs in state.laid for pair in pairs for card in pair if card]


def _places_on_table(state: State) -> int:
    """Physical cards: how many lie in front of the players and in the centre."""
    options = state.options
    if open_fronts(state):
        fronts = 0 if options.variant == "koenner" else sum(map(len, state.laid))
        return fronts + len(state.centre)
    kenner = options.variant == "kenner"
    return sum(options.played + kenner if p not in state.waiting else kenner for p in range(options.n)) \
        if state.phase in (PAIR, FILL, GUESS) else 0
