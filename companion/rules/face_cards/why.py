"""Why an action cannot be taken: every refusal as the right named error with the rule behind it."""

from __future__ import annotations

from typing import Final, NoReturn

from companion.rules.errors import IllegalAction, MalformedAction, Rule, Text
from companion.rules.face_cards import rulebook as rule
from companion.rules.face_cards.actions import KINDS, Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.legal import actors, cards_needed
from companion.rules.face_cards.state import ANSWER, CAMERA, GUESS, OVER, PAIR, State
from companion.rules.notation import actor_name
from companion.rules.protocol import CHANCE, TABLE

_STEPS: Final[dict[str, tuple[type, Text]]] = {
    CAMERA: (Camera, Text("say who gets the camera", "wird gesagt, wer den Fotoapparat bekommt")),
    PAIR: (Lay, Text("lay the pairs", "werden die Pärchen gelegt")),
    GUESS: (Guess, Text("guess", "wird getippt")),
    ANSWER: (Answer, Text("answer the guess", "wird auf den Tipp geantwortet")),
}


def refuse(state: State, actor: object, action: object) -> NoReturn:
    """Raise the error for an action that is not legal for ``actor``."""
    if type(actor) is not int or not (actor in (CHANCE, TABLE) or 0 <= actor < state.options.n):
        raise MalformedAction(f"There is no player number {actor!r}; the game has {state.options.n} players, from 0.",
                              f"Spieler Nummer {actor!r} gibt es nicht; es spielen {state.options.n}, ab 0.")
    problem = _misshapen(state, action)
    if problem:
        raise MalformedAction(*problem)
    if state.phase == OVER:
        raise IllegalAction("The game is over; start a new one.", "Das Spiel ist aus; beginne ein neues.",
                            rule=rule.END)
    if actor not in actors(state):
        _out_of_turn(state, actor, action)
    kind, what = _STEPS.get(state.phase, (Deal, Text("deal cards", "werden Karten gegeben")))
    if type(action) is not kind and not (type(action) is Pass and state.phase == GUESS):
        raise IllegalAction(f"This is not the moment for that; now {what.en}.",
                            f"Das geht gerade nicht; jetzt {what.de}.", rule=rule.STEP)
    if isinstance(action, Pass):
        raise IllegalAction("You cannot stop here; make a guess.", "Aufhören kannst du hier nicht; gib einen Tipp ab.",
                            rule=rule.PASS)
    if isinstance(action, Lay):
        _bad_lay(state, actor, action)
    if isinstance(action, Guess):
        _bad_guess(state, actor, action)
    if isinstance(action, Answer):
        _bad_answer(state, action)
    needed = cards_needed(state)
    raise IllegalAction(
        f"Chance draws {needed} different cards of the pile, and of the box once the pile is used up.",
        f"Der Zufall zieht {needed} verschiedene Karten vom Stapel; ist der leer, aus der Schachtel.",
        rule=rule.DEAL,
    )


def _misshapen(state: State, action: object) -> Text | None:
    """What is wrong with the value itself."""
    if type(action) not in KINDS:
        return Text(f"{action!r} is no action of Face Cards.", f"{action!r} ist keine Aktion von Face Cards.")
    if isinstance(action, (Deal, Lay)):
        if type(action.cards) is not tuple or not all(type(c) is int for c in action.cards):
            return Text("Cards are named by whole numbers.", "Karten werden mit ganzen Zahlen genannt.")
        last = len(state.options.deck)
        strange = [c for c in action.cards if not 0 < c <= last]
        return Text(f"There is no card {strange[0]}; the cards are 1 to {last}.",
                    f"Karte {strange[0]} gibt es nicht; es gibt 1 bis {last}.") if strange else None
    if isinstance(action, Camera):
        good = type(action.player) is int and 0 <= action.player < state.options.n
        return None if good else Text(f"There is no player number {action.player!r}; name one of the players.",
                                      f"Spieler Nummer {action.player!r} gibt es nicht; nenne jemanden, der mitspielt.")
    if isinstance(action, Guess):
        if type(action.one) is not int or type(action.other) is not int:
            return Text("A guess names two cards by whole numbers.", "Ein Tipp nennt zwei Karten mit ganzen Zahlen.")
        if state.options.variant == "koenner" and action.one > action.other:
            return Text(f"Name the two cards of a guess lower first: {action.other} {action.one}.",
                        f"Nenne bei einem Tipp die niedrigere Karte zuerst: {action.other} {action.one}.")
    if isinstance(action, Answer):
        if type(action.right) is not bool or type(action.bonus) is not bool or type(action.owner) is not int:
            return Text("An answer is right or wrong, with or without a bonus picture, and may name the owner.",
                        "Eine Antwort ist richtig oder falsch, mit oder ohne Bonus, und darf den Besitzer nennen.")
        if not -1 <= action.owner < state.options.n or (not action.right and (action.bonus or action.owner >= 0)):
            return Text("A wrong guess has no bonus and no owner; a right one has an owner of this game.",
                        "Ein falscher Tipp hat keinen Bonus und keinen Besitzer; ein richtiger gehört jemandem hier.")
    return None


def _out_of_turn(state: State, actor: int, action: object) -> NoReturn:
    names, now = state.options.players, actors(state)
    who, turn = actor_name(actor, names), _turn(now, names)
    if state.phase == PAIR and actor >= 0:
        raise IllegalAction(f"{who.en} has laid already; wait for the others.",
                            f"{who.de} hat schon gelegt; warte auf die anderen.", rule=_lay_rule(state))
    broken: Rule = {GUESS: rule.TURN, ANSWER: rule.ANSWER, CAMERA: rule.START}.get(state.phase, rule.STEP)
    raise IllegalAction(f"{who.en} cannot act now; {turn.en}.", f"{who.de} kann jetzt nichts tun; {turn.de}.",
                        rule=broken)


def _turn(now: tuple[int, ...], names: tuple[str, ...]) -> Text:
    if now == (CHANCE,):
        return Text("chance deals first", "erst gibt der Zufall")
    if now == (TABLE,):
        return Text("the table decides first", "erst entscheidet der Tisch")
    who = ", ".join(names[p] for p in now)
    return Text(f"it is the turn of {who}", f"dran {'ist' if len(now) == 1 else 'sind'} {who}")


def _lay_rule(state: State) -> Rule:
    return {"kenner": rule.KENNER, "koenner": rule.KOENNER, "risiko": rule.RISIKO}.get(state.options.variant, rule.PAIR)


def _bad_lay(state: State, actor: int, action: Lay) -> NoReturn:
    options, broken = state.options, _lay_rule(state)
    if not options.digital:
        raise IllegalAction("With physical cards the pair stays secret; just say that it is laid.",
                            "Mit euren eigenen Karten bleibt das Pärchen geheim; sag nur, dass es liegt.", rule=broken)
    missing = [c for c in action.cards if c not in state.hands[actor]]
    if missing:
        who = options.players[actor]
        raise IllegalAction(f"Card {missing[0]} is not in the hand of {who}.",
                            f"{who} hat Karte {missing[0]} nicht auf der Hand.", rule=broken)
    if len(action.cards) != options.played:
        raise IllegalAction(f"Lay {options.played} of your cards, not {len(action.cards)}.",
                            f"Lege {options.played} von deinen Karten, nicht {len(action.cards)}.", rule=broken)
    if len(set(action.cards)) < len(action.cards):
        raise IllegalAction("A card cannot be laid twice; name different cards.",
                            "Eine Karte kannst du nicht zweimal legen; nenne verschiedene.", rule=broken)
    raise MalformedAction(
        "Name the lower card first (Könner), or the pair with the lower front card first (Risiko).",
        "Nenne die niedrigere Karte zuerst (Könner), oder das Pärchen, das vorn die niedrigere hat (Risiko).")


def _bad_guess(state: State, actor: int, action: Guess) -> NoReturn:
    mine = state.laid[actor]
    if state.options.variant == "koenner":
        for card in (action.one, action.other):
            if card not in state.centre:
                raise _not_there(card, rule.KOENNER)
        if action.one == action.other:
            raise IllegalAction("A pair has two different cards.", "Ein Pärchen hat zwei verschiedene Karten.",
                                rule=rule.KOENNER)
        raise IllegalAction("You cannot guess what you laid yourself; choose other cards.",
                            "Auf das, was du selbst gelegt hast, kannst du nicht tippen; wähle andere Karten.",
                            rule=rule.NOT_OWN)
    if action.one in [pair[0] for pair in mine]:
        raise IllegalAction(f"Card {action.one} is your own; guess one in front of another.",
                            f"Karte {action.one} ist deine eigene; tippe auf eine vor jemand anderem.",
                            rule=rule.NOT_OWN)
    if action.one not in [pair[0] for pairs in state.laid for pair in pairs]:
        raise IllegalAction(f"Card {action.one} does not lie in front of a player.",
                            f"Karte {action.one} liegt vor niemandem.", rule=rule.GUESS)
    if action.other not in state.centre:
        raise _not_there(action.other, rule.GUESS)
    raise IllegalAction(f"You laid card {action.other} yourself; choose another.",
                        f"Karte {action.other} hast du selbst gelegt; wähle eine andere.", rule=rule.NOT_OWN)


def _not_there(card: int, broken: Rule) -> IllegalAction:
    return IllegalAction(f"Card {card} does not lie in the centre.", f"Karte {card} liegt nicht in der Mitte.",
                         rule=broken)


def _bad_answer(state: State, action: Answer) -> NoReturn:
    if action.bonus and state.options.variant == "risiko":
        raise IllegalAction("Risiko has no bonus pictures; say right without a bonus.",
                            "Risiko hat keinen Bonus; sag right ohne bonus.", rule=rule.NO_BONUS)
    if action.right and state.options.variant == "koenner" and not (
        action.owner >= 0 and action.owner != state.asked[0] and state.laid[action.owner]
    ):
        raise IllegalAction("Name whose pair it was: another player's that was not found yet.",
                            "Nenne, wessen Pärchen es war: eines von jemand anderem, das noch keiner gefunden hat.",
                            rule=rule.KOENNER)
    if action.owner >= 0 and state.options.variant != "koenner":
        raise IllegalAction("The owner answers, so that no owner is named.",
                            "Es antwortet, wem die Karte gehört, also nenne keinen Besitzer.", rule=rule.ANSWER)
    raise IllegalAction("That cannot be, after the other answers of this round; look again.",
                        "Das kann nach den anderen Antworten dieser Runde nicht sein; schau noch einmal nach.",
                        rule=rule.ANSWER)
