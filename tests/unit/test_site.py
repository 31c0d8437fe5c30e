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
TOLD = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *PAGES]
CARDS = sorted((ROOT / "models").glob("*/README.md"))
FOLDERS = "companion|tests|tools|models|measure|calibration|packaging|examples|docs"
PLACE = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)(?:::\w+)?`")
MODULE = re.compile(r"python -m ((?:companion|tests|models|measure)(?:\.\w+)*)")
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")


@pytest.mark.slow
def test_the_library_page_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0


@pytest.mark.parametrize("page", [*TOLD, *CARDS, ROOT / "PRIVACY.md"], ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target, _ in LINK.findall(page.read_text(encoding="utf-8")):
        there = (page.parent / target).resolve()
        made = there.name in MADE
        made = made or (there.parent.name == "models" and (ROOT / "models" / there.stem / "README.md").exists())
        figure = there.parent.name == "figures" and (ROOT / "companion/practice/figures" / there.name).exists()
        made = made or figure
        assert "://" in target or there.exists() or made, f"{page.name}: {target}"


@pytest.mark.parametrize("page", TOLD, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_places_and_programs_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names = [*PLACE.findall(text), *(name.replace(".", "/") for name in MODULE.findall(text))]
    assert [name for name in names if not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()] == []


def test_commands_and_options_that_the_docs_name_exist() -> None:
    """In a line of code or between backticks; what only a checkout measures with (``evaluate`` ...) is left out."""
    manual = script(ROOT / "tools" / "site.py").commands("")
    options = {
        part.split("\n")[0]: set(re.findall(r"--[a-z][a-z-]*", part)) for part in re.split(r"^#+ ", manual, flags=re.M)
    }
    wrong = []
    for page in (*TOLD, ROOT / "PRIVACY.md"):
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"(?:^    [^#\n]*?|`)(?:companion|\./run) ([a-z][^`\n|#]*)", text, re.M):
            words = line.split()
            names = [n for n in (f"companion {words[0]}", f"companion {' '.join(words[:2])}") if n in options]
            if not names and words[0] not in {"test", "docs", "fuzz", "evaluate", "bench", "soak"}:
                wrong.append(f"{page.name}: {line}")
            elif names:
                wrong += [
                    f"{page.name}: {o}" for o in re.findall(r"--[a-z][a-z-]*", line) if o not in options[names[-1]]
                ]
    assert wrong == []


def test_each_promise_names_a_test_that_exists() -> None:
    files = {p.stem: p.read_text(encoding="utf-8") for p in (ROOT / "tests").rglob("test_*.py")}
    written = set(re.findall(r"def (test_\w+)", "\n".join(files.values())))
    named = set(re.findall(r"\btest_\w+", (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")))
    assert len(named) > 150
    assert named - written - set(files) == set()


def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@pytest.mark.parametrize("page", ["library.md", "rules-in-five-minutes.md"])
def test_modules_that_the_library_pages_name_stand_in_the_api(page: str) -> None:
    """``companion.rules.search.LEVELS`` is documented where ``companion.rules.search`` is; a package by its modules."""
    api = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs/api").glob("*.md"))
    documented = re.findall(r"^::: (\S+)$", api, re.M)
    assert [name for name in documented if not _is_module(name)] == []
    named = set(re.findall(r"\bcompanion(?:\.[a-z_]+)+", (ROOT / "docs" / page).read_text(encoding="utf-8")))
    modules = {name if _is_module(name) else name.rpartition(".")[0] for name in named}
    assert len(modules) > 5
    missing = {m for m in modules if not any(d == m or d.startswith(f"{m}.") for d in documented)}
    assert missing == set()


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "lab").glob("*.md")), ids=lambda p: p.name)
def test_every_section_of_the_lab_notebook_is_dated(page: Path) -> None:
    sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.M)[1:]
    undated = [s.splitlines()[0] for s in sections if not re.match(r"[^\n]+\n\n\*\d{1,2} [A-Z][a-z]+ 20\d\d\.\*", s)]
    assert sections
    assert undated == []


def test_every_page_stands_in_the_sites_menu() -> None:
    menu = set(re.findall(r":\s([\w/-]+\.md)\s*$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M))
    assert {p.relative_to(ROOT / "docs").as_posix() for p in PAGES} <= menu
    missing = [n for n in menu if not (ROOT / "docs" / n).exists() and n not in MADE]
    assert missing == []


def test_the_changes_tell_of_the_version_that_is_built() -> None:
    newest = re.search(r"^## (\S+?),?(?: |$)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    built = re.search(r'^version = "([^"]+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert newest is not None
    assert built is not None
    assert newest[1] == built[1]


def test_every_setting_is_explained() -> None:
    from companion.config import MachineSettings

    module = script(ROOT / "tools" / "site.py")
    table = module.settings("")
    assert all(f"`COMPANION_{name.upper()}`" in table for name in MachineSettings.__dataclass_fields__)
    assert "| 130 |" in module.exits("")
    assert "`--mqtt <str>` | Tell an MQTT broker what is ruled" in (commands := module.commands(""))
    assert "usage." not in commands
    assert "`face-off.same-number`" in module.rules("face-off")
    assert "`signal_set`" in module.options("face-off")
