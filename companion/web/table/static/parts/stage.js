// The stage: the picture, and on it what the referee knows. Names and signals ride on the faces, a trade is an arc
// between two of them with the cards flying. Plates are as wide as their names and never leave the picture.

import { h, s, still } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

const FLIGHT = 900; // ms of the cards' way
const STAYS = 2600; // ms that the arc is seen

export class Stage {
  /** ``tapped(number)``: a face was tapped, by its number from the camera's left. */
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
  }

  /** The picture's own element, under the plates. */
  put(picture) {
    this.root.querySelector(".picture")?.remove();
    this.root.prepend(picture);
  }

  size(wide, high) {
    this.root.style.setProperty("--ratio", String(wide / high));
  }

  /** What a frame shows: ``overlay.seats`` or ``overlay.dice``. ``seats``: name -> seat number, for its colour. */
  draw(overlay, mirrored, seats = {}) {
    const now = new Set();
    const faces = (overlay?.seats ?? []).filter(x => x.box);
    const x = f => (mirrored ? 1 - f.box[0] - f.box[2] : f.box[0]) + f.box[2] / 2;
    [...faces]
      .sort((a, b) => x(a) - x(b))
      .forEach((f, k) => {
        const key = `f${f.seat}`;
        now.add(key);
        this.plate(key, f, k + 1, seats[f.name]).move(x(f), f.box[1], f.box[3]);
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
    this.root.dataset.faces = String(faces.length);
  }

  plate(key, f, number, seat) {
    const signal = f.shown?.[0] ?? "";
    const shown = [f.name, f.state, signal, number, seat].join("|");
    let held = this.held.get(key);
    if (held?.shown !== shown) {
      const name = f.name ?? t("face-n", { n: number });
      const root = held?.root ?? h("button.plate", { type: "button", "data-k": key });
      root.className = `plate${seat === undefined ? " unknown" : ` seat-${seat}`}${signal ? " on" : ""}`;
      root.dataset.face = String(number);
      root.dataset.state = f.state;
      root.setAttribute("aria-label", signal ? `${name}: ${t(`signal.${signal}`)}` : `${name}, ${t("name-face")}`);
      root.onclick = () => this.tapped(f.seat, number, f.name);
      root.replaceChildren(
        signal ? face(signal, false) : h("span.number", {}, String(number)),
        h(
          "span.platename",
          {},
          name,
          signal
            ? h("small", {}, t(`signal.${signal}`))
            : f.state !== "ready"
              ? h("small", {}, t(`state.${f.state}`))
              : null,
        ),
      );
      if (!held) this.plates.append(root);
      held = { root, shown, move: (...at) => this.move(root, ...at) };
      this.held.set(key, held);
    }
    held.name = f.name;
    return held;
  }

  /** Above the face where there is room, else below; never over the picture's edge. */
  move(root, middle, top, high) {
    const { clientWidth: w, clientHeight: hgt } = this.root;
    const { offsetWidth: pw, offsetHeight: ph } = root;
    const left = Math.max(4, Math.min(w - pw - 4, middle * w - pw / 2));
    const above = top * hgt - ph - 10;
    const y = above >= 4 ? above : Math.min(hgt - ph - 4, (top + high) * hgt + 10);
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

  /** Where a player is, in this element's pixels: their plate, else their drawn place at the table. */
  anchor(name) {
    const box = (this.root.hidden ? this.root.closest(".middle") : this.root).getBoundingClientRect();
    const held = [...this.held.values()].find(one => one.name === name);
    const drawn = document.querySelector(`.show[data-player="${CSS.escape(name)}"]`);
    const place = (held?.root ?? drawn?.querySelector(".glyph") ?? drawn)?.getBoundingClientRect();
    return place?.width ? [place.x + place.width / 2 - box.x, place.y + place.height / 2 - box.y] : null;
  }

  /** Two players trade: an arc, and ``cards`` cards on their way both ways. ``over``: the element to draw on. */
  trade(a, b, cards, over) {
    const [from, to] = [this.anchor(a), this.anchor(b)];
    if (!from || !to) return;
    over.append(this.arcs, this.flying);
    const bend = Math.min(120, 40 + Math.abs(to[0] - from[0]) / 4);
    const [mx, my] = [(from[0] + to[0]) / 2, Math.max(12, Math.min(from[1], to[1]) - bend)];
    const arc = s("path", { d: `M${from} Q${mx} ${my} ${to}` });
    this.arcs.append(arc);
    setTimeout(() => arc.remove(), STAYS);
    if (still.matches) return;
    for (const [p, q, turn] of [
      [from, to, 1],
      [to, from, -1],
    ])
      for (let k = 0; k < Math.min(4, cards || 1); k += 1) this.fly(p, [mx, my - 14 * turn], q, k);
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
