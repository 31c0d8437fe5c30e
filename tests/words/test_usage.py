"""What ``--help`` says: every command, option and argument in both languages, in the one that was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import pytest
import typer
from typer.main import get_group
from typer.testing import CliRunner

from companion import cli
from companion.cli import app, build, only
from companion.terminal.command_line import asked_in, put_into_words, replace_old_names
from companion.words import Language, languages, say, words
from companion.words.messages import messages

build()
MEASURING = ("bench", "evaluate", "soak")  # in a checkout only: English alone
FRAME = ("install_completion", "show_completion")
SAID_BY_TYPER = ("usage", "default", "required", "help", "arguments", "options", "commands")


def below(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, part in getattr(command, "commands", {}).items():
        yield from below(part, (*path, name))


COMMANDS = [
    (path, command) for path, command in below(typer.main.get_command(app)) if not path or path[0] not in MEASURING
]
CODES = {
    *(f"usage.command.{'-'.join(path) or 'companion'}" for path, _ in COMMANDS),
    *(p.help for _, command in COMMANDS for p in command.params if p.name not in FRAME),
    *(f"usage.frame.{name}" for name in (*FRAME, *SAID_BY_TYPER)),
}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("COMPANION_LANG", raising=False)


@pytest.mark.parametrize("language", languages())
def test_every_command_and_option_has_its_words_and_no_words_are_left_over(language: str) -> None:
    assert len(COMMANDS) > 25
    assert {code for code in words(language) if code.startswith("usage.")} == CODES
    assert all(say(code, language).strip() for code in CODES)


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_another_language_is_no_copy(language: str) -> None:
    missing = set(messages(language).missing)
    assert {code for code in CODES if say(code, "en") == say(code, language)} <= missing


@pytest.mark.parametrize("language", languages())
def test_every_command_is_put_into_words(language: Language) -> None:
    group: Any = typer.main.get_command(app)
    put_into_words(click.Context(group, help_option_names=["-h", "--help"]), language)
    for path, command in below(group):
        if not path or path[0] not in MEASURING:
            assert command.help == say(f"usage.command.{'-'.join(path) or 'companion'}", language)
            assert {p.help for p in command.params} <= {say(code, language) for code in CODES}


@pytest.mark.parametrize("path", [(), ("doctor",), ("profiles", "delete")], ids=" ".join)
def test_help_is_printed_in_words(path: tuple[str, ...]) -> None:
    for language in languages():
        result = CliRunner().invoke(app, [*path, "--help", "--lang", language], env={"COLUMNS": "200"})
        plain = " ".join(result.output.split())
        assert result.exit_code == 0
        for code in (f"command.{'-'.join(path) or 'companion'}", "frame.help", "frame.options"):
            assert " ".join(say(f"usage.{code}", language).split()) in plain
        assert "usage." not in plain


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_no_word_of_the_librarys_own_is_left_in_help(language: str) -> None:
    result = CliRunner().invoke(app, ["referee", "--help", "--lang", language], env={"COLUMNS": "200"})
    assert not any(say(f"usage.frame.{name}") in result.output for name in SAID_BY_TYPER[:4])
    assert say("usage.frame.usage", language) in result.output
    assert f"[{say('usage.frame.default', language)}" in result.output


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--help"], {}, "en"),
        (["--help"], {"LC_ALL": "de_AT.UTF-8"}, "de"),
        (["--help"], {"LC_ALL": "de_AT.UTF-8", "COMPANION_LANG": "en"}, "en"),
        (["--help"], {"COMPANION_LANG": "de"}, "de"),
        (["--lang", "en", "--help"], {"COMPANION_LANG": "de"}, "en"),
        (["watch", "--help", "--lang=de"], {}, "de"),
        (["watch", "--de", "--help"], {}, "de"),
        (["watch", "--", "--lang", "de"], {}, "en"),
        (["watch", "--lang", "klingon", "--help"], {"COMPANION_LANG": "de"}, "de"),
        (["watch", "--help", "--lang"], {}, "en"),
    ],
)
def test_the_language_is_known_before_the_line_is_read(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], environment: dict[str, str], language: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert asked_in(replace_old_names(arguments)) == language


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tabel", "there is no command 'tabel', perhaps table: `companion --help` shows"),
        ("--lang de tabel", "einen Befehl 'tabel' gibt es nicht, vielleicht table: `companion --help` zeigt"),
        ("profiles delet", "there is no command 'delet', perhaps delete: `companion profiles --help` shows"),
        ("profiles delete --lang de", "name fehlt: `companion profiles delete --help` zeigt"),
        ("table --lang fr --foo", "l'option --foo n'existe pas"),
        ("table --port abc", "what was given for port does not fit"),
        ("table --port", "--port and its value do not fit"),
        ("demo a b", "that is more than this command takes"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, said: str
) -> None:
    monkeypatch.setattr("sys.argv", ["companion", *typed.split()])
    assert cli._run() == 2
    told = capsys.readouterr().err
    assert told.startswith(f"companion: {said}")
    assert told.count("\n") == 1


@pytest.mark.parametrize("language", languages())
def test_commands_that_were_not_typed_keep_their_line(language: str) -> None:
    """The others' options are not read, and the app stays whole."""
    words = ["--lang", language, "--help"]
    short, whole = (CliRunner().invoke(each, words).stdout.splitlines() for each in (only(words), app))
    assert set(whole) <= set(short)  # which has those that measure, too
    assert list(get_group(only(["demo"])).commands["doctor"].params) == []
    assert [len(get_group(each).commands["demo"].params) for each in (only(["demo"]), app)] == [5, 5]
    assert CliRunner().invoke(app, ["profiles", "list", "--help"]).exit_code == 0
