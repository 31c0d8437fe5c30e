"""Commands that people type as they are printed: no name, path or address in them means more than itself to a shell."""

from __future__ import annotations

import html
import re
import shlex
import subprocess
from datetime import datetime, timezone

import pytest

from companion import installation
from companion.club.facts import Hello
from companion.club.hall.table_board import HallBoard
from companion.club.hall.views import sheets
from companion.club.table.broker import broker
from companion.names import outward, quote_for_shell
from companion.words import languages, say, words

ODD = [
    '"$(id)"',
    "$(id)",
    "`id`",
    "a;id",
    "a|id",
    "a\nid",
    "${HOME}",
    "it's",
    'a"b',
    "!!",
    "%PATH%",
    "a\\",
    "*",
    "~",
    "Table 1",
    "Küche (groß)",
    "表 1",
    "",
    "\u202eid",
    "a&b",
    "<b>",
]


@pytest.mark.parametrize("word", ODD)
def test_a_quoted_word_is_itself_to_a_shell(word: str) -> None:
    assert shlex.split(quote_for_shell(word)) == [word]
    run = subprocess.run(
        ["sh", "-c", f"printf %s {quote_for_shell(word)}"], capture_output=True, timeout=30, check=True
    )
    assert run.stdout.decode() == word


@pytest.mark.parametrize("name", ODD)
def test_a_tables_name_from_the_network_is_typed_as_it_is_shown(name: str) -> None:
    board, wall = HallBoard(), datetime.now(timezone.utc).isoformat()
    hello = Hello(table="0" * 32, wall=wall, name=name, companion="1", log_format=1)
    board.fold(1, wall, "table-1", hello, live=True)
    shown = board.sorted_tables()[0].name
    assert shown == outward(name)
    assert not set(shown) & set('"$`\\%!;|<>*\n\u202e')
    page = sheets([shown or "table-1"], "Club", "broker.example:1883", "en")
    for command in re.findall("<code>(.*?)</code>", page, re.DOTALL):
        typed = shlex.split(html.unescape(command))
        assert typed == ["companion", "table", "--mqtt", "broker.example:1883", "--table-name", shown or "table-1"]


def test_sheets_quote_whatever_name_they_are_given() -> None:
    for name in ODD:
        command = re.findall("<code>(.*?)</code>", sheets([name], "Club", "$(id)", "en"), re.DOTALL)[0]
        assert shlex.split(html.unescape(command))[3:] == ["$(id)", "--table-name", name]


def test_a_table_tells_others_a_plain_name() -> None:
    assert broker("host", name='Tisch "$(id)" 4 (groß)').name == "Tisch (id) 4 (groß)"
    assert broker("host", name="$").name  # the machine's instead


@pytest.mark.parametrize("language", languages())
def test_every_sentence_with_a_command_quotes_what_is_put_into_it(language: str) -> None:
    """A sentence that prints a command with a value in it says ``{ SHELL($value) }``."""
    known = {"line", "commands", "known"}  # whole lines, and words of the program's own
    for code, text in words(language).items():
        for found in re.findall(r"companion [a-z][^.:;\"]*", text):
            for how, name in re.findall(r"(?:--[a-z-]+|enrol) \{ (?:([A-Z]+)\()?\$(\w+)", found):
                assert how == "SHELL" or name in known, (code, found)
    name = "$(id)"
    assert "'$(id)'" in say("practice.kept", language, name=name, added=["purr"])


def test_a_line_that_installs_bears_a_folder_with_a_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/srv/ann/my $(id)/python")
    assert "/srv/ann/my $(id)/python" in shlex.split(installation.pip("install", "x"))
