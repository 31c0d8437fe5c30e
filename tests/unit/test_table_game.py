"""One game on the table without a server: bots, taps, saving, resuming, exporting."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.referee.log import Log
from companion.rules import record, registry
from companion.rules.errors import RulesError
from companion.rules.protocol import TABLE
from companion.web.table.game import TableGame
from companion.web.table.setup import catalogue, head_of
from companion.web.table.shelf import Shelf
from companion.web.table.views import state_of


def seats(count: int, people: int = 0) -> list[dict[str, Any]]:
    return [{"name": n, "bot": k >= people} for k, n in enumerate(["Ann", "Ben", "Cleo", "Dan"][:count])]


COUNTS = {"face-off": 3, "keep-smiling": 2, "face-cards": 3, "ftw": 3, "factum": 4}


def played(game: str, log: Log | None, head: dict[str, Any], ticks: int = 4000) -> TableGame:
    clock = ManualClock()
    table = TableGame.begin(head, log, clock)
    for _ in range(ticks):
        if table.match.game.outcome(table.match.state) is not None:
            break
        clock.advance(0.4)
        table.tick()
    return table


@pytest.mark.parametrize("game", COUNTS)
def test_bots_play_to_the_end_and_the_log_gives_the_same_game(game: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    head = head_of({"game": game, "players": seats(COUNTS[game]), "seed": 11}, "en")
    path = shelf.new(game)
    table = played(game, Log.create(path, head), head)
    outcome = table.match.game.outcome(table.match.state)
    assert outcome is not None
    assert not any(r.code == "refused" for r in table.match.rulings.values())
    table.close()
    again = TableGame.resume(Log.open(path, append=True), ManualClock())
    assert again.match.game.dump(again.match.state) == table.match.game.dump(table.match.state)
    assert again.match.rulings == table.match.rulings
    assert again.bots == table.bots
    again.close()
    _, _, text = shelf.export(path.name, "record")
    assert record.read(text).write() == text
    assert (
        f"{table.match.players[outcome.winners[0]]},{outcome.scores[outcome.winners[0]]},1"
        in shelf.export(path.name, "csv")[2]
    )
    steps, german = (shelf.steps(path.name, language)["steps"] for language in (None, "de"))
    assert [s["text"] for s in steps] == [r.text for _, r in sorted(table.match.rulings.items())]
    assert [s["view"] for s in german] == [s["view"] for s in steps]
    assert all(a["text"] != b["text"] for a, b in zip(steps, german, strict=True) if "wins" in a["text"])
    assert german[0]["text"] != steps[0]["text"]
    assert [k["name"] for k in shelf.listing()] == [path.name]
    shelf.delete(path.name)
    assert shelf.listing() == []


def test_a_game_stopped_in_the_middle_goes_on(tmp_path: Path) -> None:
    head = head_of({"game": "ftw", "players": seats(3), "seed": 4}, "en")
    path = tmp_path / "x.sqlite"
    half = played("ftw", Log.create(path, head), head, ticks=60)
    position = half.match.game.dump(half.match.state)
    del half  # a crash: nothing is closed
    clock = ManualClock()
    table = TableGame.resume(Log.open(path, append=True), clock)
    assert table.match.game.dump(table.match.state) == position
    for _ in range(4000):
        clock.advance(0.4)
        table.tick()
    assert table.match.game.outcome(table.match.state) is not None
    table.close()


def test_the_same_game_in_another_language_while_it_goes_on() -> None:
    """Rulings in German from the middle of an English game on, undo and all; numbers and codes stay the same."""
    head = head_of({"game": "face-off", "players": seats(3, people=3), "seed": 5}, "en")
    clock = ManualClock()
    table = TableGame.begin(head, Log.create(None, head), clock)
    hands = [table.match.game.view(table.match.state, p)["hand"] for p in (0, 1)]
    gems = [next(g for g, n in hand.items() if isinstance(n, int) and n) for hand in hands]
    for round_ in range(2):
        table.act(0, f"offer 1 {gems[0]}", "phone Ann")
        table.act(1, f"offer 1 {gems[1]}", "phone Ben")
        clock.advance(1.5)
        table.tick()
        if round_ == 0:
            assert table.worded(table.match.rulings[1], "de").text.startswith("Ann gibt Runde 1")
            table.command("undo")
    for number, ruling in table.match.rulings.items():
        german = table.worded(ruling, "de")
        assert (german.number, german.code, german.action) == (number, ruling.code, ruling.action)
        assert german.text != ruling.text
        assert table.worded(ruling, "en") is ruling
    assert any(r.code == "undone" for r in table.match.rulings.values())


def test_a_tap_is_the_players_own_and_legal_or_changes_nothing() -> None:
    head = head_of({"game": "face-off", "players": seats(3, people=3), "seed": 5}, "en")
    clock = ManualClock()
    table = TableGame.begin(head, None, clock)
    before = table.match.game.dump(table.match.state)
    for text in ("undo", "verdict clean", "trade Ann Ben", "offer 4 jade", "Ben: offer 1 ruby", "x" * 300):
        with pytest.raises(RulesError):
            table.act(0, text, "phone Ann")
        assert table.match.game.dump(table.match.state) == before
    hands = [table.match.game.view(table.match.state, p)["hand"] for p in (0, 1)]
    gems = [next(g for g, n in hand.items() if isinstance(n, int) and n) for hand in hands]
    table.act(0, f"offer 1 {gems[0]}", "phone Ann")
    table.act(1, f"offer 1 {gems[1]}", "phone Ben")
    clock.advance(1.0)
    table.tick()
    assert [r.code for r in table.match.rulings.values()].count("trade") == 1


@pytest.mark.parametrize("game", COUNTS)
def test_what_a_page_gets_is_the_view_of_its_viewer(game: str) -> None:
    head = head_of({"game": game, "players": seats(COUNTS[game], people=COUNTS[game]), "seed": 7}, "en")
    table = TableGame.begin(head, None, ManualClock())
    for viewer in (TABLE, 0, 1):
        state = state_of(table, viewer, laptop=viewer == TABLE)
        assert state["view"] == table.match.game.view(table.match.state, viewer)
        assert ("tableLegal" in state) == (viewer == TABLE)
        assert state["legal"] == [] or viewer >= 0


def test_the_catalogue_offers_the_books_defaults() -> None:
    for entry in catalogue():
        game = registry.get(entry["name"])
        names = ["Ann", "Ben", "Cleo", "Dan"][: entry["least"]]
        values = {o["name"]: o["default"] for o in entry["options"] if o["default"] is not None}
        assert game.options(names, **values) == game.options(names)
        for option in entry["options"]:
            assert not option["choices"] or option["default"] in option["choices"]
            for choice in option["choices"]:
                game.options(names, **{option["name"]: choice})


def test_the_page_asks_for_all_its_modules_at_once() -> None:
    """Modules that are found one inside the other cost a round trip each before the first picture."""
    from companion.web.table.app import STATIC

    page = (STATIC / "index.html").read_text("utf-8")
    beside = {"main", "encoder", "worklet"}  # the page's own script; a worker's and the sound's
    assert set(re.findall(r'modulepreload" href="/static/(\w+)\.js"', page)) == {
        path.stem for path in STATIC.glob("*.js")
    } - beside


@pytest.mark.parametrize(
    "wish",
    [None, [], {}, {"game": "chess"}, {"game": "ftw", "players": []}, {"game": "ftw", "players": seats(1)},
     {"game": "ftw", "players": seats(2), "options": {"rounds": "x"}},
     {"game": "ftw", "players": seats(2), "options": 3},
     {"game": "ftw", "players": seats(2), "options": {"nonsense": 1}}, {"game": "factum", "players": seats(3)}],
)  # fmt: skip
def test_a_wish_that_makes_no_game_is_one_sentence(wish: Any) -> None:
    with pytest.raises(BadInput) as refused:
        head_of(wish, "en")
    assert 5 < len(str(refused.value)) < 300
