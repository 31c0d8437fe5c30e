"""The codec of FTW?! positions as one line of text (grammar: NOTATION.md), and an audit of impossible positions."""

from __future__ import annotations

import re
from typing import Any, Final

from companion.facts import Fact
from companion.rules.ftw.actions import CARDS_TO_GIVE, HAND_SIZES, HIGHEST_CARDS, Cards
from companion.rules.ftw.options import NAME, options
from companion.rules.ftw.state import CARD_BITS, State, acting, deck, fresh, score, showing, unseen_cards
from companion.rules.notation_fields import INTEGER, WORD, Codec, Faults, Field, Form, fields, first_fault, list_form


def _card(number: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]?", number) or int(number) > max(HIGHEST_CARDS.values()):
        raise ValueError(number)
    return int(number)


_CARDS_FORM: Final = list_form(Form(str, _card), ".")
_SEATS_FORM: Final = list_form(_CARDS_FORM, "/")  # cards of each player
_GIFTS_FORM: Final = list_form(
    Form(lambda cards: _CARDS_FORM.write(cards or ()), lambda text: _CARDS_FORM.read(text) or None), "/"
)
_AWAY_FORM: Final = Form(
    lambda bits: _CARDS_FORM.write([card for card, bit in enumerate(CARD_BITS) if bits & bit]),
    lambda text: sum(CARD_BITS[card] for card in set(_CARDS_FORM.read(text))),
)


def _build(**parts: Any) -> State:  # the fields as the forms read them
    state = State(acts=(), **parts)
    rows = (state.hands, state.given, state.front, state.last or state.hands)
    if any(len(row) != state.options.n for row in rows):
        raise ValueError(parts)
    return state._replace(acts=acting(state))


def audit(state: State) -> Fact | None:
    """Return why the position is impossible, None if it is possible."""
    return first_fault(NAME, _seats(state), _points_so_far(state), _last_round_faults(state), _now(state))


def _seats(state: State) -> Faults:
    n = state.options.n
    yield not len(state.hands) == len(state.given) == len(state.front) == n or not 0 <= state.turn < n, "seats"
    yield len(state.points) > state.options.rounds or bool(state.points) != bool(state.last), "turn"
    yield state.acts != acting(state), "turn"


def _points_so_far(state: State) -> Faults:
    n, highest = state.options.n, len(deck(state))
    yield any(len(row) != n or not all(0 <= points <= highest for points in row) for row in state.points), "points"


def _now(state: State) -> Faults:
    if not state.hands[0]:
        yield from _between(state)
    else:
        yield from _cards_in_play(state)
        yield from _gifts(state)


def _last_round_faults(state: State) -> Faults:
    """Check the hands at the end of the last round: possible cards, in order, that give the points of that round."""
    if not state.last:
        return
    cards = [card for hand in state.last for card in hand]
    yield len(state.last) != state.options.n or len(set(cards)) != len(cards), "last"
    yield not set(cards) <= set(deck(state)), "last"
    yield min(map(len, state.last)) != 1 or any(list(hand) != sorted(hand) for hand in state.last), "last-order"
    yield tuple(map(score, state.last)) != state.points[-1], "last-points"


def _begins(state: State) -> int:
    return (state.options.first + len(state.points)) % len(state.hands)


def _between(state: State) -> Faults:
    """Check that between two rounds the position has only the points, and the hands at the end of the last round."""
    turn = _begins(state) if state.acts else state.turn
    yield state != fresh(state.options, state.seed, turn, state.points, state.last), "between"


def _cards_in_play(state: State) -> Faults:
    numbers = deck(state)
    away = [card for card in numbers if state.away & CARD_BITS[card]]
    in_play = [card for group in (*state.hands, *state.front, state.pile) for card in group]
    if state.options.digital:
        yield sorted(away + in_play) != list(numbers), "cards"
    else:
        seen = [card for card in in_play if card]
        yield sorted([*away, *seen, *unseen_cards(state)]) != list(numbers), "cards"
        yield 0 in (*state.pile, *sum(state.front, ())), "cards"
        aside = len(numbers) - len(state.hands) * HAND_SIZES[len(state.hands)]
        yield len(unseen_cards(state)) != in_play.count(0) + aside, "cards"
    yield state.away >> len(numbers) + 1 or state.away & 1, "cards"
    yield any(list(hand) != sorted(hand) for hand in (*state.hands, *state.front)), "order"


def _gifts(state: State) -> Faults:
    gifts, size = [given for given in state.given if given is not None], HAND_SIZES[len(state.hands)]
    if state.options.digital:
        yield any(len(set(given)) != CARDS_TO_GIVE or list(given) != sorted(given) for given in gifts), "gift"
    else:
        yield any(given != (0,) * CARDS_TO_GIVE for given in gifts), "gift"
    yield from _before_play(state, size) if None in state.given else _in_play(state, gifts, size)


def _before_play(state: State, size: int) -> Faults:
    """Check a position in which somebody still has to choose cards to give."""
    yield any(len(hand) != size for hand in state.hands) or state.pile or any(state.front), "early"
    held = zip(state.hands, state.given, strict=True)
    yield any(not {*(given or ())} <= {*hand} for hand, given in held), "not-held"
    yield state.turn != _begins(state), "begin"


def _in_play(state: State, gifts: list[Cards], size: int) -> Faults:
    least = [1 if seat == state.turn and showing(state) else 2 for seat in range(len(state.hands))]
    yield any(not few <= len(hand) <= size for few, hand in zip(least, state.hands, strict=True)), "sizes"
    yield not state.acts, "turn"
    different = {card for given in gifts for card in given}
    yield state.options.digital and len(different) != CARDS_TO_GIVE * len(state.hands), "twice"


POSITIONS: Final = Codec(
    NAME,
    version=1,
    options=fields(INTEGER, "first", "rounds"),
    state=(
        *fields(INTEGER, "seed", "turn"),
        Field("hands", _SEATS_FORM),
        Field("given", _GIFTS_FORM),
        Field("pile", _CARDS_FORM),
        Field("front", _SEATS_FORM),
        Field("away", _AWAY_FORM),
        Field("points", list_form(list_form(INTEGER, "."), "/")),
        Field("last", _SEATS_FORM),
    ),
    make=options,
    build=_build,
    audit=audit,
    late=((Field("cards", WORD), "digital"),),
)
