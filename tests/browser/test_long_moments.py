"""The longest words that big moments and praise can have, in every language, on the smallest phone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest

from companion.facts import Fact, fact
from companion.rules.face_off.data import GEM_VALUES
from companion.rules.highlights import Moment
from companion.web.table.praise import RANKED_FEATS
from companion.words import Language, languages, say
from tests.browser.pages import until
from tests.browser.test_evening_moments import FITS, HELD

LONG_NAME: Final = "Maximiliane-Dorothea"
NAMES: Final = ("Ann", "Ben", "Bartholomäus", LONG_NAME)
SCORES: Final = [1250, -1250, 90, 12500]
LAST_SEAT: Final = 3

SHOW_MOMENT: Final = """async ([names, moment]) => {
  const { Moments } = await import("/static/parts/moments.js");
  const shown = (window.shownMoments ??= new Moments(true));
  document.body.append(shown.root);
  shown.close();
  const state = { game: "any", players: names.map(name => ({ name })), view: {} };
  shown.update({ ...state, moments: [] });
  shown.update({ ...state, moments: [moment] });
}"""

SHOW_EVENING: Final = """async ([names, praise]) => {
  const { eveningSheet } = await import("/static/parts/evening.js");
  const hands = [{ winners: [0], scores: [5, 0, 0, 9] }];
  const sheet = eveningSheet({ names, praise, hands, games: [{ hands: 1 }], points: true });
  document.querySelector(".page, body").replaceChildren(sheet);
}"""

BROKEN_WORDS: Final = r"""selector => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word);
    }
  }
  return found;
}"""
"""Words that go on in the next line, but at a hyphen of their own."""


def longest(facts: Iterable[Fact], language: Language) -> Fact:
    """Return the fact with the most letters in this language."""
    return max(facts, key=lambda one: len(say(one, language)))


def long_moments(language: Language) -> list[Moment]:
    """Return a moment of each kind with its longest words in this language."""
    win = longest((fact("moment.win", who=LONG_NAME, gem=gem) for gem in GEM_VALUES), language)
    outcomes = (fact(f"moment.judged-{how}", who=LONG_NAME, card=47) for how in ("right", "wrong", "pile"))
    story = {"chosen": 47, "right": False, "story_card": 100, "votes": {"47": 3, "100": 1}}
    pairs = [{"guesser": 2, "one": 40 + k, "other": 90 + k, "owner": LAST_SEAT} for k in range(4)]
    chairs = [{"chair": 5 - k, "player": 2 + k % 2, "kind": kind} for k, kind in enumerate("SGNGN")]
    hands = [[10 * k + n for n in range(1, 9)] for k in range(4)]
    points = fact("moment.points", points=1250, total=12500)
    lost = fact("moment.lost", points=1250, total=-1250)
    ended = fact("moment.round", n=10, all=12)
    tie = fact("moment.over-tie", who=NAMES, game="keep-smiling")
    who = (LAST_SEAT,)
    return [
        Moment("win", win, points, who, {"gem": "amethyst"}),
        Moment("verdict", fact("moment.teeth", who=LONG_NAME), lost, who, {"found": "teeth"}),
        Moment("verdict", fact("moment.clean", who=LONG_NAME), None, who, {"found": "clean"}),
        Moment("chairs", fact("moment.chairs"), shows={"chairs": chairs}),
        Moment("judged", longest(outcomes, language), fact("moment.story-was", card=100, who=LONG_NAME), who, story),
        Moment("best", fact("moment.best", who=LONG_NAME), None, who, {"new": 12, "old": 11}),
        Moment("hands", ended, None, who, {"hands": hands, "points": [88] * 4}),
        Moment("round", ended, fact("moment.found", n=4), shows={"pairs": pairs}),
        Moment("over", tie, None, (0, *who), {"winners": [0, *who]}),
    ]


@pytest.mark.parametrize("language", languages())
def test_the_longest_words_of_moments_and_praise_fit_the_smallest_phone(
    language: Language, serve_table: Any, launch: Any
) -> None:
    """Full page, for a phone may be what the table looks at; no word is broken."""
    served = serve_table(pace=3600)
    context = launch().new_context(keeps_moments=True, locale=language, viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.add_init_script(HELD)
    page.goto(served.address)
    page.wait_for_selector("[data-start]")
    faults = []
    for k, moment in enumerate(long_moments(language)):
        title, detail = say(moment.title, language), say(moment.detail, language)
        shown = {"of": f"game{k}", "at": 1, "kind": moment.kind, "title": title, "detail": detail}
        page.evaluate(SHOW_MOMENT, [NAMES, {**shown, "seats": moment.seats, "scores": SCORES, **moment.shows}])
        until(page, "!document.getAnimations().some(a => a.playState === 'running')")
        assert page.inner_text(".moment.full .momenttitle") == title
        faults += [f"{moment.kind}: {fault}" for fault in page.evaluate(FITS)]
        faults += [f"{moment.kind}: {word} is broken" for word in page.evaluate(BROKEN_WORDS, ".moment")]
    page.evaluate("window.shownMoments.root.remove()")
    for kind in RANKED_FEATS:
        line = say(longest((fact(f"praise.{kind}", best=best, n=88) for best in ("yes", "no")), language), language)
        page.evaluate(SHOW_EVENING, [NAMES, dict.fromkeys(NAMES, line)])
        faults += [f"{line}: {word} is broken" for word in page.evaluate(BROKEN_WORDS, ".eveningsheet")]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{line}: too wide")
    assert not faults, faults
