"""One name for one thing on every command; the names of the version before are still taken."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from companion.cli import build
from companion.errors import BadInput
from companion.rules.face_off.options import options as face_off_options
from companion.rules.keep_smiling.options import options as keep_smiling_options
from companion.sitting.table_sitting import table_of
from companion.terminal.command_line import language_of, replace_old_names
from companion.terminal.options import one_source
from companion.web.kit.door import Door
from companion.web.kit.serve import Place
from companion.web.table.hub import TableHub

APP = build()


def commands(of: Any, path: tuple[str, ...] = ()) -> list[tuple[str, Any]]:
    """Every command with its path."""
    below = getattr(of, "commands", None)
    if not below:
        return [(" ".join(path), of)]
    return [found for name, one in below.items() for found in commands(one, (*path, name))]


def flags(of: Any) -> set[str]:
    return {o for p in of.params for o in (*p.opts, *p.secondary_opts)}


@pytest.mark.parametrize(("path", "command"), commands(get_command(APP)), ids=lambda v: v if isinstance(v, str) else "")
def test_no_command_has_a_name_of_its_own_for_language_or_camera(path: str, command: Any) -> None:
    assert not flags(command) & {"--de", "--en", "--language", "--german", "--source", "--cam"}, path
    if "source" in flags(command) or "sources" in flags(command):
        assert "--camera" in flags(command), path


@pytest.mark.parametrize("path", ["rules list", "play nope", "demo --serve --port 99999", "watch", "profiles list"])
def test_the_old_names_are_taken_and_not_shown(path: str) -> None:
    command = path.split()
    old, new = (CliRunner().invoke(APP, [*command, *more]) for more in (["--de"], ["--lang", "de"]))
    assert (old.output, old.exit_code, str(old.exception)) == (new.output, new.exit_code, str(new.exception))
    assert "--de" not in CliRunner().invoke(APP, [command[0], "--help"]).output


def test_nothing_after_two_dashes_is_renamed() -> None:
    assert replace_old_names(["a", "--de", "--", "--de"]) == ["a", "--lang", "de", "--", "--de"]


def test_a_language_nobody_speaks_here() -> None:
    with pytest.raises(BadInput, match="not 'tlh'"):
        language_of("tlh")
    assert (language_of("DE"), language_of(None, {"LANG": "de_AT.UTF-8"}), language_of(None, {})) == ("de", "de", "en")


def test_a_source_is_said_in_either_way_and_once() -> None:
    assert one_source("a.mp4", "") == one_source("", "a.mp4") == one_source("a.mp4", "a.mp4") == "a.mp4"
    assert one_source("", "", "0") == "0"
    with pytest.raises(BadInput, match="--camera 0"):
        one_source("", "")
    with pytest.raises(BadInput, match=r"not both a\.mp4 and 1"):
        one_source("a.mp4", "1")


def test_a_recording_speaks_the_language_of_what_it_records(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANG", "en")
    monkeypatch.setattr("companion.terminal.record.home", lambda: tmp_path / "recordings")
    told = CliRunner().invoke(APP, ["record", "watch", "--lang", "de"])
    assert "nimmt" in told.output or "Aufnahme" in told.output or "Bilder" in told.output, told.output


@pytest.mark.parametrize(("words", "of"), [(["record", "-h"], "record"), (["record", "watch", "--help"], "watch")])
def test_help_of_a_recording_records_nothing(
    words: list[str], of: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("companion.terminal.record.home", lambda: tmp_path / "recordings")
    told = CliRunner().invoke(APP, words)
    assert told.exit_code == 0
    assert f" {of} [OPTIONS]" in told.output
    assert not (tmp_path / "recordings").exists()


def test_the_app_is_built_once() -> None:
    """Else each call, one a test file, would add every command again, and reading a command line would take longer."""
    before = len(APP.registered_commands), len(APP.registered_groups)
    assert build() is APP
    assert (len(APP.registered_commands), len(APP.registered_groups)) == before


def defaults_of(path: str) -> dict[str, Any]:
    """Return the defaults of a command's parameters, by name."""
    return {p.name: p.default for p in dict(commands(get_command(APP)))[path].params}


def test_a_default_of_the_command_line_is_the_librarys() -> None:
    table, shown, face_off = defaults_of("table"), defaults_of("demo"), face_off_options(["A", "B", "C"])
    assert table["port"] == shown["port"] == Place().port
    assert table["pace"] == TableHub(None, Door()).pace == signature(table_of).parameters["pace"].default
    assert table["target"] == face_off.target
    assert table["lanes"] == keep_smiling_options(["A", "B"]).lane_length
