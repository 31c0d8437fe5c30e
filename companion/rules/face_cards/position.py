"""The codec of Face Cards positions as one line of text, and an audit that finds impossible positions.

If cards run short, the centre gets fewer cards in version 2; in version 1 the game ends (option ``shortage``). A
position of version 1 is read with that option and written as version 1 again.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.facts import Fact
from companion.rules import notation_fields as codec
from companion.rules.face_cards.options import NAME, SPECS, UPGRADES, options
from companion.rules.face_cards.state import PHASES, Pairs, Phase, State, cards_needed, open_fronts

_PHASES_BEFORE_PLAY: Final = (Phase.SETUP, Phase.CAMERA)
_PHASES_WITHOUT_PAIRS: Final = (*_PHASES_BEFORE_PLAY, Phase.DEAL, Phase.OVER)  # no pairs on the table


def audit(state: State) -> Fact | None:
    """Return why the position is impossible, None if it is possible."""
    table = _places if state.options.digital else _place_faults
    parts = (_players, _counts, _centre, _waits, _question, _hands, _public_faults, table, _cards)
    return codec.first_fault(NAME, *(part(state) for part in parts))


def _players(state: State) -> codec.Faults:
    n = state.options.n
    yield not len(state.hands) == len(state.laid) == len(state.albums) == n, "seats"
    yield any(p not in range(n) for p in (*state.waiting, *state.owed, state.camera)), "player"
    yield list(state.waiting) != sorted(set(state.waiting)), "waiting"
    yield bool(state.waiting) != (state.phase == Phase.PAIR), "waiting"
    yield (
        any(len(pair) != 2 for pairs in state.laid for pair in pairs) or any(len(line) != 4 for line in state.log),
        "whole",
    )
    yield any(line[0] not in range(n) or line[3] not in range(-1, n) for line in state.log), "nobody"


def _counts(state: State) -> codec.Faults:
    options, phase = state.options, state.phase
    yield state.draws < 0 or not 0 <= state.round <= options.rounds, "counts"
    yield not 0 <= state.flops <= options.max_flop_rounds, "counts"
    unseen = (Phase.SETUP, Phase.DEAL, Phase.FILL, Phase.BONUS)  # phases of dealing, which people do themselves
    yield phase in ((Phase.ANSWER,) if options.digital else unseen), "physical"
    yield state.round == options.rounds and phase != Phase.OVER, "counts"
    yield phase in _PHASES_BEFORE_PLAY and (state.round or any(state.albums)), "counts"
    yield not open_fronts(state) and (state.turn or state.flops or state.hit or state.log), "counts"


def _opponents_with_pairs(state: State) -> list[int]:
    """Return the seats other than the guesser's with pairs left on the table."""
    return [p for p, pairs in enumerate(state.laid) if pairs and p != state.guesser]


def _centre(state: State) -> codec.Faults:
    phase = state.phase
    yield phase in _PHASES_WITHOUT_PAIRS and any(state.laid), "centre"
    left = len(state.pile) + len(state.box)
    yield phase == Phase.CAMERA and len(state.box) != 1, "cards"
    yield left < cards_needed(state) or len(state.owed) > len(state.pile), "cards"
    yield not 0 <= state.turn < state.options.n, "turn"
    yield phase in (Phase.GUESS, Phase.ANSWER) and not _opponents_with_pairs(state), "turn"
    last_found = phase == Phase.BONUS and not any(state.laid)
    yield bool(state.centre) != open_fronts(state) and not last_found, "centre"


def _waits(state: State) -> codec.Faults:
    phase = state.phase
    yield (phase == Phase.ANSWER) != bool(state.asked) or (phase == Phase.BONUS) != bool(state.owed), "waits"
    risky = state.options.variant == "risiko" and phase in (Phase.GUESS, Phase.ANSWER)
    yield state.held and not risky, "held"


def _question(state: State) -> codec.Faults:
    """Check that a guess that awaits its answer (physical cards) is one that the guesser could make."""
    if not state.asked:
        return
    koenner = state.options.variant == "koenner"
    fronts = state.centre if koenner else [pair[0] for p in _opponents_with_pairs(state) for pair in state.laid[p]]
    yield len(state.asked) != 3 or state.asked[0] != state.guesser or state.asked[2] not in state.centre, "guess"
    yield state.asked[1] not in fronts or (koenner and state.asked[1] >= state.asked[2]), "guess"


def _hands(state: State) -> codec.Faults:
    options, phase = state.options, state.phase
    first = phase == Phase.CAMERA or (phase == Phase.DEAL and not state.round)
    for p, hand in enumerate(state.hands):
        waits = p in state.waiting
        size = 0 if phase == Phase.SETUP else options.hand - (0 if first or waits else options.cards_per_round)
        yield len(hand) != size or list(hand) != sorted(hand), _of(state, "hand", p)
        down = phase == Phase.FILL or (phase == Phase.PAIR and not waits)
        laid = len(state.laid[p])
        yield laid > options.pairs or (down and laid != options.pairs), _of(state, "pairs", p)


def _of(state: State, code: str, player: int) -> Fact:
    return Fact(f"{NAME}.bad.{code}", {"who": state.options.players[player]})


def _public_faults(state: State) -> codec.Faults:
    """Check that the open cards and numbered places exist in this game, and that no card is in the centre twice."""
    options, koenner = state.options, state.options.variant == "koenner"
    last = len(options.deck)
    if not options.digital:
        last = options.n * 2 if koenner else 2 * options.n * options.pairs + options.fill
    yield list(state.centre) != sorted(set(state.centre)), "places"
    yield any(not 0 < card <= last for card in state.centre), "places"
    yield any(not 0 < card <= last for line in state.log for card in line[1:3]), "places"


def _places(state: State) -> codec.Faults:
    """Check the pairs of digital cards: existing numbers, in the variant's order, and no card in two pairs."""
    options, koenner = state.options, state.options.variant == "koenner"
    last = len(options.deck)
    for p, pairs in enumerate(state.laid):
        open_card = options.variant == "kenner" and p in state.waiting  # the other card is still in hand
        yield any(not 0 < one <= last or (other == 0) is not open_card for one, other in pairs), "places"
        yield any(not 0 <= other <= last for _, other in pairs), "places"
        unordered = list(pairs) != sorted(pairs) or (koenner and any(one > other for one, other in pairs))
        yield unordered, _of(state, "pairs", p)
    laid = [card for pairs in state.laid for pair in pairs for card in pair if card]
    yield len(set(laid)) != len(laid), "shared"


def _place_faults(state: State) -> codec.Faults:
    """Check the pairs of physical cards: each has a front place of its owner, and the centre has no front place."""
    options, koenner = state.options, state.options.variant == "koenner"
    for p, pairs in enumerate(state.laid):
        yield any(pair not in options.places[p] for pair in pairs), "places"
        yield not koenner and len(set(pairs)) != len(pairs), "places"
    first = 1 if koenner else options.n * options.pairs + 1
    yield any(card < first for card in state.centre), "places"


def _cards(state: State) -> codec.Faults:
    """Check that each card of the deck is in the position exactly once."""
    groups = (*state.hands, *state.albums, state.held, state.box, state.pile)
    on_table = _on_table(state) if state.options.digital else [0] * _places_on_table(state)
    yield Counter([*on_table, *(card for group in groups for card in group)]) != Counter(state.options.deck), "cards"


def _on_table(state: State) -> list[int]:
    laid = [pair for pairs in state.laid for pair in pairs]
    if not open_fronts(state):
        return [card for pair in laid for card in pair if card]
    fronts = [] if state.options.variant == "koenner" else [pair[0] for pair in laid]
    centre = [card for pair in laid for card in (pair[1:] if fronts else pair)]
    return [*fronts, *state.centre] if set(centre) <= set(state.centre) else [-1]


def _places_on_table(state: State) -> int:
    """Return the number of physical cards in front of the players and in the centre."""
    options = state.options
    if open_fronts(state):
        fronts = 0 if options.variant == "koenner" else sum(map(len, state.laid))
        return fronts + len(state.centre)
    if state.phase != Phase.PAIR:
        return 0
    done = options.n - len(state.waiting)
    return done * options.cards_per_round + options.n * (options.variant == "kenner")


def _pairs(text: str) -> tuple[Pairs, ...]:
    rows: tuple[tuple[int, ...], ...] = codec.GROUPS.read(text)
    return tuple(tuple(cards[i : i + 2] for i in range(0, len(cards), 2)) for cards in rows)


POSITIONS: Final = codec.Codec(
    NAME,
    version=2,
    options=codec.option_fields(SPECS),
    state=(
        codec.Field("phase", codec.one_of(*PHASES)),
        *codec.fields(codec.INTEGER, "seed", "draws", "round", "camera", "turn", "flops"),
        codec.Field("hit", codec.BIT),
        *codec.fields(codec.INTS, "waiting", "centre", "asked", "owed", "held", "box", "pile"),
        *codec.fields(codec.GROUPS, "hands", "log", "albums"),
        codec.Field("laid", codec.Form(lambda laid: codec.GROUPS.write(sum(pairs, ()) for pairs in laid), _pairs)),
    ),
    make=options,
    build=State,
    audit=audit,
    upgrades=UPGRADES,
)
