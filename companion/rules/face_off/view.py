"""Views of Face Off! for each player, random redeals of what is hidden, and public descriptions of actions."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.facts import Fact, fact
from companion.rules.face_off import actions, data
from companion.rules.face_off.actions import GRIN_BITS, NO_CARDS, WILD_BITS, Hand, offer
from companion.rules.face_off.options import NAME
from companion.rules.face_off.state import Exchange, Phase, State, actors, outcome
from companion.rules.protocol import Actor, SeenHistory, View, common, sentences, winners


def view(state: State, viewer: int) -> View:
    """Return what a viewer may know, as JSON values.

    Only a player with digital cards has ``hand``, ``offered`` and ``received``.
    """
    options, phase, end = state.options, state.phase, outcome(state)
    turn = state.dealer if phase is Phase.NEXT else None
    visible: View = {
        **common(NAME, viewer, options.players, phase.name.lower(), actors(state), turn, state.hand, state.scores),
        "dealer": state.dealer,
        "advanced": options.advanced,
        "cards": options.cards,
        "suits": list(options.suits),
        "gem_values": {s: options.value(s) for s in options.suits},
        "signal_set": state.signal_set,
        "signals": list(data.SIGNAL_SETS[state.signal_set]),
        "wild_signal": state.wild,
        "target": options.target,
        "sheet": [entry._asdict() for entry in state.sheet],
        "shown": [None if o is None else data.RANK_TEXTS[o.shown] for o in state.offers],
        "trades": state.trades,
        "last_trade": None if state.pair is None else list(state.pair),
        "claim": state.claim and dict(zip(("player", "suit"), state.claim, strict=True)),
        "call": state.call and dict(zip(("caller", "giver"), state.call, strict=True)),
        "outcome": end and {"scores": [*end.scores], "winners": [*end.winners], "termination": end.termination},
    }
    if viewer >= 0 and state.hands:
        visible |= _own_hand_view(state, viewer)
    return visible


def _own_hand_view(state: State, viewer: int) -> View:
    """Return the viewer's hand, the cards offered from it, and what the latest trade brought."""
    last, mine = state.last[viewer], state.offers[viewer]
    received = None
    if last is not None and not last.undone:
        received = {"from": last.other, "cards": cards(last.got), "wrong": last.wrong}
    return {
        "hand": cards(state.hands[viewer]),
        "offered": None if mine is None else cards(mine.cards),
        "received": received,
        "mistake_of": last.other if last is not None and last.wrong else None,
    }


def cards(hand: Hand) -> dict[str, Any]:
    """Return a hand as JSON values, such as {"ruby": 3, "grin": ["jade"], "wild": []}, without gems that it lacks."""
    out: dict[str, Any] = {suit: hand[i] for suit, i in data.SUIT_INDEX.items() if hand[i]}
    for name, at in (("grin", GRIN_BITS), ("wild", WILD_BITS)):
        out[name] = [suit for suit, i in data.SUIT_INDEX.items() if hand[at] >> i & 1]
    return out


def redeal(state: State, viewer: Actor, history: SeenHistory[actions.Action], random: Random) -> State:
    """Return the position with the other players' hands and offers redrawn at random.

    The partner of the viewer's last trade keeps the cards that the viewer gave, until that partner trades again. A hand
    that has won a claim stays, since all have seen it.
    """
    state = state._replace(seed=random.getrandbits(62))
    if not state.hands:
        return state
    winner = state.claim[0] if state.claim else viewer
    known = [seat for seat in range(len(state.hands)) if seat in (viewer, winner)]
    hands = _dealt(state, known, _cards_given_away(state, viewer), random)
    offers = [
        mine if mine is None or seat == viewer else _aside(mine.shown, hand, random)
        for seat, (mine, hand) in enumerate(zip(state.offers, hands, strict=True))
    ]
    last = [_visible_exchange(exchange, seat, viewer) for seat, exchange in enumerate(state.last)]
    return state._replace(hands=tuple(hands), offers=tuple(offers), last=tuple(last))


def _visible_exchange(exchange: Exchange | None, seat: int, viewer: Actor) -> Exchange | None:
    """Return the trade of ``seat`` as the viewer saw it: without cards if the viewer had no part in it."""
    if exchange is None or viewer in (seat, exchange.other):
        return exchange
    return exchange._replace(gave=NO_CARDS, got=NO_CARDS, wrong=False, undone=False)


def _cards_given_away(state: State, viewer: Actor) -> tuple[int, Hand]:
    """Return the partner of the viewer's latest trade and the cards given, if the partner has not traded since.

    Otherwise return (-1, no cards).
    """
    mine = state.last[viewer] if viewer >= 0 else None
    if mine is not None and not mine.undone:
        theirs = state.last[mine.other]
        if theirs is not None and theirs.number == mine.number and not theirs.undone:
            return mine.other, mine.gave
    return -1, NO_CARDS


def _dealt(state: State, known_cards: list[int], received: tuple[int, Hand], random: Random) -> list[Hand]:
    """Return hands by seat, dealt so that each has the cards for the signal that its player shows.

    The seats in ``known_cards`` keep their hands. ``received`` is (seat, cards that this seat must have).
    """
    seats = [seat for seat in range(len(state.hands)) if seat not in known_cards]
    hands = [list(hand) if seat in known_cards else list(NO_CARDS) for seat, hand in enumerate(state.hands)]
    owner, got = received
    if owner in seats:
        hands[owner] = list(got)
    if state.options.advanced:
        for at in (GRIN_BITS, WILD_BITS):
            _share(state, hands, seats, at, random)
    _deal_gems(state, seats, hands, random)
    return [tuple(hand) for hand in hands]


def _deal_gems(state: State, seats: list[int], hands: list[list[int]], random: Random) -> None:
    """Add the undealt gems to the hands of ``seats``, until each hand is full."""
    size = data.GEMS_IN_SUIT + 2 * state.options.advanced
    left = {
        data.SUIT_INDEX[suit]: data.GEMS_IN_SUIT - sum(hand[data.SUIT_INDEX[suit]] for hand in hands)
        for suit in state.options.suits
    }
    showing = sorted((seat for seat in seats if _shown_count(state, seat)), key=lambda seat: -_shown_count(state, seat))
    _hold([(hands[seat], _shown_count(state, seat), size - _count(hands[seat])) for seat in showing], left, random)
    gems = [gem for gem, count in left.items() for _ in range(count)]
    random.shuffle(gems)
    for seat in seats:
        missing = max(0, size - _count(hands[seat]))
        for gem in gems[:missing]:
            hands[seat][gem] += 1
        gems = gems[missing:]


def _hold(wanted: list[tuple[list[int], int, int]], remaining: dict[int, int], random: Random) -> bool:
    """Give each hand as many gems of one kind as it shows, taken from ``remaining``; return True if this succeeds.

    ``wanted`` holds (hand, number shown, free places). If a later hand gets too few, another gem is tried
    (backtracking).
    """
    if not wanted:
        return True
    (hand, shown, room), *others = wanted
    for gem in random.sample(sorted(remaining), len(remaining)):
        count = max(0, shown - hand[gem])
        if count <= min(room, remaining[gem]):
            hand[gem] += count
            remaining[gem] -= count
            if _hold(others, remaining, random):
                return True
            hand[gem] -= count
            remaining[gem] += count
    return False


def _share(state: State, hands: list[list[int]], seats: list[int], at: int, random: Random) -> None:
    """Deal the undealt Grins or Wild Things: one to each player without any, the rest at random.

    ``at`` is GRIN_BITS or WILD_BITS, the index of the bit set in a hand.
    """
    held = sum(hand[at] for hand in hands)
    left = [1 << data.SUIT_INDEX[suit] for suit in state.options.suits if not held >> data.SUIT_INDEX[suit] & 1]
    random.shuffle(left)
    lacking = [seat for seat in seats if not hands[seat][at]]
    lacking.sort(key=lambda seat: _needs(state, hands, seat, at))
    for number, card in enumerate(left):
        hands[lacking[number] if number < len(lacking) else random.choice(seats)][at] |= card


def _needs(state: State, hands: list[list[int]], seat: int, at: int) -> int:
    """Return how soon a player gets one of the cards that ``_share`` deals: 0 first, 2 last.

    It is 0 if the player shows this kind and has no special card, 1 if the other kind and has none, else 2.
    """
    mine = state.offers[seat]
    if mine is None or mine.shown <= data.MAX_COUNT or hands[seat][GRIN_BITS] or hands[seat][WILD_BITS]:
        return 2
    return int((mine.shown == data.GRIN) is not (at == GRIN_BITS))


def _shown_count(state: State, seat: int) -> int:
    """Return how many gems of one kind a player's signal promises; 0 without an offer of gems."""
    mine = state.offers[seat]
    return mine.shown if mine is not None and mine.shown <= data.MAX_COUNT else 0


def _count(hand: list[int]) -> int:
    return sum(hand[:GRIN_BITS]) + hand[GRIN_BITS].bit_count() + hand[WILD_BITS].bit_count()


def _aside(shown: int, hand: Hand, random: Random) -> actions.Offer | None:
    """Return an offer of cards of this hand for the signal ``shown``; None if the hand has no cards for it."""
    if shown <= data.MAX_COUNT:
        return _gems_aside(shown, hand, random)
    for at, kind in ((GRIN_BITS, data.GRIN), (WILD_BITS, data.WILD)):
        held = _suits(hand, at)
        if held and shown == kind:
            return offer(shown, random.choice(held))
    slips = _slips(hand, (WILD_BITS,) if shown == data.GRIN else (GRIN_BITS,))
    return offer(shown, None, (random.choice(slips),)) if slips else None


def _gems_aside(shown: int, hand: Hand, random: Random) -> actions.Offer | None:
    """Return an offer of that many gems of a suit, or of one fewer with a special card included by mistake."""
    for count, slips in ((shown, [""]), (shown - 1, _slips(hand, (GRIN_BITS, WILD_BITS)))):
        suits = [suit for suit in data.SUITS if hand[data.SUIT_INDEX[suit]] >= count]
        if suits and slips:
            slip = random.choice(slips)
            return offer(shown, random.choice(suits), (slip,) if slip else ())
    return None


def _suits(hand: Hand, at: int) -> list[str]:
    return [suit for suit in data.SUITS if hand[at] >> data.SUIT_INDEX[suit] & 1]


def _slips(hand: Hand, places: tuple[int, ...]) -> list[str]:
    """Return the special cards of a hand, such as "wild:jade", that it could offer by mistake.

    ``places`` holds GRIN_BITS, WILD_BITS or both.
    """
    names = {GRIN_BITS: "grin", WILD_BITS: "wild"}
    return [f"{names[at]}:{suit}" for at in places for suit in _suits(hand, at)]


def describe(before: State, actor: Actor, action: actions.Action, after: State) -> Fact:
    names = before.options.players
    who = names[actor] if actor >= 0 else ""
    match action:
        case actions.Deal():
            code = "face-off.deal-advanced" if before.options.advanced else "face-off.deal"
            return fact(code, dealer=names[before.dealer], hand=before.hand)
        case actions.Offer(shown):
            signal = data.signal_for(before.signal_set, shown)
            return fact("face-off.offer", who=who, signal=signal, shown=data.RANK_TEXTS[shown])
        case actions.Trade(one, other):
            return _trade(before, action, names[one], names[other], after)
        case actions.Claim(suit):
            if not before.options.digital:
                return fact("face-off.asked", who=who, gem=suit)
            return _claim(before, actor, after)
        case actions.Call(giver):
            code = "face-off.call" if before.options.digital else "face-off.call-asked"
            return fact(code, who=who, giver=names[giver], points=before.options.mistake_penalty)
        case actions.Confirm() | actions.Deny():
            return _ruling(before, action, after)
        case actions.Verdict(found):
            return _verdict(before, found, after)
        case actions.Next(signal_set, wild):
            if wild:
                return fact("face-off.next-wild", who=who, set=signal_set, wild=wild)
            return fact("face-off.next", who=who, set=signal_set)
        case _:
            return fact("face-off.withdraw", who=who)


def _trade(before: State, action: actions.Trade, one: str, other: str, after: State) -> Fact:
    mine = before.offers[action.one]
    told = fact("face-off.trade", one=one, other=other, shown=data.RANK_TEXTS[mine.shown] if mine else "1")
    return sentences(told, fact("face-off.stalemate") if after.hand != before.hand else _game(after))


def _claim(before: State, actor: int, after: State) -> Fact:
    """Return a description of a claim that the digital cards or the table have just decided."""
    if after.phase is Phase.PLAY:
        who = before.options.players[before.claim[0] if before.claim else actor]
        points = before.options.false_claim_penalty
        return sentences(fact("face-off.false", who=who), fact("face-off.penalty", points=points) if points else None)
    assert after.claim is not None
    player, suit = after.claim
    who, points = before.options.players[player], before.options.value(suit)
    told = fact("face-off.won", who=who, gem=suit, points=points, total=after.scores[player])
    return sentences(told, fact("face-off.speech") if after.phase is Phase.SPEECH else _game(after))


def _ruling(before: State, action: actions.Confirm | actions.Deny, after: State) -> Fact:
    if before.call is None:
        return _claim(before, -2, after)
    caller, giver = (before.options.players[p] for p in before.call)
    code = "face-off.call" if isinstance(action, actions.Confirm) else "face-off.call-denied"
    return fact(code, who=caller, giver=giver, points=before.options.mistake_penalty)


def _verdict(before: State, found: str, after: State) -> Fact:
    assert before.claim is not None
    player = before.claim[0]
    told = fact(
        f"face-off.{found}",
        who=before.options.players[player],
        points=before.options.teeth_penalty,
        total=after.scores[player],
    )
    return sentences(told, _game(after))


def _game(after: State) -> Fact | None:
    """Return a fact that announces the winners if the game is over, else None."""
    return None if outcome(after) is None else winners("face-off", after.options.players, after.scores)
