"""Every legal action can be made by taps, and nothing else: cards are chosen where they lie."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, Final

import pytest

from companion.clock import MonotonicClock
from companion.referee.desk_registry import header, match_of
from companion.rules.errors import RulesError
from companion.rules.protocol import CHANCE, TABLE
from companion.sitting.table_sitting import table_of
from companion.web.table.views import state_of
from tests.browser.pages import holds, phone, start, state, until

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
MAX_STATES: Final = 14  # of a game, spread over its phases
MAX_STEPS: Final = 400
MAX_ACTIONS: Final = 25  # that are tried in one state
GAMES: Final[dict[str, tuple[str, dict[str, Any], int]]] = {
    "face-off": ("face-off", {}, 3),
    "face-off advanced": ("face-off", {"advanced": True}, 3),
    "face-off physical": ("face-off", {"cards": "physical", "advanced": True}, 3),
    "keep-smiling": ("keep-smiling", {"lane_length": 5}, 2),
    "face-cards": ("face-cards", {}, 4),
    "face-cards kenner": ("face-cards", {"variant": "kenner"}, 4),
    "face-cards koenner": ("face-cards", {"variant": "koenner"}, 4),
    "face-cards risiko": ("face-cards", {"variant": "risiko"}, 4),
    "face-cards physical": ("face-cards", {"cards": "physical"}, 4),
    "ftw": ("ftw", {"rounds": 2}, 4),
    "ftw physical": ("ftw", {"rounds": 1, "cards": "physical"}, 3),
    "factum": ("factum", {"target": 9}, 4),
    "factum physical": ("factum", {"target": 9, "cards": "physical"}, 4),
}

TAPS: Final = """async ({ state, texts }) => {
  const { Choice, render } = await import("/static/games.js");
  const { cardsOf } = await import("/static/labels.js");
  const made = [];
  const offered = new Set();
  let choice = null;
  const draw = () => {
    const drawn = render({ state, choice, act: text => made.push(text) });
    const root = document.createElement("div");
    root.append(...[drawn.hand, drawn.board].flat(9).filter(one => one instanceof Node));
    for (const b of root.querySelectorAll("[data-act]")) {
      if (!b.disabled && !["move", "place"].includes(b.dataset.act)) offered.add(b.dataset.act);
    }
    return root;
  };
  const tap = (root, selector) => {
    const button = [...root.querySelectorAll(selector)].find(b => !b.disabled);
    button?.click();
    return draw();
  };
  const pieces = { S: 0, G: 1, N: 2 };
  const steps = {
    place: (root, words) => {
      words.forEach((kind, k) => {
        for (let n = 0; n <= pieces[kind]; n += 1) root = tap(root, `[data-k="place${k}"]`);
      });
      return root;
    },
    move: (root, words) => {
      for (const word of words) {
        for (const value of word.slice(2).split("+").map(Number)) {
          const free = state.view.dice.findIndex(
            (v, k) => v === value && !choice.held.includes(k) && !choice.steps.some(s => s.dice.includes(k)),
          );
          root = tap(root, `[data-throw="${free}"]`);
        }
        root = tap(root, `[data-lane="${word[0]}"]`);
      }
      return root;
    },
  };
  const texts_made = {};
  for (const text of texts) {
    choice = new Choice(() => {});
    choice.fit(state);
    made.length = 0;
    const [verb, ...words] = text.split(" ");
    let root = draw();
    if (verb in steps && words.length) root = steps[verb](root, words);
    else for (const card of cardsOf(text)) if (!choice.picked.includes(card)) root = tap(root, `[data-card="${card}"]`);
    const wanted = verb in steps && words.length ? verb : text;
    const button = [...root.querySelectorAll("[data-act]")].find(b => b.dataset.act === wanted && !b.disabled);
    button?.click();
    texts_made[text] = made.at(-1) ?? "";
  }
  return { made: texts_made, offered: [...offered] };
}"""


def states_of(kind: str) -> list[tuple[Any, int, dict[str, Any], list[str]]]:
    """States of a seeded game: the match, who acts, what their page gets, and some of what they may do."""
    game, options, players = GAMES[kind]
    table = table_of(match_of(header(game, list(NAMES[:players]), options, 7, "en"), None), MonotonicClock())
    table.sitting.begin()
    match, random = table.match, Random(11)
    found: list[tuple[Any, int, dict[str, Any], list[str]]] = []
    phases: dict[str, int] = {}
    for _ in range(MAX_STEPS):
        if match.is_over or len(found) >= MAX_STATES:
            break
        actor = random.choice(match.game.actors(match.state))
        phase = match.game.view(match.state, TABLE)["phase"]
        if actor >= 0 and phases.get(phase, 0) < 4 and random.random() < 0.5:
            phases[phase] = phases.get(phase, 0) + 1
            page = {**state_of(table, actor, "en", laptop=False), "phones": [], "away": []}
            asked = {a["means"] for q in page["questions"] for a in q["answers"]}
            # the dealer's question asks for the next hand in two steps
            texts = [text for text in page["legal"] if text not in asked and not text.startswith("next ")]
            texts = random.sample(texts, MAX_ACTIONS) if len(texts) > MAX_ACTIONS else texts
            found.append((match.state, actor, page, texts))
        legal = match.game.legal(match.state, actor)
        with suppress(RulesError):  # the desk forbids some of what the rules allow
            table.sitting.act(actor, match.game.draw(match.state) if actor == CHANCE else legal.sample(random), "x")
    return found


@pytest.mark.parametrize("kind", GAMES)
def test_every_legal_action_can_be_made_by_taps_and_no_other(kind: str, serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-start]")
    game, options, players = GAMES[kind]
    rules = match_of(header(game, list(NAMES[:players]), options, 7, "en"), None).game
    found, tried = states_of(kind), 0
    for position, actor, shown, texts in found:
        seen = page.evaluate(TAPS, {"state": shown, "texts": texts})
        for text in texts:
            made = seen["made"][text]
            assert made, f"{shown['view']['phase']}: no taps make {text!r}"
            assert rules.parse(made, position, actor) == rules.parse(text, position, actor)
            tried += 1
        assert set(seen["offered"]) <= set(shown["legal"]), set(seen["offered"]) - set(shown["legal"])
    assert tried > 5, "nothing was tried"


def table(serve_table: Any, launch: Any, game: str, players: int, width: int = 390, **options: Any) -> tuple[Any, Any]:
    served = serve_table(pace=3600)
    start(served, game, [{"name": name} for name in NAMES[:players]], **options)
    ann = phone(launch, served, "Ann", locale="en-GB")
    ann.set_viewport_size({"width": width, "height": 780})
    return served, ann


def play_to(served: Any, phase: str, actor: int) -> None:
    """Everybody acts by chance until it is this seat's turn in this phase."""
    random = Random(5)

    def step() -> bool:
        match = served.hub.game.match
        if match.state.phase == phase and actor in match.game.actors(match.state):
            served.hub.notify_pages()
            return True
        who = random.choice(match.game.actors(match.state))
        legal = match.game.legal(match.state, who)
        served.hub.game.sitting.act(who, match.game.draw(match.state) if who == CHANCE else legal.sample(random), "x")
        return False

    for _ in range(500):
        if served.call(step):
            return
    raise AssertionError(phase)


@pytest.mark.parametrize("width", [360, 390])
def test_who_guesses_chooses_on_the_table_and_reads_the_guess(width: int, serve_table: Any, launch: Any) -> None:
    served, ann = table(serve_table, launch, "face-cards", 4, width)
    play_to(served, "guess", 0)
    ann.wait_for_selector(".choosing")
    assert ann.locator(".handback:not([open])").count() == 1  # the hand has stepped back
    position = state(served)
    one, other = served.call(lambda: [(a.one, a.other) for a in served.hub.game.match.game.legal(position, 0)])[0]
    for number in (one, other):
        ann.click(f'[data-k="card{number}"]')
    button = ann.locator(".choosing .action.primary")
    assert button.count() == 1
    said = button.inner_text()
    assert said.startswith("Guess: ")
    assert not any(ch.isdigit() for ch in said), said  # pictures by their names
    assert any(f"{name}'s" in said for name in NAMES[1:])
    box = button.bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 780  # at the bottom of the screen, however long the table is
    ann.click(f'[data-k="chosen{other}"]')  # a chosen card goes back
    until(ann, "document.querySelector('.choosing .action.primary') === null")
    ann.click(f'[data-k="card{other}"]')
    ann.click(".choosing .action.primary")
    holds(ann, lambda: bool(state(served).log) or state(served).round > 0 or state(served).hit, "the guess counts")


def test_two_pairs_are_laid_by_their_cards_never_by_a_list(serve_table: Any, launch: Any) -> None:
    served, ann = table(serve_table, launch, "face-cards", 4, variant="risiko")
    play_to(served, "pair", 0)
    ann.wait_for_selector(".choosing")
    hand = list(state(served).hands[0])
    assert ann.locator('[data-act^="lay "]').count() == 0
    a, b, c, d = hand[3], hand[0], hand[1], hand[2]  # the pair with the higher front first
    for k, number in enumerate((a, b, c, d), start=1):
        ann.click(f'[data-k="card{number}"]')
        until(ann, f"document.querySelectorAll('.choosing [data-k^=\"chosen\"]').length === {k}")
        assert ann.locator('[data-act^="lay "]').count() == (1 if k == 4 else 0)
    ann.click('[data-act^="lay "]')
    holds(ann, lambda: state(served).laid[0] == tuple(sorted(((a, b), (c, d)))), "both pairs as they were tapped")


def test_three_cards_are_given_by_their_cards(serve_table: Any, launch: Any) -> None:
    served, ann = table(serve_table, launch, "ftw", 3)
    ann.wait_for_selector("[data-card]")
    hand = list(state(served).hands[0])
    for k, number in enumerate(hand[:3], start=1):
        ann.click(f'[data-k="card{number}"]')
        until(ann, f"document.querySelectorAll('.card.picked').length === {k}")
        assert ann.locator('[data-act^="give"]').count() == (1 if k == 3 else 0)
    ann.click('[data-act^="give"]')
    holds(ann, lambda: state(served).given[0] == tuple(hand[:3]), "given")


def test_one_laptop_is_handed_on_and_shows_nobody_elses_hand(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False, pace=3600)
    start(served, "ftw", [{"name": "Ann"}, {"name": "Ben"}, {"name": "Robot", "bot": True}], rounds=2)
    page = launch().new_context(locale="en-GB", viewport={"width": 1024, "height": 700}).new_page()
    page.goto(served.address)
    for name in ("Ann", "Ben"):
        page.wait_for_selector(f'[data-pass]:has-text("{name}")')
        assert page.inner_text("[data-pass]") == f"Hand the laptop to {name}, then tap"
        assert page.locator(".hand [data-card]").count() == 0
        page.click("[data-pass]")
        page.wait_for_selector(".hand [data-card]")
        seat = ("Ann", "Ben").index(name)
        hand = list(state(served).hands[seat])
        assert page.locator(f'.hand [data-k="card{hand[0]}"]').count() == 1
        for number in hand[:3]:
            page.click(f'.hand [data-k="card{number}"]')
        page.click('[data-act^="give"]')
        until(page, "document.querySelector('.hand [data-card]') === null")
    page.wait_for_selector('[data-pass="0"]')  # all have given: the first one's turn


def test_one_person_with_bots_is_handed_no_laptop(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False, pace=3600)
    start(served, "ftw", [{"name": "Ann"}, {"name": "B", "bot": True}, {"name": "C", "bot": True}], rounds=1)
    page = launch().new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    assert page.locator("[data-pass]").count() == 0
