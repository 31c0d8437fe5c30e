"""A language is a folder: an invented one, put beside the others while the program runs, is spoken everywhere."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from companion.cli import app, build
from companion.facts import fact
from companion.terminal.command_line import language_of
from companion.web.kit import assets
from companion.web.kit.door import Door
from companion.web.kit.page import language_from_header
from companion.web.table.app import make_app
from companion.web.table.hub import TableHub
from companion.web.table.setup import catalogue
from companion.web.table.shelf import steps
from companion.words import languages, page_words, say, term, words
from companion.words.messages import WORDS_FOLDER, about, completeness, messages
from companion.words.typed_words import canonical, small, word_table

MARK = "\u00a4"  # before every message of the invented language
LOG = Path(__file__).resolve().parents[1] / "golden" / "logs" / "face-off.sqlite"
CACHES = (
    languages,
    about,
    messages,
    words,
    page_words,
    word_table,
    small,
    assets.words_version,
)  # what remembers folders
GONE = {"ftw--open", "page--pause", "usage--command--doctor"}  # three messages that it lacks


@pytest.fixture
def invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the tag of a language that is English with a mark before each message."""
    for folder in WORDS_FOLDER.glob("*/language.toml"):
        shutil.copytree(folder.parent, tmp_path / folder.parent.name)
    own = tmp_path / "xx"
    shutil.copytree(WORDS_FOLDER / "en", own)
    (own / "language.toml").write_text('name = "Xish"\nlocale = "de-CH"\n')
    (own / "typed.toml").write_text('[verb]\nblip = "undo"\n')
    for path in own.glob("*.ftl"):
        kept = re.sub(r"^([\w-]+) = ", rf"\1 = {MARK}", path.read_text("utf-8"), flags=re.MULTILINE)
        for name in GONE:
            kept = re.sub(rf"^{name} = .*\n", "", kept, flags=re.MULTILINE)
        path.write_text(kept, "utf-8")
    monkeypatch.setattr("companion.words.messages.WORDS_FOLDER", tmp_path)
    for cache in CACHES:
        cache.cache_clear()
    yield "xx"
    monkeypatch.undo()
    for cache in CACHES:
        cache.cache_clear()


def test_it_is_one_of_the_languages(invented: str) -> None:
    assert languages() == ("en", "de", "fr", invented)
    assert (
        language_of("XX")
        == language_from_header("xx-AQ,de;q=0.5")
        == language_of(None, {"LANG": "xx_AQ.UTF-8"})
        == invented
    )
    assert canonical("blip 3") == canonical("rückgängig 3") == "undo 3"


def test_every_sentence_word_and_page_is_its_own_or_english_where_it_has_none(invented: str) -> None:
    assert messages(invented).missing == sorted(name.replace("--", ".") for name in GONE)
    assert say("ftw.open", invented, who="Ann", card=3, left="") == say("ftw.open", who="Ann", card=3, left="")
    assert term("gem", "ruby", invented) == f"{MARK}ruby"
    assert say("model.short", invented, found=1, wanted=1234567).endswith(" of 1\u2019234\u2019567 bytes")
    assert say(fact("face-off.won", who="Ann", gem="ruby", points=90, total=90), invented).count(MARK) == 2
    foreign = [code for code, text in page_words(invented).items() if MARK not in json.dumps(text, ensure_ascii=False)]
    assert foreign == ["page.pause"]


def test_the_page_is_in_it_by_its_switch_or_the_browsers_wish(invented: str) -> None:
    async def ask() -> list[str]:
        transport = httpx.ASGITransport(make_app(TableHub(None, Door())))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            wishes = {"accept-language": "xx"}, {"accept-language": "de", "cookie": "language=xx"}
            return [(await client.get("/words.js", headers=wish)).text for wish in wishes]

    for module in asyncio.run(ask()):
        assert f'export const language = "{invented}"' in module
        assert '"xx": "Xish"' in module
        assert 'export const locale = "de-CH"' in module
    for game in catalogue(invented):
        assert MARK in game["title"]
        assert MARK in game["about"]
        assert all(MARK in option["text"] for option in game["options"])


def test_a_log_is_read_aloud_in_it(invented: str) -> None:
    told = steps(LOG, invented)
    assert MARK in told["title"]
    assert len(told["steps"]) > 5
    assert all(MARK in step["text"] for step in told["steps"])


def test_the_terminals_help_and_refusals_are_in_it(invented: str) -> None:
    build()
    helped = CliRunner().invoke(app, ["table", "--help", "--lang", invented], env={"COLUMNS": "200"})
    assert helped.exit_code == 0
    assert " ".join(say("usage.command.table", invented).split()) in " ".join(helped.output.split())
    refused = CliRunner().invoke(app, ["rules", "show", "face-off", "--lang", invented], env={"COLUMNS": "200"})
    assert say("about.face-off", invented)[:60] in " ".join(refused.output.split())


def test_what_is_missing_is_counted(invented: str) -> None:
    said = [say(one) for one in completeness()]
    assert said[:2] == ["English", "Deutsch"]
    assert said[-1] == "Xish (3 sentences in English)"
