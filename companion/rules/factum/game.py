"""How positions of Factum change, by actions and by chance; ``GAME`` collects the game's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.rules.chance import below, remaining
from companion.rules.chance import draw as drawn
from companion.rules.factum import actions
from companion.rules.factum.actions import Action, Best, Deal, Lay, Teams, Tell, Vote
from companion.rules.factum.options import HAND_SIZE, STORY_POINTS, FactumOptions
from companion.rules.factum.state import (
    CastVote,
    GuessResult,
    LaidCard,
    Phase,
    State,
    besides,
    cards_needed,
    opposing_team,
    voters,
)
from companion.rules.notation import check_seed
from companion.rules.protocol import CHANCE, Actor, Game, Outcome, best, game_of

_ROUND_DEFAULTS: Final = {
    name: State._field_defaults[name]
    for name in (
        *("story", "laid", "extra", "table", "choices", "ballot"),
        *("side", "judge", "tellers_guess", "waiting", "ties"),
    )
}


def start(options: FactumOptions, seed: int) -> State:
    """Return the position before the first action."""
    check_seed(seed)
    n, none = options.n, ((),) * options.n
    state = State(options, seed, served=(-1,) * n, hands=none, scores=(0,) * n, pile=options.numbers)
    return state if options.digital else _hands(state, (0,) * cards_needed(state))


def _after_draw(state: State, cards: actions.Cards) -> dict[str, Any]:
    """Return new values of the state's fields after chance drew these cards: ``pile``, ``discard`` and ``draws``.

    With physical cards each card is 0, because the engine cannot see it.
    """
    digital = state.options.digital
    pile, discard = remaining(state.pile, state.discard, cards, digital)
    return {"pile": pile, "discard": discard, "draws": state.draws + len(cards) * digital}


def _hands(state: State, cards: actions.Cards) -> State:
    """Fill all hands up to five cards and wait for a volunteer."""
    hands, at = list(state.hands), 0
    for p, hand in enumerate(hands):
        more = HAND_SIZE - len(hand)
        if more:
            hands[p] = tuple(sorted(hand + cards[at : at + more]))
            at += more
    return state._replace(**_after_draw(state, cards), hands=tuple(hands), phase=Phase.VOLUNTEER)


def _volunteer(state: State, actor: int, action: actions.Volunteer) -> State:
    served = (*state.served[:actor], state.round, *state.served[actor + 1 :])
    return state._replace(teller=actor, served=served, result=None, phase=Phase.TEAMS)


def _teams(state: State, actor: int, action: actions.Teams) -> State:
    return state._replace(side=action.members, draws=state.draws + state.options.team - 1, phase=Phase.TELL)


def _tell(state: State, actor: int, action: actions.Tell) -> State:
    return state._replace(hands=_without(state, actor, action.card), story=(action.card,), phase=Phase.JUDGE)


def _without(state: State, player: int, card: int) -> tuple[actions.Cards, ...]:
    """Return the hands after a player laid a card."""
    hand = state.hands[player]
    at = hand.index(card)
    return (*state.hands[:player], hand[:at] + hand[at + 1 :], *state.hands[player + 1 :])


def _judge(state: State, actor: int, action: actions.Judge) -> State:
    served = (*state.served[:actor], state.round, *state.served[actor + 1 :])
    return state._replace(judge=actor, served=served, phase=Phase.DECIDE)


def _decide(state: State, actor: int, action: actions.Decide) -> State:
    waiting = opposing_team(state) if action.tellers else state.side
    return state._replace(tellers_guess=action.tellers, phase=Phase.LAY, waiting=waiting)


def _lay(state: State, actor: int, action: actions.Lay) -> State:
    waiting = tuple([p for p in state.waiting if p != actor])
    state = state._replace(
        hands=_without(state, actor, action.card),
        laid=(*state.laid, LaidCard(actor, action.card)),
        waiting=waiting,
        phase=Phase.LAY if waiting else Phase.FILL,
    )
    if waiting or (state.options.digital and cards_needed(state)):
        return state
    return _fill(state, (0,) * cards_needed(state))


def _fill(state: State, extra: actions.Cards) -> State:
    """Return the position in which all cards of the round lie face up and the vote begins.

    They are the story's card, the laid cards, and ``extra`` from the pile, sorted so that their order reveals nothing.
    The engine does not know physical cards, so it numbers their places from 1 instead.
    """
    cards = (*state.story, *[laid.card for laid in state.laid], *extra)
    table = tuple(sorted(cards)) if state.options.digital else tuple(range(1, len(cards) + 1))
    shown: dict[str, Any] = {"extra": extra, "table": table, "choices": table, "waiting": voters(state)}
    return state._replace(**_after_draw(state, extra), **shown, ballot=(), ties=0, phase=Phase.VOTE)


def _vote(state: State, actor: int, action: actions.Vote) -> State:
    if state.phase == Phase.BREAK:
        return _apply_guess(state._replace(waiting=(), draws=state.draws + (actor == CHANCE)), action.card)
    waiting = tuple([p for p in state.waiting if p != actor])
    ballot = (*state.ballot, CastVote(actor, action.card))
    if waiting:
        return state._replace(waiting=waiting, ballot=ballot)
    cards = [vote.choice for vote in ballot]
    most = max(map(cards.count, cards))
    first = tuple([card for card in state.choices if cards.count(card) == most])
    if len(first) == 1:
        return _apply_guess(state, first[0])
    ties = state.ties + 1
    if ties < state.options.max_ties:
        return state._replace(choices=first, waiting=voters(state), ballot=(), ties=ties)
    decider = (_decider(state, ballot),)
    return state._replace(choices=first, waiting=decider, ballot=(), ties=ties, phase=Phase.BREAK)


def _decider(state: State, ballot: tuple[CastVote, ...]) -> int:
    """Return who breaks a tied vote, according to the option ``deadlock``.

    It is chance, the first voter, or the voter whose last turn as a captain is longest ago. If that fits several, it is
    the first of them after the storyteller in seating order.
    """
    if state.options.deadlock == "chance":
        return CHANCE
    if state.options.deadlock == "first-voter":
        return ballot[0].player
    n = state.options.n
    return min(voters(state), key=lambda p: (state.served[p], (p - state.teller) % n))


def _apply_guess(state: State, card: int) -> State:
    """Score the guess at once; with physical cards wait for the table to say whose the card was."""
    if not state.options.digital:
        return state._replace(choices=(card,), waiting=(), ballot=(), phase=Phase.OWNER)
    return _points(state, card, _owner_of(state, card))


def _owner_of(state: State, card: int) -> int:
    if card in state.story:
        return actions.STORY_OWNER
    return next((laid.player for laid in state.laid if laid.card == card), actions.PILE_OWNER)


def _points(state: State, card: int, owner: int) -> State:
    """Score the guess. Then name the first title holder, or wait for the vote for the better story.

    Each player of the winning team gets a point, and its captain one more. If the chosen card was a confusing card, its
    owner gets a point too.
    """
    scores = list(state.scores)
    tellers_win = (owner == actions.STORY_OWNER) == state.tellers_guess
    for p in range(len(scores)):
        scores[p] += (p in state.side) == tellers_win
    scores[state.teller if tellers_win else state.judge] += 1
    if owner >= 0:
        scores[owner] += 1
    over = state.options.finish == "at-once" and max(scores) >= state.options.target
    first = state.title < 0 and not over
    after = state._replace(
        scores=tuple(scores),
        result=GuessResult(card, state.story[0], owner),
        choices=(),
        ballot=(),
        title=state.teller if first else state.title,
        title_round=state.round if first else state.title_round,
        waiting=besides(len(scores), (state.teller, state.title)),
        phase=Phase.BEST,
    )
    if over:
        return _discard_round(after, Phase.OVER)
    return _end_round(after) if first else after


def _best(state: State, actor: int, action: actions.Best) -> State:
    waiting = tuple([p for p in state.waiting if p != actor])
    ballot = (*state.ballot, CastVote(actor, int(action.new)))
    return state._replace(waiting=waiting, ballot=ballot) if waiting else _end_round(_title(state, ballot))


def _title(state: State, ballot: tuple[CastVote, ...]) -> State:
    """Give the title of the best story and its points to the story with more votes; a tie changes nothing."""
    new = sum([vote.choice for vote in ballot])
    old = len(ballot) - new
    if new == old:
        return state
    scores = list(state.scores)
    if new > old:
        if state.paid:
            scores[state.title] -= STORY_POINTS
        scores[state.teller] += STORY_POINTS
        return state._replace(scores=tuple(scores), title=state.teller, title_round=state.round, paid=True)
    if not state.paid:
        scores[state.title] += STORY_POINTS
    return state._replace(scores=tuple(scores), paid=True)


def _discard_round(state: State, phase: str, rounds: int = 0) -> State:
    """Discard the round's cards, reset its fields and go to ``phase``; ``rounds`` is added to the round's number."""
    cards = (*state.story, *[laid.card for laid in state.laid], *state.extra)
    return state._replace(discard=state.discard + cards, phase=phase, round=state.round + rounds, **_ROUND_DEFAULTS)


def _end_round(state: State) -> State:
    if max(state.scores) >= state.options.target:
        return _discard_round(state, Phase.OVER)
    state = _discard_round(state, Phase.DEAL, 1)
    return state if state.options.digital else _hands(state, (0,) * cards_needed(state))


_MOVES: Final[dict[type, Callable[[State, int, Any], State]]] = {
    actions.Volunteer: _volunteer,
    actions.Teams: _teams,
    actions.Tell: _tell,
    actions.Judge: _judge,
    actions.Decide: _decide,
    actions.Lay: _lay,
    actions.Vote: _vote,
    actions.Owner: lambda state, actor, action: _points(state, state.choices[0], action.player),
    actions.Best: _best,
}


def move(state: State, actor: int, action: actions.Action) -> State:
    """Return the position after a legal action."""
    if type(action) is actions.Deal:
        return _fill(state, action.cards) if state.phase == Phase.FILL else _hands(state, action.cards)
    return _MOVES[type(action)](state, actor, action)


def outcome(state: State) -> Outcome | None:
    return best(state.scores, "target") if state.phase == Phase.OVER else None


def draw(state: State) -> Action:
    if state.phase == Phase.TEAMS:
        rest = tuple(p for p in range(state.options.n) if p != state.teller)
        mates = drawn(rest, (), state.options.team - 1, state.seed, state.draws)
        return Teams(tuple(sorted((state.teller, *mates))))
    if state.phase == Phase.BREAK:
        return Vote(state.choices[below(len(state.choices), state.seed, state.draws)])
    return Deal(drawn(state.pile, state.discard, cards_needed(state), state.seed, state.draws))


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """Return True if an action can be undone.

    Such actions are laying a card until the cards are shown, a vote until the votes are counted, a vote for the better
    story until all have voted, and telling a story.
    """
    if isinstance(action, Lay):
        return after.phase in (Phase.LAY, Phase.FILL)
    if isinstance(action, Vote):
        return before.phase != Phase.BREAK and after.phase == before.phase and after.ties == before.ties
    if isinstance(action, Best):
        return after.phase == Phase.BEST
    return isinstance(action, Tell)


GAME: Final[Game[FactumOptions, State, Action]] = game_of(
    __package__,
    variants={
        "default": {},
        "round-end": {"finish": "round-end"},
        "chance": {"deadlock": "chance", "max_ties": 1},
        "first-voter": {"deadlock": "first-voter"},
        "physical": {"cards": "physical"},
    },
    secret=(Deal, Tell, Lay, Vote, Best),
)
