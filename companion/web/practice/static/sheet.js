// What is known of whoever practises: the table's own sheet, for the signals that are chosen.

import { h } from "/kit/dom.js";
import { sheetCells } from "/kit/sheet.js";
import { w } from "./words.js";

/** ``cells``: null while they are worked out; ``mine``: the signals that are chosen. */
export function known(cells, mine, send) {
  const shown = cells?.filter(c => mine.has(c.signal)) ?? [];
  return [
    h("h2", {}, w("sheet")),
    cells === null ? h("p.note", { role: "status" }, w("sheet-comes")) : null,
    shown.length ? h("p.note", {}, w("sheet-about")) : null,
    shown.length ? sheetCells(shown, c => (c.grade === "sure" ? null : practise(c, send))) : null,
  ];
}

const practise = (c, send) =>
  h(
    "button",
    {
      type: "button",
      "data-k": `known ${c.signal}`,
      "aria-label": w("learn-this", { name: c.title }),
      onclick: () => send({ do: "begin", drill: "learn", signal: c.signal }),
    },
    w("go"),
  );
