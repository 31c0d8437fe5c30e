"""The pages hold no words of their own: every key that they look up has words in all languages, none is left over."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest

from companion.rules.errors import RulesError
from companion.rules.playout import playout
from companion.rules.protocol import TABLE
from companion.rules.registry import get, names
from companion.web.kit.assets import KIT_FOLDER
from companion.web.table.app import STATIC
from companion.words import languages, page_words

SCRIPTS = {
    str(path): path.read_text("utf-8") for folder in (KIT_FOLDER, STATIC) for path in sorted(folder.rglob("*.js"))
}
KEY = re.compile(r"\bt\(([^()]*?)(?:,|\))")  # the first argument of t(...)
TEXT = re.compile(r"""["`]([a-z][^"`]*)["`]""")


def looked_up() -> set[str]:
    """Return the keys that the scripts name; with a * where a part is made while they run."""
    calls = (re.sub(r"""=== "[^"]*" """, "", call) for script in SCRIPTS.values() for call in KEY.findall(script))
    texts = (text for call in calls for text in TEXT.findall(call))
    return {re.sub(r"\$\{.*", "*", text) for text in texts}


@pytest.mark.parametrize("language", languages())
def test_every_key_has_words(language: str) -> None:
    words = page_words(language)
    for key in looked_up():
        begins = [f"page.{key}", f"term.{key}"]
        if key.endswith("*"):
            assert any(known.startswith(b[:-1]) for known in words for b in begins), key
        else:
            assert any(b in words for b in begins), key


def test_no_words_of_the_pages_are_left_over() -> None:
    keys = looked_up()
    starts = tuple(key[:-1] for key in keys if key.endswith("*"))
    own = [key.removeprefix("page.") for key in page_words("en") if re.fullmatch(r"page\.[a-z0-9-]+", key)]
    assert [key for key in own if key not in keys and not key.startswith(starts)] == []


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys_and_places(language: str) -> None:
    english, own = (
        {k: set(re.findall(r"\{(\w+)", str(v))) for k, v in page_words(one).items() if k.startswith("page.")}
        for one in ("en", language)
    )
    assert english == own


def test_no_script_holds_a_dictionary() -> None:
    """A German letter, or a sentence with its mark, is words, and words live in the catalogue."""
    for name, script in SCRIPTS.items():
        code = re.sub(r"//.*|/\*.*?\*/", "", script)
        assert not re.search(r"[äöüÄÖÜß]", code), name
        assert not re.search(r"\"[A-Z][a-z]+ [a-z]+ [a-z]+", code), name


@pytest.mark.parametrize("name", names())
def test_every_state_of_a_game_says_what_each_can_do_now(name: str) -> None:
    """A sentence of the game's own for who may act, who waits, and the table: never "Your turn" alone."""
    game, seen = get(name), set[tuple[str, str, str]]()

    def look(state: Any, actor: int, action: Any) -> None:
        view = game.view(state, TABLE)
        for seat in (TABLE, *range(len(options.players))):
            role = "table" if seat == TABLE else "me" if seat in game.actors(state) else "wait"
            seen.add((view["phase"], str(view.get("cards") or ""), role))

    for values in game.variants.values():
        players = [f"P{k}" for k in range(3 if 3 in game.player_count else game.player_count.start)]
        with contextlib.suppress(RulesError):  # a variant for other counts
            options = game.options(players, **values)
            for seed in range(3):
                playout(game, options, seed, watch=look, limit=2000)
    assert len(seen) > 4
    for language in languages():
        words = page_words(language)
        for phase, cards, role in seen:
            keys = (f"{phase}-{cards}-{role}", f"{phase}-{cards}", f"{phase}-{role}", phase)
            assert any(f"page.now.{game.name}.{key}" in words for key in keys), (phase, cards, role)
            said = str(words.get(f"page.now.{game.name}.{phase}-{role}", ""))
            assert role == "table" or not said.startswith("Your turn")
