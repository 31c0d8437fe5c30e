"""What a referee says for each action, in English and German: one plain sentence, nothing secret in it."""

from __future__ import annotations

from typing import Final

from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, Action, Duel, Move, Place, Reveal, Roll
from companion.rules.keep_smiling.engine import apply
from companion.rules.keep_smiling.position import NO_DUEL, Position, phase, scores
from companion.rules.protocol import Actor, Language

KIND_NAMES: Final = {"S": "Smily", "G": "Grimmy", "N": "Neutralo"}
_LINES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "place": "{who} has set up all five pieces.",
        "roll": "{who} rolls {dice}.",
        "pass": "No piece of {who} can move, so the turn passes.",
        "move": "{who} moves {steps}",
        "by": "{lane} by {total}",
        "sum": "{lane} by {total} ({dice})",
        "capture": "{who}'s piece {lane} is captured",
        "chair": "{who}'s piece {lane} takes chair {chair}",
        "meet": "the pieces in lane {lane} fight a duel",
        "duel": "Duel in lane {lane}: {who} rolls {a}, {other} rolls {d}, and {loser}'s piece leaves the game",
        "again": "{other} has no piece left on the lanes, so {who} goes on alone",
        "turn": "Nothing moves any more: turn over the pieces on the chairs.",
        "over": "The game is over: {count}; {result}.",
        "win": "{who} wins with {score} points to {less}",
        "tie": "it is a tie at {score} points",
        "nobody": "no piece sits on a chair",
        "seat": "chair {chair} has a {kind} of {who}",
        "and": "and",
    },
    "de": {
        "place": "{who} hat alle fünf Figuren gesetzt.",
        "roll": "{who} würfelt {dice}.",
        "pass": "Keine Figur von {who} kann ziehen, der Zug verfällt.",
        "move": "{who} zieht {steps}",
        "by": "{lane} um {total}",
        "sum": "{lane} um {total} ({dice})",
        "capture": "Figur {lane} von {who} ist geschlagen",
        "chair": "Figur {lane} von {who} nimmt Sessel {chair}",
        "meet": "die Figuren auf Bahn {lane} kämpfen ein Duell",
        "duel": "Duell auf Bahn {lane}: {who} würfelt {a}, {other} würfelt {d}, die Figur von {loser} scheidet aus",
        "again": "{other} hat keine Figur mehr auf den Bahnen, also spielt {who} allein weiter",
        "turn": "Es zieht niemand mehr: deckt die Figuren auf den Sesseln auf.",
        "over": "Das Spiel ist zu Ende: {count}; {result}.",
        "win": "{who} gewinnt mit {score} zu {less} Punkten",
        "tie": "es steht unentschieden, {score} Punkte",
        "nobody": "keine Figur sitzt auf einem Sessel",
        "seat": "auf Sessel {chair} sitzt ein {kind} von {who}",
        "and": "und",
    },
}


def tell(before: Position, actor: Actor, action: Action, language: Language) -> str:
    """One plain sentence for a legal action (two when it ends the game). Raises what ``apply`` raises."""
    after = apply(before, actor, action)
    say = _LINES[language]
    names = before.options.players
    who, other = names[before.turn], names[1 - before.turn]
    if isinstance(action, Place):
        return say["place"].format(who=names[actor])
    if isinstance(action, Roll):
        return say["roll"].format(who=who, dice=_join([str(die) for die in sorted(action.dice)], say))
    if isinstance(action, Reveal):
        return _result(after, say)
    if isinstance(action, Duel):
        loser = who if action.attacker < action.defender else other
        parts = [say["duel"].format(
            lane=LANES[before.duel], who=who, other=other, a=action.attacker, d=action.defender, loser=loser)]
    elif not action.steps:
        return say["pass"].format(who=who)
    else:
        steps = _join([_step(lane, group, say) for lane, group in action.steps], say)
        parts = [say["move"].format(who=who, steps=steps)]
    parts += _events(before, after, action, say)
    if not after.acts:
        return "; ".join(parts) + ". " + _result(after, say)
    if phase(after) == "reveal":
        return "; ".join(parts) + ". " + say["turn"]
    if after.turn == before.turn and after.duel == NO_DUEL:
        parts.append(say["again"].format(who=who, other=other))
    return "; ".join(parts) + "."


def _join(items: list[str], say: dict[str, str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {say['and']} {items[-1]}"


def _step(lane: int, group: tuple[int, ...], say: dict[str, str]) -> str:
    dice = "+".join(map(str, group))
    return say["by" if len(group) == 1 else "sum"].format(lane=LANES[lane], total=sum(group), dice=dice)


def _events(before: Position, after: Position, action: Action, say: dict[str, str]) -> list[str]:
    """Captures, chairs taken and a duel that begins, as they follow from the two positions."""
    names = before.options.players
    events = []
    if isinstance(action, Move):
        rival = 1 - before.turn
        events += [
            say["capture"].format(who=names[rival], lane=LANES[lane]) for lane in range(len(LANES))
            if before.steps[rival][lane] != OFF == after.steps[rival][lane]]
    for place in range(len(before.chairs), len(after.chairs)):
        player, lane = after.chairs[place]
        events.append(say["chair"].format(who=names[player], lane=LANES[lane], chair=CHAIRS - place))
    if after.duel != NO_DUEL:
        events.append(say["meet"].format(lane=LANES[after.duel]))
    return events


def _result(p: Position, say: dict[str, str]) -> str:
    names, points = p.options.players, scores(p)
    seats = []
    for place, (player, lane) in enumerate(p.chairs):
        kinds = p.placed[player] or ""
        seats.append(say["seat"].format(chair=CHAIRS - place, kind=KIND_NAMES[kinds[lane]], who=names[player]))
    count = ", ".join(seats) or say["nobody"]
    if points[0] == points[1]:
        result = say["tie"].format(score=points[0])
    else:
        winner = points.index(max(points))
        result = say["win"].format(who=names[winner], score=max(points), less=min(points))
    return say["over"].format(count=count, result=result)
