"""One game on the table without a server: bots, taps, saving, resuming, exporting."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.referee.desk_registry import match_of
from companion.referee.kept_games import new_log
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.replay import resume_match
from companion.rules import record, registry
from companion.rules.errors import RulesError
from companion.rules.protocol import TABLE
from companion.rules.search import LEVELS
from companion.sitting.followers import bots
from companion.sitting.table_sitting import TableSitting, table_of
from companion.web.table.album import name_pictures, names_of
from companion.web.table.setup import catalogue, head_of
from companion.web.table.shelf import Shelf, export, steps
from companion.web.table.views import rulings_of, state_of
from companion.words import languages, say


def seats(count: int, people: int = 0) -> list[dict[str, Any]]:
    return [{"name": n, "bot": k >= people} for k, n in enumerate(["Ann", "Ben", "Cleo", "Dan"][:count])]


COUNTS = {"face-off": 3, "keep-smiling": 2, "face-cards": 3, "ftw": 3, "factum": 4}


def begun(head: LogHeader, log: Log | None, clock: ManualClock) -> TableSitting:
    match = match_of(head, log)
    table = table_of(match, clock, bots=[k for k, n in enumerate(match.players) if n in head.bots])
    table.sitting.go_on()
    table.sitting.begin()
    return table


def resume(path: Path, clock: ManualClock) -> TableSitting:
    log = Log.open(path, append=True)
    match = resume_match(log)
    table = table_of(match, clock, bots=[k for k, n in enumerate(match.players) if n in log.header.bots])
    table.sitting.go_on()
    return table


def play(table: TableSitting, clock: ManualClock, ticks: int = 4000) -> None:
    for _ in range(ticks):
        if table.match.is_over:
            break
        clock.advance(0.4)
        table.sitting.pump()


def played(log: Log | None, head: LogHeader, ticks: int = 4000) -> TableSitting:
    clock = ManualClock()
    table = begun(head, log, clock)
    play(table, clock, ticks)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("game", COUNTS)
def test_bots_play_to_the_end_and_the_log_gives_the_same_game(game: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    head = head_of({"game": game, "players": seats(COUNTS[game]), "seed": 11}, "en")
    path = new_log(tmp_path, game)
    table = played(Log.create(path, head), head)
    outcome = table.match.game.outcome(table.match.state)
    assert outcome is not None
    assert not any(r.code == "refused" for r in table.match.rulings.values())
    assert table.match.log is not None
    table.match.log.close()
    again = resume(path, ManualClock())
    assert again.match.game.dump(again.match.state) == table.match.game.dump(table.match.state)
    assert again.match.rulings == table.match.rulings
    assert again.bots.seats == table.bots.seats
    again.match.log.close()  # type: ignore[union-attr]
    _, _, text = export(path, "record", "en")
    assert record.read(text).write() == text
    for language in languages():
        rows = csv.reader(io.StringIO(export(path, "csv", language)[2].removeprefix("\ufeff")))
        winner = outcome.winners[0]
        assert [table.match.players[winner], str(outcome.scores[winner]), "1"] in list(rows)
    english, german = (steps(path, language)["steps"] for language in ("en", "de"))
    names = names_of(table.match)  # pictures are named, a page has it shorter, the rest as why
    told = [say(name_pictures(r.as_fact, names), "en") for _, r in sorted(table.match.rulings.items())]
    assert all(text in (s["text"], s["why"][: len(text)]) for s, text in zip(english, told, strict=True))
    assert [s["view"] for s in german] == [s["view"] for s in english]
    assert all(a["text"] != b["text"] for a, b in zip(english, german, strict=True) if "wins" in a["text"])
    assert german[0]["text"] != english[0]["text"]
    assert [k["name"] for k in shelf.listing()] == [path.name]
    shelf.delete(path.name)
    assert shelf.listing() == []


def test_a_game_stopped_in_the_middle_goes_on(tmp_path: Path) -> None:
    head = head_of({"game": "ftw", "players": seats(3), "seed": 4}, "en")
    path = tmp_path / "x.sqlite"
    half = played(Log.create(path, head), head, ticks=60)
    position = half.match.game.dump(half.match.state)
    del half  # a crash: nothing is closed
    clock = ManualClock()
    table = resume(path, clock)
    assert table.match.game.dump(table.match.state) == position
    play(table, clock)
    assert table.match.game.outcome(table.match.state) is not None
    table.match.log.close()  # type: ignore[union-attr]


@pytest.mark.parametrize("level", ["beginner", "strong"])
def test_bots_play_as_well_as_was_chosen(level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"game": "ftw", "players": seats(2), "seed": 4, "level": level, "options": {"rounds": 1}}
    head = head_of(wish, "en")
    assert head.level == level
    asked: list[int] = []

    def policy(sight: Any, random: Any) -> Any:
        asked.append(sight.viewer)
        return next(iter(sight.legal))

    monkeypatch.setattr(bots, "LEVELS", {**LEVELS, level: policy})
    clock = ManualClock()
    log = Log.create(tmp_path / "x.sqlite", head)
    assert Log.open(tmp_path / "x.sqlite").header.level == level
    table = table_of(match_of(head, log), clock, bots=[0, 1], level=head.level)
    table.sitting.begin()
    for _ in range(400):
        clock.advance(2.0)
        table.sitting.pump()
        if table.bots.thought is not None:
            table.bots.thought.work.join(10)
        if len(asked) > 6:
            break
    steps = [step.actor for step in table.match.steps if step.actor >= 0]
    assert steps[: len(asked) - 1] == asked[: len(steps)][: len(asked) - 1]
    assert set(steps) == {0, 1}
    log.close()


def test_a_level_that_a_game_does_not_have_is_refused() -> None:
    for game, level in (
        ("factum", "strong"),
        ("face-off", "strong"),
        ("keep-smiling", "strong"),
        ("ftw", "expert"),
        ("ftw", 3),
    ):
        with pytest.raises(BadInput):
            head_of({"game": game, "players": seats(COUNTS[game]), "level": level}, "en")
    assert [entry["levels"] for entry in catalogue("en") if entry["name"] in ("factum", "face-cards")] == [[], []]


@pytest.mark.parametrize(("game", "first"), [("ftw", "give"), ("face-cards", "lay")])
def test_with_cards_of_paper_the_table_speaks_for_who_is_on_turn_or_for_all(game: str, first: str) -> None:
    head = head_of({"game": game, "players": seats(3, people=3), "seed": 4, "options": {"cards": "physical"}}, "en")
    table = begun(head, None, ManualClock())
    if game == "face-cards":
        table.sitting.command("camera Ann")
    assert first in state_of(table, TABLE, "en", laptop=True)["tableLegal"]
    table.sitting.command(first)
    assert [step.actor for step in table.match.steps[-3:]] == [0, 1, 2]
    shown = state_of(table, TABLE, "en", laptop=True)
    assert shown["mover"] == 0
    assert shown["legal"]
    table.sitting.command(shown["legal"][0])
    assert table.match.steps[-1].actor == 0
    assert len(table.match.steps) == len(table.match.groups()) + 2
    table.sitting.command("Cleo: " + shown["legal"][1])
    assert table.match.rulings[table.match.last].code == "refused"  # it is not Cleo's turn


def test_the_page_gets_the_moves_of_pieces_as_fields_by_lane() -> None:
    options = {"pieces": "physical"}
    head = head_of({"game": "keep-smiling", "players": seats(2, people=2), "seed": 4, "options": options}, "en")
    table = begun(head, None, ManualClock())
    assert state_of(table, TABLE, "en", laptop=True)["moves"] == []
    table.sitting.command("roll 1 2 6")
    shown = state_of(table, TABLE, "en", laptop=True)
    moves = dict(zip(shown["legal"], shown["moves"], strict=True))
    assert moves["move a:1+2 b:6"] == {"a": 3, "b": 6}
    assert moves["move c:1"] == {"c": 1}
    own, other = (state_of(table, seat, "en", laptop=False) for seat in (0, 1))
    assert own["moves"] == shown["moves"]
    assert other["moves"] == other["legal"] == []


def test_cards_that_the_game_deals_are_never_played_by_the_table() -> None:
    head = head_of({"game": "ftw", "players": seats(3, people=3), "seed": 4}, "en")
    table = begun(head, None, ManualClock())
    hand = table.match.game.view(table.match.state, 0)["hand"]
    table.sitting.command("give " + " ".join(map(str, hand[:3])))
    assert table.match.rulings[table.match.last].code == "refused"
    shown = state_of(table, TABLE, "en", laptop=True)
    assert shown["tableLegal"] == shown["legal"] == []


def test_the_same_game_in_another_language_while_it_goes_on() -> None:
    """Rulings in German from the middle of an English game on, undo and all; numbers and codes stay the same."""
    head = head_of({"game": "face-off", "players": seats(3, people=3), "seed": 5}, "en")
    clock = ManualClock()
    table = begun(head, Log.create(None, head), clock)
    hands = [table.match.game.view(table.match.state, p)["hand"] for p in (0, 1)]
    gems = [next(g for g, n in hand.items() if isinstance(n, int) and n) for hand in hands]
    for round_ in range(2):
        table.taps.act(0, f"offer 1 {gems[0]}", "phone Ann")
        table.taps.act(1, f"offer 1 {gems[1]}", "phone Ben")
        clock.advance(1.5)
        table.sitting.pump()
        if round_ == 0:
            dealt = next(r for r in rulings_of(table.match, "de") if r["code"] == "new-hand")
            assert dealt["text"].startswith("Runde 1: Ann gibt")
            table.sitting.command("undo")
    english, german = rulings_of(table.match, "en"), rulings_of(table.match, "de")
    for one, other in zip(english, german, strict=True):
        assert (one["n"], one["code"], one["at"]) == (other["n"], other["code"], other["at"])
        assert one["text"] != other["text"]
    assert any(r.code == "undone" for r in table.match.rulings.values())


def test_a_tap_is_the_players_own_and_legal_or_changes_nothing() -> None:
    head = head_of({"game": "face-off", "players": seats(3, people=3), "seed": 5}, "en")
    clock = ManualClock()
    table = begun(head, None, clock)
    before = table.match.game.dump(table.match.state)
    for text in ("undo", "verdict clean", "trade Ann Ben", "offer 4 jade", "Ben: offer 1 ruby", "x" * 300):
        with pytest.raises(RulesError):
            table.taps.act(0, text, "phone Ann")
        assert table.match.game.dump(table.match.state) == before
    hands = [table.match.game.view(table.match.state, p)["hand"] for p in (0, 1)]
    gems = [next(g for g, n in hand.items() if isinstance(n, int) and n) for hand in hands]
    table.taps.act(0, f"offer 1 {gems[0]}", "phone Ann")
    table.taps.act(1, f"offer 1 {gems[1]}", "phone Ben")
    clock.advance(1.0)
    table.sitting.pump()
    assert [r.code for r in table.match.rulings.values()].count("trade") == 1


@pytest.mark.parametrize("game", COUNTS)
def test_what_a_page_gets_is_the_view_of_its_viewer(game: str) -> None:
    head = head_of({"game": game, "players": seats(COUNTS[game], people=COUNTS[game]), "seed": 7}, "en")
    table = begun(head, None, ManualClock())
    for viewer in (TABLE, 0, 1):
        state = state_of(table, viewer, "en", laptop=viewer == TABLE)
        assert state["view"] == table.match.game.view(table.match.state, viewer)
        assert ("tableLegal" in state) == (viewer == TABLE)
        assert state["legal"] == [] or viewer >= 0


def test_the_catalogue_offers_the_books_defaults() -> None:
    for entry in catalogue("en"):
        game = registry.get(entry["name"])
        names = ["Ann", "Ben", "Cleo", "Dan"][: entry["least"]]
        values = {o["name"]: o["default"] for o in entry["options"] if o["default"] is not None}
        assert game.options(names, **values) == game.options(names)
        for option in entry["options"]:
            if option["kind"] == "choice":
                assert option["default"] in option["choices"]
                for choice in option["choices"]:
                    game.options(names, **{option["name"]: choice})
            elif option["kind"] == "whole" and option["default"] is not None:
                assert option["low"] <= option["default"] <= option["high"]
            assert len(option["help"]) > 10, option
        assert [o["name"] for o in entry["options"]] == [spec.name for spec in game.specs]


def test_the_page_asks_for_all_its_modules_at_once() -> None:
    """Modules that are found one inside the other cost a round trip each before the first picture."""
    from companion.web.kit.assets import KIT_FOLDER, Bundle
    from companion.web.table.app import STATIC

    page = (KIT_FOLDER / "page.html").read_text("utf-8")
    assert re.findall(r'<script[^>]* src="([^"]+)"', page) == ["/page.js"]
    files = {
        f"{at}/{p.relative_to(root).as_posix()}"
        for at, root in (("/kit", KIT_FOLDER), ("/static", STATIC))
        for p in root.rglob("*.js")
    }
    beside = {"/kit/encoder.js", "/kit/worklet.js", "/static/install/sw.js"}  # workers, and the sound's
    assert set(Bundle({"/kit": KIT_FOLDER, "/static": STATIC}).modules("/static/main.js")) == files - beside


@pytest.mark.parametrize(
    "wish",
    [
        None,
        [],
        {},
        {"game": "chess"},
        {"game": "ftw", "players": []},
        {"game": "ftw", "players": seats(1)},
        {"game": "ftw", "players": seats(2), "options": {"rounds": "x"}},
        {"game": "ftw", "players": seats(2), "options": 3},
        {"game": "ftw", "players": seats(2), "options": {"nonsense": 1}},
        {"game": "factum", "players": seats(3)},
    ],
)
def test_a_wish_that_makes_no_game_is_one_sentence(wish: Any) -> None:
    with pytest.raises(BadInput) as refused:
        head_of(wish, "en")
    for language in languages():
        assert 5 < len(say(refused.value.fact, language)) < 300
        assert say(refused.value.fact, language) != str(refused.value.fact)
