"""What a referee says for each action, in English and German: one plain sentence, nothing secret in it."""

from __future__ import annotations

from typing import Final

from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play
from companion.rules.ftw.engine import apply
from companion.rules.ftw.position import Position, totals
from companion.rules.protocol import Actor, Language

_LINES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "deal": "Round {round} of {rounds}: the cards are dealt, and everyone chooses 3 to give to the right.",
        "give": "{who} has chosen 3 cards to give to the right.",
        "begin": "{who} has chosen too, the cards change hands, and {next} begins.",
        "open": "{who} opens a pile with the {card}",
        "play": "{who} plays the {card} on the {top}",
        "help": "{who} plays the {card} on the {top} with the help of {helpers}: {sum} is higher than {top}",
        "lay": "{who} lays the {card} in front and takes the {take} from the pile; the rest of the pile goes away",
        "only": "{who} lays the {card} in front and takes the {take}, the only card of the pile",
        "two": "{who} has 2 cards left",
        "round": "The round is over: {points}.",
        "point": "{who} gets {points}",
        "win": "The game is over: {who} wins with {points} points.",
        "tie": "The game is over: {who} share the win with {points} points.",
        "and": "and",
    },
    "de": {
        "deal": "Runde {round} von {rounds}: Die Karten sind verteilt, alle wählen 3 Karten für die Person rechts.",
        "give": "{who} hat 3 Karten für die Person rechts gewählt.",
        "begin": "Auch {who} hat gewählt, die Karten wandern nach rechts, und {next} beginnt.",
        "open": "{who} beginnt einen Stapel mit der {card}",
        "play": "{who} legt die {card} auf die {top}",
        "help": "{who} legt die {card} auf die {top} mit Hilfe von {helpers}: {sum} ist höher als {top}",
        "lay": "{who} legt die {card} vor sich aus und nimmt die {take} vom Stapel; der übrige Stapel kommt weg",
        "only": "{who} legt die {card} vor sich aus und nimmt die {take}, die einzige Karte des Stapels",
        "two": "{who} hat noch 2 Karten",
        "round": "Die Runde ist zu Ende: {points}.",
        "point": "{who} bekommt {points}",
        "win": "Das Spiel ist zu Ende: {who} gewinnt mit {points} Punkten.",
        "tie": "Das Spiel ist zu Ende: {who} gewinnen gemeinsam mit {points} Punkten.",
        "and": "und",
    },
}


def tell(before: Position, actor: Actor, action: Action, language: Language) -> str:
    """One plain sentence for a legal action, and the scores where it ends a round. Raises what ``apply`` raises."""
    after = apply(before, actor, action)
    say = _LINES[language]
    names = before.options.players
    if isinstance(action, Deal):
        return say["deal"].format(round=len(before.points) + 1, rounds=before.options.rounds)
    if isinstance(action, Give):
        if None in after.given:
            return say["give"].format(who=names[actor])
        return say["begin"].format(who=names[actor], next=names[after.turn])
    parts = [_played(before, names[actor], action, say)]
    if len(after.points) == len(before.points):
        if len(after.hands[actor]) == 2 != len(before.hands[actor]):
            parts.append(say["two"].format(who=names[actor]))
        return "; ".join(parts) + "."
    points = [say["point"].format(who=who, points=n) for who, n in zip(names, after.points[-1], strict=True)]
    sentences = [parts[0] + ".", say["round"].format(points=_join(points, say))]
    if not after.acts:
        sentences.append(_result(after, say))
    return " ".join(sentences)


def _played(before: Position, who: str, action: Play | Lay, say: dict[str, str]) -> str:
    top = before.pile[-1] if before.pile else 0
    if isinstance(action, Lay):
        return say["lay" if len(before.pile) > 1 else "only"].format(who=who, card=action.card, take=action.take)
    if not top:
        return say["open"].format(who=who, card=action.card)
    if not action.helpers:
        return say["play"].format(who=who, card=action.card, top=top)
    helpers = _join([str(helper) for helper in sorted(action.helpers)], say)
    total = action.card + sum(action.helpers)
    return say["help"].format(who=who, card=action.card, top=top, helpers=helpers, sum=total)


def _join(items: list[str], say: dict[str, str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {say['and']} {items[-1]}"


def _result(p: Position, say: dict[str, str]) -> str:
    total = totals(p)
    winners = [name for name, points in zip(p.options.players, total, strict=True) if points == max(total)]
    return say["win" if len(winners) == 1 else "tie"].format(who=_join(winners, say), points=max(total))
