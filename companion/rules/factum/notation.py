"""Actions of Factum as text (see NOTATION.md)."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.errors import MalformedAction
from companion.rules.factum import actions
from companion.rules.factum.options import NAME, FactumOptions
from companion.rules.factum.state import State
from companion.rules.notation import find_player, no_action, quote, tokens, unknown_action_error
from companion.rules.notation_fields import read_numbers

VERBS: Final = ("deal", "volunteer", "teams", "tell", "judge", "guess", "lay", "vote", "was", "best")
_WORD_ACTIONS: Final[dict[tuple[str, ...], actions.Action]] = {
    ("volunteer",): actions.Volunteer(),
    ("judge",): actions.Judge(),
    ("guess", "storyteller"): actions.Decide(True),
    ("guess", "judge"): actions.Decide(False),
    ("was", "story"): actions.Owner(actions.STORY_OWNER),
    ("was", "pile"): actions.Owner(actions.PILE_OWNER),
    ("best", "new"): actions.Best(True),
    ("best", "old"): actions.Best(False),
    ("tell",): actions.Tell(),
    ("lay",): actions.Lay(),
}
_CARD_ACTIONS: Final[dict[str, type[actions.Tell] | type[actions.Lay] | type[actions.Vote]]] = {
    "tell": actions.Tell,
    "lay": actions.Lay,
    "vote": actions.Vote,
}
_ACTION_TEXTS: Final = {action: " ".join(words) for words, action in _WORD_ACTIONS.items()}


def format(action: actions.Action, options: FactumOptions) -> str:
    if isinstance(action, actions.Deal):
        return " ".join(["deal", *map(str, action.cards)])
    if isinstance(action, actions.Teams):
        return " ".join(["teams", *(quote(options.players[p]) for p in action.members)])
    if isinstance(action, actions.Owner) and action.player >= 0:
        return f"was of {quote(options.players[action.player])}"
    if type(action) not in actions.ACTION_TYPES:
        raise no_action(action, NAME)
    if action in _ACTION_TEXTS:
        return _ACTION_TEXTS[action]
    assert isinstance(action, (actions.Tell, actions.Lay, actions.Vote))
    return f"{type(action).__name__.lower()} {action.card}"


def words(options: FactumOptions) -> tuple[str, ...]:
    said = {word: None for words in _WORD_ACTIONS for word in words}
    return (*said, "vote", *map(str, range(1, options.deck + 1)))


def parse(text: str, state: State, actor: int) -> actions.Action:
    """Return the action that a text stands for. Raises MalformedAction if none fits, AmbiguousAction if several do."""
    words = tokens(text)
    known = tuple(word.casefold() for word in words)
    if known in _WORD_ACTIONS:
        return _WORD_ACTIONS[known]
    verb = known[0] if known else ""
    if verb == "deal":
        return actions.Deal(read_numbers(words[1:]))
    if verb in _CARD_ACTIONS and len(words) == 2:
        card = read_numbers(words[1:])[0]
        if card == 0:
            raise MalformedAction(fact("factum.no.card-zero"))
        return _CARD_ACTIONS[verb](card)
    if verb == "teams" and len(words) > 1:
        return actions.Teams(tuple(sorted(find_player(name, state.options.players, "teams {}") for name in words[1:])))
    if known[:2] == ("was", "of") and len(words) == 3:
        return actions.Owner(find_player(words[2], state.options.players, "was of {}"))
    if verb == "vote" and len(words) == 1:
        raise MalformedAction(fact("factum.no.vote-which"))
    raise unknown_action_error(text, NAME, VERBS, is_known_verb=verb in VERBS)
