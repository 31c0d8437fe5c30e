"""Big moments and praise: out of the actions that stand, so that undo and another reading of the log are right."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.clock import MonotonicClock
from companion.referee.desk_registry import header, match_of
from companion.referee.hand_scores import hands
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.moments import FeatTotal, feats, moments
from companion.referee.replay import last_match
from companion.rules.highlights import Moment
from companion.rules.protocol import CHANCE
from companion.sitting.sitting import Sitting
from companion.web.table.evening_totals import EveningTotals, PlayedGame
from companion.web.table.praise import RANKED_FEATS, praise
from companion.web.table.views import moments_of, no_pictures
from companion.words import languages, say

GAMES: dict[str, tuple[str, dict[str, Any], int, set[str]]] = {
    "face-off": ("face-off", {"target": 40}, 3, {"win", "over"}),
    "face-off advanced": ("face-off", {"advanced": True, "target": 30}, 3, {"win", "verdict", "over"}),
    "keep-smiling": ("keep-smiling", {"lane_length": 4}, 2, {"chairs", "over"}),
    "keep-smiling duels": ("keep-smiling", {"lane_length": 4, "duel": True}, 2, {"chairs", "over"}),
    "keep-smiling physical": ("keep-smiling", {"lane_length": 4, "pieces": "physical"}, 2, {"chairs", "over"}),
    "face-cards": ("face-cards", {}, 4, {"round", "over"}),
    "face-cards risiko": ("face-cards", {"variant": "risiko"}, 4, {"round", "over"}),
    "ftw": ("ftw", {"rounds": 2}, 4, {"hands", "over"}),
    "ftw physical": ("ftw", {"rounds": 1, "cards": "physical"}, 3, {"hands", "over"}),
    "factum": ("factum", {"target": 9}, 4, {"judged", "best", "over"}),
    "factum physical": ("factum", {"target": 5, "cards": "physical"}, 4, {"judged", "best", "over"}),
}
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def table(game: str, options: dict[str, Any], players: int, path: Path | None = None) -> Sitting:
    head = header(game, list(NAMES[:players]), options, 5, "en")
    sitting = Sitting(match_of(head, Log.create(path, head) if path is not None else None), MonotonicClock())
    sitting.begin()
    return sitting


def match_in(sitting: Sitting) -> Match:
    assert sitting.match is not None
    return sitting.match


def play(sitting: Sitting, steps: int = 4000, seed: int = 3) -> Match:
    """Play by chance, until the game is over."""
    random, match = Random(seed), match_in(sitting)
    for _ in range(steps):
        if match.is_over:
            break
        actor = random.choice(match.game.actors(match.state))
        legal = match.game.legal(match.state, actor)
        sitting.act(actor, match.game.draw(match.state) if actor == CHANCE else legal.sample(random), "laptop")
    return match


def all_moments(match: Match) -> list[Moment]:
    return [one for step in match.steps for one in step.highlights if isinstance(one, Moment)]


def play_hands(sitting: Sitting) -> Match:
    """Play Face Off! with cards on the table: chance alone finds no nine of a gem."""
    for name in ("Ann", "Ben"):
        for line in ("trade Ann Ben 2", f"win {name} ruby", "confirm", "clean", "next B wild kiss", "next B"):
            sitting.command(line)
    return match_in(sitting)


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_names_its_moments_and_says_them_in_every_language(kind: str) -> None:
    game, options, players, wanted = GAMES[kind]
    face_off = game == "face-off"
    sitting = table(game, {**options, **({"cards": "physical"} if face_off else {})}, players)
    match = play_hands(sitting) if face_off else play(sitting)
    assert match.is_over
    found = all_moments(match)
    assert {one.kind for one in found} == wanted
    assert found[-1].kind == "over"
    for one in found:
        for language in languages():
            assert say(one.title, language)
            assert "{" not in say(one.title, language) + say(one.detail, language)
        assert one.shows["scores"] is not None or one.kind == "judged"
    assert found[-1].shows["scores"] == list(match.game.outcome(match.state).scores)  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["ftw", "factum", "keep-smiling", "face-cards"])
def test_a_log_read_again_has_the_same_moments_and_feats(kind: str, tmp_path: Path) -> None:
    game, options, players, _ = GAMES[kind]
    match = play(table(game, options, players, tmp_path / "game.sqlite"))
    assert isinstance(match.log, Log)
    match.log.close()
    again = last_match(Log.open(tmp_path / "game.sqlite"))
    assert again is not None
    assert all_moments(again) == all_moments(match)
    assert feats(again) == feats(match)
    assert feats(match)


def test_what_is_taken_back_brings_no_moment() -> None:
    sitting = table("face-off", {"cards": "physical"}, 3)
    match = match_in(sitting)
    for line in ("win Ann ruby", "confirm"):
        sitting.command(line)
    shown = moments_of(match, match.stand, "en", no_pictures)
    assert [one["kind"] for one in shown] == ["win"]
    assert (shown[0]["title"], shown[0]["seats"]) == ("Ann wins the hand with the nine rubies!", [0])
    first = shown[0]["at"]
    sitting.command("undo")
    assert moments(match, match.stand) == []
    sitting.command("confirm")
    assert [one["at"] > first for one in moments_of(match, match.stand, "en", no_pictures)] == [True]


def test_an_earlier_win_that_is_taken_back_is_out_of_the_later_one_too() -> None:
    """A moment tells the points in all: those of the actions that stand."""
    sitting = table("face-off", {"cards": "physical"}, 3)
    match = match_in(sitting)
    for line in ("trade Ann Ben 2", "trade Ann Ben 1", "win Ann ruby", "confirm"):
        sitting.command(line)
    assert feats(match)["trade", 0].amount == 2
    trade = next(step.group for step in match.steps)
    sitting.command(f"undo {trade}")
    assert feats(match)["trade", 0].amount == 1
    assert [one.kind for one in all_moments(match)] == ["win"]


def test_a_moment_waits_for_the_disk_as_the_state_does() -> None:
    sitting = table("face-off", {"cards": "physical"}, 3)
    match = match_in(sitting)
    before = match.stand
    for line in ("win Ann ruby", "confirm"):
        sitting.command(line)
    assert moments(match, before) == []
    assert len(moments(match, match.stand)) == 1


def test_the_judged_card_says_what_the_view_says_and_counts_the_votes() -> None:
    match = play(table("factum", {"target": 5}, 4))
    judged = [one for one in all_moments(match) if one.kind == "judged"]
    results = {
        (view["result"]["chosen"], view["result"]["right"], view["result"]["owner"])
        for state in match.states()
        if (view := match.game.view(state, -2))["result"] is not None
    }
    assert results == {(one.shows["chosen"], one.shows["right"], one.shows["owner"]) for one in judged}
    for one in judged:
        votes = one.shows["votes"]
        assert not votes or votes[str(one.shows["chosen"])] == max(votes.values())


def test_the_hands_lie_open_as_they_were_counted() -> None:
    match = play(table("ftw", {"rounds": 3}, 3))
    rounds = [one for one in all_moments(match) if one.kind == "hands"]
    assert [one.shows["points"] for one in rounds] == [list(row) for row in match.state.points]
    for one in rounds:
        for hand, points in zip(one.shows["hands"], one.shows["points"], strict=True):
            assert points == max(0, 2 * max(hand) - sum(hand))


def test_the_quickest_trade_is_counted_in_seconds_since_the_deal_or_the_trade_before() -> None:
    class Hours(MonotonicClock):
        seconds = 0.0

        def now(self) -> float:
            return self.seconds

    clock = Hours()
    head = header("face-off", ["Ann", "Ben", "Cleo"], {"cards": "physical"}, 5, "en")
    sitting = Sitting(match_of(head, None), clock)
    sitting.begin()
    for at, line in ((30, "trade Ann Ben 2"), (42, "trade Ann Cleo 1"), (92, "trade Ben Cleo 3")):
        clock.seconds = at
        sitting.command(line)
    found = feats(match_in(sitting))
    assert {seat: round(found["quick", seat].amount) for seat in (0, 1, 2)} == {0: 12, 1: 50, 2: 12}


def total(amount: float, fold: Any = "sum") -> FeatTotal:
    return FeatTotal(amount, fold)


def test_each_player_is_praised_for_something_true_and_no_two_alike() -> None:
    done = {
        "Ann": {"trade": total(7), "quick": total(4, "seconds")},
        "Ben": {"trade": total(7)},
        "Cleo": {"trade": total(2), "quick": total(9, "seconds")},
        "Dan": {},
    }
    lines = praise(done, {"Ann": 3, "Ben": 3, "Cleo": 3, "Dan": 2})
    said = {name: say(line, "en") for name, line in lines.items()}
    assert said == {
        "Ann": "The quickest trade, in seconds: 4",
        "Ben": "Most trades: 7",
        "Cleo": "Quickest own trade, in seconds: 9",
        "Dan": "There to the end, hands played: 2",
    }


@pytest.mark.parametrize("seed", range(40))
def test_praise_is_true_and_different_for_any_evening(seed: int) -> None:
    random = Random(seed)
    done = {
        name: {kind: total(random.randint(0, 3)) for kind in random.sample(RANKED_FEATS, random.randint(0, 4))}
        for name in NAMES[: random.randint(2, 4)]
    }
    lines = praise(done, dict.fromkeys(done, 5))
    assert set(lines) == set(done)
    for k, (name, line) in enumerate(lines.items()):
        twins = [other for j, other in enumerate(lines.values()) if j != k and other == line]
        assert not twins or line.code == "praise.there", name
    for name, line in lines.items():
        kind = line.code.removeprefix("praise.")
        if kind == "there":
            continue
        assert line.values["n"] == done[name][kind].amount > 0
        top = max(each[kind].amount for each in done.values() if kind in each)
        assert (line.values["best"] == "yes") is (done[name][kind].amount == top)


def test_the_evening_praises_people_over_all_games_and_no_bots() -> None:
    night = EveningTotals(lambda work: None, lambda: None)
    match = play(table("ftw", {"rounds": 2}, 3))
    night.on_game_left(match)
    night._games.append(PlayedGame("x", "ftw", ("Ann", "Robot"), tuple(hands(match)[:1]), {}, ("Robot",)))
    sheet = night.sheet("de")
    assert sheet is not None
    assert list(sheet["praise"]) == ["Ann", "Ben", "Cleo"]
    assert all(sheet["praise"].values())
    assert len(set(sheet["praise"].values())) == 3
