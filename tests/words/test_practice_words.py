"""What practice says: sentences in both languages."""

from __future__ import annotations

import pytest

from companion.facts import Fact, fact
from companion.practice.coaching import Coaching
from companion.practice.dice_check import card_of
from companion.practice.drills import card_of as cue_of
from companion.practice.drills import name_of
from companion.rules.face_off.data import SIGNAL_SETS
from companion.words import languages, say, words

SIGNALS = {*(s for four in SIGNAL_SETS.values() for s in four), "grin", "wild_thing"}


@pytest.mark.parametrize("language", languages())
def test_every_signal_has_a_name_and_a_way_to_make_it(language: str) -> None:
    assert {s for s in SIGNALS if f"term.signal.{s}" in words(language)} == SIGNALS
    ways = {k.removeprefix("term.how.") for k in words(language) if k.startswith("term.how.")}
    assert ways == SIGNALS


@pytest.mark.parametrize(
    ("coaching", "english", "german"),
    [
        (Coaching(0.8, "eyes"), "nearly: open your eyes wider", "fast: mach die Augen weiter auf"),
        (
            Coaching(0.8, "short.cow"),
            "nearly: your cow is short: hold it longer",
            "fast: dein Laut (Kuh) ist kurz: halte ihn länger",
        ),
        (Coaching(0.1, "how.cow"), "mooo, long and low", "muuuh, lang und tief"),
        (Coaching(1.0, "hold"), "that is it: hold it", "genau so: halten"),
    ],
)
def test_coaching(coaching: Coaching, english: str, german: str) -> None:
    assert (say(coaching.as_fact, "en"), say(coaching.as_fact, "de")) == (english, german)


def test_coaching_differs_between_the_languages() -> None:
    english, german = words("en"), words("de")
    codes = [k for k in english if k.startswith("coach.")]
    assert codes
    assert [k for k in codes if english[k] == german[k]] == ["coach.how"]


def test_cards_and_names() -> None:
    assert [say(cue_of(s, mixed=False)) for s in ("chicken", "seal")] == ["1", "2"]
    assert say(cue_of("seal", mixed=True), "de") == "C 2"
    assert say(cue_of("grin", mixed=True), "de") == "Grinsen"
    assert [name_of(made, "de") for made in ("sour", "poker_face", "", None)] == [
        "Zitronengesicht",
        "Pokerface",
        "nichts",
        "nichts",
    ]


@pytest.mark.parametrize(
    ("told", "english", "german"),
    [
        (fact("practice.cue", signal="eyes_wide"), "show: ", "zeig: "),
        (
            fact("practice.hit", late=fact("practice.late-times", onset=0.5, recognised=1.25)),
            "yes after 0.50 s, recognised after 1.25 s",
            "ja nach 0,50 s, erkannt nach 1,25 s",
        ),
        (
            fact("practice.teach", n=2, of=3, why=fact("practice.teach-again", why=fact("take.short"))),
            "that was too short: make it a little longer. make your Wild Thing: take 2 of 3",
            "mach dein Wild Thing: 2 von 3",
        ),
        (
            fact("practice.teeth", at=[fact("practice.at", t=1.5), fact("practice.at", t=3.0)]),
            "teeth at 1.5 s, 3.0 s",
            "Zähne bei 1,5 s, 3,0 s",
        ),
        (fact("frenzy.offered", n=2, suit="ruby", signal="sour"), "you offer 2 rubies: ", "du bietest 2 Rubine: "),
        (fact("frenzy.over", trades=1, most=5), "1 trade, your largest suit has 5 cards", "1 Tausch, "),
        (
            fact("practice.next-due", when="2026-01-01 10:00", recall=0.5, hits=1, tries=2),
            "recall 50% (1 of 2 the last time)",
            "Erinnerung 50\u00a0%",
        ),
        (
            fact("report.total", hits=7500, tries=10000, rate=0.75, best=3, streak=1, days=2),
            "7500 of 10000 hit (75%)",
            "7500 von 10000 getroffen (75\u00a0%)",
        ),
    ],
)
def test_sentences(told: Fact, english: str, german: str) -> None:
    assert english in say(told, "en")
    assert german in say(told, "de")


def test_the_report_card_of_the_dice() -> None:
    told = fact("practice.dice-card", throws=30, corrected=3, share=0.1, asked=1)
    assert say(told) == "30 throws, 3 corrected (10%), and 1 of these were asked about"
    assert "30 Würfe, 3 korrigiert" in say(told, "de")
    assert say(card_of([]).fair) == "fairness after 30 more throws"
