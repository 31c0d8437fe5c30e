// Today's five minutes: the one button that the page opens with, and the units that it is made of.

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { w } from "./words.js";

/** What a unit of the five minutes is called. */
export const unitName = unit => unit.name || w(`drill-${unit.drill}`);

/** The button and the row of units; ``begin()`` starts. */
export function todayCard(units, begin) {
  return [
    h("button.primary.today", { type: "button", "data-k": "today", id: "today", onclick: begin }, w("today")),
    h(
      "ol.units",
      { "aria-label": w("units") },
      units.map((unit, k) =>
        h(
          "li",
          { "data-k": `unit${k}` },
          unit.signal ? face(unit.signal, false) : h("i.dot"),
          h("span", {}, unitName(unit)),
        ),
      ),
    ),
  ];
}
