"""Who holds a seat: one phone a player, however the name is spelt; none where a bot plays now."""

from __future__ import annotations

import json
import time
import unicodedata
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from companion.referee.desk_registry import header, match_of
from companion.rules import registry
from companion.rules.errors import OptionsError
from companion.web.table.setup import head_of
from tests.faults.table_server import Table, answer_to, state_of

ZOE = unicodedata.normalize("NFC", "Zoë")
ZOE_APART = unicodedata.normalize("NFD", "ZOË")


def begin(table: Table, *names: str, bots: tuple[str, ...] = ()) -> None:
    players = [{"name": n, "bot": n in bots} for n in names]
    table.call(lambda: table.hub.start(head_of({"game": "face-off", "players": players, "seed": 5}, "en")))


@pytest.mark.parametrize("other", ["ann", "ANN", " Ann "])
def test_names_that_differ_in_case_are_one_player(other: str) -> None:
    with pytest.raises(OptionsError):
        registry.get("face-off").options(["Ann", other, "Ben"])


def test_names_that_differ_in_unicode_form_are_one_player() -> None:
    assert ZOE != ZOE_APART
    with pytest.raises(OptionsError):
        registry.get("ftw").options([ZOE, ZOE_APART])
    match = match_of(header("ftw", [ZOE, "Ann"], {}, 5, "en"), None)
    assert match.seat(ZOE_APART) == 0
    assert match.leading(f"{ZOE_APART}: give 1 2 3")[0] == 0


@pytest.mark.parametrize(("first", "then"), [("Ann", "ANN"), (ZOE, ZOE_APART)])
def test_two_spellings_of_a_name_hold_one_seat_with_one_phone(first: str, then: str, table: Table) -> None:
    """The phone of the last game's Ann is this game's ANN; a new phone for ANN ends it."""
    begin(table, first, "Ben", "Cleo")
    old = table.phone(first)
    with table.socket(old) as phone:
        assert state_of(phone)["seat"] == 0
        begin(table, then, "Ben", "Cleo")
        assert table.call(lambda: table.hub.door.phones()) == {then}
        with table.socket(table.phone(then)) as new:
            assert state_of(new)["seat"] == 0
            assert ended(phone)
    assert table.call(lambda: table.hub.door.phones()) == {then}


def ended(socket: Any) -> bool:
    """Whether the server closes it."""
    try:
        while True:
            socket.recv(timeout=10)
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True


def test_a_phone_whose_player_became_a_bot_no_longer_acts_or_sees_the_hand(table: Table) -> None:
    begin(table, "Ann", "Ben", "Cleo")
    with table.socket(table.phone("Ann")) as phone:
        mine = state_of(phone)
        assert mine["seat"] == 0
        assert any(mine["view"]["hand"].values())
        begin(table, "Ann", "Ben", "Cleo", bots=("Ann",))
        while (state := state_of(phone))["seat"] is not None:
            pass
        assert not state["view"].get("hand")
        assert state["legal"] == []
        assert state["questions"] == [] or all(q["to"] != 0 for q in state["questions"])
        before = _when_the_bot_has_moved(table)
        messages = [
            {"do": "act", "text": "claim ruby"},
            {"do": "show", "signal": next(iter(state["signals"]), "x")},
            {"do": "wild"},
            {"do": "answer", "question": "who", "answer": "me"},
        ]
        for message in messages:
            assert answer_to(phone, message)
        assert table.call(lambda: len(table.hub.game.match.rulings)) == before  # type: ignore[union-attr]


def _when_the_bot_has_moved(table: Table) -> int:
    """How many rulings there are once the bot has made its one move (its next is an hour away)."""
    for _ in range(200):
        count: int = table.call(lambda: len(table.hub.game.match.rulings))  # type: ignore[union-attr]
        if count > 2:  # the deal and the hand before
            return count
        time.sleep(0.05)
    raise AssertionError("the bot has not moved")


def test_its_camera_and_microphone_are_refused_too(table: Table) -> None:
    from companion.errors import BadInput
    from companion.web.kit.door import Session

    begin(table, "Ann", "Ben", "Cleo", bots=("Ann",))

    def offer() -> str:
        try:
            table.hub.devices.sound(Session("player", "Ann"), (16000).to_bytes(4, "little") + bytes(3200))
        except BadInput as error:
            return error.fact.code
        return ""

    assert table.call(offer) == "web.no.player"


def test_a_message_is_json_of_words(table: Table) -> None:
    """An answer needs a question and an answer, of a phone that holds a seat."""
    begin(table, "Ann", "Ben", "Cleo")
    with table.socket(table.phone("Ann")) as phone:
        state_of(phone)
        phone.send(json.dumps({"do": "answer"}))
        assert answer_to(phone, {"do": "answer", "question": "a b", "answer": "c"})
