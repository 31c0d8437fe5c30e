"""What players read of the rules, in both languages: actions, refusals with their rules, options, games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.facts import Fact
from companion.rules import registry
from companion.words import languages, say, term, words
from tests.rules.rules_cases import cases, walk
from tests.rules.test_refusals import GAMES, OPTIONS, refusal, tried

ENGLISH = re.compile(r"\b(the|is|are|be|not|no|cannot|and|or|you|your|only|there|of|to|it|this|that|nobody)\b", re.I)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\w+\([^)]*\)")  # what was typed, and actions as Python shows them
each_game = pytest.mark.parametrize("name", registry.names())


def facts(value: Any) -> list[Fact]:
    """Return a fact and all facts in it."""
    if isinstance(value, Fact):
        return [value, *(inner for part in value.values.values() for inner in facts(part))]
    if isinstance(value, (tuple, list)):
        return [inner for part in value for inner in facts(part)]
    return []


@each_game
def test_every_action_is_told_in_both_languages(name: str) -> None:
    differ = 0
    for case in GAMES[name]:
        for met in (*walk(case), *walk(case, 1, True)):
            told = case.game.tell(met.state, met.actor, met.action)
            for one in facts(told):
                assert one.code in words("en"), one
            lines = [say(told, language) for language in languages()]
            for line in lines:
                assert line == line.strip()
                assert line
                assert "\n" not in line
                assert line[-1] in '.!?:"'
                assert "{" not in line
                assert "  " not in line
                assert "None" not in line
            differ += lines[0] != lines[1]
    assert differ


@each_game
def test_what_is_refused_is_said_in_both_languages(name: str) -> None:
    from random import Random

    said: dict[str, str] = {}
    for case in GAMES[name]:
        for error in tried(case, Random(case.variant)):
            for shown in (error.fact, error.public):
                assert all(one.code in words("en") for one in facts(shown)), shown
            said[say(error.what, "en")] = say(error.what, "de")
            if error.rule is not None:
                rule = error.rule
                cited = f"{term('book', rule.book, 'de')}, {rule.section}: {say(f'rule.{rule.key}', 'de')}"
                assert say(error.fact, "de") == f"{say(error.what, 'de')} ({cited})"
    assert len(said) > 20
    for message, german in said.items():
        assert german != message
        assert not ENGLISH.search(QUOTED.sub("", german.split(": ")[0])), german
        assert german[0] in "'\"" or german[0].isupper() or german[0].isdigit(), german


@each_game
def test_impossible_options_are_said_in_both_languages(name: str) -> None:
    game = registry.get(name)
    few = ["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]
    works = [lambda v=values: game.options(few, **v) for values, _ in OPTIONS[name]]
    works += [lambda n=names: game.options(n) for names in (["Ann"], ["Ann"] * len(few), ["", *few[1:]], "Ann")]
    for work in works:
        error = refusal(work)
        assert error is not None
        english, german = (say(error.fact, language) for language in ("en", "de"))
        assert english != german
        assert not ENGLISH.search(QUOTED.sub("", german).split("eines von")[0]), german


@each_game
def test_the_game_its_options_and_its_rules_have_words(name: str) -> None:
    game = registry.get(name)
    rules = list(game.rules.values())
    assert len(rules) > 5
    for language in languages():
        known = words(language)
        assert term("game", name, language) != name
        assert f"about.{name}" in known
        assert all(spec.help in known for spec in game.specs)
        assert all(f"command.{name}.{word}" in known for word in game.commands)
        assert all(f"rule.{rule.key}" in known and f"term.book.{rule.book}" in known for rule in rules)


GOLDEN = [  # game, cards, typed by the first player, what is said, the rule's beginning
    (
        "face-off",
        "digital",
        "offer 4 ruby",
        "Ann hat keine 4 Karten Rubin.",
        "Heft zu Face Off!, The play: Biete 1 bis 4 Karten",
    ),
    (
        "face-off",
        "digital",
        "withdraw",
        "Ann bietet nichts an.",
        "Hausregeln von companion, Face Off!, trades: Nur ein Angebot, das steht,",
    ),
    (
        "face-off",
        "physical",
        "offer 2 ruby",
        "Ihr spielt mit euren eigenen Karten, die hier keiner kennt; sag nur, was du zeigst, etwa: zeige 2.",
        "Heft zu Face Off!, The play: Biete 1 bis 4 Karten",
    ),
    ("face-off", "digital", "call Zoe", "Hier heißt niemand 'Zoe'; es spielen Ann, Ben, Cleo.", ""),
    (
        "keep-smiling",
        "",
        "S S S G N",
        "SSSGN sind nicht zwei S, zwei G und ein N.",
        "Keep Smiling!, Die Startposition: Jeder setzt zuerst seine fünf Figuren",
    ),
    (
        "keep-smiling",
        "",
        "move a:3",
        "Ann kann das jetzt nicht: noch werden die Figuren gesetzt, Ann und Ben sind dran.",
        "Keep Smiling!, Die Startposition: Jeder setzt zuerst seine fünf Figuren",
    ),
    (
        "face-cards",
        "",
        "lay 1",
        "Ann kann jetzt nichts tun; erst gibt der Zufall.",
        "Face Cards, Ablauf / How to play: Erst werden die Pärchen gelegt",
    ),
    ("ftw", "", "give 1 2", "'give 1 2' gibt keine drei Karten; schreib etwa: gib 3 17 25", ""),
    (
        "factum",
        "",
        "vote 3",
        "Das geht gerade nicht; jetzt meldet sich jemand mit einer Geschichte.",
        "Factum, Der Hauptspielzyklus hat 6 Phasen: Erzählen, Bewerten",
    ),
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
    assert say(error.what, "de") == said
    assert say(error.fact, "de") == said if not rule else say(error.fact, "de").startswith(f"{said} ({rule}")


SAID = [  # a fact, English, German
    (Fact("face-cards.laid", {"who": "Anna"}), "Anna has laid a pair.", "Anna hat gelegt."),
    (
        Fact("face-cards.stop", {"who": "Anna", "n": 1}),
        "Anna stops and keeps one picture.",
        "Anna hört auf und behält ein Foto.",
    ),
    (
        Fact("ftw.play", {"who": "Anna", "card": 30, "top": 10, "left": Fact("ftw.two-left", {"who": "Anna"})}),
        "Anna plays the 30 on the 10; Anna has 2 cards left.",
        "Anna legt die 30 auf die 10; Anna hat noch 2 Karten.",
    ),
    (
        Fact("ftw.tie", {"who": ["Anna", "Ben"], "points": 9}),
        "The game is over: Anna and Ben share the win with 9 points.",
        "Das Spiel ist zu Ende: Anna und Ben gewinnen gemeinsam mit 9 Punkten.",
    ),
    (
        Fact(
            "keep-smiling.over",
            {
                "seats": [Fact("keep-smiling.seat", {"chair": 6, "kind": "S", "who": "Ben"})],
                "result": Fact("keep-smiling.win", {"who": "Ben", "points": 6, "less": 0}),
            },
        ),
        "The game is over: chair 6 has a Smily of Ben; Ben wins with 6 points to 0.",
        "Das Spiel ist zu Ende: auf Sessel 6 sitzt ein Smily von Ben; Ben gewinnt mit 6 zu 0 Punkten.",
    ),
    (
        Fact("face-off.trade", {"one": "Ann Marie", "other": "Łucja", "shown": "grin"}),
        "Ann Marie and Łucja trade Grin cards.",
        "Ann Marie und Łucja tauschen Grins-Karten.",
    ),
    (
        Fact("face-off.offer", {"who": "Ann", "signal": "sour", "shown": "4"}),
        "Ann shows sour lemon face: 4 cards.",
        "Ann zeigt Zitronengesicht: 4 Karten.",
    ),
]


@pytest.mark.parametrize(("told", "english", "german"), SAID, ids=[told.code for told, _, _ in SAID])
def test_the_sentences_of_some_facts(told: Fact, english: str, german: str) -> None:
    assert say(told, "en") == english
    assert say(told, "de") == german


def test_every_game_is_walked() -> None:
    assert {case.name for case in cases()} == set(registry.names())
