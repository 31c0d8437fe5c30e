"""What a referee says of each action, as facts: nothing that was secret before or stays secret."""

from __future__ import annotations

from companion.facts import Fact, fact
from companion.rules.common_views import sentences, winners
from companion.rules.face_cards.actions import Action, Answer, Camera, Deal, Guess, Lay
from companion.rules.face_cards.state import Phase, State, front_owner
from companion.rules.protocol import Actor


def describe(before: State, actor: Actor, action: Action, after: State) -> Fact:
    names = before.options.players
    if isinstance(action, Deal):
        return _dealt(before, after)
    if isinstance(action, Camera):
        return fact("face-cards.camera", who=names[action.player])
    if isinstance(action, Lay):
        return _laid(before, after, names[actor])
    if isinstance(action, Guess) and after.phase == Phase.ANSWER:
        return fact("face-cards.guess", guess=_guess(before, actor, action))
    if isinstance(action, (Guess, Answer)):
        return sentences(_result(before, actor, action), _ending(before, after))
    return sentences(fact("face-cards.stop", who=names[actor], n=len(before.held)), _ending(before, after))


def _dealt(before: State, after: State) -> Fact:
    if before.phase == Phase.SETUP:
        return fact("face-cards.dealt", card=after.box[-1])
    if before.phase == Phase.DEAL:
        if before.options.variant != "kenner":
            return fact("face-cards.drawn")
        shown = zip(after.options.players, after.laid, strict=True)
        return fact("face-cards.fronts", fronts=[f"{name} {pairs[0][0]}" for name, pairs in shown])
    if before.phase == Phase.FILL:
        return fact("face-cards.centre", cards=after.centre)
    who = [before.options.players[p] for p in before.owed]
    return sentences(fact("face-cards.bonus-from-pile", who=who), _ending(before, after))


def _laid(before: State, after: State, name: str) -> Fact:
    code = "face-cards.laid-two" if before.options.pairs == 2 else "face-cards.laid"
    return fact(code, who=name, up=fact("face-cards.all-up") if after.phase == Phase.GUESS else None)


def _guess(before: State, guesser: int, guess: Guess) -> Fact:
    name = before.options.players[guesser]
    if before.options.variant == "koenner":
        return fact("face-cards.names-two", who=name, one=guess.one, other=guess.other)
    owner = before.options.players[front_owner(before, guess.one)]
    return fact("face-cards.names", who=name, one=guess.one, owner=owner, other=guess.other)


def _result(before: State, actor: Actor, action: Guess | Answer) -> Fact:
    asked = before.asked if isinstance(action, Answer) else (actor, action.one, action.other)
    guesser, guess = asked[0], Guess(asked[1], asked[2])
    told, owner = _guess(before, guesser, guess), _owner(before, actor, action)
    if owner < 0:
        lost = fact("face-cards.lost", n=len(before.held)) if before.held else None
        return fact("face-cards.wrong", guess=told, lost=lost)
    names = before.options.players
    bonus = before.options.variant != "risiko" and _mixed(before, guess, action)
    return fact(
        "face-cards.right-bonus" if bonus else "face-cards.right", guess=told, who=names[guesser], owner=names[owner]
    )


def _owner(before: State, actor: Actor, action: Guess | Answer) -> int:
    """Whose pair was found, -1 if none was."""
    if isinstance(action, Answer):
        return (action.owner if action.owner >= 0 else actor) if action.right else -1
    pair = (action.one, action.other)
    return next((p for p, pairs in enumerate(before.laid) if pair in pairs), -1)


def _mixed(before: State, guess: Guess, action: Guess | Answer) -> bool:
    if isinstance(action, Answer):
        return action.bonus
    kinds = before.options.categories
    return kinds[guess.one] != kinds[guess.other]


def _ending(before: State, after: State) -> Fact | None:
    """What follows when that was the last guess of a round."""
    if after.phase == Phase.OVER:
        scores = [len(album) for album in after.albums]
        short = fact("face-cards.short") if after.round < after.options.rounds else None
        won = winners("face-cards", after.options.players, scores)
        return won if short is None else sentences(short, won)
    if after.round > before.round:
        return fact("face-cards.round", who=after.options.players[after.camera])
    return fact("face-cards.flop") if after.flops > before.flops else None
