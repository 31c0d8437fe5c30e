"""Keep Smiling! at the table: dice events and typed commands through the desk to rulings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.cli import build
from companion.events import Command, Roll, Ruling
from companion.facts import Fact, fact
from companion.referee.desk_registry import header, match_of
from companion.referee.keep_smiling_desk import rolls
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.replay import replay
from companion.rules.protocol import TABLE
from companion.terminal.dice_text import line as sentence
from companion.terminal.dice_text import parse_correction
from models.training.dice.throws import draw_throw
from tests.wording import reason, worded


def new(log: Log | None = None, **options: Any) -> Match:
    match = match_of(header("keep-smiling", ["Ann", "Ben"], options, 5, "en"), log)
    match.begin()
    return match


def typed(match: Match, *lines: str) -> list[Ruling]:
    out: list[Ruling] = []
    for line in lines:
        out = match.fold(Command(onset=match.now, decided=match.now, source="keys", text=line))
    return out


def seen(
    match: Match, *values: int, t: float = 1.0, refused: Fact | None = None, colours: tuple[str, ...] = ()
) -> list[Ruling]:
    roll = Roll(onset=t, decided=t + 0.4, source="camera 0", values=values, refused=refused, colours=colours)
    return match.fold(roll)


def codes(rulings: list[Ruling]) -> list[str]:
    return [r.code for r in rulings]


SETUP = ("Ann: place S G N S G", "Ben: place S S G G N")


def test_a_seen_roll_lists_the_moves_and_a_move_is_applied() -> None:
    match = new()
    assert codes(typed(match, *SETUP))[-1] == "turn"
    rulings = seen(match, 5, 3, 6)
    assert codes(rulings) == ["roll", "moves"]
    assert "Ann rolls 3, 5 and 6" in worded(rulings[0])
    assert "3+6: a b c d e" in worded(rulings[1])
    assert reason(rulings[1]).count("ways with") == 5
    assert "15 ways with one piece and one die; 15 ways with one piece and 2 dice" in reason(rulings[1])
    rulings = typed(match, "a:3 b:5+6")
    assert "Ann moves a by 3 and b by 11" in worded(rulings[0])
    assert worded(rulings[-1]) == "Ben throws three dice."
    assert match.state.steps[0][:2] == (3, 11)


def test_a_setup_stays_secret() -> None:
    match = new()
    for ruling in typed(match, "Ann: place G S N S G"):
        assert "G S N" not in worded(ruling) + reason(ruling) + worded(ruling, "de")
        assert ruling.action in ("", "Ann: place")


@pytest.mark.parametrize("line", ["a:4", "a:3 a:5", "a:3+5+6", "b:6 c:6", "pass", "seven"])
def test_an_impossible_entry_is_flagged_and_changes_nothing(line: str) -> None:
    match = new()
    typed(match, *SETUP)
    seen(match, 3, 5, 6)
    before = match.state
    assert codes(typed(match, line)) == ["refused"]
    assert match.state == before


def test_a_refused_roll_asks_and_one_digit_fills_the_unread_die() -> None:
    match = new()
    typed(match, *SETUP)
    rulings = seen(match, 4, 0, 2, refused=fact("dice.leaning", die="red"))
    assert codes(rulings) == ["no-roll"]
    assert "red die is leaning" in worded(rulings[0])
    assert match.state.dice == ()
    typed(match, "6")
    assert match.state.dice == (2, 4, 6)


WHITE = fact("dice.leaning", die="white")
LEANING = Roll(onset=1.0, decided=1.4, source="camera 0", values=(4, 0, 2), best=(4, 6, 2), refused=WHITE)


@pytest.mark.parametrize(("language", "offer"), [("en", "accept: they count as they lie, 4"), ("de", "gilt: sie")])
def test_a_refused_roll_is_accepted_as_it_lies_and_replays(tmp_path: Path, language: str, offer: str) -> None:
    head = header("keep-smiling", ["Ann", "Ben"], {}, 5, language)
    match = match_of(head, Log.create(tmp_path / "game.sqlite", head))
    match.begin()
    assert codes(typed(match, *SETUP, "accept"))[0] == "refused"
    assert offer in reason(match.fold(LEANING)[0], language)
    typed(match, "accept")
    assert match.state.dice == (2, 4, 6)
    assert match.fold(replace(LEANING, values=(4, 5, 2), refused=None, decided=3.0)) == []  # the same dice, read late
    assert codes(seen(match, 1, 1, 1, t=9.0)) == ["early"]
    assert isinstance(match.log, Log)
    assert not any(r.differs for r, _ in replay(match.log))


def test_what_cannot_be_accepted() -> None:
    """Too few dice, a roll that was answered, and a duel's dice that could be either player's."""
    match = new()
    typed(match, *SETUP)
    match.fold(replace(LEANING, values=(0, 2), best=(4, 2)))
    assert codes(typed(match, "accept")) == ["refused"]
    match.fold(LEANING)
    typed(match, "1 1 1")
    assert codes(typed(match, "accept")) == ["refused"]
    match = duel_match()
    match.fold(replace(LEANING, onset=9.0, values=(0, 2), best=(4, 2)))
    assert codes(typed(match, "accept")) == ["refused"]
    match.fold(replace(LEANING, onset=10.0, values=(0, 2), best=(4, 2), colours=("Ann", "Ben")))
    assert typed(match, "accept")[0].action == "Chance: duel 2 4"


@pytest.mark.parametrize(
    ("line", "values"), [("5", (4, 5, 2)), ("a", (4, 6, 2)), ("1 2 3", (1, 2, 3)), ("accept", (4, 6, 2)), ("x", ())]
)
def test_what_is_typed_into_the_dice_reader(line: str, values: tuple[int, ...]) -> None:
    assert parse_correction(LEANING, f"{line}\n") == values
    assert "it counts as it lies, 4 6 2" in sentence(LEANING, keys=True)
    assert sentence(LEANING) == "the white die is leaning: roll it again [4 ? 2]"


@pytest.mark.parametrize(
    ("values", "colours", "word"), [((1, 2), (), "2 dice lie there"), ((1, 2, 3), ("Ben",) * 3, "Ben's dice")]
)
def test_what_is_no_roll_of_the_player_on_turn(values: tuple[int, ...], colours: tuple[str, ...], word: str) -> None:
    match = new()
    typed(match, *SETUP)
    rulings = seen(match, *values, colours=colours)
    assert codes(rulings) == ["no-roll"]
    assert word in worded(rulings[0])


def test_dice_thrown_before_the_move_do_not_count() -> None:
    match = new()
    typed(match, *SETUP)
    seen(match, 3, 5, 6)
    assert codes(seen(match, 1, 1, 1, t=5.0)) == ["early"]
    assert match.state.dice == (3, 5, 6)


def test_typed_and_drawn_dice_and_undo() -> None:
    match = new()
    typed(match, *SETUP)
    typed(match, "1 2 3")
    assert match.state.dice == (1, 2, 3)
    typed(match, "undo")
    assert match.state.dice == ()
    typed(match, "roll")
    assert len(match.state.dice) == 3


def duel_match() -> Match:
    match = new(duel=True, lane_length=6)
    typed(match, *SETUP, "1 2 3", "a:3", "1 2 3", "a:3")
    assert match.state.duel == 0
    return match


def test_a_duel_by_two_single_dice_of_known_owners() -> None:
    match = duel_match()
    rulings = seen(match, 2, 5, colours=("Ann", "Ben"), t=9.0)
    assert rulings[0].action == "Chance: duel 5 2"


def test_a_duel_asks_whose_die_is_whose_unless_they_are_equal() -> None:
    match = duel_match()
    assert codes(seen(match, 2, 5, t=9.0)) == ["no-roll"]
    assert seen(match, 4, 4, t=10.0)[0].code == "roll"


def test_a_game_to_its_end_counts_the_chairs_and_the_dice() -> None:
    match = new(lane_length=2)
    typed(match, *SETUP)
    for _ in range(200):
        if match.game.outcome(match.state) is not None:
            break
        typed(match, "1 1 2")
        if match.state.dice:
            move = next(iter(match.game.legal(match.state, match.state.turn)))
            typed(match, match.game.format(move, match.options))
    last = list(match.rulings.values())[-2:]
    assert codes(last) == ["over", "dice"]
    assert "dice" in worded(last[1])
    assert {name for name, _ in rolls(match)} == {"Ann", "Ben"}


def test_pieces_on_the_players_own_board_are_turned_over_at_the_end() -> None:
    match = new(lane_length=2, pieces="physical")
    for _ in range(200):
        if match.game.actors(match.state) == (TABLE,):
            break
        typed(match, "1 1 2")
        if match.state.dice:
            typed(match, match.game.format(next(iter(match.game.legal(match.state, match.state.turn))), match.options))
    asked = list(match.rulings.values())[-1]
    assert asked.code == "reveal"
    assert "chair 6 first (S G N S G): 6 Ben, 5 Ann, 4 " in worded(asked)
    shown = match.game.format(next(iter(match.game.legal(match.state, TABLE))), match.options)
    assert codes(typed(match, shown.removeprefix("reveal ")))[:2] == ["action", "over"]


def test_a_german_game_replays_in_german(tmp_path: Path) -> None:
    head = header("keep-smiling", ["Ann", "Ben"], {}, 5, "de")
    match = match_of(head, Log.create(tmp_path / "game.sqlite", head))
    match.begin()
    typed(match, *SETUP)
    match.fold(replace(LEANING, refused=fact("dice.leaning", die="red")))
    assert match.log is not None
    match.log.close()
    shown = CliRunner().invoke(build(), ["replay", str(tmp_path / "game.sqlite")])
    assert shown.exit_code == 0
    assert shown.output.count("der rote Würfel liegt schief") == 2
    assert "leaning" not in shown.output


def test_the_log_replays_to_the_byte(tmp_path: Path) -> None:
    head = header("keep-smiling", ["Ann", "Ben"], {}, 5, "en")
    log = Log.create(tmp_path / "game.sqlite", head)
    match = match_of(head, log)
    match.begin()
    typed(match, *SETUP)
    seen(match, 3, 0, 6, refused=fact("dice.unsure", die="white", a=4, b=5))
    typed(match, "4", "c9", "undo", "b:3")
    steps = [r for r, _ in replay(log)]
    assert len(steps) > 8
    assert not [s for s in steps if s.differs or s.missing]


def test_a_clip_of_a_throw_reaches_the_rules(tmp_path: Path) -> None:
    for seed in range(12):
        throw = draw_throw(np.random.default_rng([21, seed]), "plain", fps=15.0)
        if len(throw.values) != 3:
            continue
        clip = tmp_path / f"{seed}.avi"
        out = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (480, 360))
        for _, image in throw.frames():
            out.write(image)
        out.release()
        lines = "\n".join(f"@0.0 {line}" for line in SETUP)
        words = ["referee", "keep-smiling", "--players", "Ann,Ben", "--camera", str(clip), "--no-log", "--seed", "1"]
        result = CliRunner().invoke(build(), words, input=lines)
        if "Seen by the camera" in result.output:
            a, b, c = sorted(throw.values)
            assert f"Ann rolls {a}, {b} and {c}" in result.output
            return
        assert "Ann rolls" not in result.output
    pytest.fail("no clip in twelve was read")
