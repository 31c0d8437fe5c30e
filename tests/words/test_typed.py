"""What is typed in German means what it means in the notation; what is typed in the notation stays."""

from __future__ import annotations

import re

import pytest

from companion.rules.face_cards import notation as face_cards
from companion.rules.factum import notation as factum
from companion.rules.ftw import notation as ftw
from companion.rules.keep_smiling import notation as keep_smiling
from companion.words import Language, say
from companion.words.messages import entries, languages, term
from companion.words.typed_words import canonical

NAMES = ("Ann", "Ben", "Anna Lena", "Stand")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hilfe", "help"),
        ("Ende", "quit"),
        ("stimmt", "confirm"),
        ("stimmt nicht", "deny"),
        ("tauscht Ann Ben", "trade Ann Ben"),
        ("tauscht Ann und Ben 3 Karten", "trade Ann Ben 3"),
        ("Ann und Ben tauschen 2", "trade Ann Ben 2"),
        ("ann tauscht mit ben", "trade ann ben"),
        ("Anna Lena und Ann tauschen Grinsen", 'trade "Anna Lena" Ann grin'),
        ("weiter D", "next D"),
        ("rückgängig", "undo"),
        ("rückgängig 5", "undo 5"),
        ("gewonnen", "win"),
        ("gewinnt Ann Rubin", "win Ann ruby"),
        ("Ann gewinnt mit Rubin", "win Ann ruby"),
        ("Ann hat gewonnen", "win Ann"),
        ("sauber", "clean"),
        ("Zähne", "teeth"),
        ("Ann: ruft Ben", "Ann: call Ben"),
        ("Ann ruft Ben", "Ann: call Ben"),
        ("tausche Ann Ben", "trade Ann Ben"),
        ("bestätigen", "confirm"),
        ("ablehnen", "deny"),
        ("signale B", "next B"),
        ("weiter", "resume"),
        ("fortsetzen", "resume"),
        ("setze S G N S G", "place S G N S G"),
        ("aufwärmen liste", "warmup sheet"),
        ("aufwärmen überspringen", "warmup skip"),
        ("aufwärmen merken Ann", "warmup keep Ann"),
        ("gesicht 2 Ann", "seat 2 Ann"),
        ("würfeln", "roll"),
        ("gilt", "accept"),
        ("Ann: setzt S G N S G", "Ann: place S G N S G"),
        ("Ann and Ben trade 2", "trade Ann Ben 2"),
        ("Ann has won with ruby", "win Ann ruby"),
    ],
)
def test_german_words_mean_the_notations(typed: str, meant: str) -> None:
    assert canonical(typed, NAMES) == meant


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("ftw", "Lege 5 nimm 12", "lay 5 take 12"),
        ("ftw", "spiele 5 mit 10", "play 5 with 10"),
        ("ftw", "joue 5 avec 10", "play 5 with 10"),
        ("ftw", "gib 1 2 3", "give 1 2 3"),
        ("ftw", "zeige 1 2", "show 1 2"),
        ("keep-smiling", "Ziehe a:1 b:3+5", "move a:1 b:3+5"),
        ("keep-smiling", "passe", "pass"),
        ("keep-smiling", "Wurf 1 2 3", "roll 1 2 3"),
        ("keep-smiling", "zeige SGS", "reveal SGS"),
        ("keep-smiling", "Ann: avance a:1", "Ann: move a:1"),
        ("face-off", "zeige 2", "offer 2"),
        ("face-cards", "Tippe 8 9", "guess 8 9"),
        ("face-cards", "Ann: richtig Ben", "Ann: right Ben"),
        ("face-off", "richtig", "confirm"),
        ("factum", "melde", "volunteer"),
        ("factum", "rate Erzähler", "guess storyteller"),
        ("factum", "war von Ann", "was of Ann"),
        ("factum", "beste neu", "best new"),
        ("factum", "c'était de Ben", "was of Ben"),
        ("factum", "stimme 5", "vote 5"),
    ],
)
def test_each_game_has_words_of_its_own(game: str, typed: str, meant: str) -> None:
    assert canonical(typed, NAMES, game) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "trade Ann Ben 3",
        "win Ann ruby",
        'next B wild "mit Karten"',
        "3 5 6",
        "a:3 b:5+6",
        "Stand",
        "Ann: place S G N S G",
        "undo",
        "",
        "   ",
        "evidence bild.png",
        "gobbledygook",
        "Ann: claim ruby",
    ],
)
def test_the_notation_stays_as_it_is(typed: str) -> None:
    assert canonical(typed, NAMES) == typed


def test_a_name_is_no_command() -> None:
    assert canonical("tauscht Stand Ann", NAMES) == "trade Stand Ann"
    assert canonical("stand", ("Ann",)) == "score"
    assert canonical("stand", NAMES) == "stand"


VERBS: dict[str, tuple[str, ...]] = {
    "face-off": ("offer", "withdraw", "claim", "call", "next", "trade", "confirm", "deny", "verdict", "deal"),
    "keep-smiling": keep_smiling._VERBS,
    "ftw": ftw._VERBS,
    "face-cards": face_cards.VERBS,
    "factum": factum.VERBS,
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", VERBS)
def test_every_action_that_a_refusal_names_can_be_typed_so(game: str, language: Language) -> None:
    """Such a list mixed two languages ("setzen, würfeln, move"), and some of its words were not understood."""
    said = {verb: term("verb", verb, language) for verb in VERBS[game] if verb != "deal"}
    assert {verb: canonical(word, (), game) for verb, word in said.items()} == {verb: verb for verb in said}
    if language != "en":
        raw = {verb for verb, word in said.items() if verb == word}
        assert raw <= {"teams", "verdict", "duel", "vote"}, "words of both languages"


EXAMPLES = {
    "ftw.no.form": ["play 17", "lay 5 take 17", "play 2 with 6 11"],
    "ftw.no.give-form": ["give 3 17 25"],
    "ftw.no.in-full": ["lay 5 take 17"],
    "keep-smiling.no.set-up-form": ["place S G N S G"],
    "keep-smiling.no.chairs-form": ["reveal S N G S"],
    "keep-smiling.no.roll-form": ["roll 3 5 6"],
    "keep-smiling.no.duel-form": ["duel 4 2"],
    "keep-smiling.no.move-form": ["move a:5 b:3+6"],
    "face-off.no.own-cards": ["offer 2"],
    "face-off.no.which-gem": ["offer 2 ruby"],
    "face-cards.no.guess-which": ["guess 17 25"],
    "factum.no.tell-which": ["tell 17"],
    "factum.no.lay-which": ["lay 17"],
    "factum.no.vote-which": ["vote 17"],
}
"""What the English sentence gives as examples."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_are_typed_in_the_language_that_they_stand_in(code: str, language: Language) -> None:
    told = say(code, language, text="x").rstrip(".")
    shown = re.split(r", ou | oder |, or | or |, ", told.rpartition(": " if ": " in told else "such as ")[2])
    assert [canonical(example.strip(), (), code.partition(".")[0]) for example in shown] == EXAMPLES[code]


@pytest.mark.parametrize("language", languages())
def test_what_the_help_lists_means_the_same_in_every_language(language: Language) -> None:
    """Every line of the help, up to its "|": in French it was all English once."""
    for code, line in entries("en").items():
        if not code.startswith("help.") or "|" not in line or code in UNLIKE:
            continue
        game = code.split(".")[1]
        wanted, found = (
            {canonical(word.strip().replace("[", "").replace("]", ""), ("Ann", "Ben"), game) for word in _typed(text)}
            for text in (line, entries(language)[code])
        )
        assert {w.split()[0] for w in wanted if w} == {w.split()[0] for w in found if w}, code


UNLIKE = ("help.face-off.win", "help.all.answer")  # told in other words, not only in another language


def _typed(line: str) -> list[str]:
    return re.split(r" / |, ", line.partition("|")[0].strip())
