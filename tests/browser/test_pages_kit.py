"""The kit's keyed update, run where it is at home: what is open, typed, scrolled and focused stays; nothing doubles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.pages import start

SETTING = """async () => {
  const { h, part, fill } = await import("/kit/dom.js");
  const place = h("div");
  document.body.replaceChildren(place);
  window.kit = { h, part, fill, place };
}"""


@pytest.fixture
def kit(serve_table: Any, launch: Any) -> Any:
    """Return an empty page with the kit in ``window.kit``."""
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(serve_table(lan=False).address.split("#")[0] + "api/me")
    page.goto(page.url.replace("/api/me", "/"))
    page.evaluate(SETTING)
    return page


def test_what_a_person_did_stays_when_the_page_is_drawn_again(kit: Any) -> None:
    kit.evaluate("""() => {
      const { h, part, place } = kit;
      kit.draw = (n, names) => part(place, [n, names], () => [
        h("p", {}, `ruling ${n}`),
        h("details", { "data-k": "more" }, h("summary", {}, "more"), h("input", { "data-k": "typed", value: "" })),
        h("ul", { "data-k": "list", style: { height: "40px", overflow: "auto" } },
          names.map(name => h("li", { "data-k": name, style: { height: "30px" } },
            h("button", { "data-k": `b ${name}`, onclick: () => { window.tapped = `${name} ${n}`; } }, name)))),
      ]);
      kit.draw(1, ["Ann", "Ben", "Cleo"]);
    }""")
    kit.click("summary")
    kit.fill("[data-k=typed]", "half a wo")
    kit.evaluate("document.querySelector('ul').scrollTop = 35")
    kit.evaluate("window.was = document.querySelector('[data-k=Ben]')")
    kit.evaluate("kit.draw(2, ['Dan', 'Ann', 'Ben', 'Cleo'])")
    assert kit.evaluate("document.querySelector('details').open")
    assert kit.input_value("[data-k=typed]") == "half a wo"
    assert kit.evaluate("document.activeElement.dataset.k") == "typed"
    assert kit.evaluate("document.querySelector('ul').scrollTop") > 0
    assert kit.evaluate("window.was === document.querySelector('[data-k=Ben]')")
    assert kit.locator("li").all_inner_texts() == ["Dan", "Ann", "Ben", "Cleo"]
    kit.locator('[data-k="b Cleo"]').click()
    assert kit.evaluate("window.tapped") == "Cleo 2"  # the newest work of a button that stayed, once


def test_order_and_disappearance(kit: Any) -> None:
    kit.evaluate("""() => {
      const { h, fill, place } = kit;
      kit.draw = names => fill(place, names.map(name => h("button", { "data-k": name }, name)));
      kit.draw(["a", "b", "c", "d"]);
    }""")
    kit.focus("[data-k=c]")
    for names in (["c", "d"], ["d", "x", "c", "a"], ["c"]):
        kit.evaluate("names => kit.draw(names)", names)
        assert kit.locator("button").all_inner_texts() == names
        assert kit.evaluate("document.activeElement.dataset.k") == "c", names
    kit.evaluate("kit.draw([])")
    assert kit.locator("button").count() == 0


def test_fields_follow_the_page_where_it_says_something_new(kit: Any) -> None:
    kit.evaluate("""() => {
      const { h, fill, place } = kit;
      kit.draw = (value, checked, choice) => fill(place, [
        h("input", { "data-k": "name", value }), h("input", { "data-k": "box", type: "checkbox", checked }),
        h("select", { "data-k": "pick", value: choice }, ["x", "y"].map(c => h("option", { value: c }, c))),
      ]);
      kit.draw("Ann", false, "y");
    }""")
    assert kit.input_value("[data-k=pick]") == "y"
    kit.fill("[data-k=name]", "Anna")
    kit.check("[data-k=box]")
    kit.focus("[data-k=pick]")
    kit.evaluate("kit.draw('Ann', false, 'y')")  # nothing new: what was typed and ticked stands
    assert (kit.input_value("[data-k=name]"), kit.is_checked("[data-k=box]")) == ("Anna", True)
    kit.evaluate("kit.draw('Ben', true, 'x')")
    kit.evaluate("kit.draw('Ben', false, 'x')")
    assert (kit.input_value("[data-k=name]"), kit.is_checked("[data-k=box]")) == ("Ben", False)


def test_attributes_and_listeners_that_are_gone_are_gone(kit: Any) -> None:
    kit.evaluate("""() => {
      const { h, fill, place } = kit;
      window.taps = 0;
      fill(place, [h("button.on", { id: "one", "aria-pressed": "true", onclick: () => { window.taps += 1; } }, "x")]);
      fill(place, [h("button", { id: "one" }, "y")]);
    }""")
    kit.click("#one")
    assert kit.evaluate("[taps, one.className, one.hasAttribute('aria-pressed'), one.textContent]") == [
        0,
        "",
        False,
        "y",
    ]


@pytest.mark.parametrize("fold", ["tools", "machine"])
def test_a_fold_stays_open_while_signals_arrive(fold: str, serve_table: Any, launch: Any) -> None:
    """What closed within a second: the laptop's folds, the word half typed in one, and "Why?" in the log."""
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="B")
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.click(f'[data-k="{fold}"]')
    page.fill('[data-k="said"]', "trade An") if fold == "tools" else None
    taps = served.hub.game.taps

    def show(name: str, signal: str | None) -> None:
        served.call(lambda: [served.hub.game.sitting.take(e) for e in taps.show(name, signal, "tap")])
        served.call(served.hub.notify_pages)

    for name in ("Ann", "Ben"):
        show(name, "sour")
    page.wait_for_selector(".log .why summary")
    page.click(".log .why summary")
    for _ in range(3):
        show("Cleo", "sour")
        page.wait_for_selector('[data-seat="2"] .showing')
        show("Cleo", None)
        page.wait_for_selector('[data-seat="2"] .showing', state="detached")
    box = page.locator("details[open]", has=page.locator(f'[data-k="{fold}"]'))
    assert box.count() == 1
    assert page.locator(".log .why[open]").count() == 1
    if fold == "tools":
        assert page.input_value('[data-k="said"]') == "trade An"


def test_questions_stand_above_the_fold_with_the_picture_on(serve_table: Any, launch: Any) -> None:
    """Who has won: its buttons are on the screen at 1366x768 beside the picture, and no ruling pushes it away."""
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="B")
    context = launch().new_context(locale="en-GB", permissions=["camera"], viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(served.address)
    page.click("#camera")
    page.wait_for_selector(".stage video")
    page.click('[data-do="win"]')
    page.wait_for_selector('[data-code="who-won"] [data-answer]')
    served.say("score")  # another ruling
    page.wait_for_selector(".log li:has-text('Score')")
    for button in page.locator("[data-question] [data-answer]").all():
        box = button.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 768
    picture = page.locator(".stage").bounding_box()
    assert picture["height"] >= 200
    assert picture["y"] + picture["height"] <= 768
    page.locator('[data-code="who-won"] [data-answer]').first.click()
    page.wait_for_selector('[data-code="which-gem"]')


def test_notices_cover_nothing_and_leave_with_their_cause(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="B")
    page = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    page.click('[data-k="tools"]')
    page.fill('[data-k="said"]', "trade Nobody Else")
    page.press('[data-k="said"]', "Enter")
    page.wait_for_selector("#toast.shown")
    covered = page.evaluate("""() => {
      const box = document.querySelector("#toast").getBoundingClientRect();
      return [...document.querySelectorAll("button, summary, input, select, a")].filter(e => {
        const b = e.getBoundingClientRect();
        return b.width && b.left < box.right && b.right > box.left && b.top < box.bottom && b.bottom > box.top;
      }).map(e => e.outerHTML.slice(0, 80));
    }""")
    assert covered == []
    served.say("pause")  # a ruling: what was refused is over
    page.wait_for_selector("#toast:not(.shown)", state="attached")


def test_names_of_forty_letters_show_whole(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    names = ["Maximiliane-Theodora von Hohenstauffenbg", "W" * 40, "Ida"]
    start(served, players=[{"name": n} for n in names], cards="physical", signal_set="B")
    page = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    cut = page.evaluate("""() => [...document.querySelectorAll(".seat .name, .show b")]
      .filter(e => e.scrollWidth > e.clientWidth + 1 || getComputedStyle(e).textOverflow === "ellipsis")
      .map(e => e.textContent)""")
    assert cut == []
    assert page.locator(".seat .name").all_inner_texts() == names


STOPPED = """async what => {
  const { Camera, Microphone } = { ...(await import("/kit/media.js")), ...(await import("/kit/microphone.js")) };
  const sent = [], answers = [];
  window.fetch = (path, { method }) => {
    sent.push(method);
    if (method === "DELETE") return Promise.resolve();
    return new Promise(answer => answers.push(() => answer(Response.json(null))));
  };
  const device = what === "sound" ? new Microphone() : new Camera(() => {}, () => {});
  Object.assign(device, { on: true, byPost: true, context: { sampleRate: 48000, close: () => {} } });
  Object.assign(device, { encoder: { encode: async () => new ArrayBuffer(4), close: () => {} } });
  const piece = () => (what === "sound" ? device.piece(new Float32Array(4800)) : device.frame());
  await piece();
  device.stop();
  await piece();
  await new Promise(resolve => setTimeout(resolve, 50));
  const before = [...sent];
  for (const answer of answers) answer();
  await new Promise(resolve => setTimeout(resolve, 50));
  return [before, sent];
}"""


@pytest.mark.parametrize("what", ["sound", "picture"])
def test_nothing_is_posted_after_a_device_said_goodbye(what: str, kit: Any) -> None:
    """What came after it, or was overtaken by it, was a device again that nobody could turn off."""
    kit.goto(f"{kit.url}api/me")  # no script of a page's own
    assert kit.evaluate(STOPPED, what) == [["POST"], ["POST", "DELETE"]]


def test_french_shortens_de_before_a_name_that_begins_with_a_vowel(serve_table: Any, launch: Any) -> None:
    page = launch().new_context(locale="fr-FR").new_page()
    page.goto(serve_table(lan=False).address.split("#")[0])
    said = page.evaluate("""async () => {
      const { t } = await import("/kit/i18n.js");
      return ["Ann", "Hugo", "Ben"].map(name => t("phone-off", { name }));
    }""")
    assert said == [f"Déconnecter le téléphone {who}" for who in ("d'Ann", "d'Hugo", "de Ben")]
