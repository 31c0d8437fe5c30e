// Our own drawings as SVG: gems, dice, and a face for each signal, from short descriptions of their shapes.

import { s } from "./dom.js";
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

const SKIN = "#ffd7a1";
const EYES = ["c 37 44 5", "c 63 44 5"];
const WIDE = [
  "c 35 42 15 #fff",
  "c 65 42 15 #fff",
  "c 36 43 6",
  "c 64 43 6",
  "l 3 M22 24q13 -9 26 0",
  "l 3 M52 24q13 -9 26 0",
];
const SMILE = ["l 5 M36 64q14 12 28 0"];
const OPEN = ["e 50 68 13 15 #7b2230"];
const TONGUE = [
  "p #7b2230 M34 60h32q-2 20 -16 20t-16 -20z",
  "p #f0637d M41 68q9 -5 18 0v16q-9 12 -18 0z",
  "l 2.5 M50 70v13",
];
const DOG = ["p #b0793f M14 20q-14 30 6 44q12 -20 16 -44z", "p #b0793f M86 20q14 30 -6 44q-12 -20 -16 -44z"];
const head = fill => [`c 50 52 38 ${fill}`];

const FACES = {
  calm: [...head(SKIN), ...EYES, ...SMILE],
  tongue_out: [...head(SKIN), ...EYES, ...TONGUE],
  darting_tongue: [
    ...head(SKIN),
    ...EYES,
    "l 4 M34 62h22",
    "p #f0637d M52 60q26 -2 40 12q-6 6 -12 2q-14 -8 -28 -6z",
    "l 3 M80 52l10 -6",
    "l 3 M86 60l10 -3",
  ],
  eyes_wide: [...head(SKIN), ...WIDE, "l 4 M42 72h16"],
  eyes_mouth_wide: [...head(SKIN), ...WIDE, "e 50 74 13 13 #7b2230"],
  sour: [
    ...head("#f4e27c"),
    "l 5 M24 38l14 7l-14 7",
    "l 5 M76 38l-14 7l14 7",
    "l 4 M44 66l6 6l6 -6",
    "l 4 M44 76l6 -4l6 4",
    "l 2.5 M32 62l6 5",
    "l 2.5 M68 62l-6 5",
  ],
  grin: [
    ...head(SKIN),
    ...EYES,
    "p #7b2230 M24 58h52q-4 26 -26 26t-26 -26z",
    "p #fff M27 60h46q-1 6 -3 10h-40q-2 -4 -3 -10z",
    "l 1.5 M38 60v10",
    "l 1.5 M50 60v10",
    "l 1.5 M62 60v10",
  ],
  panting: [
    ...DOG,
    ...head("#d9a066"),
    ...EYES,
    "e 50 57 8 5",
    ...TONGUE,
    "l 3 M84 76q6 4 2 9",
    "l 3 M16 76q-6 4 -2 9",
  ],
  fish_gasp: [
    "p #f28c38 M4 52l16 -16v32z",
    "p #f28c38 M96 52l-16 -16v32z",
    ...head("#7fc4d6"),
    ...EYES,
    "c 50 70 15 #f28c38",
    "c 50 70 8 #5a1620",
  ],
  wet_dog_shake: [
    "p #b0793f M16 40q-22 -6 -12 26q14 0 18 -14z",
    "p #b0793f M84 40q22 -6 12 26q-14 0 -18 -14z",
    ...head("#d9a066"),
    "l 4 M30 44q7 -6 14 0",
    "l 4 M56 44q7 -6 14 0",
    "e 50 58 9 6",
    ...["l 4 M40 72q10 6 20 0"],
    "p #4aa3df M12 12q7 10 0 14q-7 -4 0 -14z",
    "p #4aa3df M88 12q7 10 0 14q-7 -4 0 -14z",
    "p #4aa3df M50 0q6 8 0 12q-6 -4 0 -12z",
  ],
  chicken: [
    "p #d4342c M34 20q2 -18 12 -6q4 -16 12 0q10 -10 8 8z",
    ...head("#fff4dc"),
    ...EYES,
    "p #f2a21f M36 58h28l-14 18z",
    "c 50 82 6 #d4342c",
  ],
  pig: [
    "p #f08fa6 M16 14l24 10l-18 20z",
    "p #f08fa6 M84 14l-24 10l18 20z",
    ...head("#f7b3c2"),
    ...EYES,
    "e 50 66 20 14 #f08fa6",
    "e 43 66 4 6",
    "e 57 66 4 6",
  ],
  lamb: [
    ...[
      "c 26 24 14",
      "c 50 16 16",
      "c 74 24 14",
      "c 16 46 13",
      "c 84 46 13",
      "c 22 70 13",
      "c 78 70 13",
      "c 50 84 14",
    ].map(x => `${x} #fff7ea`),
    "e 50 56 25 29 #cbb59b",
    "c 41 48 4.5",
    "c 59 48 4.5",
    "e 50 66 7 4.5",
    "l 3 M44 76q6 4 12 0",
  ],
  turkey: [
    "p #8a4b22 M50 56L6 36A48 48 0 0 1 20 12z",
    "p #d98a2b M50 56L20 12A48 48 0 0 1 50 2z",
    "p #8a4b22 M50 56L50 2A48 48 0 0 1 80 12z",
    "p #d98a2b M50 56L80 12A48 48 0 0 1 94 36z",
    "c 50 60 30 #c98d63",
    "c 39 54 5",
    "c 61 54 5",
    "p #f2a21f M40 62h20l-10 12z",
    "p #d4342c M54 68q14 2 8 26q-12 -6 -8 -26z",
  ],
  cow: [
    "p #e8dcc4 M16 26q-12 -18 8 -20q0 14 6 16z",
    "p #e8dcc4 M84 26q12 -18 -8 -20q0 14 -6 16z",
    ...head("#fbf7ef"),
    "p #4a3b32 M14 44q2 -28 30 -30q4 24 -12 34z",
    "c 37 44 6 #fff",
    ...EYES,
    "e 50 70 26 16 #f0a9a4",
    "e 41 69 4 5",
    "e 59 69 4 5",
  ],
  seal: [
    ...head("#8b98a8"),
    ...["c 36 44 7", "c 64 44 7"],
    "e 50 66 22 14 #c3ccd6",
    "e 50 59 7 5",
    "l 2 M30 66l-22 -4",
    "l 2 M30 71l-20 5",
    "l 2 M70 66l22 -4",
    "l 2 M70 71l20 5",
    "l 3 M50 63v8",
  ],
  monkey: [
    "c 12 50 13 #8a5a33",
    "c 88 50 13 #8a5a33",
    "c 12 50 7 #f2c79b",
    "c 88 50 7 #f2c79b",
    ...head("#8a5a33"),
    "c 37 44 15 #f2c79b",
    "c 63 44 15 #f2c79b",
    "e 50 66 26 18 #f2c79b",
    ...EYES,
    "l 4 M34 68q16 14 32 0",
  ],
  donkey: [
    "p #8a8177 M30 30q-22 -34 -4 -30q12 4 18 26z",
    "p #8a8177 M70 30q22 -34 4 -30q-12 4 -18 26z",
    ...head("#a59b8f"),
    ...EYES,
    "e 50 72 24 17 #e9e1d4",
    "e 42 66 3.5 4",
    "e 58 66 3.5 4",
    "p #fff M38 76h24v7h-24z",
    "l 2 M38 76h24M50 76v7",
  ],
  wild_thing: [
    "p #f0a21f M50 0l9 14l14 -9l2 16l17 -2l-6 15l14 7l-14 9l8 14l-16 2l2 16l-15 -6l-15 20l-15 -20l-15 6l2 -16l-16 -2l8 -14l-14 -9l14 -7l-6 -15l17 2l2 -16l14 9z",
    "c 50 50 28 #ffd7a1",
    "p #2a2118 M38 36l2.500 5l5.500 1l-4 4l1 5.500l-5 -2.500l-5 2.500l1 -5.500l-4 -4l5.500 -1z",
    "p #2a2118 M62 36l2.500 5l5.500 1l-4 4l1 5.500l-5 -2.500l-5 2.500l1 -5.500l-4 -4l5.500 -1z",
    "p #7b2230 M36 60h28q-4 14 -14 14t-14 -14z",
  ],
};

/** The face of a signal; of anything else, a calm one. ``said``: false where words stand beside it. */
export function face(signal, said = true) {
  const label = FACES[signal] && signal !== "calm" ? t(`signal.${signal}`) : "";
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
  eye: "M2 12q10 -12 20 0q-10 12 -20 0M12 9a3 3 0 1 0 0.010 0",
};

/** A small sign in the ink of its button. */
export const icon = name =>
  s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
