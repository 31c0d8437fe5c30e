// A throw as the camera saw it: each die marked, what would help with it, and a tap that says what it shows.

import { h, part, sentence } from "./dom.js";
import { die as face } from "./glyphs.js";

const FINGER = 48; // pixels of a mark at least
const PLACED = -2; // the number of a die that nobody but people see

/**
 * The picture with its dice as buttons. ``picked``: the chosen one's number; ``pick(k)``: another one is chosen.
 * ``placed``: where a die lies that is not marked, shares of the picture; ``place({x, y})``: it lies there.
 */
export function throwPicture(now, picked, pick, placed = null, place = _at => {}) {
  const percent = share => `${(100 * share).toFixed(2)}%`;
  const mark = (one, k) =>
    h(
      `button.throwmark${one.value ? "" : ".open"}`,
      {
        type: "button",
        "data-k": `mark${k}`,
        "data-mark": k,
        "aria-label": one.text,
        "aria-pressed": String(k === picked),
        style: {
          left: percent(one.x),
          top: percent(one.y),
          width: `max(${FINGER}px, ${percent(one.w)})`,
          height: `max(${FINGER}px, ${percent(one.h)})`,
        },
        onclick: () => pick(k),
      },
      h("span.told", {}, one.value ? String(one.value) : "?"),
    );
  const spot = (hint, k) =>
    h("span.throwspot", {
      "data-k": `spot${k}`,
      role: "img",
      "aria-label": hint.text,
      style: { left: percent(hint.at[0]), top: percent(hint.at[1]) },
    });
  const lies = event => {
    if (!now.adds || event.target.closest("button")) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    place({ x: (event.clientX - left) / width, y: (event.clientY - top) / height });
  };
  return h(
    "div.throwpicture",
    { "data-k": "picture", style: { "--ratio": String(now.ratio) }, onclick: lies },
    h("img", { src: `/api/throw?n=${now.n}`, alt: now.title }),
    now.dice.map(mark),
    placed
      ? h(
          "button.throwmark.open",
          {
            type: "button",
            "data-k": "placed",
            "data-placed": "",
            "aria-label": now.adds,
            "aria-pressed": String(picked === PLACED),
            style: { left: percent(placed.x), top: percent(placed.y), width: `${FINGER}px`, height: `${FINGER}px` },
            onclick: () => pick(PLACED),
          },
          h("span.told", {}, "?"),
        )
      : null,
    now.hints.map(spot),
  );
}

/** What would help, a sentence each. */
export function throwHints(now) {
  const said = [...new Set([...now.dice, ...now.hints].map(one => one.hint ?? one.text).filter(Boolean))];
  return said.length
    ? h(
        "ul.throwhints",
        { "data-k": "hints" },
        said.map(text => h("li", {}, sentence(text))),
      )
    : null;
}

/** The whole: over the table's middle while the dice wait. ``say(die, value)``: what a die shows. */
export class ThrowPart {
  constructor(say) {
    this.say = say;
    this.n = 0; // of the throw that is drawn
    this.picked = -1;
    this.placed = null; // where a die lies that is not marked
    this.root = h("section.thrown", { hidden: true, "data-part": "throw", role: "group" });
  }

  /** ``now``: the throw of the state, or null. */
  update(now) {
    this.now = now ?? null;
    this.root.hidden = !this.now;
    if (!this.now) return part(this.root, null, () => []);
    if (this.n !== now.n) [this.n, this.picked, this.placed] = [now.n, now.dice.findIndex(d => !d.value), null];
    this.root.setAttribute("aria-label", now.title);
    part(this.root, [now, this.picked, this.placed], () => this.drawn(now));
  }

  get die() {
    if (this.picked !== PLACED || !this.placed) return this.now?.dice[this.picked] ?? null;
    const [x, y, w, h] = this.now.cut;
    const at = [x + w * this.placed.x, y + h * this.placed.y];
    return { at, value: 0, likely: [], asks: this.now.adds };
  }

  place(at) {
    this.placed = at;
    this.pick(PLACED);
  }

  pick(k) {
    this.picked = k;
    this.update(this.now);
  }

  /** A number names what the chosen die shows; whether the key meant something. */
  key(event) {
    if (!this.die || event.ctrlKey || event.metaKey || event.altKey || !/^[1-6]$/.test(event.key)) return false;
    this.say(this.die, Number(event.key));
    event.preventDefault();
    return true;
  }

  drawn(now) {
    return [
      throwPicture(
        now,
        this.picked,
        k => this.pick(k),
        this.placed,
        at => this.place(at),
      ),
      h(
        "div.throwwords",
        { "data-k": "words" },
        h("p.throwwhy", { role: "status" }, sentence(now.why)),
        throwHints(now),
        now.dice.length ? h("p.throwasks", { "aria-live": "polite" }, this.die?.asks ?? now.tap) : null,
        now.dice.length ? this.pad(now) : null,
      ),
    ];
  }

  pad(now) {
    const likely = this.die && !this.die.value ? this.die.likely : [];
    return h(
      "div.throwpad",
      { "data-k": "pad", role: "group", "aria-label": now.pad },
      [1, 2, 3, 4, 5, 6].map(v =>
        h(
          `button.die${likely.includes(v) ? ".likely" : ""}`,
          {
            type: "button",
            "data-k": `pad${v}`,
            "data-value": v,
            "aria-label": String(v),
            disabled: !this.die,
            onclick: () => this.say(this.die, v),
          },
          face(v),
        ),
      ),
    );
  }
}
