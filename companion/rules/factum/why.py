"""Why an action cannot be taken: every refusal as the right named error with the rule behind it."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from companion.rules.errors import IllegalAction, MalformedAction, Rule
from companion.rules.factum import rulebook as rule
from companion.rules.factum.actions import (
    FROM_PILE,
    KINDS,
    STORY,
    Best,
    Deal,
    Decide,
    Judge,
    Lay,
    Owner,
    Teams,
    Tell,
    Volunteer,
    Vote,
)
from companion.rules.factum.legal import actors, cards_needed
from companion.rules.factum.state import (
    BEST,
    BREAK,
    DECIDE,
    JUDGE,
    LAY,
    OVER,
    OWNER,
    TEAMS,
    TELL,
    VOLUNTEER,
    VOTE,
    State,
    voters,
)
from companion.rules.protocol import CHANCE, TABLE

_STEPS: Final[dict[str, tuple[type, Rule, str]]] = {
    VOLUNTEER: (Volunteer, rule.VOLUNTEER, "somebody volunteers with a story"),
    TEAMS: (Teams, rule.TEAMS, "chance draws the teams"),
    TELL: (Tell, rule.TELL, "the storyteller tells and lays the card"),
    JUDGE: (Judge, rule.JUDGE, "somebody of the other team comes forward as judge"),
    DECIDE: (Decide, rule.DECIDE, "the judge decides which team guesses"),
    LAY: (Lay, rule.LAY, "the confusing team lays its cards"),
    VOTE: (Vote, rule.VOTE, "the guessing team votes"),
    BREAK: (Vote, rule.TIE, "one decides among the tied cards"),
    OWNER: (Owner, rule.OWNER, "the table says whose card was chosen"),
    BEST: (Best, rule.BEST, "the others vote for the better story"),
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
    kind, broken, what = _STEPS.get(state.phase, (Deal, rule.DEAL, "chance deals cards"))
    if actor not in actors(state):
        _out_of_turn(state, actor, broken, what)
    if type(action) is not kind:
        raise IllegalAction(f"This is not the moment for that; now {what}.", rule=rule.STEP)
    _bad_value(state, actor, action)


def _misshapen(state: State, action: Any) -> str | None:
    """What is wrong with the value itself."""
    n, top = state.options.n, state.options.deck
    if type(action) not in KINDS:
        return f"{action!r} is no action of Factum."
    numbers = {Deal: "cards", Teams: "members"}.get(type(action))
    if numbers:
        values = getattr(action, numbers)
        if type(values) is not tuple or not all(type(v) is int for v in values):
            return f"{numbers.capitalize()} are named by whole numbers."
        strange = [v for v in values if not (0 < v <= top if numbers == "cards" else 0 <= v < n)]
        return f"There is no {numbers[:-1]} number {strange[0]} in this game." if strange else None
    if isinstance(action, (Tell, Lay, Vote)):
        if type(action.card) is not int:
            return "A card is named by a whole number."
        lowest = 1 if isinstance(action, Vote) or state.options.digital else 0
        return None if lowest <= action.card <= top else f"There is no card {action.card}; the cards are 1 to {top}."
    if isinstance(action, Owner):
        good = type(action.player) is int and (action.player in (STORY, FROM_PILE) or 0 <= action.player < n)
        return None if good else f"There is no player number {action.player!r}."
    flag = getattr(action, "tellers", getattr(action, "new", True))
    return None if type(flag) is bool else "That is a choice between two; say which."


def _out_of_turn(state: State, actor: int, broken: Rule, what: str) -> NoReturn:
    who = "Chance" if actor == CHANCE else "The table" if actor == TABLE else state.options.players[actor]
    if state.phase == VOLUNTEER and actor == state.teller:
        raise IllegalAction(f"{who} told the last story; somebody else tells now.", rule=rule.NOT_TWICE)
    if state.phase in (VOTE, BREAK) and actor in (state.teller, state.judge):
        raise IllegalAction(f"{who} is a captain and must be silent while the team guesses.", rule=rule.SILENT)
    if state.phase == BEST and actor in (state.teller, state.title):
        raise IllegalAction(f"The vote is about a story of {who}, who takes no part in it.", rule=rule.BEST)
    done = (state.phase == VOTE and actor in voters(state)) or (state.phase == BEST and actor >= 0) or \
        (state.phase == LAY and actor in [p for p, _ in state.laid])
    if done:
        raise IllegalAction(f"{who} has done so already; wait for the others.", rule=broken)
    raise IllegalAction(f"{who} cannot act now; {what}.", rule=broken)


def _bad_value(state: State, actor: int, action: object) -> NoReturn:
    name = state.options.players[actor] if actor >= 0 else "Chance"
    if isinstance(action, (Tell, Lay)):
        broken = rule.TELL if isinstance(action, Tell) else rule.LAY
        if not state.options.digital:
            raise IllegalAction("With physical cards the card stays secret; just say that it is laid.", rule=broken)
        raise IllegalAction(f"Card {action.card} is not in the hand of {name}.", rule=broken)
    if isinstance(action, Vote):
        tied = action.card in state.table
        if not tied:
            raise IllegalAction(f"Card {action.card} does not lie on the table.", rule=rule.VOTE)
        choices = ", ".join(map(str, state.choices))
        raise IllegalAction(f"Card {action.card} is not among the tied ones; choose of {choices}.", rule=rule.TIE)
    if isinstance(action, Teams):
        teller, size = state.options.players[state.teller], state.options.team
        raise IllegalAction(f"The storyteller's team is {teller} and {size - 1} others, by seat.", rule=rule.TEAMS)
    if isinstance(action, Owner):
        raise IllegalAction("The card cannot be from there: nobody else laid one.", rule=rule.OWNER)
    raise IllegalAction(
        f"Chance draws {cards_needed(state)} different cards of the pile, and of the discards once it is used up.",
        rule=rule.DEAL,
    )
