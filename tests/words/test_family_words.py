"""What a family reads and hears in three languages, where it once stumbled."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.facts import Fact, fact
from companion.people.warmup.sheet import Cell
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.rules import registry
from companion.rules.errors import RulesError
from companion.web.table.album import Album, name_pictures, names_of
from companion.words import languages, page_words, say, term, words
from companion.words.messages import PAGE_TERMS

NBSP = "\u00a0"

SAID: dict[Fact, tuple[str, str, str]] = {
    fact("ruling.undone", n=60, what=fact("undone.trade", a="Ann", b="Ben")): (
        "Taken back: Ann and Ben's trade.",
        "Zurückgenommen: der Tausch von Ann und Ben.",
        f"Annulé{NBSP}: l'échange d'Ann et Ben.",
    ),
    fact("referee.picked-none", names=["Ben"], what=fact("cards.gems", n=2)): (
        "Ben has not laid out 2 cards.",
        "Von Ben fehlt noch das Angebot: 2 Karten.",
        "Ben n'a pas posé 2 cartes.",
    ),
    fact("referee.picked-none", names=["Ann", "Ben"], what=fact("cards.gems", n=1)): (
        "Ann and Ben have not laid out 1 card.",
        "Von Ann und Ben fehlt noch das Angebot: 1 Karte.",
        "Ann et Ben n'ont pas posé 1 carte.",
    ),
    fact("question.teeth", name="Cleo"): (
        "Did Cleo show teeth?",
        "Hat Cleo Zähne gezeigt?",
        f"Est-ce que Cleo a montré les dents{NBSP}?",
    ),
    fact("answer.teeth-yes"): ("No, no teeth", "Nein, keine Zähne", "Non, pas de dents"),
    fact("source.same-picture", seconds=1.0): ("picture frozen", "das Bild steht still", "image figée"),
    fact("face-cards.names", who="Ann", one=71, owner="Ben", other=78): (
        "Ann matches Ben's 71 with the 78",
        "Ann verbindet „71“ von Ben mit „78“",
        f"Ann associe «{NBSP}71{NBSP}» de Ben à «{NBSP}78{NBSP}»",
    ),
    fact("face-off.no.not-held", who="Ann", n=2, gem="emerald"): (
        "Ann does not hold 2 emerald cards.",
        "Ann hat keine 2 Karten Smaragd.",
        "Ann n'a pas 2 émeraudes.",
    ),
    fact("frenzy.gems", n=3, suit="emerald"): ("3 emeralds", "3 Smaragde", "3 émeraudes"),
    fact("frenzy.gems", n=1, suit="emerald"): ("1 emerald", "1 Smaragd", "1 émeraude"),
    fact("face-cards.lost", n=1): (
        ", one picture lost to the box",
        ", ein Foto in die Schachtel",
        ", 1 photo perdue pour la boîte",
    ),
    fact("hall.gaps", n=1): (
        "1 message from it never arrived",
        "1 Nachricht ist von ihm nie angekommen",
        "1 message n'en est jamais arrivé",
    ),
    fact("practice.forgotten", deleted=1, name="Ben"): (
        "Ben's practice is deleted: 1 attempt",
        "die Übungen von Ben sind gelöscht: 1 Versuch",
        f"l'entraînement de Ben est effacé{NBSP}: 1 essai",
    ),
    fact("ftw.no.play-now", who="Ann", turn=fact("rules.turn-of-one", who=["Ben"])): (
        "Ann cannot do this now: a card is played first; it is Ben's turn.",
        "Ann kann das jetzt nicht: erst wird eine Karte gespielt, Ben ist dran.",
        f"Ann ne peut pas faire cela maintenant{NBSP}: il faut d'abord jouer une carte, c'est à Ben.",
    ),
    fact("face-off.no.not-held", who="Ann", n=1, gem="ruby"): (
        "Ann does not hold 1 ruby card.",
        "Ann hat keine Karte Rubin.",
        "Ann n'a pas 1 rubis.",
    ),
}


@pytest.mark.parametrize("told", SAID, ids=lambda told: f"{told.code}-{told.values.get('n', '')}")
def test_what_is_said_aloud(told: Fact) -> None:
    assert tuple(say(told, language) for language in ("en", "de", "fr")) == SAID[told]


AGREES = re.compile(r"\{ \$(who|name|player|other) \}[^.;:]*\b(seul|inscrit|parti|connu|entraîné|effacé)\b")
"""French words that would have to agree with a player of whom nobody knows whether it is a girl."""


def test_french_says_nothing_that_agrees_with_a_players_name() -> None:
    """It was "Ann continue seul" and "Ann est déjà inscrit"."""
    parts = ("rules.", "ftw.", "keep-smiling.", "face-off.", "face-cards.", "factum.", "tournament.", "practised.")
    found = [f"{code}: {text}" for code, text in words("fr").items() if code.startswith(parts) and AGREES.search(text)]
    assert found == []


PAGE = {
    "page.finger": ("Warning on the phone? Tap here", "Warnt das Handy? Hier tippen", None),
    "page.preview": ("Camera and microphone", "Kamera und Mikrofon", "Caméra et micro"),
    "page.make-bot": ("Make a bot", "Zum Bot machen", "En faire un bot"),
    "page.a-stop": ("Stop and keep them", "Aufhören und behalten", "S'arrêter et les garder"),
}


@pytest.mark.parametrize("code", PAGE)
def test_what_pages_say(code: str) -> None:
    for language, wanted in zip(("en", "de", "fr"), PAGE[code], strict=True):
        assert wanted in (None, page_words(language)[code])


@pytest.mark.parametrize("language", languages())
def test_points_win_the_game_and_not_the_evening(language: str) -> None:
    said = page_words(language)["page.rules.face-off.5"]
    assert not re.search("evening|Abend|soirée", said)


@pytest.mark.parametrize("language", languages())
def test_cards_that_came_are_bent_as_people_say_them(language: str) -> None:
    known = page_words(language)
    assert {"a-gem", "gems", "wild-way"} <= set(PAGE_TERMS)
    for gem in ("diamond", "emerald", "ruby", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade"):
        assert f"term.a-gem.{gem}" in known
        assert f"term.gems.{gem}" in known
    two = {"en": "two", "de": "zwei", "fr": "deux"}[language]
    assert known["page.got"]["of"]["2"] == f"{two} {{gems}}"


@pytest.mark.parametrize("language", languages())
def test_a_sheet_grades_a_signal_without_a_figure(language: str) -> None:
    """It was "Cow: sure (+8.3)": what the figure measures, nobody at a table knows."""
    told = say(Cell("Ann", "cow", "sure", margin=8.3).as_fact, language)
    assert told.endswith(term("grade", "sure", language))
    assert not re.search(r"\d", told)
    refused = fact("warmup.refused", player="Ann", signal="cow", short=3.4, like=fact("warmup.as-like", signal="pig"))
    assert not re.search(r"\d", say(refused, language))


# Pictures


def face_cards(cards: str = "digital") -> Match:
    made = match_of(header("face-cards", ["Ann", "Ben", "Cleo"], {"cards": cards}, 7, "en"), None)
    made.begin()
    return made


def test_a_guess_names_the_pictures_of_its_cards() -> None:
    names = names_of(face_cards())
    one, other = next(iter(names)), list(names)[-1]
    stated = fact("ruling.action", told=fact("face-cards.guess", guess=_guess(one, other)))
    said = say(name_pictures(stated, names))
    assert said == f"Ann matches Ben's {term('picture', names[one])} with the {term('picture', names[other])}."
    assert say(name_pictures(stated, {})) == f"Ann matches Ben's {one} with the {other}."
    assert names_of(face_cards("physical")) == {}


def _guess(one: int, other: int) -> Fact:
    return fact("face-cards.names", who="Ann", one=one, owner="Ben", other=other)


def test_a_photographed_card_has_its_number_only() -> None:
    import numpy as np

    from companion.sources.pixels import encode_jpeg

    album = Album(None, 3, drawn={1: "koala", 2: "anchor"})
    assert album.names == {1: "koala", 2: "anchor"}
    album.put("2", encode_jpeg(np.full((40, 60, 3), 120, np.uint8), 40, 80))
    assert album.names == {1: "koala"}


# Taken back, and a call


def advanced(**values: object) -> Match:
    options = {"cards": "physical", "suits": ["ruby", "pearl", "jade"], "advanced": True, **values}
    made = match_of(header("face-off", ["Ann", "Ben", "Cleo"], options, 7, "en"), None)
    made.begin()
    return made


def typed(match: Match, text: str, at: float) -> list[str]:
    from companion.events import Command

    return [say(r.as_fact) for r in match.fold(Command(onset=at, decided=at, source="keys", text=text))]


def test_a_trade_is_taken_back_by_its_players_and_other_rulings_as_they_were_said() -> None:
    match = advanced()
    typed(match, "trade Ann Ben 2", 1.0)
    assert typed(match, "undo", 2.0) == ["Taken back: Ann and Ben's trade."]
    said = typed(match, "Ann: claim ruby", 3.0)
    assert typed(match, "undo", 4.0) == [f"Taken back: {said[0]}"]


def test_a_call_before_any_trade_says_that_there_was_none() -> None:
    match = advanced()
    (refused,) = typed(match, "Ann: call Ben", 1.0)
    assert refused.startswith("Not possible: Ann has not traded in this hand: a wrong card is called after its trade.")
    typed(match, "trade Ann Ben 2", 2.0)
    assert typed(match, "Ann: call Ben", 3.0) == ["Ann calls a wrong card from Ben. Table, is it so?"]
    typed(match, "deny", 4.0)
    (late,) = typed(match, "Ann: call Ben", 300.0)
    assert "within 30 seconds" in late


@pytest.mark.parametrize(
    ("word", "teeth"), [("no", False), ("yes", True), ("nein", False), ("Non, pas de dents", False)]
)
def test_who_types_yes_says_that_teeth_showed(word: str, teeth: bool) -> None:
    from companion.clock import ManualClock
    from companion.sitting.table_sitting import table_of

    match = advanced()
    sitting = table_of(match, ManualClock(1.0)).sitting
    for text in ("Ann: claim ruby", "confirm", word):
        sitting.on_typed_line(text)
        sitting.pump()
    assert match.state.scores[0] == (90 - match.state.options.teeth_penalty if teeth else 90)


# Counts

NOUNS = {
    "en": "cards?|points?|pictures|hands|dice|players|tables|frames|events|sentences|attempts|rounds|hits|tries",
    "de": "Karten|Punkten?|Fotos|Bilder|Würfen?|Tischen?|Runden|Ereignisse|Sätze|Übungen",
    "fr": "cartes|points|photos|images|manches|lancers|événements|phrases|essais|tours|tables",
}
SEVERAL = {
    "page.warmup-cards",  # of all cards of a round
    "page.count",  # two or more play
    "page.count-one",
    "option.no.count",
    "face-off.no.suits",
    "factum.no.deck",
    "face-cards.no.deck",
    "face-cards.no.blanks",
    "face-off.no.cards",
    "ftw.no.hands",
    "ftw.no.hand-size",
    "tournament.no.rounds",
    "tournament.no.more-players",
    "selfplay.head",  # the players
    "selfplay.duel",  # a mean
    "keep-smiling.win",  # 1 to 0 are points, too
    "dice.missing",  # one has a message of its own
    "dice.too-many",
    "dice.most",
    "dice.set-none",
    "dice.set-one",
    "dice.set-few",
    "dice.set-many",
    "dice.missing-one",
    "dice.left",
    "dice.turn",
    "dice.turn-one",
    "dice.foreign-one",
    "dice.foreign",
    "dice.set-left",
    "fairness.odds",
}
"""Messages of which the number is never one."""


@pytest.mark.parametrize("language", languages())
def test_a_count_that_can_be_one_has_a_singular(language: str) -> None:
    """It was "Ann wins with 1 points"."""
    counted = re.compile(rf"\{{ \$\w+ \}}[ {NBSP}](more |different )?({NOUNS[language]})\b")
    wrong = []
    for code, text in words(language).items():
        outside = [line for line in text.splitlines() if not re.match(r"\s*\*?\[", line)]
        if code not in SEVERAL and any(counted.search(line) for line in outside):
            wrong.append(f"{code}: {text}")
    assert wrong == []


@pytest.mark.parametrize(("game", "language"), [(g, x) for g in ("ftw", "factum") for x in languages()])
def test_one_point_wins_in_the_singular(game: str, language: str) -> None:
    one, two = (say(f"{game}.win", language, who="Ann", points=n) for n in (1, 2))
    point = {"en": "1 point.", "de": "1 Punkt.", "fr": "1 point."}[language]
    assert one.endswith(point)
    assert two.endswith({"en": "2 points.", "de": "2 Punkten.", "fr": "2 points."}[language])


# FTW?! on paper


def paper(players: int = 3) -> tuple[Any, Any]:
    game = registry.get("ftw")
    state = game.start(game.options(["Ann", "Ben", "Cleo", "Dora"][:players], cards="physical"), 3)
    for seat in range(players):
        state = game.apply(state, seat, game.parse("give", state, seat))
    return game, state


REFUSED = {
    "play 37": "There is no card 37; the cards are the numbers 1 to 36.",
    "61": "There is no card 61; the cards are the numbers 1 to 36.",
    "37": "There is no card 37; the cards are the numbers 1 to 36.",
    "lay 4 take 99": "There is no card 99; the cards are the numbers 1 to 36.",
    "play 2 with 40": "There is no card 40; the cards are the numbers 1 to 36.",
    "30": "The 30 is not higher than the 30 on the pile; play it with helpers or lay it in front.",
    "lay 33": "The 33 is higher than the 30 on the pile; play it there, or lay a lower one.",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_card_on_paper_that_cannot_be_played_says_why(text: str) -> None:
    game, state = paper()
    state = game.apply(state, 0, game.parse("30", state, 0))
    with pytest.raises(RulesError) as caught:
        game.apply(state, 1, game.parse(text, state, 1))
    assert say(caught.value.public).startswith(REFUSED[text])


def test_four_players_have_forty_eight_cards() -> None:
    game, state = paper(4)
    state = game.apply(state, 0, game.parse("37", state, 0))
    with pytest.raises(ValueError, match="the cards are the numbers 1 to 48"):
        game.parse("49", state, 1)


def test_dealt_cards_stay_secret_where_a_bare_number_fails() -> None:
    game = registry.get("ftw")
    state = game.start(game.options(["Ann", "Ben", "Cleo"]), 3)
    state = game.apply(state, -1, game.draw(state))
    for seat in range(3):
        state = game.apply(state, seat, game.parse("give " + " ".join(map(str, state.hands[seat][:3])), state, seat))
    state = game.apply(state, 0, game.parse(str(state.hands[0][-1]), state, 0))
    heard = set()
    for card in range(1, state.pile[-1]):
        try:
            game.parse(str(card), state, 1)
        except RulesError as error:
            heard.add(say(error.public))
    assert heard == {say("ftw.no.in-full")}


@pytest.mark.parametrize("name", registry.names())
def test_no_refusal_shows_how_python_writes_a_value(name: str) -> None:
    """It was "(37,) is no card"."""
    from random import Random

    from tests.rules.test_refusals import GAMES, tried

    for case in GAMES[name]:
        for error in tried(case, Random(case.variant)):
            for told in (error.what, error.public):
                assert not re.search(r"\(\d+,|\d+, \d+\)", say(told)), told
