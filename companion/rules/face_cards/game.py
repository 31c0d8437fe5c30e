"""How positions of Face Cards change, by actions and by chance; ``GAME`` collects the game's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.rules.chance import below, remaining
from companion.rules.chance import draw as drawn
from companion.rules.face_cards.actions import Action, Answer, Camera, Cards, Deal, Guess, Lay, Pass
from companion.rules.face_cards.options import VARIANTS, FaceCardsOptions
from companion.rules.face_cards.state import Pairs, Phase, State, cards_needed, round_cards, scores
from companion.rules.notation import check_seed
from companion.rules.protocol import TABLE, Actor, Game, Outcome, best, game_of


def start(options: FaceCardsOptions, seed: int) -> State:
    """Return the position before the first action."""
    check_seed(seed)
    none: tuple[tuple[()], ...] = ((),) * options.n
    state = State(options, seed, hands=none, laid=none, albums=none, pile=options.deck)
    return state if options.digital else _set_up(state, (0,) * cards_needed(state))


def _after_draw(state: State, cards: Cards) -> dict[str, Any]:
    """Return new values of the state's fields after chance drew these cards: ``pile``, ``box`` and ``draws``.

    Physical cards are zeros.
    """
    digital = state.options.digital
    pile, box = remaining(state.pile, state.box, cards, digital)
    return {"pile": pile, "box": box, "draws": state.draws + len(cards) * digital}


def _set_up(state: State, cards: Cards) -> State:
    hand, n = state.options.hand, state.options.n
    hands = tuple(tuple(sorted(cards[p * hand : (p + 1) * hand])) for p in range(n))
    state = state._replace(**_after_draw(state, cards), hands=hands, phase=Phase.CAMERA)
    return state._replace(box=(*state.box, cards[-1]))


def _camera(state: State, actor: int, action: Camera) -> State:
    used = 1 if state.options.first == "chance" else 0
    return _open_round(state._replace(camera=action.player, draws=state.draws + used))


def _open_round(state: State) -> State:
    needed = round_cards(state)
    if not needed:
        return state._replace(phase=Phase.PAIR, waiting=state.options.seats)
    return state._replace(phase=Phase.DEAL) if state.options.digital else _deal(state, (0,) * needed)


def _deal(state: State, cards: Cards) -> State:
    n, kenner = state.options.n, state.options.variant == "kenner"
    each = state.options.cards_per_round if state.round else 0
    hands = tuple([tuple(sorted(hand + cards[p * each : (p + 1) * each])) for p, hand in enumerate(state.hands)])
    laid: tuple[Pairs, ...] = ((),) * n
    if kenner:
        fronts = cards[n * each :] if state.options.digital else tuple(range(1, n + 1))
        laid = tuple(((front, 0),) for front in fronts)
    return state._replace(
        **_after_draw(state, cards), hands=hands, laid=laid, phase=Phase.PAIR, waiting=state.options.seats
    )


def _lay(state: State, actor: int, action: Lay) -> State:
    options, cards = state.options, action.cards
    if not options.digital:
        pairs, hand = options.places[actor], state.hands[actor][options.cards_per_round :]
    else:
        hand = tuple([c for c in state.hands[actor] if c not in cards])
        if options.variant == "kenner":
            pairs = ((state.laid[actor][0][0], cards[0]),)
        else:
            pairs = (cards,) if len(cards) == 2 else (cards[:2], cards[2:])
    after, waiting = actor + 1, tuple([p for p in state.waiting if p != actor])
    state = state._replace(
        phase=Phase.PAIR if waiting else Phase.FILL,
        hands=(*state.hands[:actor], hand, *state.hands[after:]),
        laid=(*state.laid[:actor], pairs, *state.laid[after:]),
        waiting=waiting,
    )
    if waiting or (options.digital and cards_needed(state)):
        return state
    return _fill(state, (0,) * cards_needed(state))


def _fill(state: State, extra: Cards) -> State:
    """Lay out the centre, with the cards ``extra`` from the pile, and turn up the front cards; the guessing begins.

    The centre is sorted, so that its order reveals nothing.
    """
    options = state.options
    koenner = options.variant == "koenner"
    if options.digital:
        cards = [c for pairs in state.laid for pair in pairs for c in (pair if koenner else pair[1:])]
        centre = tuple(sorted([*cards, *extra]))
    else:
        first = 1 if koenner else options.n * options.pairs + 1
        size = options.n * (2 if koenner else options.pairs) + len(extra)
        centre = tuple(range(first, first + size))
    drawn = _after_draw(state, extra)
    return state._replace(**drawn, phase=Phase.GUESS, centre=centre, log=(), turn=0, flops=0, hit=False)


def _guess(state: State, actor: int, action: Guess) -> State:
    pair = (action.one, action.other)
    if not state.options.digital:
        return state._replace(phase=Phase.ANSWER, asked=(actor, *pair))
    for owner, pairs in enumerate(state.laid):
        if pair in pairs:
            kinds = state.options.categories
            return _right(state, actor, pair, owner, kinds[pair[0]] != kinds[pair[1]])
    return _wrong(state, actor, pair)


def _answer(state: State, actor: int, action: Answer) -> State:
    guesser, pair = state.asked[0], state.asked[1:]
    if not action.right:
        return _wrong(state, guesser, pair)
    return _right(state, guesser, pair, action.owner if action.owner >= 0 else actor, action.bonus)


def _wrong(state: State, guesser: int, pair: Cards) -> State:
    log = (*state.log, (guesser, *pair, -1))
    if state.held:
        state = state._replace(box=state.box + state.held, held=())
    return _next(state, log)


def _right(state: State, guesser: int, pair: Cards, owner: int, mixed: bool) -> State:
    """Give guesser and owner of the pair a picture each, and with ``mixed`` categories a bonus picture each."""
    options = state.options
    remaining: Pairs = ()
    if options.variant == "koenner":
        gone = pair
    else:
        gone, remaining = pair[1:], tuple([p for p in state.laid[owner] if p[0] != pair[0]])
    albums, held = list(state.albums), state.held
    for_guesser, for_owner = (pair[1], pair[0]) if options.digital else (0, 0)
    albums[owner] += (for_owner,)
    if options.variant == "risiko":
        held += (for_guesser,)
    else:
        albums[guesser] += (for_guesser,)
    box, owed = _bonus(state, albums, (guesser, owner) if mixed and options.variant != "risiko" else ())
    state = state._replace(
        phase=Phase.BONUS if owed else Phase.GUESS,
        asked=(),
        box=box,
        owed=owed,
        laid=(*state.laid[:owner], remaining, *state.laid[owner + 1 :]),
        centre=tuple([c for c in state.centre if c not in gone]),
        albums=tuple(albums),
        held=held,
        log=(*state.log, (guesser, *pair, owner)),
        hit=True,
    )
    if not owed:
        return _after_right(state)
    return state if options.digital else _from_pile(state, (0,) * cards_needed(state))


def _bonus(state: State, albums: list[Cards], players: Cards) -> tuple[Cards, Cards]:
    """Give each of ``players`` a bonus picture, the top one of the box, by adding it to ``albums``.

    Return the rest of the box, and the players who get a picture from the pile because the box is empty.
    """
    box = state.box
    from_box, owed = players[: len(box)], players[len(box) :]
    for player in from_box:
        albums[player] += (box[-1],)
        box = box[:-1]
    return box, owed[: len(state.pile)]


def _from_pile(state: State, cards: Cards) -> State:
    albums = list(state.albums)
    for player, card in zip(state.owed, cards, strict=True):
        albums[player] += (card,)
    drawn = _after_draw(state, cards)
    return _after_right(state._replace(**drawn, albums=tuple(albums), owed=(), phase=Phase.GUESS))


def _after_right(state: State) -> State:
    """Let the guesser go on (Risiko only, while another player's pair is left), else end the turn."""
    if state.held and _has_target(state, state.guesser):
        return state
    return _next(_bank(state, state.guesser), state.log)


def _bank(state: State, player: int) -> State:
    if not state.held:
        return state
    albums = list(state.albums)
    albums[player] += state.held
    return state._replace(albums=tuple(albums), held=())


def _has_target(state: State, player: int) -> bool:
    """Return True if another player's pair is left on the table."""
    return any(state.laid[:player] + state.laid[player + 1 :])


def _next(state: State, log: tuple[Cards, ...]) -> State:
    """Pass the turn to the next player who has something to guess.

    After the last player another guessing round with the same cards follows, or the round ends. ``log`` holds all
    guesses of this round.
    """
    n, turn = state.options.n, state.turn + 1
    while turn < n and not _has_target(state, (state.camera + turn) % n):
        turn += 1
    if turn < n:
        return state._replace(phase=Phase.GUESS, asked=(), turn=turn, log=log)
    if not state.hit and state.flops < state.options.max_flop_rounds:
        return state._replace(phase=Phase.GUESS, asked=(), turn=0, flops=state.flops + 1, log=log)
    return _end_round(state)


def _end_round(state: State) -> State:
    """Move the table's cards to the box. After the last round end the game, else the next seat starts a round."""
    options = state.options
    rest: Cards = state.centre
    if options.variant != "koenner":
        rest = (*rest, *[pair[0] for pairs in state.laid for pair in pairs])
    state = state._replace(
        box=state.box + (rest if options.digital else (0,) * len(rest)),
        laid=((),) * options.n,
        centre=(),
        log=(),
        asked=(),
        turn=0,
        flops=0,
        hit=False,
        round=state.round + 1,
        camera=(state.camera + 1) % options.n,
    )
    wanted = round_cards(state) + (options.fill if options.shortage == "end" else 0)
    if state.round == options.rounds or len(state.pile) + len(state.box) < wanted:
        return state._replace(phase=Phase.OVER)
    return _open_round(state)


_DEALERS: Final[dict[str, Callable[[State, Cards], State]]] = {
    Phase.SETUP: _set_up,
    Phase.DEAL: _deal,
    Phase.FILL: _fill,
    Phase.BONUS: _from_pile,
}
_MOVES: Final[dict[type, Callable[[State, int, Any], State]]] = {
    Camera: _camera,
    Lay: _lay,
    Guess: _guess,
    Answer: _answer,
    Pass: lambda state, actor, action: _next(_bank(state, actor), state.log),
}


def move(state: State, actor: int, action: object) -> State:
    """Return the position after a legal action."""
    if type(action) is Deal:
        return _DEALERS[state.phase](state, action.cards)
    return _MOVES[type(action)](state, actor, action)


def outcome(state: State) -> Outcome | None:
    if state.phase != Phase.OVER:
        return None
    return best(scores(state), "rounds" if state.round == state.options.rounds else "cards")


def draw(state: State) -> Action:
    if state.phase == Phase.CAMERA:
        return Camera(below(state.options.n, state.seed, state.draws))
    return Deal(drawn(state.pile, state.box, cards_needed(state), state.seed, state.draws))


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """Return True if an action can be undone.

    Such actions are laying cards until all are shown, a guess without an answer yet, naming who starts unless chance
    deals after it, and stopping while the round goes on.
    """
    if isinstance(action, Lay):
        return after.phase in (Phase.PAIR, Phase.FILL)
    if isinstance(action, Camera):
        return actor == TABLE and after.phase == Phase.PAIR
    if isinstance(action, Guess):
        return after.phase == Phase.ANSWER
    return isinstance(action, Pass) and after.phase == Phase.GUESS and after.round == before.round


GAME: Final[Game[FaceCardsOptions, State, Action]] = game_of(
    __package__,
    variants={
        **{name: {"variant": name, "first": "chance"} for name in VARIANTS},
        "own-pair": {"not_own": "pair"},
        "blank": {"blank_people": 6, "blank_animals": 4},
        **{f"physical-{name}": {"variant": name, "cards": "physical"} for name in VARIANTS},
    },
    secret=(Deal, Lay),
)
