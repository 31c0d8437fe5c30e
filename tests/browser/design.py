# ruff: noqa: E501 (the browser's scripts and the sheet's lines are clearer unbroken)
"""The design sheet of the docs, from the kit's own tokens and components. ``python -m tests.browser.design``.

Colours and their contrast come from the tokens (tests/unit/test_design.py holds them), components from the modules that
the pages run, drawn in a browser and written down as they stand; the sheet links the pages' own styles.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from companion.web.kit.assets import KIT_FOLDER
from companion.web.table.app import STATIC

ROOT: Final = Path(__file__).resolve().parents[2]
TOKENS: Final = KIT_FOLDER / "css" / "0-tokens.css"
PAIRS: Final = (
    ("ink", "ground"),
    ("ink", "surface"),
    ("soft", "ground"),
    ("soft", "surface"),
    ("accent", "ground"),
    ("accent", "surface"),
    ("on-accent", "accent"),
    ("live", "ground"),
    ("live", "surface"),
    ("ink", "live-ground"),
    ("live", "live-ground"),
    ("ask", "surface"),
    ("ink", "ask-ground"),
    ("ask", "ask-ground"),
    ("doubt", "surface"),
    ("ink", "doubt-ground"),
    ("refuse", "surface"),
    ("ink", "refuse-ground"),
    ("off", "off-ground"),
    *((f"seat-{k}", "surface") for k in range(9)),
)
"""(text, ground): every pair of colours in which words are written; each is held at 4.5 or more."""


BOTH: Final = re.compile(r"var\(--light, (?P<light>.+?)\)\s+var\(--dark, (?P<dark>.+)\)", re.DOTALL)


def tokens(scheme: str) -> dict[str, str]:
    """Return the custom properties of the light or the dark scheme."""
    said = dict(re.findall(r"--([\w-]+): ([^;]+);", TOKENS.read_text("utf-8").split("@media")[0]))
    both = {name: BOTH.fullmatch(value) for name, value in said.items()}
    return {name: value if (m := both[name]) is None else m[scheme] for name, value in said.items()}


def contrast(a: str, b: str) -> float:
    """Return the contrast of two colours (#rrggbb) as WCAG 2.2 defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colours() -> str:
    """Return the table of colours with their contrast in both schemes."""
    rows = []
    for text, ground in PAIRS:
        cells = []
        for scheme in ("light", "dark"):
            t = tokens(scheme)
            style = f"color:{t[text]};background:{t[ground]}"
            cells.append(f'<td style="{style}">{text} on {ground}</td><td>{contrast(t[text], t[ground]):.1f}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    head = '<tr><th scope="col">light</th><th scope="col">contrast</th><th scope="col">dark</th><th scope="col">contrast</th></tr>'
    return f'<table class="sheet">{head}{"".join(rows)}</table>'


DRAW: Final = """async () => {
  const { h } = await import("/kit/dom.js");
  const { face, gem, die, icon } = await import("/kit/glyphs.js");
  const { lineChart } = await import("/kit/chart.js");
  const { question } = await import("/static/parts/questions.js");
  const { piece } = await import("/static/boards/piece.js");
  const signals = ["calm", "chicken", "pig", "lamb", "turkey", "tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "cow",
    "seal", "monkey", "donkey", "darting_tongue", "panting", "fish_gasp", "wet_dog_shake", "grin", "wild_thing"];
  const gems = ["diamond", "emerald", "ruby", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade"];
  const q = (code, text, why, answers) => question({ id: code, code, text, why,
    answers: answers.map(([text, kind], k) => ({ id: String(k), text, kind, do: {} })) }, () => {});
  const seat = (k, name, score, state, signal) => h(`li.seat.seat-${k}${state}`, {},
    h("span.portrait", {}, face(signal ?? "calm", false)),
    h("span.who", {}, h("span.name", {}, name), signal ? h("span.showing", {}, signal.replaceAll("_", " ")) : null),
    h("span.score", {}, String(score)));
  const plate = (classes, text, small, glyph) => h(`span.plate.${classes}`, { style: { position: "static" } },
    glyph ?? h("span.number", {}, "1"), h("span.platename", {}, text, small ? h("small", {}, small) : null));
  const ruling = (code, text) => h("section.rulingbox", { "data-code": code }, h("p.ruling-big", { "data-long": "1" }, text));
  const out = {
    faces: h("div.row", {}, signals.map(s => h("figure", {}, face(s, false), h("figcaption", {}, s.replaceAll("_", " "))))),
    gems: h("div.row", {}, gems.map(g => h(`figure.gem-${g}`, {}, gem(g), h("figcaption", {}, g)))),
    dice: h("div.row.large", {}, [1, 2, 3, 4, 5, 6].map(die), ["S", "G", "N", ""].map((kind, k) => piece(k % 2, kind))),
    icons: h("div.row.large", {}, ["undo", "pause", "play", "menu", "camera", "mic", "phone", "cards", "eye"].map(icon)),
    buttons: h("div.row", {}, h("button", {}, "idle"), h("button.primary", {}, "first"), h("button.ghost", {}, "quiet"),
      h("button", { "aria-pressed": "true" }, "chosen"), h("button", { disabled: true }, "not now"),
      h("button.primary", { disabled: true }, "not yet")),
    ruling: h("div", {}, ruling("pause", "Idle: play goes on."), ruling("trade", "Ruled: Ann and Ben trade 2 cards."),
      ruling("refused", "Refused: Ben has no card of that gem.")),
    question: h("div", {}, q("a", "Asked: who has won?", "", [["Ann", "pick"], ["Ben", "pick"], ["nobody: play on", "no"]]),
      q("b", "Doubtful: do the dice count as they lie, 4 6 2?", "The red die leans.", [["Yes", "yes"], ["No", "no"]])),
    seats: h("ul.seatlist", {}, seat(0, "Idle", 150, ""), seat(1, "Live", 80, ".shows-now", "eyes_wide"),
      seat(2, "Whose turn it is", 0, ".turn"), seat(3, "Won", 500, ".won", "grin")),
    plates: h("div.row", {}, plate("seat-0", "Idle"), plate("seat-1.on", "Live", "eyes wide", face("eyes_wide", false)),
      plate("unknown", "Face 3", "tap to say who it is"), plate("seat-2", "Doubtful", "learning")),
    notice: h("div", {}, h("p.toast.shown", {}, "Refused: say who trades with whom."),
      h("p.offline", {}, "Offline: no connection; trying again …"),
      h("p.alarm", {}, "The game cannot be kept on this disk now.")),
    chart: lineChart([[0, 100, 100, 190], [0, 0, 80, 80], [0, 0, 0, 0]], ["Ann", "Ben", "Cleo"], "An evening"),
  };
  return Object.fromEntries(Object.entries(out).map(([k, e]) => [k, e.outerHTML]));
}"""

STYLE: Final = """body{padding:2rem;max-width:84rem;margin:0 auto}h2{margin:2.5rem 0 .8rem}
.row{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}.row figure{text-align:center}.row .glyph,.row .gem{width:4rem;height:4rem;margin:0 auto}
.row .plate .glyph{width:2.3em;height:2.3em}.large>svg{width:3.4rem;height:3.4rem}
.sheet td,.sheet th{padding:.3rem .8rem;text-align:left;border-bottom:1px solid var(--line)}.linechart{max-width:40rem}
.plate{display:inline-flex;align-items:center}.seatlist{max-width:26rem}.bars span{display:block;height:1rem;background:var(--accent);margin:.2rem 0}"""


def page(drawn: dict[str, str]) -> str:
    """Return the sheet."""
    t = tokens("light")
    files = [KIT_FOLDER / "css", STATIC / "css"]
    links = "\n".join(
        f'<link rel="stylesheet" href="../{path.relative_to(ROOT).as_posix()}">'
        for folder in files
        for path in sorted(folder.glob("*.css"))
    )
    steps = "".join(
        f'<p style="font-size:var(--{n})">{n} {v}: Ann and Ben trade 2 cards.</p>' for n, v in t.items() if "step" in n
    )
    spaces = "".join(f'<span style="width:var(--{n})"></span>{n} {v}' for n, v in t.items() if re.fullmatch(r"s\d", n))
    parts: list[tuple[str, str]] = [
        (
            "Three distances",
            "<p>The laptop from two metres: the ruling (steps 4 to 6), the faces, the score, one thing at a "
            "time. The phone in a hand that has four seconds: one question, buttons of 56 to 72 pixels. The log for the one who "
            "argues: step 0, every reason, every way back.</p>",
        ),
        ("Type", steps),
        ("Space", f'<div class="bars">{spaces}</div>'),
        ("Colour", colours()),
        (
            "Motion",
            f"<p>Says what happened, nothing else: buttons {t['quick']}, a ruling arrives in 260 ms, cards fly from face "
            "to face in 900 ms, the arc stays 3.2 s. With reduced motion the arc alone is drawn, and stands.</p>",
        ),
        (
            "Sound",
            "<p>Six short tunes of our own (a triangle wave, under a second): trade, asked, refused, ruled, dice, won. "
            "Off until somebody turns them on; silent while a microphone listens.</p>",
        ),
        ("Signals", drawn["faces"]),
        ("Gems", drawn["gems"]),
        ("Dice and pieces", drawn["dice"]),
        ("Icons", drawn["icons"]),
        ("Buttons", drawn["buttons"]),
        ("Ruling: idle, ruled, refused", drawn["ruling"]),
        ("Question: asked, doubtful", drawn["question"]),
        ("Seats: idle, live, turn, won", drawn["seats"]),
        ("Plates on the faces: idle, live, unknown, doubtful", drawn["plates"]),
        ("Notices: refused, offline, alarm", drawn["notice"]),
        ("The evening", drawn["chart"]),
    ]
    body = "\n".join(f"<h2>{name}</h2>\n{inside}" for name, inside in parts)
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>companion: design</title>\n{links}\n'
    about = (
        "<h1>The pages' design</h1>\n<p>Made by <code>python -m tests.browser.design</code> from the tokens and components "
        'that the pages run. Whole states: <a href="gallery.html">gallery</a>.</p>\n'
    )
    return f"{head}<style>{STYLE}</style>\n{about}{body}\n</html>\n"


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import ARGS, Served

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        served = Served(Path(folder), lan=False)
        browser: Any = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        shown = browser.new_context(locale="en-GB").new_page()
        shown.goto(served.address)
        shown.wait_for_selector("[data-game]")
        (ROOT / "docs" / "design.html").write_text(page(shown.evaluate(DRAW)), "utf-8")
        browser.close()
        served.stop()


if __name__ == "__main__":
    main()
