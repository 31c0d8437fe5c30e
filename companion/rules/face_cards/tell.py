"""What happened, in one plain sentence, German or English: nothing that was secret before or stays secret."""

from __future__ import annotations

from companion.rules.face_cards.actions import Action, Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.moves import move
from companion.rules.face_cards.state import ANSWER, DEAL, FILL, GUESS, OVER, SETUP, State
from companion.rules.protocol import Actor, Language


def tell(before: State, actor: Actor, action: Action, language: Language) -> str:
    """The sentence for a legal action."""
    german = language == "de"
    after = move(before, actor, action)
    if isinstance(action, Deal):
        return _dealt(before, after, german)
    if isinstance(action, Camera):
        name = before.options.players[action.player]
        return f"{name} bekommt den Fotoapparat und beginnt." if german else f"{name} takes the camera and starts."
    if isinstance(action, Lay):
        return _laid(before, after, actor, german)
    if isinstance(action, Guess) and after.phase == ANSWER:
        return _name(before, actor, action, german) + "."
    if isinstance(action, (Guess, Answer)):
        return _result(before, after, actor, action, german) + _ending(before, after, german)
    if isinstance(action, Pass):
        name, count = before.options.players[actor], _pictures(len(before.held), german)
        line = f"{name} hört auf und behält {count}." if german else f"{name} stops and keeps {count}."
        return line + _ending(before, after, german)
    raise AssertionError(f"unknown action {action!r}")


def _pictures(count: int, german: bool) -> str:
    if german:
        return "ein Foto" if count == 1 else f"{count} Fotos"
    return "one picture" if count == 1 else f"{count} pictures"


def _dealt(before: State, after: State, german: bool) -> str:
    if before.phase == SETUP:
        card = after.box[-1]
        return f"Die Karten sind gegeben; die erste Karte zeigt Foto {card}." if german else \
            f"The cards are dealt; the first card shows picture {card}."
    if before.phase == DEAL:
        if before.options.variant != "kenner":
            return "Alle ziehen nach." if german else "Everyone draws back up."
        shown = zip(after.options.players, after.laid, strict=True)
        fronts = ", ".join(f"{name} {pairs[0][0]}" for name, pairs in shown)
        return f"Offen liegen: {fronts}." if german else f"Face up lie: {fronts}."
    if before.phase == FILL:
        cards = ", ".join(map(str, after.centre))
        return f"Aufgedeckt; in der Mitte liegen {cards}." if german else f"Face up now; the centre shows {cards}."
    names = " und " if german else " and "
    who = names.join(before.options.players[p] for p in before.owed)
    line = f"Die Schachtel ist leer: Bonusfoto vom Nachziehstapel für {who}." if german else \
        f"The box is empty: a bonus picture from the draw pile for {who}."
    return line + _ending(before, after, german)


def _laid(before: State, after: State, actor: int, german: bool) -> str:
    name, two = before.options.players[actor], before.options.pairs == 2
    line = f"{name} hat gelegt" if german else f"{name} has laid {'two pairs' if two else 'a pair'}"
    if after.phase == GUESS:
        return line + ("; alle Karten werden aufgedeckt." if german else "; all cards are turned up.")
    return line + "."


def _name(before: State, guesser: int, guess: Guess, german: bool) -> str:
    name = before.options.players[guesser]
    if before.options.variant == "koenner":
        return f"{name} tippt auf {guess.one} und {guess.other}" if german else \
            f"{name} matches {guess.one} and {guess.other}"
    owner = next(p for p, pairs in enumerate(before.laid) if any(pair[0] == guess.one for pair in pairs))
    other = before.options.players[owner]
    return f"{name} tippt auf {guess.one} (vor {other}) und {guess.other}" if german else \
        f"{name} matches {guess.one} (before {other}) with {guess.other}"


def _result(before: State, after: State, actor: int, action: Guess | Answer, german: bool) -> str:
    asked = before.asked if isinstance(action, Answer) else (actor, action.one, action.other)
    guesser, guess = asked[0], Guess(asked[1], asked[2])
    line = _name(before, guesser, guess, german)
    owner = _owner(before, actor, action)
    if owner < 0:
        lost = f", {_pictures(len(before.held), german)} {'in die Schachtel' if german else 'lost to the box'}"
        return line + (": daneben" if german else ": wrong") + (lost if before.held else "") + "."
    names = before.options.players
    bonus = before.options.variant != "risiko" and _mixed(before, guess, action)
    if german:
        return f"{line}: richtig! {names[guesser]} und {names[owner]} bekommen je ein Foto" + \
            (" und ein Bonusfoto" if bonus else "") + "."
    return f"{line}: right! {names[guesser]} and {names[owner]} take a picture each" + \
        (", and a bonus picture each" if bonus else "") + "."


def _owner(before: State, actor: int, action: Guess | Answer) -> int:
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


def _ending(before: State, after: State, german: bool) -> str:
    """What follows when that was the last guess of a round."""
    if after.phase == OVER:
        best = max(map(len, after.albums))
        names = [name for name, album in zip(after.options.players, after.albums, strict=True) if len(album) == best]
        who, count = (" und " if german else " and ").join(names), _pictures(best, german)
        if german:
            return f" Das Spiel ist aus: {who} {'gewinnt' if len(names) == 1 else 'gewinnen'} mit {count}."
        return f" The game is over: {who} {'wins' if len(names) == 1 else 'win'} with {count}."
    if after.round > before.round:
        name = after.options.players[after.camera]
        return f" Die Runde ist zu Ende; der Fotoapparat geht an {name}." if german else \
            f" The round is over; the camera goes to {name}."
    if after.flops > before.flops:
        return " Niemand lag richtig: noch eine Tipprunde mit denselben Karten." if german else \
            " Nobody was right: another guessing round with the same cards."
    return ""
