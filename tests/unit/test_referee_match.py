"""A Face Off! match as a fold of events: trades, listings, wins, points, overruling, late events, pause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.events import Command, Event, Ruling, Seat, Signal, Teeth
from companion.referee.desk import draft
from companion.referee.desk_registry import header, match_of
from companion.referee.face_off_desk import FaceOffDesk
from companion.referee.face_off_memory import Timing
from companion.referee.log import Log
from companion.referee.match import Match
from companion.rules.errors import OptionsError
from companion.rules.face_off.data import SUITS
from companion.rules.face_off.game import GAME
from tests.wording import worded

NAMES = ["Ann", "Ben", "Cleo"]


def new_match(**values: Any) -> Match:
    defaults: dict[str, Any] = {"cards": "physical", "signal_set": "B", "suits": ["ruby", "pearl", "jade"]}
    match = Match(GAME, GAME.options(NAMES, **{**defaults, **values}), 7, FaceOffDesk(Timing(settle=0.5)))
    match.begin()
    return match


def signal(player: str | None, name: str, t: float, phase: str = "on") -> Signal:
    return Signal(onset=t, decided=t, player=player, name=name, phase=phase)  # type: ignore[arg-type]


def command(text: str, t: float = 50.0, player: str | None = None) -> Command:
    return Command(onset=t, decided=t, text=text, player=player)


def run(match: Match, *events: Event) -> list[Ruling]:
    return [ruling for event in events for ruling in match.fold(event)]


def codes(rulings: list[Ruling]) -> list[str]:
    return [r.code for r in rulings]


def test_two_players_showing_the_same_number_trade() -> None:
    m = new_match()
    run(m, signal("Ann", "eyes_wide", 1), signal("Ben", "eyes_wide", 1.3))
    (ruling,) = m.advance(5)
    assert (ruling.code, worded(ruling)) == ("trade", "Ann and Ben trade 2 cards.")
    assert ruling.decided == pytest.approx(1.8)
    assert ruling.action == "Ann: offer 2; Ben: offer 2; Table: trade Ann Ben"
    assert m.state.trades == 1


@pytest.mark.parametrize(("edition", "trades"), [(2, 0), (3, 1)])
def test_a_noise_meets_another_as_it_begins_in_logs_of_today(edition: int, trades: int) -> None:
    match = new_match(signal_set="A")
    match.edition = edition
    told = [signal("Ann", "pig", 2.0), signal("Ann", "pig", 2.9, "off")]
    late = Signal(onset=4.7, decided=5.6, player="Ben", name="pig", phase="on", confidence=0.9)
    rulings = [*run(match, *told, late), *match.advance(9.0)]
    assert codes(rulings).count("trade") == trades


def test_a_held_signal_trades_once() -> None:
    m = new_match()
    run(m, signal("Ann", "sour", 1), signal("Ben", "sour", 1))
    assert codes(m.advance(30)) == ["trade"]


def test_three_showing_one_number_are_listed_and_the_table_chooses() -> None:
    m = new_match()
    run(m, *(signal(n, "sour", 1 + i / 10) for i, n in enumerate(NAMES)))
    assert codes(m.advance(5)) == ["several"]
    assert m.state.trades == 0
    (ruling,) = run(m, command("trade Cleo Ann", 6))
    assert worded(ruling) in ("Ann and Cleo trade 4 cards.", "Cleo and Ann trade 4 cards.")
    assert m.state.trades == 1


@pytest.mark.parametrize("name", ["chicken", "moo", "grin", "wild_thing", "neutral"])
def test_signals_that_do_not_count_in_this_hand_do_nothing(name: str) -> None:
    m = new_match()
    run(m, signal("Ann", name, 1), signal("Ben", name, 1))
    assert m.advance(5) == []


def test_grin_counts_in_the_advanced_game_only() -> None:
    m = new_match(advanced=True)
    run(m, signal("Ann", "grin", 1), signal("Ben", "grin", 1))
    assert [worded(r) for r in m.advance(5)] == ["Ann and Ben trade Grin cards."]


def test_signals_of_nobody_at_the_table_do_nothing() -> None:
    m = new_match()
    run(m, signal(None, "sour", 1), signal("Zoe", "sour", 1), signal("Ann", "sour", 1))
    assert m.advance(5) == []


def test_a_seat_that_is_lost_stops_showing() -> None:
    m = new_match()
    run(m, signal("Ann", "sour", 1), Seat(onset=2, decided=2, player="Ann", seat=0, state="lost"))
    run(m, signal("Ben", "sour", 3))
    assert m.advance(5) == []


def test_a_basic_win_scores_the_gem_and_the_winner_deals() -> None:
    m = new_match()
    out = run(m, command("win Ben ruby"), command("confirm"), command("next A"))
    assert codes(out) == ["action", "action", "score", "action", "new-hand"]
    assert m.state.scores == (0, 90, 0)
    assert m.state.dealer == 1
    assert m.state.signal_set == "A"


def test_teeth_cost_fifty_and_the_table_may_overrule() -> None:
    m = new_match(advanced=True)
    teeth = Teeth(onset=51, decided=55, player="Ann", verdict="teeth")
    out = run(m, command("win Ann ruby"), command("confirm"), teeth)
    assert codes(out) == ["action", "action", "score", "verdict", "wild-call", "score"]
    assert m.state.scores == (40, 0, 0)
    assert codes(run(m, command("overrule"), command("clean"))) == ["undone", "action"]
    assert m.state.scores == (90, 0, 0)


def test_an_unseen_mouth_leaves_the_verdict_to_the_table() -> None:
    m = new_match(advanced=True)
    run(m, command("win Ann ruby"), command("confirm"), Teeth(onset=51, decided=55, player="Ann", verdict="unseen"))
    assert m.state.scores == (90, 0, 0)
    run(m, command("teeth"))
    assert m.state.scores == (40, 0, 0)


def test_illegal_and_malformed_commands_leave_the_state_equal() -> None:
    m = new_match()
    before = m.state
    out = run(
        m,
        command("confirm"),
        command("win Ann diamond"),
        command("trade Ann Ann"),
        command("trade Ann Zoe"),
        command("xyzzy"),
        command("undo"),
        command("overrule 99"),
        command("Ann: next C"),
    )
    assert codes(out) == ["refused"] * 8
    assert all(worded(r) for r in out)
    assert m.state == before


def test_overruling_an_earlier_trade_keeps_later_ones() -> None:
    m = new_match()
    first, second = run(m, command("trade Ann Ben 2"), command("trade Ben Cleo 3"))
    run(m, command(f"overrule {first.number}"))
    assert m.state.trades == 1
    assert m.state.pair in ((1, 2), (2, 1))
    assert codes(run(m, command(f"overrule {first.number}"))) == ["refused"]
    run(m, command("undo"))
    assert m.state.trades == 0
    assert second.number != first.number


def test_a_player_on_a_phone_acts_for_themselves_only() -> None:
    m = new_match()
    (ruling,) = run(m, command("claim ruby", player="Cleo"))
    assert ruling.action == "Cleo: claim ruby"
    m = new_match()
    assert codes(run(m, command("Ann: claim ruby", player="Cleo"))) == ["refused"]
    assert codes(run(m, command("undo", player="Cleo"))) == ["refused"]


def test_paused_signals_do_not_count() -> None:
    m = new_match()
    run(m, signal("Ann", "sour", 1), command("pause", 1.1), signal("Ben", "sour", 1.2))
    assert m.advance(5) == []
    run(m, command("resume", 6), signal("Ann", "sour", 7), signal("Ben", "sour", 7))
    assert codes(m.advance(9)) == ["trade"]


def test_a_late_event_counts_when_it_comes() -> None:
    m = new_match()
    m.advance(10)
    run(m, signal("Ann", "sour", 3), signal("Ben", "sour", 4))
    (ruling,) = m.advance(12)
    assert ruling.decided == pytest.approx(10.5)


def test_digital_cards_need_cards_picked() -> None:
    m = new_match(cards="digital")
    run(m, signal("Ann", "eyes_wide", 1), signal("Ben", "eyes_wide", 1))
    assert codes(m.advance(3)) == ["no-cards"]
    hands = m.state.hands

    mine = next(i for i in range(len(SUITS)) if hands[0][i] >= 2)
    theirs = next(i for i in range(len(SUITS)) if hands[1][i] >= 2 and i != mine)
    run(m, command(f"offer 2 {SUITS[mine]}", 4, "Ann"), command(f"offer 2 {SUITS[theirs]}", 4, "Ben"))
    run(m, signal("Ann", "eyes_wide", 5), signal("Ben", "eyes_wide", 5))
    assert codes(m.advance(7)) == ["trade"]
    assert m.state.hands[0][theirs] == hands[0][theirs] + 2
    assert m.state.hands[1][theirs] == hands[1][theirs] - 2


def test_german_rulings() -> None:
    m = Match(GAME, GAME.options(NAMES, cards="physical", signal_set="B"), 7, FaceOffDesk(Timing(settle=0.5)))
    m.begin()
    run(m, signal("Ann", "sour", 1), signal("Ben", "sour", 1))
    assert [worded(r, "de") for r in m.advance(2)] == ["Ann und Ben tauschen 4 Karten."]


def test_first_at_the_target_ends_the_game() -> None:
    m = new_match(target=90)
    out = run(m, command("win Ben ruby"), command("confirm"))
    assert out[-1].code == "over"
    assert "Ben" in worded(out[-1])
    assert codes(run(m, command("trade Ann Ben 1"))) == ["refused"]


def test_rulings_leak_neither_the_deal_nor_the_cards_put_aside() -> None:
    m = Match(GAME, GAME.options(NAMES, cards="digital", signal_set="B"), 7, FaceOffDesk(Timing(settle=0.5)))
    out = m.begin()
    suit = next(s for i, s in enumerate(SUITS) if m.state.hands[0][i] >= 2)
    out += run(m, command(f"offer 2 {suit}", 4, "Ann"))
    assert [r.action for r in out if r.action] == ["Chance: deal", "Ann: offer 2"]
    assert not [s for s in SUITS for r in out if s in worded(r) or s in r.action]


def test_an_event_that_the_referee_fails_on_is_not_logged_and_changes_nothing(tmp_path: Path) -> None:
    head = header("face-off", NAMES, {"cards": "physical"}, 1, "en")
    log = Log.create(tmp_path / "a.sqlite", head)
    m = match_of(head, log)
    m.begin()
    run(m, command("trade Ann Ben 2"))
    before, standing = m.state, m.groups()

    def broken(*_: object) -> None:
        m._issue(draft("score", scores=None))
        raise RuntimeError("a fault of ours")

    m.desk.on_sense_event = broken  # type: ignore[method-assign, assignment]
    (said,) = run(m, signal("Ann", "sour", 60))
    assert said.code == "failed"
    assert "RuntimeError" in worded(said)
    assert (m.state, m.groups()) == (before, standing)
    logged = list(log.events())
    assert not [e for e in logged if isinstance(e, Signal)]
    assert [e.number for e in logged if isinstance(e, Ruling)] == sorted(m.rulings)


@pytest.mark.parametrize("names", [["Ann Marie", "Jörg-Peter", "Łucja"], ["Ann", "Ann Marie", "Marie"]])
def test_names_of_every_kind_from_deal_to_verdict(names: list[str]) -> None:
    game = GAME.options(names, cards="physical", advanced=True, signal_set="B")
    m = Match(GAME, game, 7, FaceOffDesk(Timing(settle=0.5)))
    m.begin()
    one, other, third = names
    assert codes(run(m, command(f"trade {one} {other.lower()} 3"))) == ["action"]
    assert codes(run(m, command(f"{other}: call {one}"), command("deny"))) == ["action", "action"]
    assert codes(run(m, command(f"win {third.upper()} ruby"), command("confirm"), command("clean"))) == [
        "action",
        "action",
        "score",
        "action",
    ]
    assert m.state.scores == (0, 0, 90)
    assert codes(run(m, command(f"{third}: next A"))) == ["action", "new-hand"]


def test_names_that_differ_in_case_only_are_refused_before_the_game() -> None:
    with pytest.raises(OptionsError):
        GAME.options(["ann", "Ann", "Cleo"], cards="physical")
