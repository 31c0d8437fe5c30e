"""Every refusal is said in German as well: whatever is typed or tried, in every game."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rules_cases import Case, cases, everyone, walk

import companion.rules
from companion.rules import registry
from companion.rules.errors import IllegalAction, MalformedAction, OptionsError, RecordError, RulesError, UnknownAction

GAMES = {  # each variant with the fewest players it allows
    name: list({case.variant: case for case in reversed(cases()) if case.name == name}.values())
    for name in registry.names()
}
SOURCES = sorted(Path(companion.rules.__file__).parent.rglob("*.py"))
ENGLISH = re.compile(r"\b(the|is|are|be|not|no|cannot|and|or|you|your|only|there|of|to|it|this|that|nobody)\b", re.I)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\w+\([^)]*\)")  # what was typed, and actions as Python shows them
JUNK = ("", "foo", "lay", "play", "guess 1", "offer", "offer 9", "trade Ann", 'call "Ann', "next Z", "right", "teams")
each_game = pytest.mark.parametrize("name", GAMES)


def refusal(work: Callable[[], object]) -> RulesError | None:
    try:
        work()
    except RulesError as error:
        return error
    return None


def tried(case: Case, random: Random) -> Iterator[RulesError]:
    """What is said to actions of other moments and to scrambled texts, by everybody, all along a game."""
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
def test_what_is_refused_is_refused_in_both_languages(name: str) -> None:
    said: dict[str, str] = {}
    for case in GAMES[name]:
        for error in tried(case, Random(case.variant)):
            said[error.message] = error.german
            assert error.worded("en") == str(error)
            assert error.worded("de", cite=False) == error.german
            if isinstance(error, IllegalAction):
                rule = error.rule
                assert error.worded("de") == f"{error.german} ({rule.book}, {rule.section}: {rule.de})"
    assert len(said) > 20
    for message, german in said.items():
        assert german != message
        assert not ENGLISH.search(QUOTED.sub("", german.split(": ")[0])), german
        assert german[0] in "'\"" or german[0].isupper() or german[0].isdigit(), german


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "face-off": [
        {"x": 1}, {"cards": "paper"}, {"advanced": "yes"}, {"signal_set": "Z"}, {"suits": 5}, {"suits": ["stone"] * 3},
        {"suits": ["ruby"]}, {"gem_values": 7}, {"gem_values": {"stone": 1}}, {"gem_values": {"ruby": 0}},
        {"dealer": 9}, {"dealer": "Zoe"}, {"target": 0}, {"wild_signal": "kiss"},
        {"advanced": True, "wild_signal": " a"}, {"advanced": True, "wild_signal": 5},
    ],
    "keep-smiling": [{"x": 1}, {"duel": 1}, {"lane_length": 1}, {"first": 5}, {"first": "Zoe"}, {"pieces": "glass"}],
    "face-cards": [
        {"variant": "x"}, {"people": 1, "animals": 1, "objects": 1}, {"blank_people": 9, "blank_animals": 9},
    ],
    "ftw": [{"first": "Zoe"}, {"rounds": 0}],
    "factum": [{"deck": 10}, {"finish": "never"}],
}  # fmt: skip


@each_game
def test_impossible_options_are_refused_in_both_languages(name: str) -> None:
    game = registry.get(name)
    few = ["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]
    works: list[Callable[[], object]] = [lambda v=v: game.options(few, **v) for v in OPTIONS[name]]
    for names in (["Ann"], ["Ann"] * len(few), ["", *few[1:]], "Ann"):
        works.append(lambda n=names: game.options(n))
    for work in works:
        error = refusal(work)
        assert isinstance(error, OptionsError)
        assert not ENGLISH.search(QUOTED.sub("", error.german)), error.german
        assert error.german != error.message
    unknown = refusal(lambda: registry.get("chess"))
    assert unknown is not None
    assert unknown.german.startswith("Ein Spiel 'chess' gibt es nicht")


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node, node.func.id


def fixed(argument: ast.expr) -> str:
    """What a literal always says, without the values filled in."""
    return "".join(n.value for n in ast.walk(argument) if isinstance(n, ast.Constant) and isinstance(n.value, str))


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_no_sentence_in_the_source_lacks_its_german(source: Path) -> None:
    named = {"Text", "IllegalAction", "MalformedAction", "AmbiguousAction", "UnknownAction", "OptionsError"}
    for call, name in calls(ast.parse(source.read_text("utf-8"))):
        if name not in named or any(isinstance(a, ast.Starred) for a in call.args):
            continue
        english, german = (fixed(argument) for argument in call.args[:2])
        assert english != german or not german, (source.name, call.lineno)  # empty: a name, or "error.german"
        assert not ENGLISH.search(QUOTED.sub("", german)), (source.name, call.lineno)


GOLDEN = [  # game, cards, typed by the first player, what is said, the rule's beginning
    ("face-off", "digital", "offer 4 rubin", "Ann hat nicht 4-mal Rubin.",
     "Face Off! book, The play: Biete 1 bis 4 Karten"),
    ("face-off", "digital", "withdraw", "Ann bietet nichts an.",
     "RULINGS.md, Face Off!, trades: Nur ein Angebot, das steht,"),
    ("face-off", "physical", "offer 2 ruby",
     "Ihr spielt mit euren eigenen Karten, die hier keiner kennt; sag nur, was du zeigst, etwa: offer 2.",
     "Face Off! book, The play: Biete 1 bis 4 Karten"),
    ("face-off", "digital", "call Zoe", "Hier heißt niemand 'Zoe'; es spielen Ann, Ben, Cleo.", ""),
    ("keep-smiling", "", "S S S G N", "SSSGN sind nicht zwei S, zwei G und ein N.",
     "Keep Smiling!, Die Startposition: Jeder setzt zuerst seine fünf Figuren"),
    ("keep-smiling", "", "move a:3",
     "Ann kann das jetzt nicht: noch werden die Figuren gesetzt, Ann und Ben sind dran.",
     "Keep Smiling!, Die Startposition: Jeder setzt zuerst seine fünf Figuren"),
    ("face-cards", "", "lay 1", "Ann kann jetzt nichts tun; erst gibt der Zufall.",
     "Face Cards, Ablauf / How to play: Erst werden die Pärchen gelegt"),
    ("ftw", "", "give 1 2", "'give 1 2' gibt keine drei Karten; schreib etwa: give 3 17 25", ""),
    ("factum", "", "vote 3", "Das geht gerade nicht; jetzt meldet sich jemand mit einer Geschichte.",
     "Factum, Der Hauptspielzyklus hat 6 Phasen: Erzählen, Bewerten"),
]


@pytest.mark.parametrize(("name", "cards", "text", "said", "rule"), GOLDEN, ids=[f"{g[0]}-{g[2]}" for g in GOLDEN])
def test_what_a_german_player_reads(name: str, cards: str, text: str, said: str, rule: str) -> None:
    game = registry.get(name)
    values = {"cards": cards} if cards else {}
    state = game.start(game.options(["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]], **values), 3)
    if name != "face-cards" and game.actors(state) == (-1,):
        state = game.apply(state, -1, game.draw(state))
    error = refusal(lambda: game.apply(state, 0, game.parse(text, state, 0)))
    assert error is not None
    assert error.german == said
    assert error.worded("de") == said if not rule else error.worded("de").startswith(f"{said} ({rule}")


@each_game
def test_a_word_that_no_game_knows_is_told_from_a_bad_action(name: str) -> None:
    game = registry.get(name)
    state = game.start(game.options(["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]), 3)
    assert isinstance(refusal(lambda: game.parse("overtake 3", state, 0)), UnknownAction)
    bad = {"face-off": "offer 9", "keep-smiling": "place S"}.get(name, "lay x")
    known = refusal(lambda: game.parse(bad, state, 0))
    assert type(known) is MalformedAction


def test_a_damaged_record_is_told_in_english() -> None:
    error = RecordError("It is cut short.")
    assert error.worded("de") == error.worded("en") == "It is cut short."
