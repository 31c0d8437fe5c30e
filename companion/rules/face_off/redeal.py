"""What a viewer of Face Off! cannot know, dealt again."""

from __future__ import annotations

from random import Random

from companion.rules.face_off.actions import GRINS, NO_CARDS, WILDS, Action, Hand, Offer, offer
from companion.rules.face_off.data import GEMS_IN_SUIT, GRIN, INDEX, MAX_COUNT, SUITS, WILD
from companion.rules.face_off.state import Exchange, State
from companion.rules.protocol import Actor, Seen


def redeal(state: State, viewer: Actor, seen: Seen[Action], random: Random) -> State:
    """Others' hands and what they put aside; who took the viewer's cards and has not traded since still has them."""
    state = state._replace(seed=random.getrandbits(62))
    if not state.hands:
        return state
    winner = state.claim[0] if state.claim else viewer
    known = [seat for seat in range(len(state.hands)) if seat in (viewer, winner)]
    while True:  # until everybody holds what is shown
        hands = _dealt(state, known, _received(state, viewer), random)
        offers = [
            mine if mine is None or seat == viewer else _aside(mine.shown, hand, random)
            for seat, (mine, hand) in enumerate(zip(state.offers, hands, strict=True))
        ]
        if all((new is None) is (old is None) for new, old in zip(offers, state.offers, strict=True)):
            break
    last = [_as_seen(exchange, seat, viewer) for seat, exchange in enumerate(state.last)]
    return state._replace(hands=tuple(hands), offers=tuple(offers), last=tuple(last))


def _as_seen(exchange: Exchange | None, seat: int, viewer: Actor) -> Exchange | None:
    """A trade as one who had no part in it saw it."""
    if exchange is None or viewer in (seat, exchange.other):
        return exchange
    return exchange._replace(gave=NO_CARDS, got=NO_CARDS, wrong=False, undone=False)


def _received(state: State, viewer: Actor) -> tuple[int, Hand]:
    """Who still has cards that the viewer gave in the latest trade, and which."""
    mine = state.last[viewer] if viewer >= 0 else None
    if mine is not None and not mine.undone:
        theirs = state.last[mine.other]
        if theirs is not None and theirs.number == mine.number and not theirs.undone:
            return mine.other, mine.gave
    return -1, NO_CARDS


def _dealt(state: State, known: list[int], received: tuple[int, Hand], random: Random) -> list[Hand]:
    """Hands for all but the known ones: a share of the Grin and of the Wild Thing cards each, then gems."""
    seats = [seat for seat in range(len(state.hands)) if seat not in known]
    hands = [list(hand) if seat in known else list(NO_CARDS) for seat, hand in enumerate(state.hands)]
    owner, got = received
    if owner in seats:
        hands[owner] = list(got)
    if state.options.advanced:
        for at in (GRINS, WILDS):
            _share(state, hands, seats, at, random)
    suits = [INDEX[suit] for suit in state.options.suits]
    gems = [suit for suit in suits for _ in range(GEMS_IN_SUIT - sum(hand[suit] for hand in hands))]
    random.shuffle(gems)
    size = GEMS_IN_SUIT + 2 * state.options.advanced
    for seat in sorted(seats, key=lambda seat: -_shown(state, seat)):
        hand = hands[seat]
        missing = size - _count(hand)
        gems = _together(gems, hand, min(_shown(state, seat), missing), random)
        for gem in gems[:missing]:
            hand[gem] += 1
        gems = gems[max(0, missing) :]
    return [tuple(hand) for hand in hands]


def _share(state: State, hands: list[list[int]], seats: list[int], at: int, random: Random) -> None:
    """Deal the Grin or Wild Thing cards that nobody has yet, one each as far as they go."""
    held = sum(hand[at] for hand in hands)
    left = [1 << INDEX[suit] for suit in state.options.suits if not held >> INDEX[suit] & 1]
    random.shuffle(left)
    lacking = [seat for seat in seats if not hands[seat][at]]
    for number, card in enumerate(left):
        hands[lacking[number] if number < len(lacking) else random.choice(seats)][at] |= card


def _shown(state: State, seat: int) -> int:
    """How many cards of one gem a player shows to have; 0 without an offer of gems."""
    mine = state.offers[seat]
    return mine.shown if mine is not None and mine.shown <= MAX_COUNT else 0


def _count(hand: list[int]) -> int:
    return sum(hand[:GRINS]) + hand[GRINS].bit_count() + hand[WILDS].bit_count()


def _together(gems: list[int], hand: list[int], want: int, random: Random) -> list[int]:
    """The gems in an order that begins with so many of one kind, where the hand has not as many already."""
    if want <= max(hand[: len(SUITS)], default=0):
        return gems
    kinds = sorted({gem for gem in gems if gems.count(gem) >= want})
    if not kinds:
        return gems
    kind = random.choice(kinds)
    rest = list(gems)
    for _ in range(want):
        rest.remove(kind)
    return [kind] * want + rest


def _aside(shown: int, hand: Hand, random: Random) -> Offer | None:
    """An offer that shows this, out of the hand; None where it holds nothing for it."""
    if shown <= MAX_COUNT:
        suits = [suit for suit in SUITS if hand[INDEX[suit]] >= shown]
        return offer(shown, random.choice(suits)) if suits else None
    for at, kind in ((GRINS, GRIN), (WILDS, WILD)):
        held = [suit for suit in SUITS if hand[at] >> INDEX[suit] & 1]
        if held and shown == kind:
            return offer(shown, random.choice(held))
    name, at = ("wild", WILDS) if shown == GRIN else ("grin", GRINS)
    slips = [f"{name}:{suit}" for suit in SUITS if hand[at] >> INDEX[suit] & 1]
    return offer(shown, None, (random.choice(slips),)) if slips else None
