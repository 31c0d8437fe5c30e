"""Positions of Factum as one line of text, and what cannot be in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import fields
from typing import Final

from companion.rules.errors import OptionsError, RecordError
from companion.rules.factum.actions import FROM_PILE, STORY
from companion.rules.factum.options import HAND, STORY_POINTS, FactumOptions, make
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
from companion.rules.protocol import CHANCE

NAME: Final = "factum"
VERSION: Final = 1
_OPTIONS: Final = tuple(f.name for f in fields(FactumOptions))
_NUMBERS: Final = ("seed", "draws", "round", "teller", "judge", "ties", "title", "title_round")
_FLAGS: Final = ("tellers_guess", "paid")
_LISTS: Final = (
    "side", "waiting", "served", "story", "extra", "table", "choices", "result", "scores", "pile", "discard",
)
_GROUPS: Final = ("hands", "laid", "ballot")
_KEYS: Final = (*_OPTIONS, "phase", *_NUMBERS, *_FLAGS, *_LISTS, *_GROUPS)


def dump(state: State) -> str:
    """The position as one line."""
    values: dict[str, object] = {name: getattr(state.options, name) for name in _OPTIONS}
    values["players"] = write_names(state.options.players)
    values["phase"] = state.phase
    values |= {name: int(getattr(state, name)) for name in (*_NUMBERS, *_FLAGS)}
    values |= {name: ints(getattr(state, name)) for name in _LISTS}
    values |= {name: groups(getattr(state, name)) for name in _GROUPS}
    return write_fields(NAME, VERSION, values)


def load(text: str) -> State:
    """Read a position. Raises RecordError for what is none, or cannot be."""
    found = read_fields(text, NAME, VERSION, _KEYS)
    defaults = {f.name: f.default for f in fields(FactumOptions)}
    given = {k: found[k] if isinstance(defaults[k], str) else read_int(found[k]) for k in _OPTIONS if k != "players"}
    try:
        options = make(read_names(found["players"]), given)
    except OptionsError as error:
        raise RecordError(f"The position's options cannot be: {error.message}") from None
    if found["phase"] not in PHASES or any(found[name] not in ("0", "1") for name in _FLAGS):
        raise RecordError("The position is in a step that Factum does not have.")
    number = {name: read_int(found[name]) for name in _NUMBERS}
    part = {name: read_ints(found[name]) for name in _LISTS}
    table = {name: read_groups(found[name]) for name in _GROUPS}
    state = State(
        options=options, phase=found["phase"], tellers_guess=found["tellers_guess"] == "1", paid=found["paid"] == "1",
        seed=number["seed"], draws=number["draws"], round=number["round"], teller=number["teller"],
        judge=number["judge"], ties=number["ties"], title=number["title"], title_round=number["title_round"],
        side=part["side"], waiting=part["waiting"], served=part["served"], story=part["story"], extra=part["extra"],
        table=part["table"], choices=part["choices"], result=part["result"], scores=part["scores"], pile=part["pile"],
        discard=part["discard"], hands=table["hands"], laid=table["laid"], ballot=table["ballot"],
    )
    problem = audit(state)
    if problem:
        raise RecordError(f"The position cannot be: {problem}")
    return state


def audit(state: State) -> str | None:
    """What cannot be in this position, or None."""
    return _players(state) or _step(state) or _cards(state)


def _players(state: State) -> str | None:
    n = state.options.n
    if not len(state.hands) == len(state.scores) == len(state.served) == n:
        return "hands, points and captains are not one a player."
    named: Collection[int] = (*state.side, *(p for p, *_ in state.laid), *(p for p, *_ in state.ballot))
    if any(p not in range(n) for p in named) or any(p not in (*range(n), CHANCE) for p in state.waiting):
        return "it names a player who is not there."
    if any(p not in range(-1, n) for p in (state.teller, state.judge, state.title)):
        return "a captain or the holder of the title is not there."
    if any(len(pair) != 2 for pair in (*state.laid, *state.ballot)):
        return "a card laid or a vote is not whole."
    if state.title < 0 and (state.paid or state.round):
        return "nobody holds the title of the best story."
    return None


def _step(state: State) -> str | None:
    """Whether what the step needs is there, and nothing else."""
    phase, told = state.phase, state.phase in (JUDGE, DECIDE, LAY, FILL, VOTE, BREAK, OWNER, BEST)
    judged = told and phase != JUDGE
    if (state.teller < 0) != (state.round == 0 and phase in (SETUP, VOLUNTEER)):
        return "the storyteller is missing, or came too early."
    if len(state.story) != told or (state.judge >= 0) != judged:
        return "the storyteller's card or the judge does not fit the step."
    if bool(state.side) != (told or phase == TELL):
        return "the teams do not fit the step."
    if state.side and (len(state.side) != state.options.team or state.teller not in state.side
                       or list(state.side) != sorted(set(state.side)) or state.judge in state.side):
        return "the teams are not those of the storyteller and the judge."
    if not _due(state):
        return "those who may act do not fit the step."
    shown = phase in (VOTE, BREAK, OWNER, BEST)
    if bool(state.table) != shown or bool(state.choices) != (phase in (VOTE, BREAK, OWNER)):
        return "the cards on the table do not fit the step."
    if any(card not in state.table for card in state.choices) or list(state.choices) != sorted(set(state.choices)):
        return "a card is voted for that is not on the table."
    if not 0 <= state.ties <= state.options.max_ties or state.draws < 0 or state.round < 0:
        return "a count is out of range."
    if len(state.result) not in (0, 3) or (state.result and state.result[2] not in (
            STORY, FROM_PILE, *range(state.options.n))):
        return "the last guess is not whole."
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


def _cards(state: State) -> str | None:
    out = [card for part in (*state.hands, state.story, state.extra, state.pile, state.discard) for card in part]
    laid = [card for _, card in state.laid]
    if Counter(out + laid) != Counter(state.options.numbers):
        return "a card is missing, doubled or strange."
    if state.table and len(state.table) != 1 + len(laid) + len(state.extra):
        return "the table does not show the cards that were laid."
    if state.table and state.options.digital and Counter(state.table) != Counter([*state.story, *laid, *state.extra]):
        return "the table does not show the cards that were laid."
    if state.phase in (VOLUNTEER, TEAMS, TELL) and any(len(hand) != HAND for hand in state.hands):
        return "a hand is not of five cards."
    if state.phase not in (SETUP, DEAL, OVER) and any(not hand for hand in state.hands):
        return "a hand is empty."
    return _scores(state)


def _scores(state: State) -> str | None:
    """Each round gives one point a player of the winning team, one to its captain, at most one for a confusing card."""
    n, big = state.options.n, state.options.team
    rounds = state.round + (state.phase in (BEST, OVER))
    total, title = sum(state.scores), STORY_POINTS * state.paid
    if state.phase == OVER and max(state.scores) < state.options.target:
        return "the game is over before anyone has the points."
    low, high = (rounds - (state.phase == OVER)) * (n - big + 1), rounds * (big + 2)
    return None if low + title <= total <= high + title else "the points do not add up."
