"""Why an action cannot be taken: every refusal as the right named error with the rule behind it."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from companion.rules.errors import IllegalAction, MalformedAction, Rule, Text
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
from companion.rules.notation import actor_name
from companion.rules.protocol import CHANCE, TABLE

_STEPS: Final[dict[str, tuple[type, Rule, Text]]] = {
    VOLUNTEER: (Volunteer, rule.VOLUNTEER,
                Text("somebody volunteers with a story", "meldet sich jemand mit einer Geschichte")),
    TEAMS: (Teams, rule.TEAMS, Text("chance draws the teams", "lost der Zufall die Teams aus")),
    TELL: (Tell, rule.TELL,
           Text("the storyteller tells and lays the card", "erzählt der Erzähler und legt seine Karte")),
    JUDGE: (Judge, rule.JUDGE, Text("somebody of the other team comes forward as judge",
                                    "meldet sich jemand vom anderen Team als Richter")),
    DECIDE: (Decide, rule.DECIDE, Text("the judge decides which team guesses", "entscheidet der Richter, wer rät")),
    LAY: (Lay, rule.LAY, Text("the confusing team lays its cards", "legt das verwirrende Team seine Karten")),
    VOTE: (Vote, rule.VOTE, Text("the guessing team votes", "stimmt das Rateteam ab")),
    BREAK: (Vote, rule.TIE, Text("one decides among the tied cards", "entscheidet einer den Gleichstand")),
    OWNER: (Owner, rule.OWNER, Text("the table says whose card was chosen", "sagt der Tisch, von wem die Karte war")),
    BEST: (Best, rule.BEST, Text("the others vote for the better story", "wird über die Geschichten abgestimmt")),
}
_DEALS: Final = Text("chance deals cards", "gibt der Zufall Karten")


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
    kind, broken, what = _STEPS.get(state.phase, (Deal, rule.DEAL, _DEALS))
    if actor not in actors(state):
        _out_of_turn(state, actor, broken, what)
    if type(action) is not kind:
        raise IllegalAction(f"This is not the moment for that; now {what.en}.",
                            f"Das geht gerade nicht; jetzt {what.de}.", rule=rule.STEP)
    _bad_value(state, actor, action)


def _misshapen(state: State, action: Any) -> Text | None:
    """What is wrong with the value itself."""
    n, top = state.options.n, state.options.deck
    if type(action) not in KINDS:
        return Text(f"{action!r} is no action of Factum.", f"{action!r} ist keine Aktion von Factum.")
    if isinstance(action, (Deal, Teams)):
        cards = isinstance(action, Deal)
        values = action.cards if isinstance(action, Deal) else action.members
        en, de = ("card", "Karte") if cards else ("member", "Mitglied")
        if type(values) is not tuple or not all(type(v) is int for v in values):
            return Text(f"{en.capitalize()}s are named by whole numbers.",
                        f"{'Karten' if cards else 'Mitglieder'} werden mit ganzen Zahlen genannt.")
        strange = [v for v in values if not (0 < v <= top if cards else 0 <= v < n)]
        return Text(f"There is no {en} number {strange[0]} in this game.",
                    f"{de} Nummer {strange[0]} gibt es in diesem Spiel nicht.") if strange else None
    if isinstance(action, (Tell, Lay, Vote)):
        if type(action.card) is not int:
            return Text("A card is named by a whole number.", "Eine Karte wird mit einer ganzen Zahl genannt.")
        lowest = 1 if isinstance(action, Vote) or state.options.digital else 0
        return None if lowest <= action.card <= top else Text(
            f"There is no card {action.card}; the cards are 1 to {top}.",
            f"Karte {action.card} gibt es nicht; es gibt 1 bis {top}.")
    if isinstance(action, Owner):
        good = type(action.player) is int and (action.player in (STORY, FROM_PILE) or 0 <= action.player < n)
        return None if good else Text(f"There is no player number {action.player!r}.",
                                      f"Spieler Nummer {action.player!r} gibt es nicht.")
    flag = getattr(action, "tellers", getattr(action, "new", True))
    return None if type(flag) is bool else Text("That is a choice between two; say which.",
                                                "Da hast du die Wahl zwischen zweien; sag, welches.")


def _out_of_turn(state: State, actor: int, broken: Rule, what: Text) -> NoReturn:
    who = actor_name(actor, state.options.players)
    if state.phase == VOLUNTEER and actor == state.teller >= 0:
        raise IllegalAction(f"{who.en} told the last story; somebody else tells now.",
                            f"{who.de} hat die letzte Geschichte erzählt; jetzt erzählt jemand anderes.",
                            rule=rule.NOT_TWICE)
    if state.phase in (VOTE, BREAK) and actor in (state.teller, state.judge):
        raise IllegalAction(f"{who.en} is a captain and must be silent while the team guesses.",
                            f"{who.de} ist Kapitän und muss schweigen, während das Team rät.", rule=rule.SILENT)
    if state.phase == BEST and actor >= 0 and actor in (state.teller, state.title):
        raise IllegalAction(f"The vote is about a story of {who.en}, who takes no part in it.",
                            f"Abgestimmt wird über eine Geschichte von {who.de}; da stimmt {who.de} nicht mit.",
                            rule=rule.BEST)
    done = (state.phase == VOTE and actor in voters(state)) or (state.phase == BEST and actor >= 0) or \
        (state.phase == LAY and actor in [p for p, _ in state.laid])
    if done:
        raise IllegalAction(f"{who.en} has done so already; wait for the others.",
                            f"{who.de} hat das schon getan; warte auf die anderen.", rule=broken)
    raise IllegalAction(f"{who.en} cannot act now; {what.en}.", f"{who.de} kann jetzt nichts tun; jetzt {what.de}.",
                        rule=broken)


def _bad_value(state: State, actor: int, action: object) -> NoReturn:
    who = actor_name(actor, state.options.players)
    if isinstance(action, (Tell, Lay)):
        broken = rule.TELL if isinstance(action, Tell) else rule.LAY
        if not state.options.digital:
            raise IllegalAction("With physical cards the card stays secret; just say that it is laid.",
                                "Mit euren eigenen Karten bleibt die Karte geheim; sag nur, dass sie liegt.",
                                rule=broken)
        raise IllegalAction(f"Card {action.card} is not in the hand of {who.en}.",
                            f"{who.de} hat Karte {action.card} nicht auf der Hand.", rule=broken)
    if isinstance(action, Vote):
        tied = action.card in state.table
        if not tied:
            raise IllegalAction(f"Card {action.card} does not lie on the table.",
                                f"Karte {action.card} liegt nicht auf dem Tisch.", rule=rule.VOTE)
        choices = ", ".join(map(str, state.choices))
        raise IllegalAction(f"Card {action.card} is not among the tied ones; choose of {choices}.",
                            f"Karte {action.card} steht nicht im Gleichstand; wähle aus {choices}.", rule=rule.TIE)
    if isinstance(action, Teams):
        teller, more = state.options.players[state.teller], state.options.team - 1
        andere = "noch jemand" if more == 1 else f"{more} andere"
        raise IllegalAction(f"The storyteller's team is {teller} and {more} other{'s' * (more > 1)}, by seat.",
                            f"Im Team des Erzählers sind {teller} und {andere}, nach Plätzen.", rule=rule.TEAMS)
    if isinstance(action, Owner):
        raise IllegalAction("The card cannot be from there: nobody else laid one.",
                            "Von dort kann die Karte nicht sein: Sonst hat niemand eine gelegt.", rule=rule.OWNER)
    needed = cards_needed(state)
    raise IllegalAction(
        f"Chance draws {needed} different cards of the pile, and of the discards once it is used up.",
        f"Der Zufall zieht {needed} verschiedene Karten vom Stapel; ist der leer, vom Ablagestapel.",
        rule=rule.DEAL,
    )
