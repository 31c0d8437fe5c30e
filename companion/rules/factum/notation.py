"""Actions of Factum as text (see NOTATION.md)."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.errors import MalformedAction
from companion.rules.factum.actions import (
    FROM_PILE,
    KINDS,
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
from companion.rules.factum.options import NAME, FactumOptions
from companion.rules.factum.state import State
from companion.rules.fields import read_numbers
from companion.rules.notation import find_player, no_action, quote, tokens, unknown

GERMAN: Final = {
    "gib": "deal",
    "melde": "volunteer",
    "erzähle": "tell",
    "richte": "judge",
    "rate": "guess",
    "lege": "lay",
    "stimme": "vote",
    "war": "was",
    "beste": "best",
    "erzähler": "storyteller",
    "richter": "judge",
    "geschichte": "story",
    "stapel": "pile",
    "von": "of",
    "neu": "new",
    "alt": "old",
}
VERBS: Final = ("deal", "volunteer", "teams", "tell", "judge", "guess", "lay", "vote", "was", "best")
_WORDS: Final[dict[tuple[str, ...], Action]] = {
    ("volunteer",): Volunteer(),
    ("judge",): Judge(),
    ("guess", "storyteller"): Decide(True),
    ("guess", "judge"): Decide(False),
    ("was", "story"): Owner(STORY),
    ("was", "pile"): Owner(FROM_PILE),
    ("best", "new"): Best(True),
    ("best", "old"): Best(False),
    ("tell",): Tell(),
    ("lay",): Lay(),
}
_CARDS: Final[dict[str, type[Tell] | type[Lay] | type[Vote]]] = {"tell": Tell, "lay": Lay, "vote": Vote}
_TEXTS: Final = {action: " ".join(words) for words, action in _WORDS.items()}


def format(action: Action, options: FactumOptions) -> str:
    """The canonical text."""
    if isinstance(action, Deal):
        return " ".join(["deal", *map(str, action.cards)])
    if isinstance(action, Teams):
        return " ".join(["teams", *(quote(options.players[p]) for p in action.members)])
    if isinstance(action, Owner) and action.player >= 0:
        return f"was of {quote(options.players[action.player])}"
    if type(action) not in KINDS:
        raise no_action(action, NAME)
    if action in _TEXTS:
        return _TEXTS[action]
    assert isinstance(action, (Tell, Lay, Vote))
    return f"{type(action).__name__.lower()} {action.card}"


def parse(text: str, state: State, actor: int) -> Action:
    """The action of a text."""
    words = tokens(text)
    known = tuple(GERMAN.get(word.casefold(), word.casefold()) for word in words)
    if known in _WORDS:
        return _WORDS[known]
    verb = known[0] if known else ""
    if verb == "deal":
        return Deal(read_numbers(words[1:]))
    if verb in _CARDS and len(words) == 2:
        card = read_numbers(words[1:])[0]
        if card == 0:
            raise MalformedAction(fact("factum.no.card-zero"))
        return _CARDS[verb](card)
    if verb == "teams" and len(words) > 1:
        return Teams(tuple(sorted(find_player(name, state.options.players, "teams {}") for name in words[1:])))
    if known[:2] == ("was", "of") and len(words) == 3:
        return Owner(find_player(words[2], state.options.players, "was of {}"))
    if verb == "vote" and len(words) == 1:
        raise MalformedAction(fact("factum.no.vote-which"))
    raise unknown(text, NAME, VERBS, known=verb in VERBS)
