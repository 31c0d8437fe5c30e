"""The codec of Face Off! positions, and an audit that finds impossible positions.

A position is one line, ``face-off 1 {...}``: a JSON object with the players, the options, and the fields of ``State``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from math import inf
from typing import Any, Final

from companion.facts import Fact
from companion.rules.face_off.actions import GRIN_BITS, NO_CARDS, WILD_BITS, Hand, Offer
from companion.rules.face_off.check import cards_problem, has_action_shape, holds
from companion.rules.face_off.data import SIGNAL_SETS, SUITS
from companion.rules.face_off.notation import format, format_hand, parse, parse_hand
from companion.rules.face_off.options import NAME, SPECS, WILD_SIGNAL_SPEC, FaceOffOptions
from companion.rules.face_off.options import options as options_of
from companion.rules.face_off.state import Entry, Exchange, Phase, State
from companion.rules.notation import write_integer
from companion.rules.notation_fields import Faults, Form, first_fault, one_of, read_int, read_position, read_version
from companion.rules.options import write_options

VERSION: Final = 1
SHEET_REASONS: Final = (*SUITS, "teeth", "mistake", "false claim")


def _within(minimum: float, maximum: float) -> Form:
    """Return the ``Form`` of an integer in a range; True and 1.0, which compare equal to 1, are rejected."""

    def read(value: object) -> int:
        if type(value) is not int or not minimum <= value <= maximum:
            raise ValueError(value)
        return value

    return Form(lambda number: number, read)


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(value)
    return value


def _each(form: Form) -> Form:
    return Form(lambda items: [form.write(item) for item in items], lambda items: tuple([form.read(i) for i in items]))


def _row(make: Callable[..., object], *forms: Form) -> Form:
    """Return the ``Form`` of a value that ``make`` builds from parts with these ``forms``; it may be None, too."""

    def convert_items(items: Iterable[Any], how: int) -> list[object]:
        return [form[how](item) for form, item in zip(forms, items, strict=True)]

    return Form(
        lambda row: row and convert_items(row, 0),
        lambda items: None if items is None else make(*convert_items(items, 1)),
    )


def _forms(options: FaceOffOptions) -> dict[str, Form]:
    """Return field name -> ``Form`` for the fields of a position, in their order."""
    seat, count, number = _within(0, options.n - 1), _within(0, (1 << 62) - 1), _within(-inf, inf)
    flag, cards = Form(bool, _flag), Form(_cards, lambda text: NO_CARDS if text == "-" else parse_hand(text))
    two = _row(lambda *seats: seats, seat, seat)
    return {
        "seed": Form(_write_seed, lambda seed: read_int(seed) if isinstance(seed, str) else number.read(seed)),
        "counter": count,
        "phase": Form(lambda phase: phase.name.lower(), lambda word: Phase[word.upper()]),
        "hand": count,
        "dealer": seat,
        "signal_set": one_of(*SIGNAL_SETS),
        "wild": Form(str, lambda text: WILD_SIGNAL_SPEC.check(text, ())),
        "scores": _each(number),
        "hands": _each(Form(format_hand, parse_hand)),
        "offers": _each(
            Form(lambda offer: offer and format(offer, options), lambda text: text)
        ),  # parsed later, by ``_offers``
        "last": _each(_row(Exchange, seat, cards, cards, flag, flag, count)),
        "trades": count,
        "pair": two,
        "claim": _row(lambda *claim: claim, seat, one_of(*options.suits)),
        "call": two,
        "sheet": _each(_row(Entry, count, seat, number, one_of(*SHEET_REASONS))),
    }


def dump(state: State) -> str:
    options = state.options
    body: dict[str, object] = {"players": list(options.players), "options": write_options(SPECS, options)}
    body |= {name: form.write(getattr(state, name)) for name, form in _forms(options).items()}
    return f"{NAME} {VERSION} {json.dumps(body, ensure_ascii=False, separators=(',', ':'))}"


def _cards(hand: Hand) -> str:
    return format_hand(hand) or "-"


def _write_seed(seed: int) -> int | str:
    """Return a seed as a JSON value: an integer, or hexadecimal text above 10**100."""
    text = write_integer(seed)
    return text if "x" in text else seed


def load(text: str) -> State:
    """Return the position that a line holds.

    Raises RecordError for a line that is cut short, of a newer version, of another game, or an impossible position.
    """
    return read_position(text, lambda: _state(json.loads(read_version(text, NAME, VERSION)[1])), audit, dump)


def _state(body: dict[str, Any]) -> State:
    options = options_of(body["players"], **body["options"])
    state = State(options, **{name: form.read(body[name]) for name, form in _forms(options).items()})
    if not len(state.last) == len(state.scores) == options.n or (state.wild != "") is not options.advanced:
        raise ValueError(body)
    return state._replace(offers=_offers(body["offers"], state))


def _offers(texts: list[Any], state: State) -> tuple[Offer | None, ...]:
    offers = [None if text is None else parse(text, state, player) for player, text in enumerate(texts)]
    made = [offer for offer in offers if isinstance(offer, Offer) and has_action_shape(offer, state.options.n)]
    if len(offers) != state.options.n or len(made) + offers.count(None) != len(offers):
        raise ValueError(texts)
    return tuple(offer if isinstance(offer, Offer) else None for offer in offers)


def audit(state: State) -> Fact | None:
    """Return why the position is impossible (a card missing or doubled, an offer not held, a wrong score), or None."""
    return first_fault(NAME, _sheet(state), _waiting(state), _hands(state))


def _sheet(state: State) -> Faults:
    totals = [0] * len(state.scores)
    for entry in state.sheet:
        totals[entry.player] += entry.points
    wrong = Fact(f"{NAME}.bad.scores", {"totals": totals, "scores": state.scores})
    yield tuple(totals) != state.scores, wrong


def _waiting(state: State) -> Faults:
    """Check that there is a claim or a call if the phase waits for a decision about it."""
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
        size = sum(hand[:GRIN_BITS]) + hand[GRIN_BITS].bit_count() + hand[WILD_BITS].bit_count()
        yield size != (11 if options.advanced else 9), Fact(f"{NAME}.bad.size", {"who": name})
        yield mine is not None and not holds(hand, mine.cards), Fact(f"{NAME}.bad.offer", {"who": name})
