// The evening's score as a line a player over the hands, each with its name and points at the end.

import { s } from "./dom.js";

const WIDE = 340;
const HIGH = 150;

/** How wide the widest of these texts is drawn, in bold type of this size. */
function widest(texts, size) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `600 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(0, ...texts.map(text => pen.measureText(String(text)).width));
}

/** Running totals a player: [[0, 50, …], …]. */
export function totals(hands, players) {
  return players.map((_, k) => {
    const line = [0];
    for (const hand of hands) line.push(line.at(-1) + (hand.scores[k] ?? 0));
    return line;
  });
}

/** Labels at the lines' ends, moved apart so that none covers another. */
export function apart(ends, gap, low, high) {
  const order = ends.map((y, k) => ({ y, k })).sort((a, b) => a.y - b.y);
  order.forEach((one, i) => {
    if (i) one.y = Math.max(one.y, order[i - 1].y + gap);
  });
  const over = (order.at(-1)?.y ?? 0) - high;
  if (over > 0) for (const one of order) one.y = Math.max(low, one.y - over);
  const out = [];
  for (const { y, k } of order) out[k] = y;
  return out;
}

/** ``lines``: numbers a player; ``names``: theirs; ``label``: what a screen reader says of it; ``cuts``: after which
 * hands another game begins; ``least``: what the scale reaches at least. */
export function lineChart(lines, names, label, { wide = WIDE, high = HIGH, size = 12, cuts = [], least = 10 } = {}) {
  const ink = "currentColor";
  const all = lines.flat();
  const [low, high0] = [Math.min(0, ...all), Math.max(least, ...all)];
  const count = Math.max(1, (lines[0]?.length ?? 1) - 1);
  const marks = [...new Set([low, (low + high0) / 2, high0].map(v => Math.round(v)))];
  const ends = lines.map((line, k) => `${short(names[k])} ${line.at(-1) ?? 0}`);
  const left = 8 + widest(marks, size); // no figure is cut, however many points there are
  const right = 14 + widest(ends, size);
  const x = k => left + ((wide - left - right) * k) / count;
  const y = v => high - 16 - ((high - 30) * (v - low)) / (high0 - low);
  const places = apart(
    lines.map(line => y(line.at(-1) ?? 0)),
    size * 1.15,
    10,
    high - 8,
  );
  return s(
    "svg.linechart",
    { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label, "font-size": size },
    marks.map(v => [
      s("line", { x1: left, x2: wide - right, y1: y(v), y2: y(v), stroke: ink, "stroke-opacity": 0.18 }),
      s("text", { x: left - 5, y: y(v) + 4, "text-anchor": "end", fill: ink, "fill-opacity": 0.75 }, String(v)),
    ]),
    cuts.map(k => s("line.cut", { x1: x(k), x2: x(k), y1: 8, y2: high - 12, stroke: ink, "stroke-dasharray": "3 4" })),
    lines.map((line, k) => [
      s("polyline", {
        points: line.map((v, n) => `${x(n)},${y(v)}`).join(" "),
        fill: "none",
        "stroke-width": 3,
        "stroke-linejoin": "round",
        stroke: `var(--seat-${k % 9})`,
      }),
      s("circle", { cx: x(line.length - 1), cy: y(line.at(-1) ?? 0), r: 4.5, fill: `var(--seat-${k % 9})` }),
      s("text", { x: x(line.length - 1) + 9, y: places[k] + 4, fill: ink, "font-weight": 600 }, ends[k]),
    ]),
  );
}

const short = name => (name.length > 10 ? `${name.slice(0, 9)}…` : name);
