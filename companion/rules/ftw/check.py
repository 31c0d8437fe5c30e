"""Whether an action may be made; if not, the named error with the broken rule."""

from __future__ import annotations

from companion.rules.errors import IllegalAction, MalformedAction, RulesError
from companion.rules.ftw import rulebook
from companion.rules.ftw.actions import GIVEN, HAND, Cards, Deal, Give, Lay, Play
from companion.rules.ftw.position import Position, deck, phase
from companion.rules.protocol import CHANCE, Actor

_NOW = {
    "deal": ("the cards are to be dealt", rulebook.DEALING),
    "give": ("three cards are being given to the right", rulebook.GIVING),
    "play": ("a card is to be played", rulebook.TURNS),
    "over": ("the game is over", rulebook.ENDED),
}


def refuse(p: Position, actor: Actor, action: object) -> RulesError:
    """The error for an actor or a kind of action that is not due."""
    players = p.options.players
    if type(actor) is not int or not CHANCE <= actor < len(players):
        return MalformedAction(
            f"There is no player {actor!r}; the players are 0 to {len(players) - 1}, and {CHANCE} is chance.")
    if type(action) not in (Deal, Give, Play, Lay):
        return MalformedAction(f"{action!r} is no action of FTW?!.")
    what, rule = _NOW[phase(p)]
    who = "Chance" if actor == CHANCE else players[actor]
    names = " and ".join("chance" if a == CHANCE else players[a] for a in p.acts)
    due = f", {names} to act" if names else ""
    return IllegalAction(f"{who} cannot do this now: {what}{due}.", rule=rule)


def _cards(cards: object, p: Position, what: str) -> Cards:
    """A tuple of card numbers of this deck. Raises MalformedAction."""
    if type(cards) is not tuple or not all(type(card) is int and 1 <= card <= len(deck(p)) for card in cards):
        raise MalformedAction(f"{cards!r} is no {what}; the cards are the numbers 1 to {len(deck(p))}.")
    return cards


def deal(p: Position, action: Deal) -> tuple[Cards, ...]:
    """The hands, each ascending."""
    n = len(p.hands)
    if type(action.hands) is not tuple or len(action.hands) != n:
        raise MalformedAction(f"A deal has {n} hands, one for each player.")
    hands = tuple(tuple(sorted(_cards(hand, p, "hand"))) for hand in action.hands)
    dealt = [card for hand in hands for card in hand]
    if len(set(dealt)) != len(dealt):
        raise IllegalAction("A card is dealt twice.", rule=rulebook.DEALING)
    if any(len(hand) != HAND[n] for hand in hands):
        raise IllegalAction(f"A hand of {n} players has {HAND[n]} cards.", rule=rulebook.DEALING)
    return hands


def give(p: Position, actor: Actor, action: Give) -> Cards:
    """The three cards, ascending."""
    cards = _cards(action.cards, p, "gift")
    if len(cards) != GIVEN or len(set(cards)) != GIVEN:
        raise IllegalAction(f"{len(set(cards))} cards are given; give 3 different ones.", rule=rulebook.GIVING)
    _held(p, actor, cards)
    return tuple(sorted(cards))


def _held(p: Position, actor: Actor, cards: Cards) -> None:
    for card in cards:
        if card not in p.hands[actor]:
            raise IllegalAction(f"{p.options.players[actor]} does not hold the {card}.", rule=rulebook.HELD)


def play(p: Position, action: Play) -> None:
    """A card on the pile, by A or C."""
    card, helpers = action
    if type(card) is not int or type(helpers) is not tuple or card not in p.hands[p.turn]:
        _cards((card,), p, "card")
        _cards(helpers, p, "row of helpers")
        _held(p, p.turn, (card,))
    pile = p.pile
    if not pile or card > pile[-1]:
        if helpers:
            _cards(helpers, p, "row of helpers")
            raise IllegalAction(f"The {card} needs no helpers here; play it without.", rule=rulebook.HELP)
        return
    top = pile[-1]
    if not helpers:
        raise IllegalAction(
            f"The {card} is not higher than the {top} on the pile; play it with helpers or lay it in front.",
            rule=rulebook.HIGHER)
    front = p.front[p.turn]
    for helper in _cards(helpers, p, "row of helpers"):
        if helper not in front:
            raise IllegalAction(f"The {helper} is no helper of {p.options.players[p.turn]}.", rule=rulebook.HELP)
    if len(set(helpers)) != len(helpers):
        raise IllegalAction("A helper is named twice; each helps once.", rule=rulebook.HELP)
    if card + sum(helpers) <= top:
        raise IllegalAction(
            f"The {card} with its helpers makes {card + sum(helpers)}, which is not higher than {top}.",
            rule=rulebook.HELP)


def lay(p: Position, action: Lay) -> None:
    """A card in front and one of the pile to the hand, by B."""
    card, take = action
    if type(card) is not int or type(take) is not int or card not in p.hands[p.turn] or take not in p.pile:
        _cards((card, take), p, "pair of cards")
        _held(p, p.turn, (card,))
        if not p.pile:
            raise IllegalAction(f"There is no pile yet; open one with the {card} or another.", rule=rulebook.LOWER)
        raise IllegalAction(f"The {take} is not in the pile; take one that is.", rule=rulebook.FROM_PILE)
    if card > p.pile[-1]:
        raise IllegalAction(
            f"The {card} is higher than the {p.pile[-1]} on the pile; play it there, or lay a lower one.",
            rule=rulebook.LOWER)
