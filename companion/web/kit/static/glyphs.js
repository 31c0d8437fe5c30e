// Our own drawings as SVG: gems, dice, and a face for each signal, from short descriptions of their shapes.

import { s } from "./dom.js";
import { FACES } from "./faces.js";
import { t } from "./i18n.js";

const INK = "#2a2118";

/** Shapes from text: "c x y r fill", "e x y rx ry fill", "p fill path", "l width path" (a line in ink). */
export function shapes(list) {
  return list.map(text => {
    const [kind, ...rest] = text.split(" ");
    if (kind === "c") return s("circle", { cx: rest[0], cy: rest[1], r: rest[2], fill: rest[3] ?? INK });
    if (kind === "e") return s("ellipse", { cx: rest[0], cy: rest[1], rx: rest[2], ry: rest[3], fill: rest[4] ?? INK });
    if (kind === "p") return s("path", { d: rest.slice(1).join(" "), fill: rest[0] });
    return s("path", {
      d: rest.slice(1).join(" "),
      fill: "none",
      stroke: INK,
      "stroke-width": rest[0],
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    });
  });
}

/** The face of a signal; of anything else, a calm one. ``said``: false where words stand beside it. */
export function face(signal, said = true) {
  const label = FACES[signal] && !["calm", "still"].includes(signal) ? t(`signal.${signal}`) : "";
  const told = said && label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg.glyph", { viewBox: "-4 -4 108 108", ...told }, shapes(FACES[signal] ?? FACES.calm));
}

/** Whether there is a drawing of this signal. */
export const drawnAs = signal => signal in FACES;

// outline of each gem's cut, and its table (the flat top), in a square of 100
const CUTS = {
  diamond: ["M20 22h60l18 24l-48 50l-48 -50z", "M36 22h28l8 24h-44z"],
  emerald: ["M28 6h44l20 20v48l-20 20h-44l-20 -20v-48z", "M36 24h28l10 10v32l-10 10h-28l-10 -10v-32z"],
  ruby: ["M50 4l40 23v46l-40 23l-40 -23v-46z", "M50 28l20 11v22l-20 11l-20 -11v-22z"],
  sapphire: ["M50 4a40 46 0 0 1 0 92a40 46 0 0 1 0 -92z", "M50 24l18 14v24l-18 14l-18 -14v-24z"],
  pearl: ["M50 6a44 44 0 0 1 0 88a44 44 0 0 1 0 -88z", "M36 22a14 10 -30 0 1 6 22a16 14 0 0 1 -6 -22z"],
  opal: ["M50 8c30 0 46 18 46 42s-16 42 -46 42s-46 -18 -46 -42s16 -42 46 -42z", "M34 30q16 -12 32 0q-6 16 -32 0z"],
  amethyst: ["M50 2c10 24 38 34 38 60a38 34 0 0 1 -76 0c0 -26 28 -36 38 -60z", "M50 34l16 20l-6 22h-20l-6 -22z"],
  topaz: ["M50 2l46 34l-18 56h-56l-18 -56z", "M50 28l22 16l-9 28h-26l-9 -28z"],
  jade: ["M14 14h72v72h-72z", "M32 32h36v36h-36z"],
};

/** A gem in its own colour. */
export function gem(name) {
  const [outline, table] = CUTS[name] ?? CUTS.jade;
  return s(
    "svg.gem",
    { viewBox: "-4 -4 108 108", "aria-hidden": "true" },
    s("path.cut", { d: outline }),
    s("path.flat", { d: table }),
  );
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die's face. */
export function die(value) {
  return s(
    "svg.dieface",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    (PIPS[value] ?? []).map(k => s("circle", { cx: 26 + 24 * (k % 3), cy: 26 + 24 * Math.floor(k / 3), r: 9.5 })),
  );
}

const ICONS = {
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l12 7l-12 7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  camera: "M4 8h4l2 -3h4l2 3h4v11h-16zM12 10a3.500 3.500 0 1 0 0.010 0",
  mic: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1 -6 0v-5a3 3 0 0 1 3 -3M6 11a6 6 0 0 0 12 0M12 17v4",
  phone: "M8 3h8v18h-8zM11 18h2",
  cards: "M9 3l9 2l-2.500 14l-9 -2zM6 6l-3 1l3.500 12",
  eye: "M2 12q10 -12 20 0q-10 12 -20 0M12 9a3 3 0 1 0 0.010 0",
};

/** A small sign in the ink of its button. */
export const icon = name =>
  s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
