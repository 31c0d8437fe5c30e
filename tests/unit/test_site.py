"""The docs' examples run, their links lead somewhere, and the site knows every page."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.scripts import script

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
MADE = {"privacy.md", "security.md", "changelog.md", "contributing.md"}  # tools/site.py puts them there
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")


@pytest.mark.slow
def test_the_library_page_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target, _ in LINK.findall(page.read_text(encoding="utf-8")):
        there = (page.parent / target).resolve()
        made = there.name in MADE
        made = made or (there.parent.name == "models" and (ROOT / "models" / there.stem / "README.md").exists())
        figure = there.parent.name == "figures" and (ROOT / "companion/practice/figures" / there.name).exists()
        made = made or figure
        assert "://" in target or there.exists() or made, f"{page.name}: {target}"


def test_every_page_stands_in_the_sites_menu() -> None:
    menu = set(re.findall(r":\s([\w/-]+\.md)\s*$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M))
    assert {p.relative_to(ROOT / "docs").as_posix() for p in PAGES} <= menu
    missing = [n for n in menu if not (ROOT / "docs" / n).exists() and n not in MADE]
    assert missing == []


def test_every_setting_is_explained() -> None:
    from companion.config import Settings

    module = script(ROOT / "tools" / "site.py")
    table = module.settings("")
    assert all(f"`COMPANION_{name.upper()}`" in table for name in Settings.model_fields)
    assert "| 130 |" in module.exits("")
    assert "`--mqtt <str>` | Tell an MQTT broker what is ruled" in (commands := module.commands(""))
    assert "usage." not in commands
    assert "`face-off.same-number`" in module.rules("face-off")
    assert "`signal_set`" in module.options("face-off")
