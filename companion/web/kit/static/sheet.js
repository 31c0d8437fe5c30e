// The sheet's cells: each signal with its face, sure, weak or unknown, and why.

import { h, sentence } from "./dom.js";
import { drawnAs, face } from "./glyphs.js";

/** ``cells`` of the state; ``more(cell)``: what stands at a cell's end. */
export function sheetCells(cells, more = _cell => null) {
  return h(
    "ul.sheetcells",
    { "data-k": "cells" },
    cells.map(c =>
      h(
        `li.sheetcell.${c.grade}`,
        { "data-k": c.signal, "data-cell": c.signal, "data-grade": c.grade },
        h("span.sheetpicture", {}, drawnAs(c.signal) ? face(c.signal, false) : null),
        h("span.grow", {}, sentence(c.text)),
        more(c),
      ),
    ),
  );
}
