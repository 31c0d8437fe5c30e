"""What a viewer of Factum cannot know, dealt again."""

from __future__ import annotations

from itertools import chain
from random import Random

from companion.rules.factum.actions import Action, Cards
from companion.rules.factum.state import Phase, State
from companion.rules.protocol import Actor, Seen


def redeal(state: State, viewer: Actor, seen: Seen[Action], random: Random) -> State:
    """Others' hands, the pile, cards that lie face down, whose the open ones are, and votes that are not counted."""
    state = state._replace(seed=random.getrandbits(62))
    if state.options.digital:
        state = _hands(state, viewer, random)
        if state.table:
            state = _table(state, viewer, random)
    if state.phase in (Phase.VOTE, Phase.BEST):
        state = state._replace(ballot=_votes(state, viewer, random))
    return state


def _hands(state: State, viewer: Actor, random: Random) -> State:
    hidden = [p for p in range(len(state.hands)) if p != viewer]
    down = [] if state.table else [i for i, (p, _) in enumerate(state.laid) if p != viewer]
    secret_story = not state.table and viewer not in (state.teller, state.judge)
    pool = [*state.pile, *chain.from_iterable(state.hands[p] for p in hidden)]
    pool += [state.laid[i][1] for i in down] + (list(state.story) if secret_story else [])
    random.shuffle(pool)
    cards = iter(pool)
    hands, laid, story = list(state.hands), list(state.laid), state.story
    for p in hidden:
        hands[p] = tuple(sorted(next(cards) for _ in hands[p]))
    for i in down:
        laid[i] = (laid[i][0], next(cards))
    if secret_story:
        story = tuple(next(cards) for _ in story)
    return state._replace(hands=tuple(hands), laid=tuple(laid), story=story, pile=tuple(sorted(cards)))


def _table(state: State, viewer: Actor, random: Random) -> State:
    """Who laid which of the cards that lie face up, except what the viewer knows or the result shows."""
    known = set(state.result[:2])
    if viewer in (state.teller, state.judge):
        known |= set(state.story)
    known |= {card for p, card in state.laid if p == viewer}
    pool = [card for card in state.table if card not in known]
    random.shuffle(pool)
    cards = iter(pool)

    def other(card: int) -> int:
        return card if card in known else next(cards)

    return state._replace(
        story=tuple(map(other, state.story)),
        laid=tuple((p, other(card)) for p, card in state.laid),
        extra=tuple(map(other, state.extra)),
    )


def _votes(state: State, viewer: Actor, random: Random) -> tuple[Cards, ...]:
    values = state.choices if state.phase == Phase.VOTE else (0, 1)
    return tuple((p, v if p == viewer else values[int(random.random() * len(values))]) for p, v in state.ballot)
