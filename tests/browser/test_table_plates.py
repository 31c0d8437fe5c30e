"""Words and name plates that fit: no plate lies over another, no word of a card is broken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.pages import start, until

DRAW = """async () => {
  const { Stage } = await import("/static/parts/stage.js");
  const stage = new Stage(() => {});
  document.body.append(stage.root);
  stage.root.hidden = false;
  Object.assign(stage.root.style, { width: "260px", height: "195px", position: "relative" });
  const seats = [0.1, 0.3, 0.5].map((x, k) => (
    { box: [x, 0.4, 0.15, 0.2], seat: k, name: ["Ann", "Benedikt", "Cleo"][k], state: "ready", shown: [] }));
  stage.draw({ seats }, false, { Ann: 0, Benedikt: 1, Cleo: 2 }, []);
  window.boxes = [...stage.plates.children].map((p) => p.getBoundingClientRect().toJSON());
}"""


def test_plates_do_not_overlap_where_the_picture_is_small(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical")
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    page.evaluate(DRAW)
    until(page, "window.boxes?.length === 3")
    boxes = page.evaluate("window.boxes")
    for k, a in enumerate(boxes):
        for b in boxes[k + 1 :]:
            apart = (
                a["right"] <= b["left"] or b["right"] <= a["left"] or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]
            )
            assert apart, (a, b)


BROKEN = """() => [...document.querySelectorAll(".signalcard > :last-child")].flatMap((label) => {
  const text = label.firstChild, words = [...text.data.matchAll(/\\S+/g)];
  const card = label.closest(".signalcard").getBoundingClientRect();
  return words.filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const place = range.getBoundingClientRect();
    return range.getClientRects().length !== 1 || place.right > card.right || place.left < card.left;
  }).map((word) => word[0]);
})"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_no_word_on_the_signals_cards_is_broken_or_cut(locale: str, serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="B", advanced=True)
    context = launch().new_context(locale=locale)
    page = context.new_page()
    for width in (1366, 1024, 700, 390):
        page.set_viewport_size({"width": width, "height": 768})
        page.goto(served.address)
        page.wait_for_selector(".signalcard")
        assert page.locator(".signalcard").count() == 6
        assert page.evaluate(BROKEN) == [], width
