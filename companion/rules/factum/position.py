"""Positions of Factum as one line of text, and what cannot be in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from companion.facts import Fact, fact
from companion.rules.factum.actions import FROM_PILE, STORY
from companion.rules.factum.options import HAND, NAME, SPECS, STORY_POINTS, make
from companion.rules.factum.state import (
    BEST,
    BREAK,
    DEAL,
    DECIDE,
    FILL,
    JUDGE,
    LAY,
    OVER,
    OWNER,
    PHASES,
    SETUP,
    TEAMS,
    TELL,
    VOLUNTEER,
    VOTE,
    State,
    confusers,
    voters,
)
from companion.rules.fields import (
    load_position,
    read_fields,
    read_names,
    read_state,
    read_values,
    write_fields,
    write_state,
)
from companion.rules.protocol import CHANCE

VERSION: Final = 1
_FLAGS: Final = ("tellers_guess", "paid")
_NUMBERS: Final = ("seed", "draws", "round", "teller", "judge", "ties", "title", "title_round", *_FLAGS)
_LISTS: Final = (
    "side",
    "waiting",
    "served",
    "story",
    "extra",
    "table",
    "choices",
    "result",
    "scores",
    "pile",
    "discard",
)
_GROUPS: Final = ("hands", "laid", "ballot")
_KEYS: Final = ("players", *(spec.name for spec in SPECS), "phase", *_NUMBERS, *_LISTS, *_GROUPS)


def dump(state: State) -> str:
    """The position as one line."""
    return write_fields(NAME, VERSION, write_state(SPECS, state, _NUMBERS, _LISTS, _GROUPS))


def load(text: str) -> State:
    """Read a position. Raises RecordError for what is none, or cannot be."""
    return load_position(text, lambda: _read(read_fields(text, NAME, VERSION, _KEYS)), audit, dump)


def _read(found: dict[str, str]) -> State:
    options = make(read_names(found["players"]), **read_values(SPECS, found))
    parts = read_state(found, _NUMBERS, _LISTS, _GROUPS)
    if parts["phase"] not in PHASES or any(parts[flag] not in (0, 1) for flag in _FLAGS):
        raise ValueError(found)
    return State(**{**parts, **{flag: parts[flag] == 1 for flag in _FLAGS}, "options": options})


def audit(state: State) -> Fact | None:
    """What cannot be in this position, or None."""
    return _players(state) or _step(state) or _cards(state)


def _players(state: State) -> Fact | None:
    n = state.options.n
    if not len(state.hands) == len(state.scores) == len(state.served) == n:
        return fact("factum.bad.seats")
    named: Collection[int] = (*state.side, *(p for p, *_ in state.laid), *(p for p, *_ in state.ballot))
    if any(p not in range(n) for p in named) or any(p not in (*range(n), CHANCE) for p in state.waiting):
        return fact("factum.bad.player")
    if any(p not in range(-1, n) for p in (state.teller, state.judge, state.title)):
        return fact("factum.bad.captain")
    if any(len(pair) != 2 for pair in (*state.laid, *state.ballot)):
        return fact("factum.bad.whole")
    if state.title < 0 and (state.paid or state.round):
        return fact("factum.bad.title")
    return None


def _step(state: State) -> Fact | None:
    """Whether what the step needs is there, and nothing else."""
    phase, told = state.phase, state.phase in (JUDGE, DECIDE, LAY, FILL, VOTE, BREAK, OWNER, BEST)
    judged = told and phase != JUDGE
    if (state.teller < 0) != (state.round == 0 and phase in (SETUP, VOLUNTEER)):
        return fact("factum.bad.teller")
    if len(state.story) != told or (state.judge >= 0) != judged:
        return fact("factum.bad.story")
    if bool(state.side) != (told or phase == TELL):
        return fact("factum.bad.teams")
    if state.side and (
        len(state.side) != state.options.team
        or state.teller not in state.side
        or list(state.side) != sorted(set(state.side))
        or state.judge in state.side
    ):
        return fact("factum.bad.sides")
    if not _due(state):
        return fact("factum.bad.actors")
    shown = phase in (VOTE, BREAK, OWNER, BEST)
    if bool(state.table) != shown or bool(state.choices) != (phase in (VOTE, BREAK, OWNER)):
        return fact("factum.bad.table")
    if any(card not in state.table for card in state.choices) or list(state.choices) != sorted(set(state.choices)):
        return fact("factum.bad.choices")
    if not 0 <= state.ties <= state.options.max_ties or state.draws < 0 or state.round < 0:
        return fact("factum.bad.counts")
    if len(state.result) not in (0, 3) or (
        state.result and state.result[2] not in (STORY, FROM_PILE, *range(state.options.n))
    ):
        return fact("factum.bad.result")
    return None


def _due(state: State) -> bool:
    """Whether ``waiting`` and what was done so far make up those who have to act in this step."""
    done, phase = sorted([*state.waiting, *(p for p, *_ in state.ballot)]), state.phase
    if phase == LAY:
        return bool(state.waiting) and sorted([*state.waiting, *(p for p, _ in state.laid)]) == list(confusers(state))
    if phase == VOTE:
        return bool(state.waiting) and done == list(voters(state))
    if phase == BEST:
        due = [p for p in range(state.options.n) if p not in (state.teller, state.title)]
        return bool(state.waiting) and done == due
    if phase == BREAK:
        return len(state.waiting) == 1 and state.waiting[0] in (*voters(state), CHANCE)
    return not state.waiting


def _cards(state: State) -> Fact | None:
    out = [card for part in (*state.hands, state.story, state.extra, state.pile, state.discard) for card in part]
    laid = [card for _, card in state.laid]
    if Counter(out + laid) != Counter(state.options.numbers):
        return fact("factum.bad.cards")
    if state.table and len(state.table) != 1 + len(laid) + len(state.extra):
        return fact("factum.bad.shown")
    if state.table and state.options.digital and Counter(state.table) != Counter([*state.story, *laid, *state.extra]):
        return fact("factum.bad.shown")
    if state.phase in (VOLUNTEER, TEAMS, TELL) and any(len(hand) != HAND for hand in state.hands):
        return fact("factum.bad.hand")
    if state.phase not in (SETUP, DEAL, OVER) and any(not hand for hand in state.hands):
        return fact("factum.bad.empty")
    return _scores(state)


def _scores(state: State) -> Fact | None:
    """Each round gives one point a player of the winning team, one to its captain, at most one for a confusing card."""
    n, big = state.options.n, state.options.team
    rounds = state.round + (state.phase in (BEST, OVER))
    total, title = sum(state.scores), STORY_POINTS * state.paid
    if state.phase == OVER and max(state.scores) < state.options.target:
        return fact("factum.bad.over")
    low, high = (rounds - (state.phase == OVER)) * (n - big + 1), rounds * (big + 2)
    return None if low + title <= total <= high + title else fact("factum.bad.scores")
