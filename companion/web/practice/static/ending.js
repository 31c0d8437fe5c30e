// The end of a drill, and the way out of it.

import { h } from "/kit/dom.js";
import { language } from "/kit/i18n.js";
import { unitName } from "./today.js";
import { w } from "./words.js";

const TWO_PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** May these plays go into the profile? */
export function consent(drill, send) {
  if (drill.added)
    return [
      h("p", { role: "status" }, drill.added),
      h(
        "button",
        { type: "button", "data-k": "back", id: "takeback", onclick: () => send({ do: "undo" }) },
        w("take-back"),
      ),
    ];
  if (!drill.plays?.asked) return [];
  return [
    h("p", {}, w("keep", { n: drill.plays.count, names: drill.plays.names })),
    h(
      "div.bar",
      {},
      h(
        "button.primary",
        { type: "button", "data-k": "yes", id: "keep", onclick: () => send({ do: "keep", yes: true }) },
        w("yes"),
      ),
      h("button", { type: "button", "data-k": "no", onclick: () => send({ do: "keep", yes: false }) }, w("no")),
    ),
  ];
}

/** What got better, and what is next: a sentence each. */
export const cameOf = drill =>
  drill.came
    ? h(
        "ul.came",
        { id: "better" },
        drill.came.map(text => h("li", {}, text)),
      )
    : null;

/** Hits in a row and the best time, while one plays. */
export function standing(drill) {
  if (drill.best === null && !drill.streak) return [];
  return [
    h("span.streak", { id: "streak" }, h("b", {}, String(drill.streak)), " ", w("streak")),
    drill.best === null
      ? null
      : h(
          drill.record ? "span.best.record" : "span.best",
          { id: "best" },
          h("b", {}, w("best-s", { seconds: drill.best.toLocaleString(language, TWO_PLACES) })),
          " ",
          w(drill.record ? "best-ever" : "best"),
        ),
  ];
}

/** Stop, again, back; in the five minutes what waits. */
export function buttons(drill, send) {
  const count = drill.of
    ? h("span.quiet-text.grow", { id: "count" }, w("tries", { hits: drill.hits, tries: drill.tries, of: drill.of }))
    : h("span.grow");
  const stop = text =>
    h("button", { type: "button", "data-k": "stop", id: "stop", onclick: () => send({ do: "stop" }) }, w(text));
  const first = (id, text) =>
    h("button.primary.large", { type: "button", "data-k": id, id, onclick: () => send({ do: id }) }, text);
  const next = drill.round?.units[drill.round.at + 1];
  if (!drill.done && !drill.round) return [count, stop("stop")];
  if (!drill.done) return [count, next ? skip(send) : null, stop("stop")];
  if (next) return [count, first("next", w("next-unit", { name: unitName(next) })), stop("stop")];
  return [count, first("again", w("again")), stop("back")];
}

const skip = send =>
  h("button.quiet", { type: "button", "data-k": "skip", id: "skip", onclick: () => send({ do: "next" }) }, w("skip"));
