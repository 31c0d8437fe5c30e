"""What the referee and the pages say to what cannot be, in the language of whoever reads it; nothing is lost."""

from __future__ import annotations

import ast
import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import companion
from companion.clock import ManualClock
from companion.errors import BadInput, speaking
from companion.events import Command, Teeth, decode, encode
from companion.referee.log import Log
from companion.referee.messages import TEXTS, reason
from companion.referee.replay import DESKS, header, match_of, replay
from companion.referee.victory import because
from companion.rules import registry
from companion.sitting.session import Session
from companion.terminal.help_text import TEXTS as HELP
from companion.web.table.app import make_app
from companion.web.table.guard import Door
from companion.web.table.guard import Session as Joined
from companion.web.table.hub import Hub, Page, accepted
from companion.web.table.setup import head_of
from companion.web.table.sockets import carry_out

NAMES = ["Ann", "Ben", "Cleo"]
WORDS = {
    "en": "The table can also say: win NAME GEM, clean, teeth, seat NUMBER NAME, wild NAME, undo, overrule NUMBER, "
    "pause, resume, score.",
    "de": "Der Tisch kann auch sagen: win NAME EDELSTEIN, clean, teeth, seat NUMMER NAME, wild NAME, undo, overrule "
    "NUMMER, pause, resume, score.",
}
SAID = [
    (
        "trade Ann Ann",
        "Not possible: Nobody trades alone. (RULINGS.md, Face Off!, trades: a trade is between two players.)",
        "Nicht möglich: Niemand tauscht allein. "
        "(RULINGS.md, Face Off!, trades: Getauscht wird zwischen zwei Spielern.)",
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
        "schreib seat NUMMER NAME, mit einem von Ann, Ben, Cleo",
    ),
    ("seat 2 Ben", "no camera is watching: there are no seats", "keine Kamera schaut zu: es gibt keine Plätze"),
    (
        "foo",
        "Not possible: 'foo' is no action of Face Off!; the actions are offer, withdraw, claim, call, next, trade, "
        f"confirm, deny, verdict, deal. {WORDS['en']}",
        "Nicht möglich: 'foo' ist keine Aktion von Face Off!; die Aktionen sind offer, withdraw, claim, call, next, "
        f"trade, confirm, deny, verdict, deal. {WORDS['de']}",
    ),
]


def head(language: str, **values: Any) -> dict[str, Any]:
    return header("face-off", NAMES, {"cards": "physical", "signal_set": "B", **values}, 1, language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_refusals_at_the_terminal_and_the_same_again_from_the_log(language: str) -> None:
    log = Log.create(None, head(language))
    shown: list[Any] = []
    session = Session(match_of(log.header, log), [], shown.append)
    session.begin()
    before = session.match.game.dump(session.match.state)
    for text, *said in SAID:
        session.take(Command(onset=1, decided=1, text=text))
        assert shown[-1].text == said[language == "de"]
    assert session.match.game.dump(session.match.state) == before
    assert not [step.differs for step, _ in replay(log) if step.differs]


def test_every_message_and_help_has_both_languages() -> None:
    places = re.compile(r"\{\w+\}")
    for key, (english, german) in TEXTS.items():
        assert set(places.findall(english)) == set(places.findall(german)), key
    assert set(HELP) == set(DESKS)
    for english, german in HELP.values():
        assert english != german
        assert len(english.splitlines()) == len(german.splitlines())


def test_a_verdict_is_logged_by_key_and_worded_where_it_is_read() -> None:
    teeth = Teeth(onset=1, decided=2, player="Ann", verdict="teeth")
    shown = because(teeth, "teeth-shown", at=[["has all", "4.3"], ["", "5.0"]])
    assert shown.detail == "teeth at 'has all' (4.3 s), at 5.0 s"
    again = decode(encode(shown))
    assert isinstance(again, Teeth)
    assert reason(again, "en") == shown.detail
    assert reason(again, "de") == "Zähne bei „has all“ (4.3 s), bei 5.0 s"
    assert reason(because(teeth, "teeth-other", speaker="Ben", name="Ann"), "de").startswith("mit der Rede bewegte")
    for slots in ({}, {"key": "no such"}, {"key": "teeth-shown"}, {"key": "teeth-unseen"}, {"key": ["x"]}):
        assert reason(replace(teeth, slots=slots, detail="as logged"), "de") == "as logged"


def pages_of(hub: Hub) -> tuple[Page, Page, Page]:
    laptop = Page(Joined("host"), language="en")
    ann, ben = Page(Joined("player", "Ann"), 0, "de"), Page(Joined("player", "Ben"), 1, "en")
    hub.pages.update((laptop, ann, ben))
    return laptop, ann, ben


def test_each_page_is_refused_in_its_own_language(tmp_path: Path) -> None:
    hub = Hub(tmp_path, Door(), clock=ManualClock(), pace=3600)
    hub.start(head_of({"game": "face-off", "players": [{"name": n} for n in NAMES], "seed": 5}, "en"))
    laptop, ann, ben = pages_of(hub)
    for page in (ann, ben):
        for message in ({"do": "act", "text": "withdraw"}, {"do": "undo"}, {"do": "say", "text": "undo"}):
            carry_out(hub, page, message)
    english = ["Ben offers nothing.", "this message is not understood: reload the page", "only the laptop may do this"]
    german = ["Ann bietet nichts an.", "diese Nachricht ist unverständlich: lade die Seite neu"]
    assert [m["text"] for m in ben.outbox] == english
    assert [m["text"] for m in ann.outbox] == [*german, "das darf nur der Laptop"]
    assert ben.outbox[0]["rule"].endswith("only an offer that stands can be taken back.")
    assert ann.outbox[0]["rule"].endswith("Nur ein Angebot, das steht, lässt sich zurücknehmen.")
    for language, name in (("en", "is no action"), ("de", "ist keine Aktion")):
        laptop.language = language  # type: ignore[assignment]
        carry_out(hub, laptop, {"do": "say", "text": "foo"})
        assert name in laptop.outbox[-1]["text"]
        assert WORDS[language] in laptop.outbox[-1]["text"]
        carry_out(hub, laptop, {"do": "say", "text": "help"})
        assert laptop.outbox[-1]["text"] == WORDS[language]
    carry_out(hub, laptop, {"do": "say", "text": "seat x Ann"})
    assert laptop.outbox[-1]["text"] == "schreib seat NUMMER NAME"
    hub.close()


def test_the_reason_of_a_verdict_reaches_each_phone_in_its_language(tmp_path: Path) -> None:
    hub = Hub(tmp_path, Door(), clock=ManualClock(), pace=3600)
    wish = {"game": "face-off", "players": [{"name": n} for n in NAMES], "seed": 5}
    hub.start(head_of({**wish, "options": {"advanced": True, "cards": "physical"}}, "en"))
    laptop, ann, ben = pages_of(hub)
    assert hub.game is not None
    for text in ("win Ann ruby", "confirm"):
        carry_out(hub, laptop, {"do": "say", "text": text})
    teeth = because(
        Teeth(onset=1, decided=2, player="Ann", verdict="teeth", source="mouth"), "teeth-shown", at=[["has all", "4.3"]]
    )
    hub.hear(teeth)
    for page, why in ((ann, "Zähne bei „has all“ (4.3 s)"), (ben, "teeth at 'has all' (4.3 s)")):
        (verdict,) = (m for m in page.outbox if m.get("code") == "verdict")
        assert verdict["why"] == why
    hub.close()


def test_pages_without_a_socket_are_refused_by_their_header() -> None:
    assert accepted("de-DE,de;q=0.9,en;q=0.8") == "de"
    assert accepted("fr,en-GB;q=0.9,de;q=0.2") == "en"
    assert accepted(None) == accepted("") == accepted("fr;q=1") == "en"
    app = make_app(Hub(None, Door()))

    async def ask(language: str) -> str:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            answer = await client.get("/api/devices", headers={"accept-language": language})
            return str(answer.json()["error"])

    said = [asyncio.run(ask(language)) for language in ("de", "en")]
    assert said[0].startswith("Diese Seite ist nicht dabei")
    assert said[1].startswith("This page has not joined")


@pytest.mark.parametrize("folder", ["referee", "table"])
def test_no_refusal_of_the_referee_or_the_table_lacks_its_german(folder: str) -> None:
    start = {"serve.py", "certificate.py"}  # what is wrong with how the server was started: before any page is there
    for source in sorted((Path(companion.__file__).parent / folder).glob("*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if name in ("BadInput", "StorageError", "Refused") and source.name not in start:
                assert isinstance(node, ast.Call)
                english, german = (ast.unparse(a) for a in node.args[-2:])
                assert english != german, (source.name, node.lineno)


def test_an_error_on_its_way_out_speaks_the_language_asked_for() -> None:
    for language, said in (("en", "it is closed"), ("de", "es ist zu")):
        with pytest.raises(BadInput, match=said), speaking(language):
            raise BadInput("it is closed", "es ist zu")
    with pytest.raises(BadInput, match="as it is"), speaking("de"):
        raise BadInput("as it is")


def test_every_game_lists_the_referees_own_words() -> None:
    for name in registry.names():
        game = registry.get(name)
        names = ["Ann", "Ben", "Cleo", "Dora"][: game.player_count[0]]
        match = match_of(header(name, names, {}, 1, "de"), None)
        match.begin()
        said = match.fold(Command(onset=1, decided=1, text="overtake"))[-1]
        assert said.code == "refused"
        assert "undo, overrule NUMMER, pause, resume, score" in said.text
