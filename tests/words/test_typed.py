"""What is typed in German means what it means in the notation; what is typed in the notation stays."""

from __future__ import annotations

import pytest

from companion.words.typed import canonical

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
    "typed",
    ["trade Ann Ben 3", "win Ann ruby", 'next B wild "mit Karten"', "3 5 6", "a:3 b:5+6", "Stand",
     "Ann: place S G N S G", "undo", "", "   ", "evidence bild.png", "gobbledygook", "Ann: claim ruby"],
)  # fmt: skip
def test_the_notation_stays_as_it_is(typed: str) -> None:
    assert canonical(typed, NAMES) == typed


def test_a_name_is_no_command() -> None:
    assert canonical("tauscht Stand Ann", NAMES) == "trade Stand Ann"
    assert canonical("stand", ("Ann",)) == "score"
    assert canonical("stand", NAMES) == "stand"
