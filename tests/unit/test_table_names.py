"""Names of several words, with hyphens and letters of other languages, from joining with a phone to the verdict."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.table.app import carry_out
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from companion.words import say

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
NAMES = [("Ann Marie", "Jörg-Peter", "Łucja"), ("Zoë d’Arc", "Björn Ole", "Ann"), (f"Ann {FAMILY}", FAMILY, "Ben")]


class Seats:
    """A table with a laptop and a phone each, as far as messages go."""

    def __init__(self, names: tuple[str, ...], **options: Any) -> None:
        self.clock = ManualClock(100.0)
        self.hub = TableHub(None, Door(), clock=self.clock, pace=3600)
        self.laptop = Page(Session("host"))
        self.hub.pages.add(self.laptop)
        players = [{"name": n} for n in names]
        self.hub.start(head_of({"game": "face-off", "players": players, "seed": 5, "options": options}, "en"))
        self.phones = [self._phone(name) for name in names]

    def _phone(self, name: str) -> Page:
        session = self.hub.door.enter(self.hub.door.invite(name))[1]
        self.hub.on_joined(session)
        page = Page(session, self.hub.seat_of(session))
        self.hub.pages.add(page)
        return page

    def do(self, page: Page, verb: str, **message: Any) -> str:
        """Return what the page is refused, "" for nothing."""
        page.outbox.clear()
        carry_out(self.hub, page, {"do": verb, **message})
        return next((m["text"] for m in page.outbox if m["t"] == "refused"), "")

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.hub.tick()

    @property
    def match(self) -> Any:
        assert self.hub.game is not None
        return self.hub.game.match

    def codes(self) -> list[str]:
        return [r.code for r in self.match.rulings.values()]


@pytest.mark.parametrize("names", NAMES)
def test_from_the_deal_on_the_phones_to_a_trade(names: tuple[str, ...]) -> None:
    seats = Seats(names)
    assert [p.seat for p in seats.phones] == [0, 1, 2]
    assert [seats.hub.state(p)["player"] for p in seats.phones] == list(names)
    hands = [seats.hub.state(p)["view"]["hand"] for p in seats.phones]
    gems = [next(g for g, n in hand.items() if isinstance(n, int) and n) for hand in hands]
    for seat in (0, 1):
        assert seats.do(seats.phones[seat], "act", text=f"offer 1 {gems[seat]}") == ""
    assert set(seats.hub.state(seats.laptop)["showing"]) == set(names[:2])
    seats.wait(2.0)
    assert seats.codes().count("trade") == 1
    assert seats.match.state.trades == 1
    legal = seats.hub.state(seats.phones[0])["legal"]
    for text in (t for t in legal if t.startswith("call ")):  # names with blanks are quoted, and read back
        seats.match.game.parse(text, seats.match.state, 0)


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_win_is_typed_confirmed_and_judged(seat: int, names: tuple[str, ...]) -> None:
    seats = Seats(names, cards="physical", advanced=True, signal_set="B")
    gem = seats.match.options.suits[0]
    assert seats.do(seats.laptop, "say", text=f"win {names[seat]} {gem}") == ""
    assert seats.match.state.claim == (seat, gem)
    assert seats.do(seats.laptop, "say", text="confirm") == ""
    assert seats.do(seats.laptop, "say", text="clean") == ""
    assert "verdict clean" in [a for r in seats.match.rulings.values() for a in r.action.split("Table: ")]
    assert seats.match.state.sheet[-1].player == seat
    assert names[seat] in [p["name"] for p in seats.hub.state(seats.laptop)["players"]]
    assert seats.hub.state(seats.laptop)["view"]["dealer"] == seat  # who has won deals


def test_two_names_that_differ_in_letter_case_alone_are_refused() -> None:
    with pytest.raises(BadInput) as refused:
        Seats(("Ann Marie", "ann marie", "Łucja"))
    assert "Ann Marie" in say(refused.value.fact)


def test_a_phone_is_told_what_its_own_hand_holds_and_the_laptop_is_not() -> None:
    seats = Seats(("Ann", "Ben", "Cleo"))
    gem, held = next((g, n) for g, n in seats.hub.state(seats.phones[0])["view"]["hand"].items() if isinstance(n, int))
    text = f"offer 4 {gem}"
    if held >= 4:
        gem = next(g for g in seats.match.options.suits if g not in seats.hub.state(seats.phones[0])["view"]["hand"])
        text = f"offer 1 {gem}"
    on_phone = seats.do(seats.phones[0], "act", text=text)
    phone = seats.phones.pop(0)
    seats.hub.pages.discard(phone)
    seats.hub.door.forget("Ann")
    seats.laptop.seat = 0
    at_laptop = seats.do(seats.laptop, "act", text=text)
    assert on_phone
    assert at_laptop
    assert on_phone != at_laptop
    assert say(f"term.gem.{gem}") not in at_laptop


def test_a_phone_whose_player_became_a_bot_acts_no_more() -> None:
    seats = Seats(("Ann", "Ben", "Cleo"))
    players = [{"name": "Ann", "bot": True}, {"name": "Ben"}, {"name": "Cleo"}]
    seats.hub.start(head_of({"game": "face-off", "players": players, "seed": 5}, "en"))
    assert seats.hub.state(seats.phones[0])["legal"] == []
    match = seats.match
    legal = match.game.format(next(iter(match.game.legal(match.state, 0))), match.options)
    assert seats.do(seats.phones[0], "act", text=legal) == say("web.no.bots-seat")
    assert seats.do(seats.phones[0], "show", signal="cow") == say("web.no.who-shows")


@pytest.mark.parametrize("name", ["A\u202enn", "Ann\u200b", "Ann\x07", "\u200dAnn", "Ann \u200d Ben", "Ann\u200d"])
def test_a_name_with_a_sign_that_cannot_be_shown_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        head_of({"game": "face-off", "players": [{"name": n} for n in ("Ann", name, "Cleo")]}, "en")
    assert "nn" in refused.value.message_in("en")


def test_names_that_differ_in_a_joiner_only_are_one_name() -> None:
    with pytest.raises(BadInput):
        head_of({"game": "face-off", "players": [{"name": n} for n in ("Ann", "A\u200dnn", "Cleo")]}, "en")
