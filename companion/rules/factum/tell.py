"""What happened, in one plain sentence, German or English: nothing that was secret before or stays secret."""

from __future__ import annotations

from companion.rules.factum.actions import (
    FROM_PILE,
    STORY,
    Action,
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
from companion.rules.factum.moves import move
from companion.rules.factum.state import BEST, BREAK, FILL, OVER, OWNER, SETUP, VOTE, State, others
from companion.rules.protocol import CHANCE, Actor, Language


def tell(before: State, actor: Actor, action: Action, language: Language) -> str:
    """The sentence for a legal action."""
    after = move(before, actor, action)
    name = before.options.players[actor] if actor >= 0 else ""
    if isinstance(action, (Vote, Owner, Best)):
        return _votes(before, after, actor, action, name)[language == "de"]
    return _other(before, after, action, name)[language == "de"]


def _names(state: State, players: tuple[int, ...], last: str) -> str:
    names = [state.options.players[p] for p in players]
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _other(before: State, after: State, action: Action, name: str) -> tuple[str, str]:
    """English and German, for what is no vote."""
    if isinstance(action, Deal):
        return _dealt(before, after)
    if isinstance(action, Volunteer):
        return f"{name} has a story.", f"{name} hat eine Geschichte."
    if isinstance(action, Teams):
        one, two = after.side, others(after)
        return (f"The teams are {_names(after, one, 'and')} against {_names(after, two, 'and')}.",
                f"Die Teams sind {_names(after, one, 'und')} gegen {_names(after, two, 'und')}.")
    if isinstance(action, Tell):
        return f"{name} has told the story and laid a card.", f"{name} hat erzählt und eine Karte gelegt."
    if isinstance(action, Judge):
        return f"{name} judges and looks at the card.", f"{name} richtet und schaut sich die Karte an."
    if isinstance(action, Decide):
        side = after.teller if action.tellers else after.judge
        captain = before.options.players[side]
        return (f"{name} decides: {captain}'s team guesses.", f"{name} entscheidet: Das Team von {captain} rät.")
    assert isinstance(action, Lay)
    shown = ", ".join(map(str, after.table))
    if after.phase == VOTE:
        return (f"{name} has laid a card; on the table lie {shown}.",
                f"{name} hat eine Karte gelegt; auf dem Tisch liegen {shown}.")
    return f"{name} has laid a card.", f"{name} hat eine Karte gelegt."


def _dealt(before: State, after: State) -> tuple[str, str]:
    if before.phase == FILL:
        shown = ", ".join(map(str, after.table))
        return (f"Cards of the pile make it five; on the table lie {shown}.",
                f"Mit Karten vom Stapel sind es fünf; auf dem Tisch liegen {shown}.")
    if before.phase == SETUP:
        return "Everyone has five cards; who has a story?", "Jeder hat fünf Karten; wer hat eine Geschichte?"
    return "Everyone has five cards again; who has a story?", "Jeder hat wieder fünf Karten; wer hat eine Geschichte?"


def _votes(before: State, after: State, actor: Actor, action: Vote | Owner | Best, name: str) -> tuple[str, str]:
    if isinstance(action, Best):
        return _best(before, after, name)
    if after.phase == VOTE and after.ties == before.ties:
        return f"{name} has voted.", f"{name} hat abgestimmt."
    if after.phase in (VOTE, BREAK):
        cards = ", ".join(map(str, after.choices))
        if after.phase == VOTE:
            return f"A tie between {cards}: vote again.", f"Gleichstand zwischen {cards}: Stimmt noch einmal ab."
        decider = after.waiting[0]
        who = before.options.players[decider] if decider != CHANCE else ""
        return (f"Still a tie between {cards}: {who or 'chance'} decides.",
                f"Immer noch Gleichstand zwischen {cards}: {who or 'Das Los'} entscheidet.")
    if after.phase == OWNER:
        card = after.choices[0]
        return f"The guess is card {card}; whose was it?", f"Der Tipp ist Karte {card}; von wem war sie?"
    return _guessed(before, after, action)


def _guessed(before: State, after: State, action: Vote | Owner) -> tuple[str, str]:
    names = before.options.players
    card, story, owner = after.result
    tellers_win = (owner == STORY) == before.tellers_guess
    winner = names[before.teller if tellers_win else before.judge]
    if owner == STORY:
        en, de = f"Card {card} is right", f"Karte {card} ist richtig"
    else:
        whose = ("from the pile", "vom Stapel") if owner == FROM_PILE else (f"by {names[owner]}", f"von {names[owner]}")
        was = f"; the story's was {story}" if before.options.digital else ""
        war = f"; zur Geschichte gehörte {story}" if before.options.digital else ""
        en, de = f"Card {card} is wrong, {whose[0]}{was}", f"Karte {card} ist falsch, {whose[1]}{war}"
    end = _ending(after)
    follow = (" Now vote for the better story.", " Nun stimmt über die bessere Geschichte ab.") \
        if after.phase == BEST else end
    return f"{en}: {winner}'s team wins.{follow[0]}", f"{de}: Das Team von {winner} gewinnt.{follow[1]}"


def _best(before: State, after: State, name: str) -> tuple[str, str]:
    if after.phase == BEST:
        return f"{name} has voted.", f"{name} hat abgestimmt."
    holder, end = after.options.players[after.title], _ending(after)
    if after.title_round != before.title_round:
        return (f"{holder}'s new story takes the title of the best one.{end[0]}",
                f"Die neue Geschichte von {holder} ist jetzt die beste.{end[1]}")
    return (f"{holder}'s story stays the best one.{end[0]}", f"Die Geschichte von {holder} bleibt die beste.{end[1]}")


def _ending(after: State) -> tuple[str, str]:
    if after.phase != OVER:
        return "", ""
    best = max(after.scores)
    winners = tuple(p for p, score in enumerate(after.scores) if score == best)
    wins, gewinnt = ("wins", "gewinnt") if len(winners) == 1 else ("win", "gewinnen")
    return (f" The game is over: {_names(after, winners, 'and')} {wins} with {best} points.",
            f" Das Spiel ist aus: {_names(after, winners, 'und')} {gewinnt} mit {best} Punkten.")
