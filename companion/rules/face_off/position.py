"""A position as one line of text: ``face-off 1 {...}``, JSON with the fields of ``State`` in their order; and what
cannot be in one."""

from __future__ import annotations

import json
from typing import Any, Final

from companion.facts import Fact
from companion.rules.face_off.actions import GRINS, NO_CARDS, WILDS, Hand, Offer
from companion.rules.face_off.check import cards_problem, holds, shaped
from companion.rules.face_off.data import SIGNAL_SETS, SUITS
from companion.rules.face_off.notation import format, format_hand, parse, parse_hand
from companion.rules.face_off.options import NAME, SPECS, WILD_TEXT
from companion.rules.face_off.options import options as options_of
from companion.rules.face_off.state import Entry, Exchange, Phase, State
from companion.rules.notation import write_whole
from companion.rules.notation_fields import Faults, checked, first_fault, read_int, read_version
from companion.rules.options import write_options

VERSION: Final = 1
REASONS: Final = (*SUITS, "teeth", "mistake", "false claim")


def dump(state: State) -> str:
    body = {
        "players": list(state.options.players),
        "options": write_options(SPECS, state.options),
        "seed": _written(state.seed),
        "counter": state.counter,
        "phase": state.phase.name.lower(),
        "hand": state.hand,
        "dealer": state.dealer,
        "signal_set": state.signal_set,
        "wild": state.wild,
        "scores": list(state.scores),
        "hands": [format_hand(h) for h in state.hands],
        "offers": [None if o is None else format(o, state.options) for o in state.offers],
        "last": [
            None if e is None else [e.other, _cards(e.gave), _cards(e.got), e.wrong, e.undone, e.number]
            for e in state.last
        ],
        "trades": state.trades,
        "pair": state.pair,
        "claim": state.claim,
        "call": state.call,
        "sheet": state.sheet,
    }
    return f"{NAME} {VERSION} {json.dumps(body, ensure_ascii=False, separators=(',', ':'))}"


def _cards(hand: Hand) -> str:
    return format_hand(hand) or "-"


def _written(seed: int) -> int | str:
    """A seed of any length: JSON's own numbers, then a text that Python can write."""
    text = write_whole(seed)
    return text if "x" in text else seed


def load(text: str) -> State:
    """Raises RecordError for a line that is cut, newer, of another game, or no possible position."""
    return checked(text, lambda: _state(json.loads(read_version(text, NAME, VERSION)[1])), audit, dump)


def _state(body: dict[str, Any]) -> State:
    options = options_of(body["players"], **body["options"])
    seed = body["seed"]
    parts = {name: body[name] for name in ("counter", "hand", "dealer", "signal_set", "wild", "trades")}
    parts |= {name: body[name] and tuple(body[name]) for name in ("pair", "claim", "call")}
    state = State(
        options,
        read_int(seed) if isinstance(seed, str) else seed,
        phase=Phase[body["phase"].upper()],
        **parts,
        scores=tuple(body["scores"]),
        hands=tuple(parse_hand(hand) for hand in body["hands"]),
        offers=(None,) * options.n,
        last=tuple(_exchange(exchange) for exchange in body["last"]),
        sheet=tuple(Entry(*entry) for entry in body["sheet"]),
    )
    if not _whole(state) or not _known(state):
        raise ValueError(body)
    WILD_TEXT.check(state.wild, ())
    return state._replace(offers=_offers(body["offers"], state))


def _exchange(value: list[Any] | None) -> Exchange | None:
    if value is None:
        return None
    other, gave, got, wrong, undone, number = value
    if type(wrong) is not bool or type(undone) is not bool:
        raise ValueError(value)
    return Exchange(other, _hand(gave), _hand(got), wrong, undone, number)


def _hand(text: str) -> Hand:
    return parse_hand(text) if text != "-" else NO_CARDS


def _whole(state: State) -> bool:
    """Whether the numbers are whole ones in their ranges."""
    exchanges = [exchange for exchange in state.last if exchange is not None]
    named = (state.pair, state.call, state.claim and state.claim[:1])
    seats = [state.dealer, *(seat for seats in named if seats for seat in seats)]
    seats += [one.other for one in exchanges] + [entry.player for entry in state.sheet]
    counts = [state.counter, state.hand, state.trades]
    counts += [one.number for one in exchanges] + [entry.hand for entry in state.sheet]
    numbers = [state.seed, *seats, *counts, *state.scores, *(entry.points for entry in state.sheet)]
    if {*map(type, numbers)} != {int}:
        return False
    return 0 <= min(seats) <= max(seats) < state.options.n and 0 <= min(counts) <= max(counts) < 1 << 62


def _known(state: State) -> bool:
    """Whether the words are known ones, and each player has a place."""
    options = state.options
    return (
        len(state.last) == len(state.scores) == options.n
        and all(pair is None or len(pair) == 2 for pair in (state.pair, state.call, state.claim))
        and (state.claim is None or state.claim[1] in options.suits)
        and all(entry.reason in REASONS for entry in state.sheet)
        and state.signal_set in SIGNAL_SETS
        and (state.wild != "") is options.advanced
    )


def _offers(texts: list[Any], state: State) -> tuple[Offer | None, ...]:
    offers = [None if text is None else parse(text, state, player) for player, text in enumerate(texts)]
    made = [offer for offer in offers if isinstance(offer, Offer) and shaped(offer, state.options.n)]
    if len(offers) != state.options.n or len(made) + offers.count(None) != len(offers):
        raise ValueError(texts)
    return tuple(offer if isinstance(offer, Offer) else None for offer in offers)


def audit(state: State) -> Fact | None:
    """What cannot be in this position: a card lost or doubled, an offer not held, a score that does not add up."""
    return first_fault(NAME, _sheet(state), _waiting(state), _hands(state))


def _sheet(state: State) -> Faults:
    totals = [0] * len(state.scores)
    for entry in state.sheet:
        totals[entry.player] += entry.points
    wrong = Fact(f"{NAME}.bad.scores", {"totals": totals, "scores": state.scores})
    yield tuple(totals) != state.scores, wrong


def _waiting(state: State) -> Faults:
    """Whether the call that the phase waits for is there."""
    phase = state.phase
    yield state.claim is None and phase in (Phase.CLAIM, Phase.SPEECH, Phase.UNSEEN, Phase.NEXT), "no-win"
    yield state.claim is not None and phase in (Phase.DEAL, Phase.PLAY, Phase.CALL), "no-win"
    yield (state.call is None) is (phase is Phase.CALL), "no-mistake"
    if state.call is not None:
        last = state.last[state.call[0]]
        yield last is None or last.other != state.call[1], "no-trade"


def _hands(state: State) -> Faults:
    options = state.options
    if not state.hands:
        yield options.digital and state.phase not in (Phase.DEAL, Phase.OVER), "not-dealt"
        return
    yield len(state.hands) != options.n or not options.digital, "hands"
    lost = cards_problem(options, state.hands)
    if lost:
        yield True, lost
    for hand, mine, name in zip(state.hands, state.offers, options.players, strict=True):
        size = sum(hand[:GRINS]) + hand[GRINS].bit_count() + hand[WILDS].bit_count()
        yield size != (11 if options.advanced else 9), Fact(f"{NAME}.bad.size", {"who": name})
        yield mine is not None and not holds(hand, mine.cards), Fact(f"{NAME}.bad.offer", {"who": name})
