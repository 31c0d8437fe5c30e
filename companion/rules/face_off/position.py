"""A position as one line of text: ``face-off 1 {...}``, JSON with the fields of ``State`` in their order."""

from __future__ import annotations

import json
from typing import Any, Final

from companion.rules.errors import RecordError, RulesError
from companion.rules.face_off.actions import Hand, Offer
from companion.rules.face_off.checks import malformed
from companion.rules.face_off.data import SIGNAL_SETS
from companion.rules.face_off.options import make
from companion.rules.face_off.state import Entry, Exchange, Phase, State
from companion.rules.face_off.text import format_action, format_hand, parse_action, parse_hand
from companion.rules.face_off.view import audit

NAME: Final = "face-off"
VERSION: Final = 1


def dump(state: State, values: dict[str, Any]) -> str:
    """``values`` are the option values as JSON."""
    body = {
        "players": list(state.options.players), "options": values, "seed": state.seed, "counter": state.counter,
        "phase": state.phase.name.lower(), "hand": state.hand, "dealer": state.dealer, "signal_set": state.signal_set,
        "wild": state.wild, "scores": list(state.scores), "hands": [format_hand(h) for h in state.hands],
        "offers": [None if o is None else format_action(o, state.options) for o in state.offers],
        "last": [None if e is None else [e.other, _cards(e.gave), _cards(e.got), e.wrong, e.undone, e.number]
                 for e in state.last],
        "trades": state.trades, "pair": state.pair, "claim": state.claim, "call": state.call, "sheet": state.sheet,
    }
    return f"{NAME} {VERSION} {json.dumps(body, ensure_ascii=False, separators=(',', ':'))}"


def _cards(hand: Hand) -> str:
    return format_hand(hand) or "-"


def load(text: str) -> State:
    """Raises RecordError for a line that is cut, newer, of another game, or no possible position."""
    head = text.split(" ", 2)
    if len(head) < 3 or head[0] != NAME or not head[1].isdecimal() or len(head[1]) > 6:
        raise RecordError("This is no Face Off! position; one begins with: face-off 1 {.")
    if int(head[1]) != VERSION:
        raise RecordError(f"This position is of version {head[1]}; this program reads version "
                          f"{VERSION}. Update it to read on.")
    try:
        state = _state(json.loads(head[2]))
    except RulesError as error:
        raise RecordError(f"This Face Off! position cannot be: {error.message}") from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        raise RecordError("This Face Off! position is cut short or damaged; save it again.") from None
    problem = audit(state)
    if problem:
        raise RecordError(f"This Face Off! position cannot be: {problem}")
    return state


def _state(body: dict[str, Any]) -> State:
    options = make(body["players"], body["options"])
    n = len(options.players)
    state = State(
        options, _number(body["seed"], None), _number(body["counter"]), Phase[body["phase"].upper()],
        _number(body["hand"]),
        _number(body["dealer"], n), body["signal_set"], body["wild"], tuple(_number(s, None) for s in body["scores"]),
        tuple(parse_hand(h) for h in body["hands"]), (None,) * n, tuple(_exchange(e, n) for e in body["last"]),
        _number(body["trades"]), _two(body["pair"], n), _claim(body["claim"], options.suits, n), _two(body["call"], n),
        tuple(Entry(_number(h), _number(p, n), _number(points, None), str(why)) for h, p, points, why in body["sheet"]))
    if body["signal_set"] not in SIGNAL_SETS or not isinstance(body["wild"], str):
        raise ValueError
    if len(state.last) != n or len(state.scores) != n:
        raise ValueError
    return state._replace(offers=_offers(body["offers"], state))


def _offers(texts: list[Any], state: State) -> tuple[Offer | None, ...]:
    offers: list[Offer | None] = []
    for player, text in enumerate(texts):
        action = None if text is None else parse_action(text, state, player)
        if action is not None and (not isinstance(action, Offer) or malformed(state, player, action)):
            raise ValueError
        offers.append(action)
    if len(offers) != len(state.scores):
        raise ValueError
    return tuple(offers)


def _number(value: Any, below: int | None = 1 << 62) -> int:
    """A whole number, from 0 on and below the bound where one is given."""
    if type(value) is not int or (below is not None and not 0 <= value < below):
        raise ValueError
    return value


def _hand(text: str) -> Hand:
    return parse_hand(text) if text != "-" else (0,) * 11


def _exchange(value: Any, n: int) -> Exchange | None:
    if value is None:
        return None
    other, gave, got, wrong, undone, number = value
    if type(wrong) is not bool or type(undone) is not bool:
        raise ValueError
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
        raise ValueError
    return _number(player, n), suit
