// Keep Smiling!'s pieces.

import { s } from "/kit/dom.js";
import { shapes } from "/kit/glyphs.js";

const MOUTHS = { S: "l 7 M30 60q20 22 40 0", G: "l 7 M30 72q20 -22 40 0", N: "l 7 M32 66h36" };
const EYES = ["c 35 40 7", "c 65 40 7"];

/** A piece in its owner's colour, with its face for those who may know it. */
export function piece(seat, kind) {
  return s(
    `svg.piece-of.seat-${seat}${kind ? `.face-${kind}` : ""}`,
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("circle.body", { cx: 50, cy: 50, r: 45 }),
    kind
      ? [s("circle.mien", { cx: 50, cy: 50, r: 33 }), shapes([...EYES, MOUTHS[kind]])]
      : s("circle.lid", { cx: 50, cy: 50, r: 22 }),
  );
}
