// The stage: the picture, and on it what the referee knows. Names and signals ride on the faces, a trade is an arc
// between two of them with the cards flying. Plates are as wide as their names and never leave the picture.

import { h, s, still } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

const FLIGHT = 900; // ms of the cards' way
const STAYS = 3200; // ms that the arc is seen
const SETTLES = 120; // ms until the picture has its new size

export class Stage {
  /** ``tapped({number, face, name})``: a face was tapped, by its number from the picture's left. */
  constructor(tapped) {
    this.tapped = tapped;
    this.plates = h("div.plates");
    this.arcs = s("svg.arcs", { "aria-hidden": "true" });
    this.flying = h("div.flying", { "aria-hidden": "true" });
    this.root = h(
      "div.stage",
      { hidden: true, "data-part": "stage", role: "group", "aria-label": t("camera") },
      this.plates,
      this.arcs,
      this.flying,
    );
    this.held = new Map();
    this.spots = []; // where plates lie in this picture
    this.trades = new Set();
    this.last = null;
    new ResizeObserver(() => this.last && this.draw(...this.last)).observe(this.root);
  }

  /** The picture's own element, under the plates. */
  put(picture) {
    this.root.querySelector(".picture")?.remove();
    this.root.prepend(picture);
  }

  size(wide, high) {
    this.root.style.setProperty("--ratio", String(wide / high));
  }

  /** What a frame shows: ``overlay.seats`` or ``overlay.dice``. ``seats``: name -> seat number, for its colour;
   * ``known``: the faces as the server numbers them. */
  draw(overlay, mirrored, seats = {}, known = []) {
    this.last = [overlay, mirrored, seats, known];
    const now = new Set();
    this.spots = [];
    const faces = (overlay?.seats ?? []).filter(x => x.box).sort((a, b) => (mirrored ? -1 : 1) * (a.box[0] - b.box[0]));
    faces.forEach((f, k) => {
      const one = known.find(x => x.face.endsWith(`/${f.seat}`));
      const key = `f${f.seat}`;
      now.add(key);
      const left = mirrored ? 1 - f.box[0] - f.box[2] : f.box[0];
      const seen = { ...f, number: one?.number ?? k + 1, face: one?.face ?? null };
      this.plate(key, seen, seats[f.name]).move(left + f.box[2] / 2, f.box[1], f.box[3]);
    });
    (overlay?.dice ?? []).forEach((die, k) => {
      now.add(`d${k}`);
      this.die(`d${k}`, die, overlay.settled, mirrored);
    });
    for (const [key, { root }] of this.held) {
      if (now.has(key)) continue;
      root.remove();
      this.held.delete(key);
    }
    this.bend();
    this.root.dataset.faces = String(faces.length);
  }

  plate(key, f, seat) {
    const signal = f.shown?.[0] ?? "";
    const shown = [f.name, f.state, signal, f.number, seat].join("|");
    let held = this.held.get(key);
    if (held?.shown !== shown) {
      const root = held?.root ?? h("button.plate", { type: "button" });
      if (!held) this.plates.append(root);
      this.dress(root, f, signal, seat);
      held = { root, shown, move: (...at) => this.move(root, ...at) };
      this.held.set(key, held);
    }
    held.name = f.name;
    return held;
  }

  dress(root, f, signal, seat) {
    const name = f.name ?? t("who-is-this");
    const note = signal ? t(`signal.${signal}`) : f.state !== "ready" ? t(`state.${f.state}`) : "";
    root.className = `plate${seat === undefined ? " unknown" : ` seat-${seat}`}${signal ? " on" : ""}`;
    root.dataset.face = String(f.number);
    root.dataset.state = f.state;
    root.setAttribute("aria-label", `${name}, ${note || t("name-face")}`);
    root.onclick = () => this.tapped(f);
    root.replaceChildren(
      signal ? face(signal, false) : h("span.number", {}, String(f.number)),
      h("span.platename", {}, name, note ? h("small", {}, note) : null),
    );
  }

  /** Above the face where there is room, else below; never over the picture's edge, nor over another plate. */
  move(root, middle, top, high) {
    const { clientWidth: w, clientHeight: hgt } = this.root;
    const { offsetWidth: pw, offsetHeight: ph } = root;
    const left = Math.max(4, Math.min(w - pw - 4, middle * w - pw / 2));
    const above = top * hgt - ph - 10;
    let y = above >= 4 ? above : Math.min(hgt - ph - 4, (top + high) * hgt + 10);
    const meets = s => left < s.left + s.pw && s.left < left + pw && y < s.y + s.ph && s.y < y + ph;
    const clear = past => {
      for (let s = this.spots.find(meets), n = 0; s && n < 9; s = this.spots.find(meets), n += 1) y = past(s);
    };
    clear(s => s.y + s.ph + 2);
    if (y + ph > hgt) {
      y = hgt - ph - 4; // from the edge upwards
      clear(s => s.y - ph - 2);
    }
    this.spots.push({ left, y, pw, ph });
    root.style.transform = `translate(${Math.round(left)}px, ${Math.round(y)}px)`;
  }

  die(key, die, settled, mirrored) {
    const held = this.held.get(key) ?? { root: h("span.seendie") };
    const { root } = held;
    if (!root.isConnected) this.plates.append(root);
    this.held.set(key, held);
    root.classList.toggle("settled", !!settled);
    root.textContent = die.value ? String(die.value) : "";
    const { clientWidth: w, clientHeight: hgt } = this.root;
    const x = mirrored ? 1 - die.x : die.x;
    root.style.width = `${die.w * w}px`;
    root.style.height = `${die.h * hgt}px`;
    root.style.transform = `translate(${(x - die.w / 2) * w}px, ${(die.y - die.h / 2) * hgt}px)`;
  }

  /** Where a player is, in the pixels of what arcs are drawn on: {x, top, bottom} of their plate or drawn face. */
  anchor(name) {
    const box = this.arcs.getBoundingClientRect();
    const held = [...this.held.values()].find(one => one.name === name);
    const drawn = document.querySelector(`.show[data-player="${CSS.escape(name)}"]`);
    const place = (held?.root ?? drawn?.querySelector(".glyph") ?? drawn)?.getBoundingClientRect();
    return place?.width
      ? { x: place.x + place.width / 2 - box.x, top: place.y - box.y, bottom: place.bottom - box.y }
      : null;
  }

  /** From one player to another, over the top where there is room, else below: {from, middle, to}; null where one of
   * them is not to be seen. */
  way(a, b) {
    const [p, q] = [this.anchor(a), this.anchor(b)];
    if (!p || !q) return null;
    const bend = Math.min(140, 40 + Math.abs(q.x - p.x) / 3);
    const over = Math.min(p.top, q.top) - bend / 2 > 24;
    const middle = over ? Math.min(p.top, q.top) - bend : Math.max(p.bottom, q.bottom) + bend;
    const edge = over ? "top" : "bottom";
    return { from: [p.x, p[edge]], middle: [(p.x + q.x) / 2, middle], to: [q.x, q[edge]] };
  }

  /** Two players trade: an arc, and ``cards`` cards on their way both ways. ``over``: the element to draw on. */
  trade(a, b, cards, over) {
    over.append(this.arcs, this.flying);
    const arc = { a, b, path: s("path", {}) };
    this.trades.add(arc);
    this.arcs.append(arc.path);
    setTimeout(() => {
      arc.path.remove();
      this.trades.delete(arc);
    }, STAYS);
    setTimeout(() => {
      this.bend(); // the stage may have moved with the ruling's length: plates know it a frame later
      const way = this.way(a, b);
      if (!way || still.matches) return;
      for (let k = 0; k < Math.min(4, cards || 1); k += 1) {
        this.fly(way.from, way.middle, way.to, k);
        this.fly(way.to, way.middle, way.from, k);
      }
    }, SETTLES);
  }

  /** Arcs follow the faces. */
  bend() {
    for (const { a, b, path } of this.trades) {
      const way = this.way(a, b);
      if (way) path.setAttribute("d", `M${way.from} Q${way.middle} ${way.to}`);
    }
  }

  fly(p, m, q, k) {
    const card = h("span.flycard");
    this.flying.append(card);
    const frames = Array.from({ length: 13 }, (_, n) => {
      const u = n / 12;
      const way = (a, b, c) => (1 - u) * (1 - u) * a + 2 * u * (1 - u) * b + u * u * c;
      const at = [way(p[0], m[0], q[0]), way(p[1], m[1], q[1])];
      return { transform: `translate(${at[0]}px, ${at[1]}px) rotate(${360 * u}deg)` };
    });
    const flight = card.animate(frames, { duration: FLIGHT, delay: 110 * k, easing: "ease-in-out", fill: "backwards" });
    flight.onfinish = () => card.remove();
  }
}
