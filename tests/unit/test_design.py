"""The pages' design holds: words can be read in both schemes, styles stand in layers, files stay small."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from companion.web.kit.assets import KIT_FOLDER, Bundle, sheet
from companion.web.practice.app import STATIC as PRACTICE
from companion.web.table.app import STATIC, TableRoutes
from tests.browser.design import PAIRS, colours, contrast, tokens

DOCS = Path(__file__).resolve().parents[2] / "docs"
STYLES = sorted(p for folder in (KIT_FOLDER, STATIC, PRACTICE) for p in folder.rglob("*.css") if p.parent.name == "css")
MAX_PAGE_BYTES = 116_000  # compressed, as browsers ask for it: 40,000 above what the page had before its moments
SCRIPTS = sorted(p for folder in (KIT_FOLDER, STATIC, PRACTICE) for p in folder.rglob("*.js"))


def test_contrast_is_computed_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read(scheme: str) -> None:
    t = tokens(scheme)
    weak = {
        pair: round(contrast(t[pair[0]], t[pair[1]]), 2) for pair in PAIRS if contrast(t[pair[0]], t[pair[1]]) < 4.5
    }
    assert weak == {}


def test_both_ways_to_dark_turn_the_same_switch_and_each_colour_stands_once() -> None:
    text = (KIT_FOLDER / "css" / "0-tokens.css").read_text("utf-8")
    named = re.findall(r"(--[\w-]+): ", text.split("@media")[0])
    assert len(named) == len(set(named))
    dark = text.split("prefers-color-scheme: dark")[1].split("@media")[0]
    asked, chosen = (re.findall(r"[\w-]+: [^;]*;", part) for part in dark.split(':root[data-theme="dark"]'))
    assert asked == chosen == ["color-scheme: dark;", "--light: ;", "--dark: initial;"]
    assert not re.search(r"#[0-9a-f]{3}|rgb", dark)
    assert tokens("dark")["ground"] != tokens("light")["ground"]
    assert set(tokens("dark")) == set(tokens("light"))


def test_the_sheet_shows_the_colours_as_they_are() -> None:
    assert colours() in (DOCS / "design.html").read_text("utf-8")


@pytest.mark.parametrize("path", STYLES, ids=lambda p: p.stem)
def test_styles_are_in_layers_one_rule_a_line(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.match(r"(@layer tokens, base, parts, page;\n\n)?@layer (tokens|base|parts|page) \{\n", text)
    for line in text.splitlines():
        assert len(line) <= 120
        assert line.count(";") <= 1, line


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_scripts_are_one_part_each(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < 250


def test_the_page_is_small_before_pictures() -> None:
    table = Bundle({"/kit": KIT_FOLDER, "/static": STATIC}).script("/static/main.js")
    styles = sheet([KIT_FOLDER / "css", STATIC / "css", STATIC / "warmup"])
    from companion.words import languages

    words = max((str(TableRoutes.words(language)) for language in languages()), key=len)
    assert sum(len(gzip.compress(text.encode())) for text in (table, styles, words)) < MAX_PAGE_BYTES


def test_a_bundle_refuses_what_it_cannot_put_together(tmp_path: Path) -> None:
    bundle = Bundle({"/x": tmp_path})
    kept = "const a = 'x // y';\nconst b = `${a} // z`;\n"
    said = kept.replace(";\n", "; // three\n")
    (tmp_path / "c.js").write_text(f"/** One.\n * Two. */\n// four\n\n  {said}")
    assert bundle.script("/x/c.js").split("(() => {\n")[1].startswith(kept)
    (tmp_path / "c.js").write_text("const a = `one\n  two`;\n")
    with pytest.raises(ValueError, match="several lines"):
        bundle.script("/x/c.js")
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = () => b;\n')
    (tmp_path / "b.js").write_text("export const b = 1;\n")
    assert bundle.modules("/x/a.js") == ["/x/b.js", "/x/a.js"]
    assert "const {b} = " in bundle.script("/x/a.js").replace("{ b }", "{b}")
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    with pytest.raises(ValueError, match="circle"):
        bundle.script("/x/a.js")
    (tmp_path / "b.js").write_text("export default 1;\n")
    with pytest.raises(ValueError, match="another form"):
        bundle.script("/x/a.js")
    (tmp_path / "a.js").write_text('import { b } from "./../../secret.js";\n')
    with pytest.raises(ValueError, match="no module"):
        bundle.script("/x/a.js")
