"""Screens as families have them: a low laptop, phones, text at twice its size, in three languages, light and dark.

What is held: nothing is wider than its screen, nothing to tap lies over words, help is no column of single words, the
picture and the question are on the screen, and no figure of a chart is cut.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.pages import CHART_TEXTS_CUT, PEOPLE, menu, start, until
from tests.browser.test_table_media import camera_clip

LOCALES: Final = ("en-GB", "de-DE", "fr-FR")
LOW: Final = {"width": 1024, "height": 700}
SIZES: Final = (LOW, {"width": 390, "height": 844}, {"width": 360, "height": 780})
LONG: Final = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Maximiliane-Dorothea"}]
LEAST_PICTURE_PX: Final = 190
"""A third of the low window's height, less the header: faces of three people can be told apart."""

WIDER = "document.documentElement.scrollWidth - innerWidth"

WORDS_UNDER_BUTTONS = """() => {
  const boxes = e => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return [...range.getClientRects()];
  };
  const faults = [];
  const shown = q => [...document.querySelectorAll(q)].filter(e => e.checkVisibility());
  const taps = shown("button, summary, a, select, input");
  for (const text of shown("h1, h2, small, p, legend, .grow b, .optionname, .many label")) {
    if (text.closest("button, summary, a")) continue;
    for (const one of boxes(text)) {
      for (const tap of taps) {
        if (text.contains(tap) || tap.contains(text)) continue;
        const two = tap.getBoundingClientRect();
        const x = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const y = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (x > 2 && y > 2) faults.push(`${tap.textContent.trim().slice(0, 20)} over ${text.textContent.slice(0, 30)}`);
      }
    }
  }
  return faults;
}"""

CUT = """() => [...document.querySelectorAll("button, summary, h1, h2, input[type=number]")]
  .filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 2)
  .map(e => e.outerHTML.slice(0, 90))"""

ONE_WORD_A_LINE = """() => [...document.querySelectorAll(".option small")].filter(e => {
  if (!e.checkVisibility()) return false;
  const line = parseFloat(getComputedStyle(e).lineHeight);
  const lines = e.getBoundingClientRect().height / line;
  return lines > 2.5 && e.textContent.trim().split(" ").length / lines < 2;
}).map(e => e.textContent)"""

LINES = """() => {
  const title = document.querySelector("h1");
  return title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight);
}"""


def opened(launch: Any, served: Any, size: dict[str, int], locale: str, *arguments: str, **more: Any) -> Any:
    context = launch(*arguments).new_context(viewport=size, locale=locale, **more)
    page = context.new_page()
    page.goto(served.address)
    return page


def faults_of(page: Any) -> dict[str, Any]:
    found = {
        "wider than the screen": max(0, page.evaluate(WIDER)),
        "words under buttons": page.evaluate(WORDS_UNDER_BUTTONS),
        "cut": page.evaluate(CUT),
        "a word a line": page.evaluate(ONE_WORD_A_LINE),
    }
    return {what: faults for what, faults in found.items() if faults}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_screen_with_options_and_kept_games(locale: str, serve_table: Any, launch: Any) -> None:
    """At text as usual and at twice its size."""
    served = serve_table(pace=3600)
    start(served, "factum", [*LONG, {"name": "Dan"}])
    page = opened(launch, served, LOW, locale)
    page.wait_for_selector(".seatlist")
    menu(page, "leave")
    page.wait_for_selector(".kept li")
    problems: dict[tuple[object, ...], object] = {}
    for game in ("face-off", "face-cards", "keep-smiling"):
        page.click(f"[data-game={game}]")
        page.click(".options summary")
        page.wait_for_selector(".options[open]")
        for text in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
            for size in SIZES:
                page.set_viewport_size(size)
                if found := faults_of(page):
                    problems[game, text, size["width"]] = found
                if text == "100%" and (lines := page.evaluate(LINES)) > 2.2:
                    problems[game, text, size["width"], "heading"] = lines
        page.evaluate("document.documentElement.style.fontSize = ''")
    assert problems == {}


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("de-DE", "dark"), ("fr-FR", "light")])
def test_picture_and_signals_are_on_a_low_laptop_while_the_table_is_asked(
    locale: str, scheme: str, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    """From the warm-up to the win, with five players, a long name and a camera; between hands at least the picture."""
    served = serve_table(pace=3600)
    start(served, "face-off", [*LONG, {"name": "Dan"}, {"name": "Eve"}], signal_set="C", cards="physical")
    camera = f"--use-file-for-fake-video-capture={camera_clip(tmp_path)}"
    page = opened(launch, served, LOW, locale, camera, permissions=["camera"], color_scheme=scheme)
    page.wait_for_selector(".seatlist")
    page.click("#camera")
    until(page, "document.querySelector('.sight').dataset.faces === '3'", 60)
    faults: dict[tuple[str, str], object] = {}
    steps = (
        ("warmup", "no", ""),
        ("who-won", "seat0", "win"),
        ("which-gem", "", ""),
        ("claim", "yes", ""),
        ("next-set", "", ""),
    )
    for code, answer, line in steps:
        if line:
            served.say(line)
        page.wait_for_selector(f'.question[data-code="{code}"]')
        page.evaluate("document.querySelector('.main').scrollTop = 0")
        page.wait_for_timeout(300)
        if (wide := page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.main'))")) > 0:
            faults[code, "wider than its column"] = wide
        seen = ".questions .answers button, .sight .stage" + (", .signalcard" if code != "next-set" else "")
        lows = page.evaluate("q => [...document.querySelectorAll(q)].map(e => e.getBoundingClientRect().bottom)", seen)
        if len(lows) < 3 or max(lows) > LOW["height"]:
            faults[code, "below the screen"] = lows
        box = page.locator(".sight .stage").bounding_box()
        if box["height"] < LEAST_PICTURE_PX:
            faults[code, "picture"] = box["height"]
        for plate in page.locator(".plate").all():
            one = plate.bounding_box()
            if one["x"] < box["x"] - 1 or one["x"] + one["width"] > box["x"] + box["width"] + 1:
                faults[code, "plate"] = one
        chosen = f'[data-answer="{answer}"]' if answer else "[data-answer]"
        page.evaluate("e => document.querySelector(e).click()", f".question {chosen}")
    assert page.evaluate(WIDER) <= 0
    assert faults == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_all_signals_are_on_a_low_laptop_without_a_camera(locale: str, serve_table: Any, launch: Any) -> None:
    """In the advanced game, while the table is asked about the speech."""
    served = serve_table(pace=3600, lan=False)
    start(served, "face-off", LONG, signal_set="D", cards="physical", advanced=True)
    page = opened(launch, served, LOW, locale)
    page.wait_for_selector(".seatlist")
    for line in ("win Ann ruby", "confirm"):
        served.say(line)
    page.wait_for_selector('.question[data-code="teeth"]')
    page.wait_for_timeout(300)
    bottoms = page.evaluate(
        """[...document.querySelectorAll(".questions .answers button, .shows, .signalcard")]
          .map(e => e.getBoundingClientRect().bottom)"""
    )
    assert len(bottoms) >= 7
    assert max(bottoms) <= LOW["height"], "signals lie below the fold"
    assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.main'))") <= 0


@pytest.mark.parametrize("locale", LOCALES)
def test_the_question_about_cards_is_on_a_low_laptop_with_the_hand(locale: str, serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served, "face-cards", PEOPLE)
    page = opened(launch, served, LOW, locale)
    page.wait_for_selector(".seatlist")
    page.click('[data-as="0"]')
    page.wait_for_selector(".hand .card")
    page.wait_for_timeout(200)
    bottoms = page.evaluate(
        """[...document.querySelectorAll(".hand .card, .asked, .turnline")].filter(e => e.checkVisibility())
          .map(e => e.getBoundingClientRect().bottom)"""
    )
    assert max(bottoms) <= LOW["height"], "cards lie below the fold"
    assert page.evaluate(WORDS_UNDER_BUTTONS) == []


def test_a_game_at_twice_the_text_is_no_wider_than_its_screen(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    page = opened(launch, served, LOW, "de-DE")
    problems = {}
    for game, people in (("face-off", LONG), ("keep-smiling", LONG[:2]), ("face-cards", LONG), ("ftw", LONG)):
        start(served, game, people)
        page.wait_for_selector(".seatlist")
        until(page, f"document.querySelector('.table')?.dataset.game === '{game}'")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for size in SIZES:
            page.set_viewport_size(size)
            if (wide := page.evaluate(WIDER)) > 0:
                problems[game, size["width"]] = wide
        page.evaluate("document.documentElement.style.fontSize = ''")
    assert problems == {}


def test_what_is_known_of_everybody_opens_at_its_top(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served, "face-off", LONG)
    page = opened(launch, served, LOW, "en-GB")
    page.wait_for_selector(".seatlist")
    menu(page, "sheet")
    page.wait_for_selector(".warmrow .sheetcell")
    page.wait_for_timeout(200)
    tall, top = page.evaluate(
        "(e => [e.scrollHeight / e.clientHeight, e.scrollTop])(document.querySelector('.warmup:not([hidden])'))"
    )
    assert tall > 1.2, "the sheet is longer than the screen"
    assert top == 0
    heading = page.locator(".warmhead h1").bounding_box()
    assert 0 <= heading["y"] <= LOW["height"] / 2
    assert page.evaluate("document.activeElement.closest('.warmpage') !== null"), "keys reach it"


@pytest.mark.parametrize(("game", "mirrored"), [("keep-smiling", False), ("face-off", True)])
def test_dice_are_no_mirror_before_the_game_and_in_it(
    game: str, mirrored: bool, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table(pace=3600)
    camera = f"--use-file-for-fake-video-capture={camera_clip(tmp_path, 2.0)}"
    page = opened(launch, served, LOW, "en-GB", camera, permissions=["camera"])
    page.click(f"[data-game={game}]")
    page.click('[data-k="preview-browser"]')
    flipped = "e => new DOMMatrix(getComputedStyle(e).transform).a < 0"
    page.wait_for_selector("video.livepicture")
    assert page.locator("video.livepicture").evaluate(flipped) is mirrored
    start(served, game, PEOPLE[:2] if game == "keep-smiling" else PEOPLE)
    page.wait_for_selector(".seatlist")
    if not page.locator(".stage video").count():
        page.click("#camera")
    page.wait_for_selector(".stage video")
    assert page.locator(".stage video").evaluate(flipped) is mirrored


@pytest.mark.parametrize("totals", [[[0, 5]], [[0, 1500], [0, -1250]], [[0, 12000], [0, 0], [0, 90]]])
def test_no_figure_of_the_evenings_chart_is_cut(totals: list[list[int]], serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    page = opened(launch, served, LOW, "de-DE")
    page.wait_for_selector("[data-start]")
    for width in (340, 900):
        cut = page.evaluate(
            f"""async ([totals, width]) => {{
              const {{ lineChart }} = await import("/kit/chart.js");
              const names = ["Maximiliane-Dorothea", "WWWWWWWWWWWW", "Bo"].slice(0, totals.length);
              const svg = lineChart(totals, names, "the evening");
              svg.style.width = `${{width}}px`;
              document.body.append(svg);
              return ({CHART_TEXTS_CUT})(svg);
            }}""",
            [totals, width],
        )
        assert cut == []
