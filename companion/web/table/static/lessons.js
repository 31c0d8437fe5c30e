// What a newcomer must know, one line under "what now" when it first matters, once a page and evening. It can be read
// again in the rules.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { EVENING, keep, kept } from "/kit/prefs.js";

/** Whether whoever looks may act: a phone's player, or anybody where the page shows the table. */
const acting = s => s.seat === null || s.actors.includes(s.seat);

/** How far a lane's piece of whoever moves has come, and the other one; null for a piece that is out. */
const lanes = v => v.lanes.map(({ gone }) => [gone[v.turn], gone[1 - v.turn]]);

const near = (own, v) => own !== null && own < v.lane_length && own >= v.lane_length - 6;
const facing = ([own, other], v) => own > 0 && other > 0 && v.lane_length - own - other > 0;

/** For each game: a lesson's code, and when it matters. */
const LESSONS = {
  "face-off": {
    "one-gem": ({ view: v }) => v.phase === "play" && !v.trades && !v.offered,
    blind: ({ view: v }) => v.phase === "play" && !!v.offered,
    wrong: ({ view: v }) => v.phase === "play" && v.advanced && v.trades > 0 && v.cards === "physical",
  },
  "keep-smiling": {
    hide: s => s.view.phase === "place" && acting(s),
    sums: s => s.view.phase === "move" && acting(s),
    exact: s => s.view.phase === "move" && acting(s) && lanes(s.view).some(([own]) => near(own, s.view)),
    meet: s => s.view.phase === "move" && acting(s) && !s.view.duels && lanes(s.view).some(l => facing(l, s.view)),
  },
  "face-cards": {
    "pair-bonus": s => s.view.phase === "pair" && acting(s) && s.view.variant !== "risiko",
    pair: s => s.view.phase === "pair" && acting(s) && s.view.variant === "risiko",
    guess: s => s.view.phase === "guess" && acting(s) && s.view.variant !== "koenner",
  },
  ftw: {
    give: s => s.view.phase === "give" && acting(s),
    lay: s => s.view.phase === "play" && acting(s) && s.view.pile.length > 0,
    help: s => s.view.phase === "play" && acting(s) && s.view.pile.length > 0 && s.view.front[s.view.turn].length > 0,
    two: ({ view: v }) => v.phase === "play" && v.cards.includes(2),
  },
  factum: {
    judge: ({ view: v }) => v.phase === "judge",
    captain: ({ view: v }) => ["decide", "lay"].includes(v.phase),
    misled: ({ view: v }) => v.phase === "vote",
    title: ({ view: v }) => v.phase === "best",
    target: ({ view: v }) => v.phase === "volunteer" && v.scores.some(n => n > 0),
  },
};

const PLACE = "lessons";
const said = new Set(kept(PLACE, EVENING).split(" "));
let on = null;

function over(key) {
  said.add(key);
  keep(PLACE, [...said].join(" "), EVENING);
}

/** The line for a state, or null: one lesson at a time, until what it is about has passed. */
export function lesson(s) {
  const when = LESSONS[s.game] ?? {};
  const matters = code => !s.over && when[code](s);
  if (on && !(on.game === s.game && matters(on.code))) {
    over(`${on.game}.${on.code}`);
    on = null;
  }
  const next = on ? on.code : Object.keys(when).find(code => !said.has(`${s.game}.${code}`) && matters(code));
  if (!next) return null;
  on = { game: s.game, code: next };
  return h("p.lesson", { "data-lesson": next }, t(`lesson.${s.game}.${next}`, { target: s.view.target }));
}
