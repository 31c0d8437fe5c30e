"""What a player, or everybody at the table, may know of a position of Face Cards."""

from __future__ import annotations

from companion.rules.common_views import common
from companion.rules.face_cards.options import NAME
from companion.rules.face_cards.state import Pairs, Phase, State, actors, open_fronts
from companion.rules.protocol import Actor, View


def view(state: State, viewer: Actor) -> View:
    """JSON values; seats count from 0. Albums, box and pile are counts, but a player may look into the own album."""
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


def _categories(seen: View, kinds: tuple[str, ...]) -> dict[str, str]:
    """The category of each card that the viewer sees, by its number."""
    cards = {seen["start_card"] or 0, *seen["centre"], *seen.get("hand", ()), *seen.get("album", ())}
    cards |= {card for row in (*seen["fronts"], *seen.get("pairs", ())) for card in row}
    return {str(card): kinds[card] for card in sorted(cards) if card}


def _fronts(state: State, pairs: Pairs) -> list[int]:
    """The cards in front of a player that lie face up: Kenner's at once, the others when all have laid."""
    options = state.options
    if options.variant == "koenner":
        return []
    if open_fronts(state) or (options.variant == "kenner" and state.phase in (Phase.PAIR, Phase.FILL)):
        return [pair[0] for pair in pairs]
    return []
