"""The rules in motion: the position after an action. Nothing here changes its argument."""

from __future__ import annotations

from companion.rules.ftw import check
from companion.rules.ftw.actions import Action, Cards, Deal, Give, Lay, Play
from companion.rules.ftw.position import BIT, Position, deck, score
from companion.rules.protocol import CHANCE, Actor

_CHANCE: tuple[Actor, ...] = (CHANCE,)
_SEAT: tuple[tuple[Actor, ...], ...] = tuple((seat,) for seat in range(6))


def apply(p: Position, actor: Actor, action: Action) -> Position:
    """The position after. Raises MalformedAction or IllegalAction."""
    if actor not in p.acts or type(actor) is not int:
        raise check.refuse(p, actor, action)
    kind = type(action)
    if actor == CHANCE:
        if kind is Deal:
            return _deal(p, action)  # type: ignore[arg-type]
    elif p.given[actor] is None:
        if kind is Give:
            return _give(p, actor, action)  # type: ignore[arg-type]
    elif kind is Play:
        return _play(p, action)  # type: ignore[arg-type]
    elif kind is Lay:
        return _lay(p, action)  # type: ignore[arg-type]
    raise check.refuse(p, actor, action)


def _deal(p: Position, action: Deal) -> Position:
    hands = check.deal(p, action)
    dealt = {card for hand in hands for card in hand}
    aside = sum(BIT[card] for card in deck(p) if card not in dealt)
    return p._replace(acts=tuple(range(len(hands))), hands=hands, away=aside)


def _give(p: Position, actor: Actor, action: Give) -> Position:
    """Keep the choice; once all have chosen, every gift goes to the seat before (the right-hand neighbour)."""
    cards = check.give(p, actor, action)
    given = (*p.given[:actor], cards, *p.given[actor + 1:])
    acts = tuple(seat for seat in p.acts if seat != actor)
    if acts:
        return p._replace(acts=acts, given=given)
    n = len(given)
    hands = tuple(
        tuple(sorted({*hand}.difference(given[seat] or ()).union(given[(seat + 1) % n] or ())))
        for seat, hand in enumerate(p.hands))
    return p._replace(acts=_SEAT[p.turn], hands=hands, given=given)


def _play(p: Position, action: Play) -> Position:
    check.play(p, action)
    options, seed, _, turn, hands, given, pile, front, away, points, last = p
    card, helpers = action
    hand = hands[turn]
    at = hand.index(card)
    hand = hand[:at] + hand[at + 1:]
    hands = (*hands[:turn], hand, *hands[turn + 1:])
    if len(hand) == 1:
        return _end_round(p, hands)
    if helpers:
        for helper in helpers:
            away |= BIT[helper]
        kept = tuple([helper for helper in front[turn] if helper not in helpers])
        front = (*front[:turn], kept, *front[turn + 1:])
    turn += 1
    if turn == len(hands):
        turn = 0
    return Position(options, seed, _SEAT[turn], turn, hands, given, (*pile, card), front, away, points, last)


def _lay(p: Position, action: Lay) -> Position:
    check.lay(p, action)
    options, seed, _, turn, hands, given, pile, front, away, points, last = p
    card, take = action
    hand = list(hands[turn])
    hand[hand.index(card)] = take
    hand.sort()
    hands = (*hands[:turn], tuple(hand), *hands[turn + 1:])
    for gone in pile:
        away |= BIT[gone]
    away ^= BIT[take]
    laid = tuple(sorted(front[turn] + (card,)))
    front = (*front[:turn], laid, *front[turn + 1:])
    turn += 1
    if turn == len(hands):
        turn = 0
    return Position(options, seed, _SEAT[turn], turn, hands, given, (), front, away, points, last)


def _end_round(p: Position, hands: tuple[Cards, ...]) -> Position:
    """Score the hands and clear the table; the next seat clockwise begins the next round."""
    options, n = p.options, len(hands)
    points = (*p.points, tuple(map(score, hands)))
    over = len(points) == options.rounds
    nothing: tuple[Cards, ...] = ((),) * n
    turn = p.turn if over else (options.first + len(points)) % n
    return Position(options, p.seed, () if over else _CHANCE, turn, nothing, (None,) * n, (), nothing, 0, points, hands)
