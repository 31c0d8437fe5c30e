"""Every refusal is a fact that names what is wrong: a code of the game, values, its rule; no sentence in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.rules
from companion.rules import registry
from companion.rules.errors import IllegalAction, MalformedAction, OptionsError, RulesError, UnknownAction
from companion.words import say
from tests.rules.rules_cases import Case, everyone, smallest, walk

GAMES = {name: [case for case in smallest() if case.name == name] for name in registry.names()}
SOURCES = sorted(Path(companion.rules.__file__).parent.rglob("*.py"))
JUNK = ("", "foo", "lay", "play", "guess 1", "offer", "offer 9", "trade Ann", 'call "Ann', "next Z", "right", "teams")
each_game = pytest.mark.parametrize("name", GAMES)


def refusal(work: Callable[[], object]) -> RulesError | None:
    try:
        work()
    except RulesError as error:
        return error
    return None


def tried(case: Case, random: Random) -> Iterator[RulesError]:
    """Yield what is said to actions of other moments and to scrambled texts, by everybody, all along a game."""
    pool = [step.action for step in walk(case)]
    texts = [case.game.format(action, case.options()) for action in pool]
    for state in [step.state for step in walk(case)][::6]:
        for actor in everyone(case):
            words = [*random.choice(texts).split(), *random.choice(texts).split()]
            random.shuffle(words)
            typed = [random.choice(JUNK), " ".join(words[:3]), words[0] + " 7 Zoe", random.choice(texts)]
            yield from refusals(case.game, state, actor, random.choices(pool, k=4), typed)


def refusals(game: Any, state: Any, actor: int, actions: list[Any], typed: list[str]) -> Iterator[RulesError]:
    works: list[Callable[[], object]] = [
        *(partial(game.apply, state, actor, action) for action in actions),
        *(lambda text=text: game.apply(state, actor, game.parse(text, state, actor)) for text in typed),
        partial(game.draw, state),
    ]
    yield from (error for work in works if (error := refusal(work)) is not None)


@each_game
def test_what_is_refused_is_a_fact_with_its_rule(name: str) -> None:
    met: set[str] = set()
    for case in GAMES[name]:
        for error in tried(case, Random(case.variant)):
            met.add(error.code)
            assert error.code.startswith((f"{name}.no.", "rules.no."))
            assert str(error) == say(error.fact)
            if error.rule is None:
                assert error.fact is error.what
            else:
                assert error.fact.values == {"what": error.what, "rule": error.rule.fact}
            if isinstance(error, IllegalAction):
                assert error.rule.key.startswith(f"{name}.")
    assert len(met) > 10


OPTIONS: dict[str, list[tuple[dict[str, Any], str]]] = {
    "face-off": [
        ({"x": 1}, "option.no.unknown"),
        ({"cards": "paper"}, "option.no.choice"),
        ({"advanced": "yes"}, "option.no.flag"),
        ({"signal_set": "Z"}, "option.no.choice"),
        ({"suits": 5}, "option.no.list"),
        ({"suits": ["stone"] * 3}, "option.no.choice"),
        ({"suits": ["ruby"]}, "face-off.no.suits"),
        ({"gem_values": 7}, "option.no.table"),
        ({"gem_values": {"stone": 1}}, "option.no.choice"),
        ({"gem_values": {"ruby": 0}}, "option.no.whole"),
        ({"dealer": 9}, "option.no.seat"),
        ({"dealer": "Zoe"}, "option.no.name"),
        ({"target": 0}, "option.no.whole"),
        ({"wild_signal": "kiss"}, "face-off.no.wild-option"),
        ({"advanced": True, "wild_signal": " a"}, "option.no.blanks"),
        ({"advanced": True, "wild_signal": 5}, "option.no.text"),
    ],
    "keep-smiling": [
        ({"x": 1}, "option.no.unknown"),
        ({"duel": 1}, "option.no.flag"),
        ({"lane_length": 1}, "option.no.whole"),
        ({"first": 5}, "option.no.seat"),
        ({"first": "Zoe"}, "option.no.name"),
        ({"pieces": "glass"}, "option.no.choice"),
        ({"memory": 1}, "option.no.flag"),
    ],
    "face-cards": [
        ({"variant": "x"}, "option.no.choice"),
        ({"people": 1, "animals": 1, "objects": 1}, "face-cards.no.deck"),
        ({"blank_people": 9, "blank_animals": 9}, "face-cards.no.blanks"),
        ({"shortage": "x"}, "option.no.choice"),
    ],
    "ftw": [({"first": "Zoe"}, "option.no.name"), ({"rounds": 0}, "option.no.whole")],
    "factum": [({"deck": 10}, "factum.no.deck"), ({"finish": "never"}, "option.no.choice")],
}


@each_game
def test_impossible_options_are_refused_by_code(name: str) -> None:
    game = registry.get(name)
    few = ["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]
    for values, code in OPTIONS[name]:
        error = refusal(partial(game.options, few, **values))
        assert isinstance(error, OptionsError)
        assert error.code == code
    for names, code in (
        (["Ann"], "option.no.count"),
        (["Ann"] * len(few), "option.no.same-name"),
        (["", *few[1:]], "option.no.odd-name"),
        ("Ann", "option.no.players"),
    ):
        error = refusal(partial(game.options, names))
        assert error is not None
        assert error.code == code
    unknown = refusal(lambda: registry.get("chess"))
    assert unknown is not None
    assert unknown.code == "option.no.game"


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts in the code that are no docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    } | {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_no_sentence_stands_in_the_source(source: Path) -> None:
    """Codes, notation and patterns only: no text of four words or more, save what is never shown to a player."""
    for line, text in strings(ast.parse(source.read_text("utf-8"))):
        words = re.findall(r"[A-Za-zäöüÄÖÜß]{2,}", text)
        plain = re.fullmatch(r"[\w ,;:.'()!?äöüÄÖÜß/&-]+", text) is not None
        inside = source.stem in ("data", "legal") or "offer " in text or "verdict " in text
        sentence = plain and len(words) >= 4 and text.count(" ") >= 3
        assert not sentence or inside or "nobody without" in text, (line, text)


@each_game
def test_a_word_that_no_game_knows_is_told_from_a_bad_action(name: str) -> None:
    game = registry.get(name)
    state = game.start(game.options(["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]), 3)
    assert isinstance(refusal(lambda: game.parse("overtake 3", state, 0)), UnknownAction)
    bad = {"face-off": "offer 9", "keep-smiling": "place S"}.get(name, "lay x")
    known = refusal(lambda: game.parse(bad, state, 0))
    assert type(known) is MalformedAction
