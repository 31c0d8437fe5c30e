"""A position as one line of text: ``face-off 1 {...}``, JSON with the fields of ``State`` in their order; and what
cannot be in one."""

from __future__ import annotations

import json
from typing import Any, Final

from companion.facts import Fact, fact
from companion.rules.face_off.actions import GRINS, WILDS, Hand, Offer
from companion.rules.face_off.check import cards_problem, holds, shaped
from companion.rules.face_off.data import SIGNAL_SETS, SUITS
from companion.rules.face_off.notation import format, format_hand, parse, parse_hand
from companion.rules.face_off.options import NAME, SPECS, WILD_TEXT, make
from companion.rules.face_off.state import Entry, Exchange, Phase, State
from companion.rules.fields import load_position, read_version
from companion.rules.notation import read_whole, write_whole
from companion.rules.options import write_options

VERSION: Final = 1
REASONS: Final = (*SUITS, "teeth", "mistake", "false claim")


def dump(state: State) -> str:
    """The position as text."""
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
    return load_position(text, lambda: _state(json.loads(read_version(text, NAME, VERSION)[1])), audit, dump)


def _state(body: dict[str, Any]) -> State:
    options = make(body["players"], **body["options"])
    n = len(options.players)
    state = State(
        options,
        _seed(body["seed"]),
        _number(body["counter"]),
        Phase[body["phase"].upper()],
        _number(body["hand"]),
        _number(body["dealer"], n),
        body["signal_set"],
        body["wild"],
        tuple(_number(s, None) for s in body["scores"]),
        tuple(parse_hand(h) for h in body["hands"]),
        (None,) * n,
        tuple(_exchange(e, n) for e in body["last"]),
        _number(body["trades"]),
        _two(body["pair"], n),
        _claim(body["claim"], options.suits, n),
        _two(body["call"], n),
        tuple(_entry(entry, n) for entry in body["sheet"]),
    )
    if body["signal_set"] not in SIGNAL_SETS or (body["wild"] != "") is not options.advanced:
        raise ValueError(body)
    WILD_TEXT.check(body["wild"], ())
    if len(state.last) != n or len(state.scores) != n:
        raise ValueError(body)
    return state._replace(offers=_offers(body["offers"], state))


def _entry(entry: Any, n: int) -> Entry:
    hand, player, points, why = entry
    if why not in REASONS:
        raise ValueError(why)
    return Entry(_number(hand), _number(player, n), _number(points, None), why)


def _offers(texts: list[Any], state: State) -> tuple[Offer | None, ...]:
    offers: list[Offer | None] = []
    for player, text in enumerate(texts):
        action = None if text is None else parse(text, state, player)
        if action is not None and (not isinstance(action, Offer) or not shaped(action, len(state.scores))):
            raise ValueError(text)
        offers.append(action)
    if len(offers) != len(state.scores):
        raise ValueError(texts)
    return tuple(offers)


def _seed(value: Any) -> int:
    number = read_whole(value) if isinstance(value, str) else value
    if type(number) is not int:
        raise ValueError(value)
    return number


def _number(value: Any, below: int | None = 1 << 62) -> int:
    """A whole number, from 0 on and below the bound where one is given."""
    if type(value) is not int or (below is not None and not 0 <= value < below):
        raise ValueError(value)
    return value


def _hand(text: str) -> Hand:
    return parse_hand(text) if text != "-" else (0,) * 11


def _exchange(value: Any, n: int) -> Exchange | None:
    if value is None:
        return None
    other, gave, got, wrong, undone, number = value
    if type(wrong) is not bool or type(undone) is not bool:
        raise ValueError(value)
    return Exchange(_number(other, n), _hand(gave), _hand(got), wrong, undone, _number(number))


def _two(value: Any, n: int) -> tuple[int, int] | None:
    if value is None:
        return None
    one, other = value
    return _number(one, n), _number(other, n)


def _claim(value: Any, suits: tuple[str, ...], n: int) -> tuple[int, str] | None:
    if value is None:
        return None
    player, suit = value
    if suit not in suits:
        raise ValueError(suit)
    return _number(player, n), suit


def audit(state: State) -> Fact | None:
    """What cannot be in this position: a card lost or doubled, an offer not held, a score that does not add up."""
    options, n = state.options, len(state.options.players)
    totals = [0] * n
    for entry in state.sheet:
        totals[entry.player] += entry.points
    if tuple(totals) != state.scores:
        return fact("face-off.bad.scores", totals=totals, scores=state.scores)
    problem = _waiting(state)
    if problem:
        return problem
    if not state.hands:
        dealt = options.digital and state.phase not in (Phase.DEAL, Phase.OVER)
        return fact("face-off.bad.not-dealt") if dealt else None
    if len(state.hands) != n or not options.digital:
        return fact("face-off.bad.hands")
    lost = cards_problem(options, state.hands)
    if lost:
        return lost
    for hand, mine, name in zip(state.hands, state.offers, options.players, strict=True):
        if sum(hand[:GRINS]) + hand[GRINS].bit_count() + hand[WILDS].bit_count() != (11 if options.advanced else 9):
            return fact("face-off.bad.size", who=name)
        if mine is not None and not holds(hand, mine.cards):
            return fact("face-off.bad.offer", who=name)
    return None


def _waiting(state: State) -> Fact | None:
    """Whether the call that the phase waits for is there."""
    ruling = state.phase in (Phase.CLAIM, Phase.SPEECH, Phase.UNSEEN, Phase.NEXT)
    if ruling if state.claim is None else state.phase in (Phase.DEAL, Phase.PLAY, Phase.CALL):
        return fact("face-off.bad.no-win")
    if (state.call is None) is (state.phase is Phase.CALL):
        return fact("face-off.bad.no-mistake")
    last = state.last[state.call[0]] if state.call else None
    wrong = state.call is not None and (last is None or last.other != state.call[1])
    return fact("face-off.bad.no-trade") if wrong else None
