"""``rules list|show|replay|selfplay`` and ``play``, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion.cli import build
from companion.errors import BadInput, CompanionError, StorageError
from companion.rules import record, registry
from companion.rules.protocol import TABLE
from companion.words import languages, say, term, words
from tests.rules.rules_cases import NAMES

APP = build()


def run(*command: str, typed: str = "") -> Result:
    return CliRunner().invoke(APP, list(command), input=typed)


def refused(*typed: str, kind: type[CompanionError] = BadInput) -> str:
    """Check that the command ends with an error of one sentence, and return it."""
    result = run(*typed)
    assert isinstance(result.exception, kind), result.output
    assert "\n" not in str(result.exception)
    return str(result.exception)


def test_list_names_every_game() -> None:
    output = run("rules", "list").output
    assert [line.split()[0] for line in output.splitlines()] == list(registry.names())


@pytest.mark.parametrize("name", registry.names())
def test_show_explains_every_option_in_both_languages(name: str) -> None:
    game = registry.get(name)
    english, german = run("rules", "show", name).output, run("rules", "show", name, "--de").output
    for output, language in ((english, "en"), (german, "de")):
        assert term("game", name, language) in output
        assert say(f"about.{name}", language) in output
        for spec in game.specs:
            assert f"  {spec.name} = " in output
            assert say(spec.help, language) in output


@pytest.mark.parametrize("name", registry.names())
def test_selfplay_gives_statistics_that_add_up(name: str) -> None:
    result = run("rules", "selfplay", name, "-n", "6", "--seed", "3", "--json")
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout.strip().splitlines()[-1])
    assert numbers["games"] == 6
    assert sum(numbers["terminations"].values()) + numbers["unfinished"] == 6
    assert sum(numbers["wins_by_seat"]) == pytest.approx(1, abs=0.01)
    assert 0 <= numbers["sensible"]["low"] <= numbers["sensible"]["win_rate"] <= numbers["sensible"]["high"] <= 1
    repeated = run("rules", "selfplay", name, "-n", "6", "--seed", "3", "--json")
    again = json.loads(repeated.stdout.strip().splitlines()[-1])
    for key in ("seconds", "actions_a_second"):
        del numbers[key], again[key]
    assert numbers == again


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_the_sensible_player_beats_random_ones(name: str) -> None:
    """Some games here; `rules selfplay GAME -n 1000` gives the figure."""
    result = run("rules", "selfplay", name, "-n", "30" if name == "face-off" else "200", "--json")
    numbers = json.loads(result.stdout.strip().splitlines()[-1])
    assert numbers["sensible"]["low"] > numbers["sensible"]["by_chance"]


def test_selfplay_for_people_is_text() -> None:
    output = run("rules", "selfplay", "keep-smiling", "-n", "3", "--policy", "random").output
    assert "keep-smiling, 2 players, 3 games (random)" in output
    assert "sensible" not in output


def test_play_with_bots_saves_resumes_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    result = run(
        "play",
        "face-off",
        "--players",
        "Ann",
        "--seed",
        "4",
        "--save",
        str(file),
        typed="\nhelp\noffer 1 emerald\noffer 9 emerald\nundo\noffer 2 emerald\nscore\nquit\n",
    )
    assert result.exit_code == 0, result.output
    assert "offer 1 emerald" in result.output
    assert "Taken back: offer 1 emerald" in result.output
    assert "is not a signal in this hand" in result.output
    first = record.read(file.read_text(encoding="utf-8"))
    result = run("play", "--resume", str(file), typed="\nquit\n")
    assert result.exit_code == 0, result.output
    second = record.read(file.read_text(encoding="utf-8"))
    assert second.steps[: len(first.steps)] == first.steps
    assert len(second.steps) > len(first.steps)
    told = run("rules", "replay", str(file)).output
    assert "Ann deals hand 1" in told
    assert "the game goes on" in told
    assert "Ann gibt Runde 1" in run("rules", "replay", str(file), "--de").output


@pytest.mark.parametrize("name", registry.names())
def test_bots_alone_play_to_the_end(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    result = run("play", name, "--seed", "1", "--save", str(file))
    assert result.exit_code == 0, result.output
    assert "The game is over" in result.output
    assert "won: " in run("rules", "replay", str(file), "--quiet").output


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_one_person_can_play_every_game_by_its_listed_actions(name: str, tmp_path: Path) -> None:
    """Whatever is asked, help lists something, and the first action listed is taken."""
    file = tmp_path / "game.rec"
    seen = 0
    for _ in range(12):
        words = (
            ("play", "--resume", str(file))
            if file.exists()
            else ("play", name, "--players", "Ann", "--seed", "5", "--save", str(file))
        )
        listed = run(*words, typed="help\nquit\n")
        assert listed.exit_code == 0, listed.output
        offered = listed.output.partition("Possible now:")[2].splitlines()
        lines = [line[2:] for line in offered if line[:2] == "  " and line[:5] != "  ..."]
        if not lines:
            break
        seen += 1
        before = len(record.read(file.read_text(encoding="utf-8")).steps)
        taken = run("play", "--resume", str(file), typed=f"{lines[0]}\nquit\n")
        assert taken.exit_code == 0, taken.output
        assert len(record.read(file.read_text(encoding="utf-8")).steps) > before, lines[0]
    assert seen


def test_two_people_pass_the_machine_and_see_only_their_own_cards(tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    result = run("play", "ftw", "--players", "Ann,Ben", "--seed", "5", "--save", str(file), typed="Ann\n\nquit\n")
    assert "Pass the laptop to Ann" in result.output
    assert "Pass the laptop to Ben" not in result.output
    hands = [line for line in result.output.splitlines() if line.startswith("hand:")]
    assert len(hands) == 1
    state = list(record.read(file.read_text(encoding="utf-8")).states())[-1]
    game = registry.get("ftw")
    assert hands[0] == "hand: " + " ".join(map(str, game.view(state, 0)["hand"]))
    assert hands[0] != "hand: " + " ".join(map(str, game.view(state, 1)["hand"]))


def test_wrong_words_get_one_sentence(tmp_path: Path) -> None:
    assert "no game 'chess'" in refused("play", "chess")
    assert "Name the game" in refused("play")
    assert "no game" in refused("rules", "show", "chess")
    assert "3 to 9 players" in refused("play", "face-off", "--players", "Ann,Ben", "--bots", "0")
    assert "same name" in refused("play", "face-off", "--players", "Ann,ann,Ben")
    assert "no variant" in refused("rules", "selfplay", "face-off", "--variant", "x")
    assert "name=value" in refused("rules", "selfplay", "face-off", "-o", "x")
    assert "no option" in refused("rules", "selfplay", "face-off", "-o", "x=1")
    assert "--policy" in refused("rules", "selfplay", "face-off", "--policy", "clever")
    assert "no file" in refused("rules", "replay", str(tmp_path / "none"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "not text" in refused("rules", "replay", str(tmp_path / "binary"))
    (tmp_path / "cut").write_text("companion-record 1\ngame face-off 1\n")
    assert "cut short" in refused("rules", "replay", str(tmp_path / "cut"), kind=StorageError)
    assert "cannot be read" in refused("rules", "replay", str(tmp_path), kind=StorageError)
    assert "cannot be kept" in refused("play", "keep-smiling", "--save", str(tmp_path / "no" / "x"), kind=StorageError)


@pytest.mark.parametrize("name", registry.names())
def test_views_have_a_text_in_both_languages(name: str) -> None:
    """Each fact that the terminal shows has a name in both languages, and no seat number stands where a name should."""
    from companion.rules.playout import playout, sensible_player
    from companion.terminal.rules_view import HIDDEN_FIELDS, render

    game = registry.get(name)
    options = game.options(NAMES[: game.player_count[0]])
    states: list[object] = []
    playout(game, options, 2, sensible_player, limit=120, watch=lambda s, a, x: states.append(s))
    for state in states[::3]:
        for viewer in (0, TABLE):
            view = game.view(state, viewer)
            for key in view:
                assert (
                    key in HIDDEN_FIELDS or key == "lanes" or all(f"term.view.{key}" in words(x) for x in languages())
                ), key
            for language in languages():
                text = render(view, language)
                assert "{" not in text
                assert "player 0" not in text


def test_the_board_shows_own_pieces_going_right() -> None:
    from companion.terminal.rules_view import board

    lanes = [{"lane": "a", "gone": [2, 1]}, {"lane": "b", "gone": [None, 5]}]
    own = board({"lane_length": 5, "viewer": 0, "lanes": lanes, "kinds": ["S", "G"]})
    assert own == ["  a  . . S . o .", "  b  o . . . . ."]
    assert board({"lane_length": 5, "viewer": 1, "lanes": lanes}) == ["  a  . x . o . .", "  b  . . . . . x"]


def test_enter_is_the_first_of_several_people_where_no_bot_plays() -> None:
    """It ended at "Nobody here is called ''."."""
    typed = "\n\nquit\n"
    output = run("play", "ftw", "--players", "Ann,Anna,Ben", "--bots", "0", "--seed", "5", typed=typed).output
    assert "Who acts? Ann, Anna, Ben (Enter: Ann)" in output
    assert "Nobody here" not in output
    assert "Ann>" in output


def test_a_name_that_is_typed_is_found_or_asked_for_again() -> None:
    typed = "An\nZoe\nann\n\nquit\n"
    output = run("play", "ftw", "--players", "Ann,Anna,Ben", "--bots", "0", "--seed", "5", typed=typed).output
    assert "An may be Ann or Anna; type more of the name." in output
    assert "Nobody here is called 'Zoe'; it is one of Ann, Anna, Ben." in output
    assert "Ann>" in output
