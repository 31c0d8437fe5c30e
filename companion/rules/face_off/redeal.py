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
    hands = _dealt(state, known, _received(state, viewer), random)
    offers = [
        mine if mine is None or seat == viewer else _aside(mine.shown, hand, random)
        for seat, (mine, hand) in enumerate(zip(state.offers, hands, strict=True))
    ]
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
    """Hands for all but the known ones: first what they show to have, then the other cards."""
    seats = [seat for seat in range(len(state.hands)) if seat not in known]
    hands = [list(hand) if seat in known else list(NO_CARDS) for seat, hand in enumerate(state.hands)]
    owner, got = received
    if owner in seats:
        hands[owner] = list(got)
    if state.options.advanced:
        for at in (GRINS, WILDS):
            _share(state, hands, seats, at, random)
    _deal_gems(state, seats, hands, random)
    return [tuple(hand) for hand in hands]


def _deal_gems(state: State, seats: list[int], hands: list[list[int]], random: Random) -> None:
    """The gems that nobody has yet, up to the size of a hand."""
    size = GEMS_IN_SUIT + 2 * state.options.advanced
    left = {INDEX[suit]: GEMS_IN_SUIT - sum(hand[INDEX[suit]] for hand in hands) for suit in state.options.suits}
    showing = sorted((seat for seat in seats if _shown(state, seat)), key=lambda seat: -_shown(state, seat))
    _hold([(hands[seat], _shown(state, seat), size - _count(hands[seat])) for seat in showing], left, random)
    gems = [gem for gem, count in left.items() for _ in range(count)]
    random.shuffle(gems)
    for seat in seats:
        missing = max(0, size - _count(hands[seat]))
        for gem in gems[:missing]:
            hands[seat][gem] += 1
        gems = gems[missing:]


def _hold(wanted: list[tuple[list[int], int, int]], left: dict[int, int], random: Random) -> bool:
    """Fill each hand (with what it shows, and its room) up to so many gems of one kind out of ``left``.

    Whether it could be done: it can, as the true hands do it. A kind that leaves others without is given back."""
    if not wanted:
        return True
    (hand, shown, room), *others = wanted
    for gem in random.sample(sorted(left), len(left)):
        count = max(0, shown - hand[gem])
        if count <= min(room, left[gem]):
            hand[gem] += count
            left[gem] -= count
            if _hold(others, left, random):
                return True
            hand[gem] -= count
            left[gem] += count
    return False


def _share(state: State, hands: list[list[int]], seats: list[int], at: int, random: Random) -> None:
    """Deal the Grin or Wild Thing cards that nobody has yet, one each as far as they go."""
    held = sum(hand[at] for hand in hands)
    left = [1 << INDEX[suit] for suit in state.options.suits if not held >> INDEX[suit] & 1]
    random.shuffle(left)
    lacking = [seat for seat in seats if not hands[seat][at]]
    lacking.sort(key=lambda seat: _needs(state, hands, seat, at))
    for number, card in enumerate(left):
        hands[lacking[number] if number < len(lacking) else random.choice(seats)][at] |= card


def _needs(state: State, hands: list[list[int]], seat: int, at: int) -> int:
    """0 for a player who shows such a card, or the other kind, and has neither; 1, 2 for whom it matters less."""
    mine = state.offers[seat]
    if mine is None or mine.shown <= MAX_COUNT or hands[seat][GRINS] or hands[seat][WILDS]:
        return 2
    return int((mine.shown == GRIN) is not (at == GRINS))


def _shown(state: State, seat: int) -> int:
    """How many cards of one gem a player shows to have; 0 without an offer of gems."""
    mine = state.offers[seat]
    return mine.shown if mine is not None and mine.shown <= MAX_COUNT else 0


def _count(hand: list[int]) -> int:
    return sum(hand[:GRINS]) + hand[GRINS].bit_count() + hand[WILDS].bit_count()


def _aside(shown: int, hand: Hand, random: Random) -> Offer | None:
    """An offer that shows this, out of the hand; None where it holds nothing for it."""
    if shown <= MAX_COUNT:
        return _gems_aside(shown, hand, random)
    for at, kind in ((GRINS, GRIN), (WILDS, WILD)):
        held = _suits(hand, at)
        if held and shown == kind:
            return offer(shown, random.choice(held))
    slips = _slips(hand, (WILDS,) if shown == GRIN else (GRINS,))
    return offer(shown, None, (random.choice(slips),)) if slips else None


def _gems_aside(shown: int, hand: Hand, random: Random) -> Offer | None:
    """So many gems of a suit, or one less with a special card that slipped in."""
    for count, slips in ((shown, [""]), (shown - 1, _slips(hand, (GRINS, WILDS)))):
        suits = [suit for suit in SUITS if hand[INDEX[suit]] >= count]
        if suits and slips:
            slip = random.choice(slips)
            return offer(shown, random.choice(suits), (slip,) if slip else ())
    return None


def _suits(hand: Hand, at: int) -> list[str]:
    return [suit for suit in SUITS if hand[at] >> INDEX[suit] & 1]


def _slips(hand: Hand, places: tuple[int, ...]) -> list[str]:
    """The special cards of a hand that may have slipped into an offer."""
    names = {GRINS: "grin", WILDS: "wild"}
    return [f"{names[at]}:{suit}" for at in places for suit in _suits(hand, at)]
