"""Game records and history: to the byte, with undo, and no damage unnoticed. Over every variant of every game."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.rules import record
from companion.rules.errors import IllegalAction, RecordError, RulesError
from companion.rules.history import History
from companion.rules.playout import playout, sensible_player
from companion.rules.protocol import CHANCE, TABLE
from companion.rules.registry import get
from companion.words import say
from tests.rules.rules_cases import Case, smallest
from tests.wording import fact_like

CASES = smallest()
each_case = pytest.mark.parametrize("case", CASES, ids=[f"{c.name}-{c.variant}" for c in CASES])


def played(case: Case, steps: int = 40) -> History:
    """Return some actions of a sensible game, with comments and a header."""
    history = History(case.game, case.quick(), 11)
    history.headers["Place"] = 'at "home", upstairs'
    history.comment("before the first action")
    playout(case.game, case.quick(), 11, sensible_player, limit=steps, watch=lambda s, a, x: history.apply(a, x))
    history.comment("the last one so far;\nwith a line break")
    return history


@each_case
def test_a_record_reads_and_writes_to_the_byte(case: Case) -> None:
    for steps in (0, 1, 40):
        history = played(case, steps)
        text = history.record().write()
        read = record.read(text)
        assert read.write() == text
        assert read == history.record()
        *_, last = read.states()
        assert last == history.state
        assert record.read(text.replace("\n", "\r\n")).write() == text


@each_case
def test_a_finished_game_keeps_its_result(case: Case) -> None:
    text = played(case, 2_500).record().write()
    history = History.of(record.read(text))
    end = case.game.outcome(history.state)
    result = re.findall(r"^result .*$", text, re.MULTILINE)
    assert len(result) == 1
    if end is None:
        assert result == ["result *"]
        return
    assert result[0].startswith(f"result {end.termination} scores {' '.join(map(str, end.scores))} winners ")
    with pytest.raises(RecordError, check=fact_like(r"record\.no\.other-result")):
        record.read(text.replace(f"scores {end.scores[0]}", f"scores {end.scores[0] + 1}"))


@pytest.mark.slow
@each_case
def test_a_record_cut_anywhere_is_refused(case: Case) -> None:
    text = played(case).record().write()
    for cut in {*Random(1).sample(range(len(text)), 60), 0, len(text) // 2, len(text) - 1}:
        with pytest.raises(RecordError):
            record.read(text[:cut])
    lines = text.splitlines(keepends=True)
    for missing in range(len(lines)):
        if lines[missing].startswith((";", "header")):
            continue
        with pytest.raises(RecordError):
            record.read("".join(lines[:missing] + lines[missing + 1 :]))


@each_case
def test_what_is_not_canonical_is_refused(case: Case) -> None:
    """Nothing is read that would be written otherwise."""
    text = played(case).record().write()
    lines = text.split("\n")
    options = [k for k, line in enumerate(lines) if line.startswith("option ")]
    swapped = list(lines)
    if len(options) > 1:
        swapped[options[0]], swapped[options[1]] = lines[options[1]], lines[options[0]]
    odd = {
        "options in another order": "\n".join(swapped),
        "blanks in a comment": text.replace("; before the", ";  before the", 1),
        "a comment without its blank": text.replace("; before", ";before", 1),
        "a byte order mark": "\ufeff" + text,
        "no line end at the end": text[:-1],
        "an empty line at the end": text + "\n",
        "two blanks": text.replace("seed 11", "seed  11", 1),
    }
    assert [what for what, written in odd.items() if written != text and taken(written)] == []


def taken(text: str) -> bool:
    """Whether it is read as a record."""
    try:
        record.read(text)
    except RecordError:
        return False
    return True


@each_case
def test_a_newer_or_changed_record_is_refused(case: Case) -> None:
    text = played(case).record().write()
    version = f"game {case.game.name} {case.game.version}"
    for old, new, word in (
        ("companion-record 1", "companion-record 2", "newer-record"),
        (version, f"game {case.game.name} 99", "newer-game"),
        (version, "game chess 1", "no.game "),
        ("companion-record 1", "PGN", "no.record "),
        ("players ", "players Zoe ", "line="),
        ("\nseed 11", "\nseed x", "no.seed .line="),
        ("\n1 ", "\n2 ", "no.step .*number=1"),
    ):
        with pytest.raises(RecordError, check=fact_like(word)):
            record.read(text.replace(old, new, 1))
    with pytest.raises(RecordError, check=fact_like(r"record\.no\.after")):
        record.read(text + "more\n")
    with pytest.raises(RecordError):
        record.read("\x00\ufffd" + text)


@each_case
def test_an_illegal_action_in_a_record_names_its_line(case: Case) -> None:
    lines = played(case).record().write().split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    lines[at] = re.sub(r"^1 \S+ .*", "1 table nonsense", lines[at])
    with pytest.raises(RecordError, check=fact_like(f"line={at + 1}[,)]")):
        record.read("\n".join(lines))


@each_case
def test_undo_gives_the_position_before_and_never_reaches_across_others(case: Case) -> None:
    game: Any = case.game
    history = History(game, case.options(), 4)
    undone = 0

    def step(state: Any, actor: int, action: Any) -> None:
        nonlocal undone
        history.apply(actor, action)
        may = actor != CHANCE and game.undoable(state, actor, action)
        assert history.can_undo(actor) is may
        for other in (*range(case.players), CHANCE, TABLE):
            if other != actor or not may:
                after = history.state
                with pytest.raises(IllegalAction):
                    history.undo(other)
                assert history.state == after
        if may:
            undone += 1
            assert history.undo(actor).action == action
            assert history.state == state
            history.apply(actor, action)

    playout(game, case.options(), 4, limit=120, watch=step)
    assert undone
    assert history.record().write()


@each_case
def test_undo_shows_nobody_anything_new(case: Case) -> None:
    """After an action that can be undone, the other players know of it only that it happened: no card more."""
    game: Any = case.game

    def cards(view: Any) -> Any:
        return {key: view[key] for key in ("hand", "pile", "box", "chairs", "revealed") if key in view}

    def step(state: Any, actor: int, action: Any) -> None:
        if actor == CHANCE or not game.undoable(state, actor, action):
            return
        after = game.apply(state, actor, action)
        for viewer in range(case.players):
            if viewer != actor and actor != TABLE:
                before_cards, after_cards = cards(game.view(state, viewer)), cards(game.view(after, viewer))
                assert before_cards.get("hand") == after_cards.get("hand")

    playout(game, case.options(), 4, limit=80, watch=step)


def test_a_player_may_be_called_like_an_actor() -> None:
    from companion.rules.face_off.game import GAME

    history = History(GAME, GAME.options(("table", "chance", "Jo Anne")), 1)
    history.draw()
    history.apply(0, GAME.parse("offer 1 " + next(iter(GAME.view(history.state, 0)["hand"])), history.state, 0))
    text = history.record().write()
    assert '\n2 "table" offer 1 ' in text
    assert record.read(text).write() == text


def test_comments_after_an_undone_action_go_with_it() -> None:
    from companion.rules.face_off.game import GAME

    history = History(GAME, GAME.options(("Ann", "Ben", "Cleo"), cards="physical"), 1)
    history.apply(0, GAME.parse("offer 1", history.state, 0))
    history.comment("oops")
    history.undo(0)
    assert history.record().comments == ()


def test_a_record_that_does_not_replay_cannot_be_written() -> None:
    from companion.rules.face_off.actions import Claim
    from companion.rules.face_off.game import GAME
    from companion.rules.record import Record, Step

    with pytest.raises(RulesError):
        Record(GAME, GAME.options(("Ann", "Ben", "Cleo")), 1, (Step(0, Claim("ruby")),)).write()


OLD = sorted((Path(__file__).parent.parent / "golden" / "rules" / "version-1").glob("*.game"))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_of_an_older_version_replays_by_the_rules_of_its_time(path: Path) -> None:
    text = path.read_text("utf-8")
    assert " 1\n" in text.split("\n", 2)[1] + "\n"
    old = record.read(text)
    options: Any = old.options
    assert options.shortage == "end"
    again = record.read(old.write())
    assert again == old
    assert text.splitlines()[-1] == old.write().splitlines()[-1]  # the same last position, to the byte


def test_there_are_records_of_the_older_version() -> None:
    assert len(OLD) >= 5


@each_case
def test_games_positions_and_histories_pickle(case: Case) -> None:
    history = played(case)
    again: History = pickle.loads(pickle.dumps(history))
    assert again.game is case.game
    assert again.state == history.state
    assert again.record().write() == history.record().write()
    assert pickle.loads(pickle.dumps(case.game)) is case.game


@each_case
def test_a_line_is_pushed_as_it_is_said(case: Case) -> None:
    """The lines of a record, each with who acts, replay to the same position."""
    history = played(case)
    again = History(case.game, case.quick(), 11)
    for taken in history.taken:
        who = {CHANCE: "chance", TABLE: "table"}.get(taken.actor) or case.quick().players[taken.actor]
        assert again.push(f"{who.upper()}: {case.game.format(taken.action, case.quick())}") == taken.action
    assert again.state == history.state


def test_a_pushed_line_that_is_wrong_changes_nothing_and_says_why() -> None:
    game = get("face-off")
    history = History(game, game.options(["Ann", "Ben", "Cleo"]), 7)
    history.push(game.format(game.draw(history.state), history.options))  # chance alone may act
    before = history.state
    for line, told in (
        ("offer 2 emerald", "Several players can act now; begin with a name: Ann:, Ben:, Cleo:"),
        ("Ann: offer 9 emerald", "9"),
        ("Zoe: offer 2 emerald", "Several players can act now"),
    ):
        with pytest.raises(RulesError) as refused:
            history.push(line)
        assert told in say(refused.value.fact, "en")
        assert history.state is before


def test_a_line_that_is_pushed_after_the_end_is_told_that_it_is_over() -> None:
    case = next(case for case in CASES if case.name == "ftw")
    history = played(case, 10_000)
    assert not case.game.actors(history.state)
    with pytest.raises(RulesError) as refused:
        history.push(case.game.format(history.taken[-1].action, history.options))
    assert "the game is over" in say(refused.value.fact, "en")
