"""Positions of Face Cards as one line of text, and what cannot be in one.

Version 2 is of games in which cards that run short thin the centre out (option ``shortage``); positions of version 1
are of games that end there, and are written as version 1 again.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.facts import Fact, fact
from companion.rules.face_cards.options import NAME, SPECS, make
from companion.rules.face_cards.state import (
    ANSWER,
    BONUS,
    CAMERA,
    DEAL,
    FILL,
    GUESS,
    OVER,
    PAIR,
    PHASES,
    SETUP,
    State,
    cards_needed,
    open_fronts,
)
from companion.rules.fields import (
    groups,
    load_position,
    read_fields,
    read_groups,
    read_names,
    read_state,
    read_values,
    write_fields,
    write_state,
)

VERSION: Final = 2
_NUMBERS: Final = ("seed", "draws", "round", "camera", "turn", "flops", "hit")
_LISTS: Final = ("waiting", "centre", "asked", "owed", "held", "box", "pile")
_GROUPS: Final = ("hands", "log", "albums")
_OPTIONS: Final = tuple(spec.name for spec in SPECS if not spec.late)
_KEYS: Final = ("players", *_OPTIONS, "phase", *_NUMBERS, *_LISTS, *_GROUPS, "laid")


def dump(state: State) -> str:
    """The position as one line."""
    values = write_state(SPECS, state, _NUMBERS, _LISTS, _GROUPS)
    values["laid"] = groups(sum(pairs, ()) for pairs in state.laid)
    return write_fields(NAME, 1 if state.options.shortage == "end" else VERSION, values)


def load(text: str) -> State:
    """Read a position. Raises RecordError for what is none, or cannot be."""
    return load_position(text, lambda: _read(read_fields(text, NAME, VERSION, _KEYS)), audit, dump)


def _read(found: dict[str, str]) -> State:
    shortage = "end" if found["version"] == "1" else "fewer"
    options = make(read_names(found["players"]), **read_values(SPECS, found), shortage=shortage)
    parts = read_state(found, _NUMBERS, _LISTS, _GROUPS)
    if parts["phase"] not in PHASES or parts["hit"] not in (0, 1):
        raise ValueError(found)
    laid = tuple(tuple(cards[i : i + 2] for i in range(0, len(cards), 2)) for cards in read_groups(found["laid"]))
    return State(**{**parts, "hit": parts["hit"] == 1, "options": options, "laid": laid})


def audit(state: State) -> Fact | None:
    """What cannot be in this position, or None."""
    problem = _players(state) or _step(state) or _hands(state) or _places(state)
    if problem is None and Counter(_cards(state)) != Counter(state.options.deck):
        problem = fact("face-cards.bad.cards")
    return problem


def _players(state: State) -> Fact | None:
    n = state.options.n
    if not (len(state.hands) == len(state.laid) == len(state.albums) == n):
        return fact("face-cards.bad.seats")
    if any(p not in range(n) for p in (*state.waiting, *state.owed, state.camera)):
        return fact("face-cards.bad.player")
    if list(state.waiting) != sorted(set(state.waiting)) or bool(state.waiting) != (state.phase == PAIR):
        return fact("face-cards.bad.waiting")
    if any(len(pair) != 2 for pairs in state.laid for pair in pairs) or any(len(line) != 4 for line in state.log):
        return fact("face-cards.bad.whole")
    if any(line[0] not in range(n) or line[3] not in range(-1, n) for line in state.log):
        return fact("face-cards.bad.nobody")
    return None


def _step(state: State) -> Fact | None:
    """Whether what the step needs is there, and nothing else."""
    options, phase, n = state.options, state.phase, state.options.n
    if state.draws < 0 or not 0 <= state.round <= options.rounds or not 0 <= state.flops <= options.max_flop_rounds:
        return fact("face-cards.bad.counts")
    if phase in ((ANSWER,) if options.digital else (SETUP, DEAL, FILL, BONUS)):
        return fact("face-cards.bad.physical")
    begun = bool(state.round or any(state.albums))
    if (state.round == options.rounds and phase != OVER) or (phase in (SETUP, CAMERA) and begun):
        return fact("face-cards.bad.counts")
    shown = open_fronts(state)
    if not shown and (state.turn or state.flops or state.hit or state.log):
        return fact("face-cards.bad.counts")
    if phase in (SETUP, CAMERA, DEAL, OVER) and any(state.laid):
        return fact("face-cards.bad.centre")
    left = len(state.pile) + len(state.box)
    if (phase == CAMERA and len(state.box) != 1) or left < cards_needed(state) or len(state.owed) > len(state.pile):
        return fact("face-cards.bad.cards")
    others = [p for p, pairs in enumerate(state.laid) if pairs and p != (state.camera + state.turn) % n]
    if not 0 <= state.turn < n or (phase in (GUESS, ANSWER) and not others):
        return fact("face-cards.bad.turn")
    if bool(state.centre) != open_fronts(state) and not (phase == BONUS and not any(state.laid)):
        return fact("face-cards.bad.centre")
    if (phase == ANSWER) != bool(state.asked) or (phase == BONUS) != bool(state.owed):
        return fact("face-cards.bad.waits")
    if state.held and (options.variant != "risiko" or phase not in (GUESS, ANSWER)):
        return fact("face-cards.bad.held")
    return _question(state, others) if state.asked else None


def _question(state: State, others: list[int]) -> Fact | None:
    """Physical cards: whether the guess that waits for its answer can have been made."""
    koenner = state.options.variant == "koenner"
    fronts = state.centre if koenner else [pair[0] for p in others for pair in state.laid[p]]
    good = len(state.asked) == 3 and state.asked[0] == state.guesser and state.asked[2] in state.centre
    if good and state.asked[1] in fronts and (not koenner or state.asked[1] < state.asked[2]):
        return None
    return fact("face-cards.bad.guess")


def _places(state: State) -> Fact | None:
    """Whether cards and numbered places on the table are of this game, each once and where its owner can have it."""
    options = state.options
    last, koenner = len(options.deck), options.variant == "koenner"
    if not options.digital:
        last = options.n * 2 if koenner else 2 * options.n * options.pairs + options.fill
    if list(state.centre) != sorted(set(state.centre)) or any(not 0 < card <= last for card in state.centre):
        return fact("face-cards.bad.places")
    if any(not 0 < card <= last for line in state.log for card in line[1:3]):
        return fact("face-cards.bad.places")
    if not options.digital:
        return _numbered(state)
    for p, pairs in enumerate(state.laid):
        open_card = options.variant == "kenner" and p in state.waiting  # the other card is still in hand
        if any(not 0 < one <= last or (other == 0) is not open_card or not 0 <= other <= last for one, other in pairs):
            return fact("face-cards.bad.places")
        if list(pairs) != sorted(pairs) or (koenner and any(one > other for one, other in pairs)):
            return fact("face-cards.bad.pairs", who=options.players[p])
    laid = [card for pairs in state.laid for pair in pairs for card in pair if card]
    return fact("face-cards.bad.shared") if len(set(laid)) != len(laid) else None


def _numbered(state: State) -> Fact | None:
    """Physical cards: each pair lies on a place of its owner, its other card is somewhere in the centre."""
    options = state.options
    for p, pairs in enumerate(state.laid):
        own = (
            [(0, 0)] if options.variant == "koenner" else [(p * options.pairs + 1 + i, 0) for i in range(options.pairs)]
        )
        if any(pair not in own for pair in pairs) or (own != [(0, 0)] and len(set(pairs)) != len(pairs)):
            return fact("face-cards.bad.places")
    first = 1 if options.variant == "koenner" else options.n * options.pairs + 1
    return fact("face-cards.bad.places") if any(card < first for card in state.centre) else None


def _hands(state: State) -> Fact | None:
    options, phase = state.options, state.phase
    for p, hand in enumerate(state.hands):
        full = phase == CAMERA or (phase == DEAL and not state.round) or p in state.waiting
        size = 0 if phase == SETUP else options.hand if full else options.hand - options.played
        if len(hand) != size or list(hand) != sorted(hand):
            return fact("face-cards.bad.hand", who=options.players[p])
        down = phase == FILL or (phase == PAIR and p not in state.waiting)
        if len(state.laid[p]) > options.pairs or (down and len(state.laid[p]) != options.pairs):
            return fact("face-cards.bad.pairs", who=options.players[p])
    return None


def _cards(state: State) -> list[int]:
    """All cards of the position, wherever they are."""
    out = [card for part in (*state.hands, *state.albums, state.held, state.box, state.pile) for card in part]
    return out + (_on_table(state) if state.options.digital else [0] * _places_on_table(state))


def _on_table(state: State) -> list[int]:
    koenner = state.options.variant == "koenner"
    if open_fronts(state):
        fronts: list[int] = [] if koenner else [pair[0] for pairs in state.laid for pair in pairs]
        if any(
            pair[1] not in state.centre or (koenner and pair[0] not in state.centre)
            for pairs in state.laid
            for pair in pairs
        ):
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
    return (
        sum(options.played + kenner if p not in state.waiting else kenner for p in range(options.n))
        if state.phase in (PAIR, FILL, GUESS)
        else 0
    )
