"""What each verb of a phone may touch: its own seat, and no more, from whichever seat it comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from companion.events import Phrase, Signal
from companion.facts import fact
from companion.sitting.table_sitting import TableSitting
from companion.web.kit.door import Door
from companion.web.kit.page import Page
from companion.web.table.app import carry_out
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from companion.web.table.verbs import PLAYER_VERBS
from companion.words import say

NAMES: Final = ("Ann", "Ben", "Cleo")
TOUCHES: Final[dict[str, frozenset[str]]] = {
    "act": frozenset({"steps", "shown"}),
    "show": frozenset({"steps", "shown"}),
    "wild": frozenset(),
    "answer": frozenset({"steps", "asking"}),
    "misheard": frozenset(),
    "warmup": frozenset({"pile", "warm-up page", "held", "asking"}),
    "seat": frozenset({"seat"}),
    "ping": frozenset({"words"}),
}
"""Of one's own seat; "words": what one's own page is told. Everybody else keeps all of it."""
WARM_UP_ACTS: Final = (
    *("begin", "skip", "later", "redo", "again", "leave"),
    *("keep", "forget", "sheet", "close", "stop"),
)


@pytest.fixture
def hub() -> Iterator[TableHub]:
    made = TableHub(None, Door(), pace=3600)
    people = [{"name": name, "bot": False} for name in NAMES]
    wish = {"game": "face-off", "players": people, "seed": 5, "options": {"cards": "digital", "signal_set": "C"}}
    made.start(head_of(wish, "en"))
    yield made
    made.close()


def game_on(hub: TableHub) -> TableSitting:
    assert hub.game is not None
    return hub.game


def add_source(hub: TableHub, key: str) -> None:
    """Add a source that was opened and has said nothing yet."""
    game_on(hub).sitting.crew.add(key, lambda told: None, lambda source: source, eager=False)


def join(hub: TableHub, name: str | None, *, microphone: bool = True) -> Page:
    """Return the open page of a phone, or of the laptop."""
    _, session = hub.door.host() if name is None else hub.door.enter(hub.door.invite(name))
    page = Page(session, hub.seat_of(session))
    hub.pages.add(page)
    hub.on_joined(session)
    if name is not None and microphone:
        add_source(hub, f"microphone phone {name}")
    return page


def ask(hub: TableHub, page: Page, **message: Any) -> list[str]:
    """Return what this page was refused."""
    page.outbox = []
    assert carry_out(hub, page, message) is None
    return [m["text"] for m in page.outbox if m["t"] == "refused"]


def signal(hub: TableHub, player: str | None) -> Signal:
    now = game_on(hub).sitting.now()
    return Signal(onset=now, decided=now, source="microphone", player=player, name="cow", phase="on")


def footprint(hub: TableHub, pages: dict[str | None, Page]) -> dict[tuple[str, str | None], Any]:
    """All that a verb could touch, by what and by whose it is; None: the laptop's."""
    game = game_on(hub)
    match, warmup = game.match, game.warmup
    assert warmup is not None
    found: dict[tuple[str, str | None], Any] = {}
    for seat, name in enumerate(match.players):
        found["steps", name] = sum(step.actor == seat for step in match.steps)
        found["shown", name] = {s for s in game.taps.shown.items() if s[0] == name}
        found["pile", name] = warmup.round.piles.get(name)
        found["held", name] = warmup.holds(signal(hub, name))
        found["asking", name] = name in warmup.round.asking
    for owner, page in pages.items():
        found["seat", owner] = page.session.player, page.seat
        found["warm-up page", owner] = hub.state(page)["warmup"] is not None
        found["words", owner] = [m for m in page.outbox if m["t"] not in ("ruling", "event", "refused")]
    return found


def messages_of(verb: str, other: str) -> list[dict[str, Any]]:
    """Return the verb as a phone would send it, and as one that means ``other``."""
    if verb == "warmup":
        return [{"act": act, **who} for act in WARM_UP_ACTS for who in ({}, {"player": other})]
    messages: dict[str, list[dict[str, Any]]] = {
        "act": [{"text": "offer 1 ruby"}, {"text": "offer 1 sapphire"}, {"text": "withdraw"}],
        "show": [{"signal": "cow"}, {"signal": "cow", "player": other}, {"signal": None, "player": other}],
        "wild": [{}],
        "misheard": [{}],
        "answer": [{"question": "warmup", "answer": "yes"}, {"question": "warmup", "answer": "no"}],
        "seat": [{"player": other}],
        "ping": [{"at": 1}],
    }
    return messages[verb]


def test_every_verb_is_in_the_table_of_what_it_may_touch() -> None:
    assert TOUCHES.keys() == PLAYER_VERBS.keys()


@pytest.mark.parametrize("warming", [False, True], ids=["in play", "warming up"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("verb", sorted(PLAYER_VERBS))
def test_a_phones_verb_touches_its_own_seat_alone(verb: str, name: str, warming: bool, hub: TableHub) -> None:
    add_source(hub, "microphone page")
    pages = {who: join(hub, who) for who in (None, *NAMES)}
    if warming:
        assert not ask(hub, pages[None], do="warmup", act="begin")
    other = next(n for n in NAMES if n != name)
    changed = set()
    for message in messages_of(verb, other):
        for page in pages.values():
            page.outbox = []
        before = footprint(hub, pages)
        ask(hub, pages[name], do=verb, **message)
        after = footprint(hub, pages)
        touched = {key for key in before if before[key] != after[key]}
        assert touched <= {(what, name) for what in TOUCHES[verb]}, message
        changed |= touched
    if verb in ("show", "ping", "warmup"):
        assert changed  # it does something at all


def begin_hand(hub: TableHub) -> None:
    """Ann does the first thing that she may."""
    game = game_on(hub)
    first = next(iter(game.match.game.legal(game.match.state, 0)))
    game.taps.act(0, game.match.game.format(first, game.match.options), "phone Ann")
    assert game.match.steps[-1].actor == 0


@pytest.mark.parametrize("act", ["begin", "again", "redo"])
def test_in_a_hand_a_warm_up_is_begun_on_the_laptop(act: str, hub: TableHub) -> None:
    ann, ben, laptop = join(hub, "Ann"), join(hub, "Ben"), join(hub, None)
    warmup = game_on(hub).warmup
    assert warmup is not None
    assert not ask(hub, ben, do="warmup", act="begin")  # before the first trade a phone may
    assert not ask(hub, laptop, do="warmup", act="stop")
    begin_hand(hub)
    assert ask(hub, ben, do="warmup", act=act) == [say(fact("warmup.in-hand"), "en")]
    assert not warmup.round.open
    assert not ask(hub, laptop, do="warmup", act="begin", player="Ben")
    assert warmup.round.open
    assert warmup.holds(signal(hub, "Ben"))
    now = game_on(hub).sitting.now()
    call = Phrase(onset=now, decided=now, source="microphone phone Ann", text="Face Off!", kind="shout", player="Ann")
    assert not warmup.holds(call)  # Ann plays on, and wins
    assert not warmup.holds(signal(hub, "Ann"))
    assert not warmup.holds(signal(hub, None))  # Ben's cards are on his phone: the table's microphone is the game's
    assert hub.state(ann)["warmup"] is None


def test_a_phone_that_begins_again_leaves_everybodys_cards_and_pages(hub: TableHub) -> None:
    pages = {who: join(hub, who) for who in (None, *NAMES)}
    warmup = game_on(hub).warmup
    assert warmup is not None
    assert not ask(hub, pages[None], do="warmup", act="begin")
    assert not ask(hub, pages["Cleo"], do="warmup", act="skip")
    cleo = warmup.round.piles["Cleo"]
    assert not ask(hub, pages["Ben"], do="warmup", act="begin")
    assert warmup.round.piles["Cleo"] is cleo
    assert set(warmup.round.piles) == set(NAMES)
    assert not ask(hub, pages[None], do="warmup", act="stop")
    assert not ask(hub, pages[None], do="warmup", act="close")
    assert not ask(hub, pages["Ben"], do="warmup", act="begin")
    assert hub.state(pages["Ben"])["warmup"] is not None
    assert hub.state(pages[None])["warmup"] is None  # it does not come back after the laptop's stop


def test_cards_go_where_their_player_is_heard_now(hub: TableHub) -> None:
    """Ann's phone has gone, Ben's hears nothing, Cleo's does: hers alone gets cards, and Ben is told how."""
    add_source(hub, "microphone page")
    join(hub, "Ann")
    join(hub, "Ben", microphone=False)
    join(hub, "Cleo")
    hub.away = {"Ann"}
    warmup = game_on(hub).warmup
    assert warmup is not None
    words: list[Any] = []
    game_on(hub).sitting.observers.add(lambda e: words.append(getattr(e, "values", {}).get("what")))
    warmup.begin()
    assert warmup.round.phones == {"Cleo"}
    assert warmup.round.turn == "Ann"
    assert fact("warmup.at-laptop", players=["Ben"]) in words


def test_a_phone_that_sends_nothing_is_told_what_to_turn_on(hub: TableHub) -> None:
    add_source(hub, "microphone page")
    ben = join(hub, "Ben", microphone=False)
    assert ask(hub, ben, do="warmup", act="begin") == [say(fact("warmup.phone-senses-nothing"), "en")]


def test_nobody_is_asked_for_what_only_anothers_phone_could_hear(hub: TableHub) -> None:
    """Without a microphone at the table a player without a phone has no noises to make."""
    join(hub, "Ben")
    warmup = game_on(hub).warmup
    assert warmup is not None
    warmup.begin()
    assert warmup.round.piles["Ben"].cards
    assert not warmup.round.piles["Ann"].cards


def test_cards_move_with_the_microphone_that_hears_their_player(hub: TableHub) -> None:
    add_source(hub, "microphone page")
    join(hub, "Ben", microphone=False)
    warmup = game_on(hub).warmup
    assert warmup is not None
    warmup.begin()
    ben = warmup.round.piles["Ben"]
    assert warmup.round.phones == set()
    add_source(hub, "microphone phone Ben")  # turned on now
    warmup.tick(0.0)
    assert warmup.round.phones == {"Ben"}
    assert warmup.round.piles["Ben"].status == ben.status
    assert warmup.round.active("Ben") is not None
    hub.away = {"Ben"}
    warmup.tick(0.0)
    assert warmup.round.phones == set()
