"""The codec of Factum positions as one line of text, and an audit that finds impossible positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from companion.facts import Fact
from companion.rules import notation_fields as codec
from companion.rules.factum.actions import PILE_OWNER, STORY_OWNER
from companion.rules.factum.options import HAND_SIZE, NAME, SPECS, STORY_POINTS, options
from companion.rules.factum.state import PHASES, CastVote, GuessResult, LaidCard, Phase, State, confusers, voters
from companion.rules.protocol import CHANCE

_FACE_UP_PHASES: Final = (Phase.VOTE, Phase.BREAK, Phase.OWNER, Phase.BEST)  # phases with face-up cards


def audit(state: State) -> Fact | None:
    """Return why the position is impossible, None if it is possible."""
    parts = (_players, _captains, _teams, _table, _cards, _hands, _scores)
    return codec.first_fault(NAME, *(part(state) for part in parts))


def _players(state: State) -> codec.Faults:
    n = state.options.n
    yield not len(state.hands) == len(state.scores) == len(state.served) == n, "seats"
    named: Collection[int] = (
        *state.side,
        *(laid.player for laid in state.laid),
        *(vote.player for vote in state.ballot),
    )
    yield any(p not in range(n) for p in named) or any(p not in (*range(n), CHANCE) for p in state.waiting), "player"
    yield any(p not in range(-1, n) for p in (state.teller, state.judge, state.title)), "captain"
    yield state.title < 0 and (state.paid or state.round), "title"


def _is_story_told(state: State) -> bool:
    return state.phase in (Phase.JUDGE, Phase.DECIDE, Phase.LAY, Phase.FILL, *_FACE_UP_PHASES)


def _captains(state: State) -> codec.Faults:
    phase = state.phase
    yield (state.teller < 0) != (state.round == 0 and phase in (Phase.SETUP, Phase.VOLUNTEER)), "teller"
    judged = _is_story_told(state) and phase != Phase.JUDGE
    yield len(state.story) != _is_story_told(state) or (state.judge >= 0) != judged, "story"


def _teams(state: State) -> codec.Faults:
    side = state.side
    yield bool(side) != (_is_story_told(state) or state.phase == Phase.TELL), "teams"
    whole = len(side) == state.options.team and list(side) == sorted(set(side))
    yield side and not (whole and state.teller in side and state.judge not in side), "sides"
    yield not _due(state), "actors"


def _due(state: State) -> bool:
    """Return True if ``waiting`` and those who have acted are together all players who must act in this phase."""
    phase = state.phase
    if phase == Phase.BREAK:
        return len(state.waiting) == 1 and state.waiting[0] in (*voters(state), CHANCE)
    if phase not in (Phase.LAY, Phase.VOTE, Phase.BEST):
        return not state.waiting
    if phase == Phase.BEST:
        due = [p for p in range(state.options.n) if p not in (state.teller, state.title)]
    else:
        due = list(confusers(state) if phase == Phase.LAY else voters(state))
    done = state.laid if phase == Phase.LAY else state.ballot
    return bool(state.waiting) and sorted([*state.waiting, *(entry.player for entry in done)]) == due


def _table(state: State) -> codec.Faults:
    phase = state.phase
    voting = phase in _FACE_UP_PHASES and phase != Phase.BEST
    yield bool(state.table) != (phase in _FACE_UP_PHASES) or bool(state.choices) != voting, "table"
    unknown = any(card not in state.table for card in state.choices)
    yield unknown or list(state.choices) != sorted(set(state.choices)), "choices"
    yield not 0 <= state.ties <= state.options.max_ties or state.draws < 0 or state.round < 0, "counts"
    yield (
        state.result is not None and state.result.owner not in (STORY_OWNER, PILE_OWNER, *range(state.options.n)),
        "result",
    )


def _cards(state: State) -> codec.Faults:
    laid = [laid.card for laid in state.laid]
    face = [*state.story, *laid, *state.extra]  # cards that are or will be face up
    everywhere = [card for part in (*state.hands, face, state.pile, state.discard) for card in part]
    yield Counter(everywhere) != Counter(state.options.numbers), "cards"
    yield state.table and len(state.table) != 1 + len(laid) + len(state.extra), "shown"
    yield state.table and state.options.digital and Counter(state.table) != Counter(face), "shown"


def _hands(state: State) -> codec.Faults:
    full = state.phase in (Phase.VOLUNTEER, Phase.TEAMS, Phase.TELL)
    yield full and any(len(hand) != HAND_SIZE for hand in state.hands), "hand"
    dealt = state.phase not in (Phase.SETUP, Phase.DEAL, Phase.OVER)
    yield dealt and any(not hand for hand in state.hands), "empty"


def _scores(state: State) -> codec.Faults:
    """Check that the sum of all scores is possible after this number of rounds.

    Each round gives one point to each player of the winning team, one to its captain, and at most one for a confusing
    card.
    """
    n, big, over = state.options.n, state.options.team, state.phase == Phase.OVER
    rounds = state.round + (over or state.phase == Phase.BEST)
    total, title = sum(state.scores), STORY_POINTS * state.paid
    yield over and max(state.scores) < state.options.target, "over"
    low, high = (rounds - over) * (n - big + 1), rounds * (big + 2)
    yield not low + title <= total <= high + title, "scores"


POSITIONS: Final = codec.Codec(
    NAME,
    version=1,
    options=codec.option_fields(SPECS),
    state=(
        codec.Field("phase", codec.one_of(*PHASES)),
        *codec.fields(codec.INTEGER, "seed", "draws", "round", "teller", "judge", "ties", "title", "title_round"),
        *codec.fields(codec.BIT, "tellers_guess", "paid"),
        *codec.fields(codec.INTS, "side", "waiting", "served", "story", "extra", "table", "choices"),
        codec.Field("result", codec.record_form(GuessResult, optional=True)),
        *codec.fields(codec.INTS, "scores", "pile", "discard"),
        codec.Field("hands", codec.GROUPS),
        codec.Field("laid", codec.list_form(codec.record_form(LaidCard), "/", ".")),
        codec.Field("ballot", codec.list_form(codec.record_form(CastVote), "/", ".")),
    ),
    make=options,
    build=State,
    audit=audit,
)
