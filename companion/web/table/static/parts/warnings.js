// What a phone's browser asks before it opens a page with a certificate made at home: the three taps, drawn.

import { h, s } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

const STEPS = { iphone: [1, 2, 3], android: [1, 2, 3] };

const line = (y, wide) => s("rect.greyline", { x: 14, y, width: wide, height: 4, rx: 2 });

/** A screen with the sign of a warning, lines of text, and at its lower edge what is to be tapped. */
function screen(kind, step) {
  const asks = step === 3;
  return s(
    "svg.warnscreen",
    { viewBox: "0 0 100 120", "aria-hidden": "true" },
    s("rect.body", { x: 1, y: 1, width: 98, height: 118, rx: kind === "iphone" ? 14 : 8 }),
    kind === "iphone"
      ? s("rect.notch", { x: 36, y: 4, width: 28, height: 6, rx: 3 })
      : s("circle.notch", { cx: 50, cy: 7, r: 3 }),
    asks
      ? [s("rect.sheet", { x: 10, y: 34, width: 80, height: 66, rx: 8 }), line(46, 60), line(56, 46)]
      : [
          s("path.sign", { d: step === 1 ? "M50 18 L66 46 H34 Z" : "M26 18 L34 32 H18 Z" }),
          ...(step === 1 ? [line(58, 72), line(67, 64)] : [line(42, 72), line(51, 66), line(60, 70), line(69, 40)]),
        ],
    s("rect.tapped", { x: 14, y: asks ? 72 : 84, width: 72, height: 20, rx: 10 }),
    s("circle.finger", { cx: 78, cy: asks ? 92 : 104, r: 9 }),
  );
}

const shown = (kind, step) =>
  h(
    "li",
    { "data-warning": `${kind}${step}` },
    h("span.warnframe", {}, screen(kind, step)),
    h("b", {}, t(`warning.${kind}-${step}`)),
    h("small", {}, t(`warning.${kind}-${step}-where`)),
  );

/** Three pictures for each kind of phone. */
export const warningSteps = () =>
  Object.entries(STEPS).map(([kind, steps]) =>
    h(
      "section.warnings",
      { "aria-label": t(`warning.${kind}`) },
      h("h2", {}, t(`warning.${kind}`)),
      h(
        "ol",
        {},
        steps.map(step => shown(kind, step)),
      ),
    ),
  );
