"""Whether an action may be made: the fields to go of a legal move, or the named error with the broken rule."""

from __future__ import annotations

from itertools import permutations
from typing import NoReturn

from companion.rules.errors import IllegalAction, MalformedAction, RulesError, Text
from companion.rules.keep_smiling import rulebook
from companion.rules.keep_smiling.actions import (
    CHAIRS,
    KINDS,
    LANES,
    OFF,
    SET,
    Advance,
    Duel,
    Move,
    Place,
    Reveal,
    Roll,
)
from companion.rules.keep_smiling.position import Position, fits, phase, turned
from companion.rules.keep_smiling.table import SORTED, readings
from companion.rules.notation import actor_name, turn_of
from companion.rules.protocol import CHANCE, TABLE, Actor

PLACEMENTS = tuple(sorted({"".join(order) for order in permutations(SET)}))
_PLACEMENTS = frozenset(PLACEMENTS)
_NOW = {
    "place": (Text("the pieces are still being set up", "noch werden die Figuren gesetzt"), rulebook.PLACING),
    "roll": (Text("the dice are to be rolled", "jetzt wird gewürfelt"), rulebook.TURNS),
    "move": (Text("the player who rolled is to move", "jetzt zieht, wer gewürfelt hat"), rulebook.TURNS),
    "duel": (Text("a duel is to be rolled", "jetzt wird um ein Duell gewürfelt"), rulebook.DUEL),
    "reveal": (Text("the chairs are being turned over", "jetzt wird auf den Sesseln aufgedeckt"), rulebook.REVEAL),
    "over": (Text("the game is over", "das Spiel ist aus"), rulebook.ENDED),
}


def refuse(p: Position, actor: Actor, action: object) -> RulesError:
    """The error for an actor or a kind of action that is not due."""
    if type(actor) is not int or actor not in (0, 1, CHANCE, TABLE):
        return MalformedAction(f"There is no player {actor!r}; the players are 0 and 1, and {CHANCE} is chance.",
                               f"Spieler {actor!r} gibt es nicht; es spielen 0 und 1, und {CHANCE} ist der Zufall.")
    if type(action) not in (Place, Roll, Move, Duel, Reveal):
        return MalformedAction(f"{action!r} is no action of Keep Smiling!.",
                               f"{action!r} ist keine Aktion von Keep Smiling!.")
    what, rule = _NOW[phase(p)]
    who, due = actor_name(actor, p.options.players), turn_of(p.acts, p.options.players)
    return IllegalAction(f"{who.en} cannot do this now: {what.en}{due.en}.",
                         f"{who.de} kann das jetzt nicht: {what.de}{due.de}.", rule=rule)


def placement(action: Place) -> str:
    """The kinds of a legal set-up."""
    kinds = action.kinds
    if type(kinds) is str and kinds in _PLACEMENTS:
        return kinds
    if type(kinds) is not str or len(kinds) != len(LANES) or not set(kinds) <= set(KINDS):
        raise MalformedAction(
            f"{kinds!r} is no set-up; give five letters of S, G and N for the lanes a to e.",
            f"{kinds!r} ist keine Aufstellung; nenne fünf Buchstaben aus S, G und N für die Bahnen a bis e.")
    raise IllegalAction(f"{kinds} is not two S, two G and one N.", f"{kinds} sind nicht zwei S, zwei G und ein N.",
                        rule=rulebook.PLACING)


def reveal(p: Position, action: Reveal) -> tuple[str, str]:
    """What is known of both players' pieces after the chairs were turned over."""
    kinds = action.kinds
    if type(kinds) is not str or len(kinds) != len(p.chairs) or not set(kinds) <= set(KINDS):
        raise MalformedAction(
            f"{kinds!r} is not what {len(p.chairs)} chairs show; give a letter S, G or N for each.",
            f"{kinds!r} passt nicht zu {len(p.chairs)} Sesseln; nenne für jeden einen Buchstaben S, G oder N.")
    placed = turned(p, kinds)
    for name, row in zip(p.options.players, placed, strict=True):
        if not fits(row, "physical"):
            raise IllegalAction(f"{name} cannot have these pieces on the chairs.",
                                f"{name} kann diese Figuren nicht auf den Sesseln haben.", rule=rulebook.REVEAL)
    return placed


def roll(action: Roll) -> tuple[int, ...]:
    """The dice in ascending order."""
    try:
        dice = SORTED.get(action.dice)
        if dice is not None and all(type(die) is int for die in action.dice):
            return dice
    except TypeError:
        pass
    raise MalformedAction(f"{action.dice!r} is no roll; give three dice of 1 to 6.",
                          f"{action.dice!r} ist kein Wurf; nenne drei Würfel von 1 bis 6.")


def duel(action: Duel) -> tuple[int, int]:
    """The attacker's and the defender's die."""
    for die in action:
        if type(die) is not int or not 1 <= die <= 6:
            raise MalformedAction(
                f"{die!r} is no die of a duel; give two dice of 1 to 6, the attacker's first.",
                f"{die!r} ist kein Würfel eines Duells; nenne zwei Würfel von 1 bis 6, erst den Angreifer.")
    return action.attacker, action.defender


def move(p: Position, action: Move) -> tuple[Advance, ...]:
    """The fields to go, lane by lane in the order named; empty for a legal pass."""
    try:
        advances = readings(p.dice).get(action.steps)
    except TypeError:
        advances = None
    if advances is None:
        if action.steps == () and not can_move(p):
            return ()
        _refuse_steps(p, action)
    turn, length = p.turn, p.options.lane_length
    mine, theirs = p.steps[turn], p.steps[1 - turn]
    free = CHAIRS - len(p.chairs)
    for lane, total in advances:
        goal = mine[lane] + total
        if goal > length or mine[lane] < 0 or not free:
            _refuse_advance(p, lane, total)
        if goal == length and not (p.options.duel and not theirs[lane]):
            free -= 1
    return advances


def can_move(p: Position) -> bool:
    """Whether the lowest die fits any piece of the player on turn."""
    reach = p.options.lane_length - p.dice[0]
    return any(OFF < gone <= reach for gone in p.steps[p.turn])


def _refuse_steps(p: Position, action: Move) -> NoReturn:
    """The steps are none that the dice allow: say why."""
    steps = action.steps
    if steps == ():
        raise IllegalAction("A piece can move, so the turn cannot be passed.",
                            "Eine Figur kann ziehen, also kannst du nicht passen.", rule=rulebook.MUST_MOVE)
    if type(steps) is not tuple or not all(_is_step(step) for step in steps):
        raise MalformedAction(f"{steps!r} is no move; name pieces a to e, each with dice of 1 to 6.",
                              f"{steps!r} ist kein Zug; nenne Figuren a bis e, jede mit Würfeln von 1 bis 6.")
    lanes = [lane for lane, _ in steps]
    if any(len(group) > 2 for _, group in steps):
        raise IllegalAction("Three dice cannot go to one piece; give it one die or two.",
                            "Drei Würfel gehen nicht an eine Figur; gib ihr einen oder zwei.", rule=rulebook.FIVE_WAYS)
    if len(set(lanes)) != len(lanes):
        raise IllegalAction("A piece is named twice; give it both dice at once, as in a:3+5.",
                            "Eine Figur ist doppelt genannt; gib ihr beide Würfel auf einmal, etwa a:3+5.",
                            rule=rulebook.FIVE_WAYS)
    left = list(p.dice)
    for _, group in steps:
        for die in group:
            if die not in left:
                shown = " ".join(map(str, p.dice))
                raise IllegalAction(f"The roll is {shown}; there is no {die} left for this move.",
                                    f"Der Wurf ist {shown}; für diesen Zug ist keine {die} mehr da.",
                                    rule=rulebook.WHOLE_DICE)
            left.remove(die)
    raise MalformedAction(f"{steps!r} is no move; write the dice as whole numbers, the lower one first.",
                          f"{steps!r} ist kein Zug; schreib die Würfel als ganze Zahlen, den kleineren zuerst.")


def _is_step(step: object) -> bool:
    return (
        type(step) is tuple and len(step) == 2 and type(step[0]) is int and 0 <= step[0] < len(LANES)
        and type(step[1]) is tuple and len(step[1]) > 0
        and all(type(die) is int and 1 <= die <= 6 for die in step[1]))


def _refuse_advance(p: Position, lane: int, total: int) -> NoReturn:
    gone, length = p.steps[p.turn][lane], p.options.lane_length
    name = LANES[lane]
    if gone == OFF:
        seated = (p.turn, lane) in p.chairs
        where = Text("on a chair", "sitzt auf einem Sessel") if seated else Text("captured", "ist geschlagen")
        raise IllegalAction(f"Piece {name} is {where.en} and cannot move.",
                            f"Figur {name} {where.de} und kann nicht ziehen.", rule=rulebook.OFF_LANE)
    if gone + total > length:
        raise IllegalAction(f"Piece {name} has {length - gone} to go, so {total} is too many.",
                            f"Figur {name} hat noch {length - gone} vor sich, also sind {total} zu viel.",
                            rule=rulebook.EXACT)
    raise IllegalAction(f"The last chair is taken before piece {name} moves; leave it out.",
                        f"Der letzte Sessel ist besetzt, bevor Figur {name} zieht; lass sie weg.",
                        rule=rulebook.ENDED)
