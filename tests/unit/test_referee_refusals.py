"""What the referee and the pages say to what cannot be, in the language of whoever reads it; nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.events import Command, Statement, Teeth
from companion.events.codec import decode, encode
from companion.facts import fact
from companion.referee.desk_registry import DESKS, header, match_of
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.replay import replay
from companion.rules import registry
from companion.sitting.table_sitting import table_of
from companion.terminal.command_line import speaking
from companion.terminal.console import help_of
from companion.words import say
from tests.wording import worded

NAMES = ["Ann", "Ben", "Cleo"]
WORDS = {
    "en": "The table can also say: win NAME GEM, seat NUMBER NAME, undo, overrule NUMBER, pause, resume and score.",
    "de": "Der Tisch kann auch sagen: gewinnt NAME EDELSTEIN, gesicht NUMMER NAME, rückgängig, überstimmen NUMMER, "
    "pause, fortsetzen und punkte.",
}
SAID = [
    (
        "trade Ann Ann",
        "Not possible: Nobody trades alone. (RULINGS.md, Face Off!, trades: a trade is between two players.)",
        "Nicht möglich: Niemand tauscht allein. "
        "(Hausregeln von companion, Face Off!, trades: Getauscht wird zwischen zwei Spielern.)",
    ),
    ("overrule 99", "There is no ruling 99.", "Eine Entscheidung 99 gibt es nicht."),
    ("overrule x", "There is no ruling x.", "Eine Entscheidung x gibt es nicht."),
    (
        "overrule 1",
        "Ruling 1 has nothing that can be taken back.",
        "Entscheidung 1 hat nichts, was sich zurücknehmen lässt.",
    ),
    ("undo", "There is nothing to take back.", "Es gibt nichts zurückzunehmen."),
    (
        "wild Ann",
        "no camera is watching: nobody can show the Wild Thing",
        "keine Kamera schaut zu: Niemand kann das Wild Thing vormachen",
    ),
    ("wild Zoe", "write wild NAME, with one of Ann, Ben, Cleo", "schreib wild NAME, mit einem von Ann, Ben, Cleo"),
    (
        "seat 2",
        "write seat NUMBER NAME, with one of Ann, Ben, Cleo",
        "schreib gesicht NUMMER NAME, mit einem von Ann, Ben, Cleo",
    ),
    ("seat 2 Ben", "no camera is watching: there are no seats", "keine Kamera schaut zu: es gibt keine Plätze"),
    (
        "foo",
        "Not possible: 'foo' is not an action in Face Off!; the actions are offer, withdraw, claim, call, next, trade, "
        f"confirm, deny, verdict and deal. {WORDS['en']}",
        "Nicht möglich: 'foo' ist keine Aktion von Face Off!; die Aktionen sind zeigt, zieht zurück, meldet, ruft, "
        f"signale, tauscht, stimmt, stimmt nicht, urteil und geben. {WORDS['de']}",
    ),
]


def head(language: str, **values: Any) -> LogHeader:
    return header("face-off", NAMES, {"cards": "physical", "signal_set": "B", **values}, 1, language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_refusals_at_the_terminal_and_the_same_again_from_the_log(language: str) -> None:
    log = Log.create(None, head(language))
    shown: list[Any] = []
    match = match_of(log.header, log)
    sitting = table_of(match, ManualClock()).sitting
    sitting.observers.add(shown.append)
    sitting.begin()
    before = match.game.dump(match.state)
    for text, *said in SAID:
        sitting.take(Command(onset=1, decided=1, text=text))
        told = [e for e in shown if isinstance(e, Statement)][-1]
        assert told.code == "refused"
        expected = said[language == "de"]
        assert worded(told, language).split(": ", 1)[1] in (expected, expected.split(": ", 1)[-1])
    assert match.game.dump(match.state) == before
    assert not [step.differs for step, _ in replay(log) if step.differs or step.missing]


def test_every_game_with_a_desk_of_its_own_has_help_in_both_languages() -> None:
    for name in DESKS:
        names = ["Ann", "Ben", "Cleo"][: registry.get(name).player_count[0]]
        match = match_of(header(name, names, {}, 1, "de"), None)
        english, german = help_of(match, "en"), help_of(match, "de")
        assert english != german
        assert len(english.splitlines()) == len(german.splitlines()) > 5


def test_a_verdict_is_logged_by_code_and_worded_where_it_is_read() -> None:
    why = fact("teeth.shown", at=(fact("teeth.at", words="has all", t=4.3), fact("teeth.then", t=5.0)))
    teeth = Teeth(onset=1, decided=2, player="Ann", verdict="teeth", why=why)
    again = decode(encode(teeth))
    assert isinstance(again, Teeth)
    assert again.why == why
    assert say(why) == "teeth at 'has all' (4.3 s), at 5.0 s"
    assert say(why, "de") == "Zähne bei „has all“ (4,3 s), bei 5,0 s"
    assert say(fact("teeth.other", speaker="Ben", name="Ann"), "de").startswith("mit der Rede bewegte")


def test_an_error_on_its_way_out_speaks_the_language_asked_for() -> None:
    with pytest.raises(BadInput) as caught, speaking("de"):
        raise BadInput("seat.none")
    assert caught.value.language == "de"
    assert caught.value.message_in(caught.value.language) == "keine Kamera schaut zu: es gibt keine Plätze"
    assert str(caught.value) == "no camera is watching: there are no seats"


def test_every_game_lists_the_referees_own_words() -> None:
    for name in registry.names():
        game = registry.get(name)
        names = ["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]
        match = match_of(header(name, names, {}, 1, "de"), None)
        match.begin()
        said = match.fold(Command(onset=1, decided=1, text="overtake"))[-1]
        assert said.code == "refused"
        assert "rückgängig, überstimmen NUMMER, pause, fortsetzen und punkte" in worded(said, "de")
