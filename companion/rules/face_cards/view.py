"""Views of Face Cards for each player, random redeals of what is hidden, and public descriptions of actions."""

from __future__ import annotations

from itertools import islice
from random import Random

from companion.facts import Fact, fact
from companion.rules.face_cards.actions import Action, Answer, Camera, Cards, Deal, Guess, Lay
from companion.rules.face_cards.check import denied_guesses
from companion.rules.face_cards.options import NAME
from companion.rules.face_cards.state import Pairs, Phase, State, actors, front_owner, open_fronts
from companion.rules.protocol import Actor, SeenHistory, View, common, sentences, winners


def view(state: State, viewer: Actor) -> View:
    """Return what a viewer may know, as JSON values; seats count from 0.

    Of albums, box and pile only the number of cards is given, but the viewer's own album in full.
    """
    options = state.options
    fronts = [_fronts(state, pairs) for pairs in state.laid]
    phase = state.phase
    turn = state.guesser if phase in (Phase.GUESS, Phase.ANSWER, Phase.BONUS) else None
    number = min(state.round + 1, options.rounds) if phase == Phase.OVER else state.round + 1
    scores = [len(album) for album in state.albums]
    out: View = {
        **common(NAME, viewer, options.players, phase, actors(state), turn, number, scores),
        "variant": options.variant,
        "cards": options.cards,
        "rounds": options.rounds,
        "camera": state.camera,
        "waiting": list(state.waiting),
        "guessed": state.turn,
        "flops": state.flops,
        "fronts": fronts,
        "centre": list(state.centre),
        "guesses": [list(line) for line in state.log],
        "asked": list(state.asked),
        "owed": list(state.owed),
        "held": len(state.held),
        "open_pairs": [len(pairs) if open_fronts(state) else 0 for pairs in state.laid],
        "hands": [len(hand) for hand in state.hands],
        "box": len(state.box),
        "pile": len(state.pile),
        "start_card": state.box[0] if state.phase == Phase.CAMERA else None,
    }
    if viewer >= 0:
        out["hand"] = list(state.hands[viewer])
        out["pairs"] = [list(pair) for pair in state.laid[viewer]]
        out["album"] = list(state.albums[viewer])
    if options.digital:
        out["categories"] = _categories(out, options.categories)
    return out


def _categories(view: View, kinds: tuple[str, ...]) -> dict[str, str]:
    """Return card number -> category for the cards that the viewer sees."""
    cards = {view["start_card"] or 0, *view["centre"], *view.get("hand", ()), *view.get("album", ())}
    cards |= {card for row in (*view["fronts"], *view.get("pairs", ())) for card in row}
    return {str(card): kinds[card] for card in sorted(cards) if card}


def _fronts(state: State, pairs: Pairs) -> list[int]:
    """Return a player's front cards that are face up: Kenner's from the start, others once all have laid."""
    options = state.options
    if options.variant == "koenner":
        return []
    if open_fronts(state) or (options.variant == "kenner" and state.phase in (Phase.PAIR, Phase.FILL)):
        return [pair[0] for pair in pairs]
    return []


def redeal(state: State, viewer: Actor, history: SeenHistory[Action], random: Random) -> State:
    """Return the position with everything redealt at random that the viewer cannot know.

    That is the other players' hands, the pile, face-down pairs, and which face-up cards are a pair.
    """
    state = state._replace(seed=random.getrandbits(62))
    if not state.options.digital:
        return state
    others = [p for p in range(len(state.hands)) if p != viewer]
    dealt = _hands(state, others, random)
    return _redeal_pairs(dealt, others, random) if state.phase in (Phase.GUESS, Phase.BONUS) else dealt


def _hands(state: State, opponents: list[int], random: Random) -> State:
    """Return the position with the opponents' hands, the pile and the face-down cards redealt."""
    hands, laid, variant = list(state.hands), list(state.laid), state.options.variant
    secret = [p for p in opponents if state.phase in (Phase.PAIR, Phase.FILL) and p not in state.waiting]
    first = 1 if variant == "kenner" else 0  # index of a pair's first face-down card
    pool = [*state.pile, *(c for p in opponents for c in hands[p])]
    pool += [c for p in secret for pair in laid[p] for c in pair[first:]]
    random.shuffle(pool)
    cards = iter(pool)
    for p in opponents:
        hands[p] = tuple(sorted(islice(cards, len(hands[p]))))
    for p in secret:
        laid[p] = _sort_pairs([(*pair[:first], *islice(cards, 2 - first)) for pair in laid[p]], variant)
    return state._replace(hands=tuple(hands), laid=tuple(laid), pile=tuple(sorted(cards)))


def _sort_pairs(pairs: list[Cards], variant: str) -> Pairs:
    if variant == "koenner":
        return tuple((min(pair), max(pair)) for pair in pairs)
    return tuple(sorted(pairs)) if variant == "risiko" else tuple(pairs)


def _redeal_pairs(state: State, opponents: list[int], random: Random) -> State:
    """Pair the opponents' face-up cards at random, so that no pair was denied by an answer."""
    koenner = state.options.variant == "koenner"
    own = {card for p, pairs in enumerate(state.laid) if p not in opponents for card in sum(pairs, ())}
    fronts = [(p, 0 if koenner else pair[0]) for p in opponents for pair in state.laid[p]]
    random.shuffle(fronts)
    free = [card for card in state.centre if card not in own]
    random.shuffle(free)
    found = _pairing([front for _, front in fronts], free, denied_guesses(state))
    laid = [[] if p in opponents else list(pairs) for p, pairs in enumerate(state.laid)]
    for (p, _), pair in zip(fronts, found or (), strict=True):
        laid[p].append(pair)
    return state._replace(laid=tuple(tuple(sorted(pairs)) for pairs in laid))


def _pairing(fronts: list[int], centre: list[int], no: frozenset[Cards]) -> list[Cards] | None:
    """Return a pair for each of ``fronts`` that is not in ``no``; None if that is impossible.

    A front card is paired with a card of ``centre``. A front of 0 (Könner) stands for a pair of two centre cards.
    """
    if not fronts:
        return []
    front, rest = fronts[0], fronts[1:]
    firsts = [front] if front else centre[: 1 + len(centre) - 2 * len(fronts)]
    for one in firsts:
        for other in centre:
            pair = (one, other) if front or one < other else (other, one)
            if other != one and pair not in no:
                found = _pairing(rest, [card for card in centre if card not in pair], no)
                if found is not None:
                    return [pair, *found]
    return None


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
    bonus = before.options.variant != "risiko" and _is_mixed_guess(before, guess, action)
    return fact(
        "face-cards.right-bonus" if bonus else "face-cards.right", guess=told, who=names[guesser], owner=names[owner]
    )


def _owner(before: State, actor: Actor, action: Guess | Answer) -> int:
    """Return the seat whose pair was found, -1 if none was."""
    if isinstance(action, Answer):
        return (action.owner if action.owner >= 0 else actor) if action.right else -1
    pair = (action.one, action.other)
    return next((p for p, pairs in enumerate(before.laid) if pair in pairs), -1)


def _is_mixed_guess(before: State, guess: Guess, action: Guess | Answer) -> bool:
    if isinstance(action, Answer):
        return action.bonus
    kinds = before.options.categories
    return kinds[guess.one] != kinds[guess.other]


def _ending(before: State, after: State) -> Fact | None:
    """Return a description of the round's or game's end, None if the round goes on."""
    if after.phase == Phase.OVER:
        scores = [len(album) for album in after.albums]
        short = fact("face-cards.short") if after.round < after.options.rounds else None
        won = winners("face-cards", after.options.players, scores)
        return won if short is None else sentences(short, won)
    if after.round > before.round:
        return fact("face-cards.round", who=after.options.players[after.camera])
    return fact("face-cards.flop") if after.flops > before.flops else None
