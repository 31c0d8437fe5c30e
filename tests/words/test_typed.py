"""What is typed in German means what it means in the notation; what is typed in the notation stays."""

from __future__ import annotations

import pytest

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
