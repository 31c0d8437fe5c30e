"""Grammars of what can be said now: the answers to the open question, or the moves of Keep Smiling!.

Spoken options have the wordings of one language. Typed answers are read by the same wordings, in every language.
Whether a speaker may answer is decided elsewhere (``followers.spoken_answers``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Final

from companion.facts import Fact, fact
from companion.referee.match import Match
from companion.referee.questions import OTHER_ANSWER, Question
from companion.rules.keep_smiling.actions import LANES, PASS, Move, Step
from companion.words import Language
from companion.words.spoken_words import Saying, answer_sayings, fold_saying, sayings, spoken_table, words_of

MOVES_OPTION: Final = "moves"  # begins the id of the prompt with Keep Smiling!'s moves
_MAX_SAID_STEPS = 2  # most pieces of a move that has a spoken wording
_MAX_PLACES = 12  # most answers that can be chosen by their number


@dataclass(frozen=True, slots=True)
class SpokenOption:
    """One option that can be said.

    Attributes:
        id: Id of an answer, a move in the notation, or the id of a confirmation ("confirm", "dismiss").
        label: The option as it is shown.
        sayings: The wordings by which it can be said.
    """

    id: str
    label: Fact
    sayings: tuple[Saying, ...]


@dataclass(frozen=True, slots=True)
class SpokenPrompt:
    """The options that one utterance is matched against.

    Attributes:
        id: The question's id; for moves ``MOVES_OPTION`` and the number of the match's last step.
        options: The options.
        names: Words in the wordings that are players' names.
    """

    id: str
    options: tuple[SpokenOption, ...]
    names: tuple[str, ...] = ()

    def option(self, name: str) -> SpokenOption | None:
        return next((option for option in self.options if option.id == name), None)


def prompt_of(question: Question, language: Language, names: Sequence[str]) -> SpokenPrompt:
    """Return the spoken options of a question; ``names`` are the players' names.

    A wording that two answers share belongs to the first of them. Answers that need the person's own words are left
    out.
    """
    taken: set[str] = set()
    options = []
    for place, answer in enumerate(question.answers, 1):
        if answer.kind == OTHER_ANSWER:  # needs the person's own words
            continue
        said = answer_sayings(answer.text, answer.kind, place, language, names)
        own = tuple(saying for saying in said if fold_saying(saying) not in taken)
        taken |= {fold_saying(saying) for saying in own}
        options.append(SpokenOption(answer.id, answer.text, own))
    return SpokenPrompt(question.id, tuple(options), tuple(names))


def typed_sayings(question: Question, languages: Iterable[Language]) -> Iterator[tuple[str, str]]:
    """Yield (answer id, wording) for everything that may be typed as an answer, in each of the languages."""
    for language in languages:
        for option in prompt_of(question, language, ()).options:
            yield from ((option.id, fold_saying(said)) for said in option.sayings)


def move_prompt(match: Match, language: Language) -> SpokenPrompt | None:
    """Return the moves of Keep Smiling! that can be spoken now; None unless exactly one player has a move to make.

    Only moves of at most two pieces have a wording.
    """
    state = match.state
    if match.game.name != "keep-smiling" or match.needs.dice or match.is_over or match.paused:
        return None
    actors = [actor for actor in match.game.actors(state) if actor >= 0]
    if len(actors) != 1:
        return None
    moves = [act for act in match.game.legal(state, actors[0]) if isinstance(act, Move)]
    options = []
    for move in moves:
        if len(move.steps) <= _MAX_SAID_STEPS and (said := _move_sayings(move, language)):
            shown = fact("answer.is", value=" ".join(said[0]))
            options.append(SpokenOption(match.game.format(move, match.options), shown, said))
    return SpokenPrompt(f"{MOVES_OPTION}-{match.step}", tuple(options)) if options else None


@lru_cache(maxsize=4096)
def _move_sayings(move: Move, language: Language) -> tuple[Saying, ...]:
    table: Mapping[str, list[str]] = spoken_table(language, "move")
    if move == PASS:
        return tuple(words_of(said) for said in table.get("pass", ()))
    if len(move.steps) == 1:
        return tuple(_step_sayings(move.steps[0], language))
    found: list[Saying] = []
    for order in permutations(move.steps):
        first, then = (_step_sayings(step, language) for step in order)
        found += [
            filled
            for a, b in zip(first, then, strict=False)
            for filled in sayings(table.get("joined", ()), {"first": a, "then": b}, language)
        ]
    return tuple(found)


def _step_sayings(step: Step, language: Language) -> list[Saying]:
    lane, dice = step
    table = spoken_table(language, "move")
    templates = table.get("one" if len(dice) == 1 else "two", ())
    return sayings(templates, {"lane": LANES[lane], "number": dice[0], "second": dice[-1]}, language)


def with_confirmation(
    prompt: SpokenPrompt, asked: Sequence[SpokenOption], confirm: str, dismiss: str, language: Language
) -> SpokenPrompt:
    """Return the prompt with "yes" and "no" added, to confirm or dismiss what was heard.

    "Yes" is only added where a single option was heard. A prompt whose own options include "yes" is returned unchanged.

    Args:
        prompt: The prompt of the open question.
        asked: The options that were heard and are to be confirmed.
        confirm: Id for "yes".
        dismiss: Id for "no".
        language: Language of the wordings.
    """
    table = spoken_table(language, "kind")
    yes, no = ([words_of(said) for said in table.get(kind, ())] for kind in ("yes", "no"))
    taken = {fold_saying(said) for option in prompt.options for said in option.sayings}
    if any(fold_saying(said) in taken for said in yes):  # a yes-no question: people confirm by saying the answer again
        return prompt
    denied = {fold_saying(said) for said in no}
    kept = [
        SpokenOption(o.id, o.label, tuple(said for said in o.sayings if fold_saying(said) not in denied))
        for o in prompt.options
    ]
    if len(asked) == 1:
        kept.append(SpokenOption(confirm, asked[0].label, tuple(yes)))
    kept.append(SpokenOption(dismiss, asked[0].label, tuple(no)))
    return SpokenPrompt(prompt.id, tuple(kept), prompt.names)
