"""Why an action cannot be taken: every refusal as the right named error with the rule behind it."""

from __future__ import annotations

from typing import Final, NoReturn

from companion.rules.errors import IllegalAction, MalformedAction, Rule
from companion.rules.face_cards import rulebook as rule
from companion.rules.face_cards.actions import KINDS, Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.legal import actors, cards_needed
from companion.rules.face_cards.state import ANSWER, CAMERA, GUESS, OVER, PAIR, State
from companion.rules.protocol import CHANCE, TABLE

_STEPS: Final[dict[str, tuple[type, str]]] = {
    CAMERA: (Camera, "say who gets the camera"), PAIR: (Lay, "lay the pairs"), GUESS: (Guess, "guess"),
    ANSWER: (Answer, "answer the guess"),
}


def refuse(state: State, actor: object, action: object) -> NoReturn:
    """Raise the error for an action that is not legal for ``actor``."""
    if type(actor) is not int or not (actor in (CHANCE, TABLE) or 0 <= actor < state.options.n):
        raise MalformedAction(f"There is no player number {actor!r}; the game has {state.options.n} players, from 0.")
    problem = _misshapen(state, action)
    if problem:
        raise MalformedAction(problem)
    if state.phase == OVER:
        raise IllegalAction("The game is over; start a new one.", rule=rule.END)
    if actor not in actors(state):
        _out_of_turn(state, actor, action)
    kind, what = _STEPS.get(state.phase, (Deal, "deal cards"))
    if type(action) is not kind and not (type(action) is Pass and state.phase == GUESS):
        raise IllegalAction(f"This is not the moment for that; now {what}.", rule=rule.STEP)
    if isinstance(action, Pass):
        raise IllegalAction("You cannot stop here; make a guess.", rule=rule.PASS)
    if isinstance(action, Lay):
        _bad_lay(state, actor, action)
    if isinstance(action, Guess):
        _bad_guess(state, actor, action)
    if isinstance(action, Answer):
        _bad_answer(state, action)
    raise IllegalAction(
        f"Chance draws {cards_needed(state)} different cards of the pile, and of the box once the pile is used up.",
        rule=rule.DEAL,
    )


def _misshapen(state: State, action: object) -> str | None:
    """What is wrong with the value itself."""
    if type(action) not in KINDS:
        return f"{action!r} is no action of Face Cards."
    if isinstance(action, (Deal, Lay)):
        if type(action.cards) is not tuple or not all(type(c) is int for c in action.cards):
            return "Cards are named by whole numbers."
        strange = [c for c in action.cards if not 0 < c <= len(state.options.deck)]
        return f"There is no card {strange[0]}; the cards are 1 to {len(state.options.deck)}." if strange else None
    if isinstance(action, Camera):
        good = type(action.player) is int and 0 <= action.player < state.options.n
        return None if good else f"There is no player number {action.player!r}; name one of the players."
    if isinstance(action, Guess):
        if type(action.one) is not int or type(action.other) is not int:
            return "A guess names two cards by whole numbers."
        if state.options.variant == "koenner" and action.one > action.other:
            return f"Name the two cards of a guess lower first: {action.other} {action.one}."
    if isinstance(action, Answer):
        if type(action.right) is not bool or type(action.bonus) is not bool or type(action.owner) is not int:
            return "An answer is right or wrong, with or without a bonus picture, and may name the owner."
        if not -1 <= action.owner < state.options.n or (not action.right and (action.bonus or action.owner >= 0)):
            return "A wrong guess has no bonus and no owner; a right one has an owner of this game."
    return None


def _out_of_turn(state: State, actor: int, action: object) -> NoReturn:
    names, now = state.options.players, actors(state)
    who = "Chance" if actor == CHANCE else "The table" if actor == TABLE else names[actor]
    if state.phase == PAIR and actor >= 0:
        raise IllegalAction(f"{who} has laid already; wait for the others.", rule=_lay_rule(state))
    turn = "chance deals first" if now == (CHANCE,) else "the table decides first" if now == (TABLE,) else \
        "it is the turn of " + ", ".join(names[p] for p in now)
    broken: Rule = {GUESS: rule.TURN, ANSWER: rule.ANSWER, CAMERA: rule.START}.get(state.phase, rule.STEP)
    raise IllegalAction(f"{who} cannot act now; {turn}.", rule=broken)


def _lay_rule(state: State) -> Rule:
    return {"kenner": rule.KENNER, "koenner": rule.KOENNER, "risiko": rule.RISIKO}.get(state.options.variant, rule.PAIR)


def _bad_lay(state: State, actor: int, action: Lay) -> NoReturn:
    options, broken = state.options, _lay_rule(state)
    if not options.digital:
        raise IllegalAction("With physical cards the pair stays secret; just say that it is laid.", rule=broken)
    missing = [c for c in action.cards if c not in state.hands[actor]]
    if missing:
        raise IllegalAction(f"Card {missing[0]} is not in the hand of {options.players[actor]}.", rule=broken)
    if len(action.cards) != options.played:
        raise IllegalAction(f"Lay {options.played} of your cards, not {len(action.cards)}.", rule=broken)
    if len(set(action.cards)) < len(action.cards):
        raise IllegalAction("A card cannot be laid twice; name different cards.", rule=broken)
    raise MalformedAction("Name the lower card first (Könner), or the pair with the lower front card first (Risiko).")


def _bad_guess(state: State, actor: int, action: Guess) -> NoReturn:
    mine = state.laid[actor]
    if state.options.variant == "koenner":
        for card in (action.one, action.other):
            if card not in state.centre:
                raise IllegalAction(f"Card {card} does not lie in the centre.", rule=rule.KOENNER)
        if action.one == action.other:
            raise IllegalAction("A pair has two different cards.", rule=rule.KOENNER)
        raise IllegalAction("You cannot guess what you laid yourself; choose other cards.", rule=rule.NOT_OWN)
    if action.one in [pair[0] for pair in mine]:
        raise IllegalAction(f"Card {action.one} is your own; guess one in front of another.", rule=rule.NOT_OWN)
    if action.one not in [pair[0] for pairs in state.laid for pair in pairs]:
        raise IllegalAction(f"Card {action.one} does not lie in front of a player.", rule=rule.GUESS)
    if action.other not in state.centre:
        raise IllegalAction(f"Card {action.other} does not lie in the centre.", rule=rule.GUESS)
    raise IllegalAction(f"You laid card {action.other} yourself; choose another.", rule=rule.NOT_OWN)


def _bad_answer(state: State, action: Answer) -> NoReturn:
    if action.bonus and state.options.variant == "risiko":
        raise IllegalAction("Risiko has no bonus pictures; say right without a bonus.", rule=rule.NO_BONUS)
    if action.right and state.options.variant == "koenner" and not (
        action.owner >= 0 and action.owner != state.asked[0] and state.laid[action.owner]
    ):
        raise IllegalAction("Name whose pair it was: another player's that was not found yet.", rule=rule.KOENNER)
    if action.owner >= 0 and state.options.variant != "koenner":
        raise IllegalAction("The owner answers, so that no owner is named.", rule=rule.ANSWER)
    raise IllegalAction("That cannot be, after the other answers of this round; look again.", rule=rule.ANSWER)
