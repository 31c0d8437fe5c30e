"""What phones show in every phase of every game fits the screen.

Whatever may be tapped is 44 pixels high, uncovered, and over nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from companion.rules.face_off.actions import GRIN_BITS, NO_CARDS, WILD_BITS
from companion.rules.face_off.data import SUIT_INDEX
from companion.rules.face_off.state import Exchange
from companion.rules.protocol import CHANCE, TABLE
from tests.browser.pages import PEOPLE, TAP_FAULTS, holds, menu, phone, start, state, until
from tests.browser.test_table_seats import gem_of

WIDTHS: Final = (360, 390)  # pixels
MAX_STEPS: Final = 900
MAX_CHECKS: Final = 2  # of a phase, on all phones

GAMES: Final[Mapping[str, tuple[str, Mapping[str, Any], set[str]]]] = {
    "keep smiling": ("keep-smiling", {"lane_length": 4}, {"place", "roll", "move", "over"}),
    "own board": ("keep-smiling", {"lane_length": 4, "pieces": "physical"}, {"roll", "move", "reveal", "over"}),
    "face cards": ("face-cards", {}, {"pair", "guess", "over"}),
    "face cards koenner": ("face-cards", {"variant": "koenner"}, {"pair", "guess", "over"}),
    "face cards risiko": ("face-cards", {"variant": "risiko"}, {"pair", "guess", "over"}),
    "ftw": ("ftw", {"rounds": 2}, {"give", "play", "over"}),
    "ftw on the table": ("ftw", {"rounds": 2, "cards": "physical"}, {"give", "play", "show", "over"}),
    "factum": ("factum", {"target": 3}, {"volunteer", "tell", "judge", "decide", "lay", "vote", "over"}),
}


def people(game: str) -> list[dict[str, str]]:
    if game == "keep-smiling":
        return PEOPLE[:2]
    return [*PEOPLE, {"name": "Maximiliane-Dorothea von"}]


def step(served: Any, random: Random) -> None:
    """Somebody whose turn it is acts at random."""
    game = served.hub.game
    match = game.match
    actor = random.choice(match.game.actors(match.state))
    legal = match.game.legal(match.state, actor)
    action = match.game.draw(match.state) if actor == CHANCE else legal.sample(random)
    game.sitting.act(actor, action, "laptop")
    served.hub.notify_pages()


def phase(served: Any) -> str:
    match = served.hub.game.match
    return str(match.game.view(match.state, TABLE)["phase"])


def check(pages: Mapping[str, Any], wanted: str, faults: set[str]) -> None:
    for name, page in pages.items():
        until(page, f"document.querySelector('main.phone').dataset.phase === '{wanted}'")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 780})
            faults.update(f"{wanted}, {name}, {width}: {one}" for one in page.evaluate(TAP_FAULTS))
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            faults.update(f"{wanted}, {name}, {width}, open: {one}" for one in page.evaluate(TAP_FAULTS))
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = false; })")


FACE_OFF: Final[Mapping[str, tuple[Mapping[str, Any], tuple[str, ...]]]] = {
    "basic": ({"target": 10}, ("Ben: offer 1", "nine", "Ann: claim", "over")),
    "advanced": ({"advanced": True}, ("Ben: offer 1", "nine", "Ann: claim", "clean")),
    "on the table": ({"cards": "physical"}, ("trade Ann Ben 2", "win Ann", "confirm")),
    "advanced on the table": (
        {"cards": "physical", "advanced": True},
        ("trade Ann Ben 2", "Ann: call Ben", "deny", "win Ann", "confirm", "teeth"),
    ),
}
"""Options, and what happens one after the other; the gem is added where one belongs."""


def give_nine(served: Any, seat: int) -> None:
    """All cards of the first gem (with its special cards) to one seat; the others hold none."""
    match = served.hub.game.match
    suit = SUIT_INDEX[match.options.suits[0]]
    mine = [9 if k == suit else 0 for k in range(len(NO_CARDS))]
    if match.options.advanced:
        mine[GRIN_BITS] = mine[WILD_BITS] = 1 << suit
    hands = tuple(tuple(mine) if k == seat else NO_CARDS for k in range(len(match.players)))
    match.state = match.state._replace(hands=hands, offers=(None,) * len(hands))
    served.hub.game.sitting.command("score")
    served.hub.notify_pages()


@pytest.mark.parametrize("kind", FACE_OFF)
def test_every_phase_of_face_off_fits_a_phone(kind: str, serve_table: Any, launch: Any) -> None:
    options, lines = FACE_OFF[kind]
    served = serve_table()
    start(served, "face-off", people("face-off"), **options)
    pages = {p["name"]: phone(launch, served, p["name"], locale="de-DE") for p in people("face-off")}
    faults: set[str] = set()
    for line in ("", *lines):
        gem = served.call(lambda: served.hub.game.match.options.suits[0])
        if line == "nine":
            served.call(lambda: give_nine(served, 0))
            pages["Ann"].wait_for_selector(".callrow button")
        elif line.endswith(("claim", "win Ann", "offer 1")):
            held = gem_of(served, 1) if line.startswith("Ben") else gem
            served.say(f"{line} {held}")
        elif line and line != "over":
            served.say(line)
        check(pages, served.call(lambda: phase(served)), faults)
    assert not faults, "\n".join(sorted(faults)[:20])


@pytest.mark.parametrize("width", WIDTHS)
def test_who_holds_all_nine_taps_the_call_and_wins(width: int, serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served)
    ann = phone(launch, served, "Ann", locale="de-DE")
    ann.set_viewport_size({"width": width, "height": 780})
    served.call(lambda: give_nine(served, 0))
    ann.wait_for_selector(".offer")
    call = ann.locator('[data-act^="claim "]').locator("visible=true").first
    box = call.bounding_box()
    assert box is not None
    assert box["width"] > 0.8 * width
    assert box["height"] < 90
    call.click()
    holds(ann, lambda: state(served).scores[0] > 0, "Ann has won")


def test_the_judge_of_factum_sees_the_storytellers_card(serve_table: Any, launch: Any) -> None:
    served, random = serve_table(), Random(3)
    start(served, "factum", people("factum"))
    names = [p["name"] for p in people("factum")]
    while served.call(lambda: phase(served)) != "decide":
        served.call(lambda: step(served, random))
    now = state(served)
    judge, other = (
        phone(launch, served, names[k])
        for k in (now.judge, next(k for k in range(4) if k not in (now.judge, now.teller)))
    )
    card = now.story[0]
    judge.wait_for_selector(f'.board [data-k="card{card}"]')
    assert names[now.teller] in judge.inner_text(".board")
    assert other.locator(f'[data-k="card{card}"]').count() == 0


@pytest.mark.parametrize(("game", "options"), [("ftw", {"rounds": 3}), ("factum", {"target": 9})])
def test_the_result_of_a_round_stands_on_the_phones(
    game: str, options: dict[str, int], serve_table: Any, launch: Any
) -> None:
    served, random = serve_table(), Random(5)
    start(served, game, people(game), **options)
    ann = phone(launch, served, "Ann")

    def ended() -> bool:
        view = served.hub.game.match.game.view(served.hub.game.match.state, 0)
        return bool(view["points"] if game == "ftw" else view["result"])

    while not served.call(ended):
        served.call(lambda: step(served, random))
    served.call(lambda: served.hub.notify_pages())
    said = ann.wait_for_selector(".lastround").inner_text()
    view = served.call(lambda: served.hub.game.match.game.view(served.hub.game.match.state, 0))
    for number in view["points"][-1] if game == "ftw" else [view["result"]["chosen"]]:
        assert str(number) in said


def test_a_wrong_card_is_named(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, advanced=True)
    ann = phone(launch, served, "Ann")

    def wrong() -> None:
        match = served.hub.game.match
        got = [0] * len(NO_CARDS)
        got[WILD_BITS] = 1 << SUIT_INDEX[match.options.suits[0]]
        exchange = Exchange(1, NO_CARDS, tuple(got), True, False, 1)
        match.state = match.state._replace(last=(exchange, *match.state.last[1:]))
        served.hub.game.sitting.command("score")
        served.hub.notify_pages()

    served.call(wrong)
    said = ann.wait_for_selector(".got").inner_text()
    assert "?" not in said
    assert "Wild Thing" in said


def test_a_lobby_shows_no_ruling_of_the_game_before(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served)
    ann = phone(launch, served, "Ann")
    served.say("score")
    until(ann, "document.querySelector('[data-part=ruling]').textContent !== ''")
    served.call(lambda: served.hub.leave())
    until(ann, "document.querySelector('main.phone').dataset.game === ''")
    assert ann.text_content("[data-part=ruling]") == ""


LESSON = """async advanced => {
  const { lesson } = await import("/static/lessons.js");
  const view = { phase: "play", trades: 1, cards: "physical", advanced };
  return lesson({ game: "face-off", seat: null, actors: [], view })?.dataset.lesson ?? "";
}"""

HEARING = """async () => {
  const { hearing } = await import("/static/parts/hearing.js");
  const made = hearing();
  const shown = () => [...made.root.children].filter(e => !e.hidden).length;
  made.level({ level: -20, top: [] });
  made.speech({ kind: "other", text: "", player: null });
  const before = shown();
  made.off();
  const after = shown();
  made.level({ level: -20, top: [] });
  await new Promise(done => setTimeout(done, 3500));
  return [before, after, shown()];
}"""


def test_the_laptop_shows_what_is_and_not_what_was(serve_table: Any, launch: Any) -> None:
    """A pause is said, a level ends with its microphone, no tip is another game's, a reload keeps names and scores."""
    served = serve_table()
    start(served, cards="physical")
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector("[data-part=now]")
    served.say("pause")
    until(laptop, "document.querySelector('[data-part=now]')?.textContent === 'Paused'")
    served.say("resume")
    until(laptop, "document.querySelector('[data-part=now]')?.textContent.startsWith('Play')")
    assert [laptop.evaluate(LESSON, advanced) for advanced in (False, True)] == ["", "wrong"]
    assert laptop.evaluate(HEARING) == [2, 0, 0]
    for line in ("win Ben ruby", "confirm", "next B"):
        served.say(line)
    menu(laptop, "leave")
    laptop.wait_for_selector("[data-part=evening-sheet]")
    laptop.reload()
    laptop.wait_for_selector("[data-part=evening-sheet]")
    name = laptop.locator("[data-name]").first
    for text, fits in (
        ("Ann", True),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", True),
        ("A\u202enn", False),
        (" ", False),
    ):
        name.fill(text)
        assert name.evaluate("e => e.checkValidity()") is fits, text


@pytest.mark.parametrize("kind", GAMES)
def test_every_phase_fits_a_phone(kind: str, serve_table: Any, launch: Any) -> None:
    game, options, wanted = GAMES[kind]
    served, random = serve_table(), Random(3)
    start(served, game, people(game), **options)
    pages = {p["name"]: phone(launch, served, p["name"], locale="de-DE") for p in people(game)}
    checked: dict[str, int] = {}
    faults: set[str] = set()
    for _ in range(MAX_STEPS):
        now = served.call(lambda: phase(served))
        if checked.get(now, 0) < MAX_CHECKS:
            checked[now] = checked.get(now, 0) + 1
            check(pages, now, faults)
        if now == "over" or wanted <= set(checked):
            break
        served.call(lambda: step(served, random))
    assert not faults, "\n".join(sorted(faults)[:20])
    assert wanted <= {*checked, "over"}, wanted - set(checked)
