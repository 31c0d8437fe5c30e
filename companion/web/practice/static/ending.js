// The end of a drill, and the way out of it.

import { h } from "/kit/dom.js";
import { w } from "./words.js";

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

/** Stop, again, back. */
export function buttons(drill, send) {
  const count = drill.of
    ? h("span.quiet-text.grow", { id: "count" }, w("tries", { hits: drill.hits, tries: drill.tries, of: drill.of }))
    : h("span.grow");
  if (!drill.done)
    return [
      count,
      h("button", { type: "button", "data-k": "stop", id: "stop", onclick: () => send({ do: "stop" }) }, w("stop")),
    ];
  return [
    count,
    h(
      "button.primary",
      { type: "button", "data-k": "again", id: "again", onclick: () => send({ do: "again" }) },
      w("again"),
    ),
    h("button", { type: "button", "data-k": "stop", id: "stop", onclick: () => send({ do: "stop" }) }, w("back")),
  ];
}
