"""Whether an action may be made; if not, the named error with the broken rule."""

from __future__ import annotations

from companion.rules.errors import IllegalAction, MalformedAction, RulesError, Text
from companion.rules.ftw import rulebook
from companion.rules.ftw.actions import GIVEN, HAND, Cards, Deal, Give, Lay, Play
from companion.rules.ftw.position import Position, deck, phase
from companion.rules.notation import actor_name, turn_of
from companion.rules.protocol import CHANCE, Actor

_NOW = {
    "deal": (Text("the cards are to be dealt", "jetzt werden die Karten verteilt"), rulebook.DEALING),
    "give": (Text("three cards are being given to the right", "jetzt gehen drei Karten nach rechts"), rulebook.GIVING),
    "play": (Text("a card is to be played", "jetzt wird eine Karte gespielt"), rulebook.TURNS),
    "over": (Text("the game is over", "das Spiel ist aus"), rulebook.ENDED),
}
_CARD, _PAIR = Text("card", "keine Karte"), Text("pair of cards", "kein Kartenpaar")
_HAND, _GIFT = Text("hand", "keine Hand"), Text("gift", "kein Geschenk")
_HELPERS = Text("row of helpers", "keine Reihe Hilfskarten")


def refuse(p: Position, actor: Actor, action: object) -> RulesError:
    """The error for an actor or a kind of action that is not due."""
    players = p.options.players
    if type(actor) is not int or not CHANCE <= actor < len(players):
        return MalformedAction(
            f"There is no player {actor!r}; the players are 0 to {len(players) - 1}, and {CHANCE} is chance.",
            f"Spieler {actor!r} gibt es nicht; es spielen 0 bis {len(players) - 1}, und {CHANCE} ist der Zufall.")
    if type(action) not in (Deal, Give, Play, Lay):
        return MalformedAction(f"{action!r} is no action of FTW?!.", f"{action!r} ist keine Aktion von FTW?!.")
    what, rule = _NOW[phase(p)]
    who, due = actor_name(actor, players), turn_of(p.acts, players)
    return IllegalAction(f"{who.en} cannot do this now: {what.en}{due.en}.",
                         f"{who.de} kann das jetzt nicht: {what.de}{due.de}.", rule=rule)


def _cards(cards: object, p: Position, what: Text) -> Cards:
    """A tuple of card numbers of this deck. Raises MalformedAction."""
    if type(cards) is not tuple or not all(type(card) is int and 1 <= card <= len(deck(p)) for card in cards):
        raise MalformedAction(f"{cards!r} is no {what.en}; the cards are the numbers 1 to {len(deck(p))}.",
                              f"{cards!r} ist {what.de}; die Karten sind die Zahlen 1 bis {len(deck(p))}.")
    return cards


def deal(p: Position, action: Deal) -> tuple[Cards, ...]:
    """The hands, each ascending."""
    n = len(p.hands)
    if type(action.hands) is not tuple or len(action.hands) != n:
        raise MalformedAction(f"A deal has {n} hands, one for each player.",
                              f"Verteilt werden {n} Hände, eine für jeden Spieler.")
    hands = tuple(tuple(sorted(_cards(hand, p, _HAND))) for hand in action.hands)
    dealt = [card for hand in hands for card in hand]
    if len(set(dealt)) != len(dealt):
        raise IllegalAction("A card is dealt twice.", "Eine Karte ist doppelt verteilt.", rule=rulebook.DEALING)
    if any(len(hand) != HAND[n] for hand in hands):
        raise IllegalAction(f"A hand of {n} players has {HAND[n]} cards.",
                            f"Bei {n} Spielern hat eine Hand {HAND[n]} Karten.", rule=rulebook.DEALING)
    return hands


def give(p: Position, actor: Actor, action: Give) -> Cards:
    """The three cards, ascending."""
    cards = _cards(action.cards, p, _GIFT)
    if len(cards) != GIVEN or len(set(cards)) != GIVEN:
        raise IllegalAction(f"{len(set(cards))} cards are given; give 3 different ones.",
                            f"Gib 3 verschiedene Karten, nicht {len(set(cards))}.", rule=rulebook.GIVING)
    _held(p, actor, cards)
    return tuple(sorted(cards))


def _held(p: Position, actor: Actor, cards: Cards) -> None:
    for card in cards:
        if card not in p.hands[actor]:
            who = p.options.players[actor]
            raise IllegalAction(f"{who} does not hold the {card}.", f"{who} hat die {card} nicht.", rule=rulebook.HELD)


def play(p: Position, action: Play) -> None:
    """A card on the pile, by A or C."""
    card, helpers = action
    if type(card) is not int or type(helpers) is not tuple or card not in p.hands[p.turn]:
        _cards((card,), p, _CARD)
        _cards(helpers, p, _HELPERS)
        _held(p, p.turn, (card,))
    pile = p.pile
    if not pile or card > pile[-1]:
        if helpers:
            _cards(helpers, p, _HELPERS)
            raise IllegalAction(f"The {card} needs no helpers here; play it without.",
                                f"Die {card} braucht hier keine Hilfskarten; spiel sie ohne.", rule=rulebook.HELP)
        return
    top = pile[-1]
    if not helpers:
        raise IllegalAction(
            f"The {card} is not higher than the {top} on the pile; play it with helpers or lay it in front.",
            f"Die {card} ist nicht höher als die {top} auf dem Stapel; spiel sie mit Hilfskarten oder leg sie aus.",
            rule=rulebook.HIGHER)
    front = p.front[p.turn]
    for helper in _cards(helpers, p, _HELPERS):
        if helper not in front:
            who = p.options.players[p.turn]
            raise IllegalAction(f"The {helper} is no helper of {who}.", f"Die {helper} ist keine Hilfskarte von {who}.",
                                rule=rulebook.HELP)
    if len(set(helpers)) != len(helpers):
        raise IllegalAction("A helper is named twice; each helps once.",
                            "Eine Hilfskarte ist doppelt genannt; jede hilft einmal.", rule=rulebook.HELP)
    total = card + sum(helpers)
    if total <= top:
        raise IllegalAction(f"The {card} with its helpers makes {total}, which is not higher than {top}.",
                            f"Die {card} mit ihren Hilfskarten ergibt {total}, und das ist nicht höher als {top}.",
                            rule=rulebook.HELP)


def lay(p: Position, action: Lay) -> None:
    """A card in front and one of the pile to the hand, by B."""
    card, take = action
    if type(card) is not int or type(take) is not int or card not in p.hands[p.turn] or take not in p.pile:
        _cards((card, take), p, _PAIR)
        _held(p, p.turn, (card,))
        if not p.pile:
            raise IllegalAction(f"There is no pile yet; open one with the {card} or another.",
                                f"Es gibt noch keinen Stapel; beginne einen mit der {card} oder einer anderen.",
                                rule=rulebook.LOWER)
        raise IllegalAction(f"The {take} is not in the pile; take one that is.",
                            f"Die {take} liegt nicht im Stapel; nimm eine, die da liegt.", rule=rulebook.FROM_PILE)
    if card > p.pile[-1]:
        raise IllegalAction(
            f"The {card} is higher than the {p.pile[-1]} on the pile; play it there, or lay a lower one.",
            f"Die {card} ist höher als die {p.pile[-1]} auf dem Stapel; spiel sie dort, oder leg eine niedrigere aus.",
            rule=rulebook.LOWER)
