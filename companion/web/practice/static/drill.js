// One drill under way: the cue, the figure that shows it, the live bar with its threshold, coaching, what happened.

import { h, part } from "/kit/dom.js";
import { buttons, consent } from "./ending.js";
import { play, table } from "./games.js";
import { w } from "./words.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Drill {
  constructor(send, devices, dark) {
    this.send = send;
    this.devices = devices;
    this.dark = dark;
    this.extra = 0;
    this.cue = h("div.cue", { role: "status", "aria-live": "assertive" });
    this.figure = h("div.figure");
    this.fill = h("div.fill");
    this.bar = h(
      "div.nearbar",
      { role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0 },
      this.fill,
      h("div.mark"),
    );
    this.said = h("p.said", { "aria-live": "polite" });
    this.meter = h("meter", { min: -70, max: 0, low: -45, high: -6, optimum: -20, value: -70, hidden: true });
    this.live = h("div.live", {}, this.bar, this.said, this.meter);
    this.game = h("div.game");
    this.notes = h("ul.notes");
    this.end = h("div.end");
    this.foot = h("div.bar");
    this.root = h(
      "div.drill",
      {},
      h("div.left", {}, this.cue, h("div.pair", {}, this.figure, devices.stage), this.live),
      h("div.right", {}, this.game, this.end, this.foot, this.notes),
    );
  }

  redraw() {
    this.extra += 1;
  }

  update(state) {
    const { drill } = state;
    this.drill = drill;
    const troubles = [state.trouble, ...state.sources.map(s => s.trouble)].filter(Boolean);
    this.root.dataset.drill = drill.name;
    this.root.dataset.phase = drill.done ? "done" : drill.began ? "running" : "waiting";
    part(
      this.cue,
      [
        drill.asked,
        drill.began,
        drill.done,
        drill.summary,
        drill.say,
        drill.teach,
        drill.upcoming,
        troubles,
        drill.poker?.seconds,
      ],
      () => this.words(drill, troubles),
    );
    const shown = drill.asked && !drill.asked.hidden ? drill.asked : drill.done ? null : drill.upcoming;
    part(this.figure, [shown], () => (shown ? this.shows(shown) : []));
    this.live.hidden = drill.done || ["poker", "dice"].includes(drill.name);
    this.meter.hidden = !drill.ears;
    this.meter.setAttribute("aria-label", w("level"));
    part(this.game, [drill.frenzy, drill.poker, drill.dice, drill.card, drill.legend, this.dark(), this.extra], () => [
      this.legend(drill),
      table(drill, this.send, this.dark),
    ]);
    part(this.end, [drill.plays, drill.added], () => consent(drill, this.send));
    part(this.foot, [drill.done, drill.name, drill.hits, drill.tries], () => buttons(drill, this.send));
    part(this.notes, drill.notes, () => [...drill.notes].reverse().map(n => h(`li.${n.kind || "plain"}`, {}, n.text)));
    if (!drill.asked) this.near(0, "");
  }

  words(drill, troubles) {
    const lines = troubles.map(text => h("p.note", { role: "alert" }, text));
    if (drill.summary) return [h("p.big", { id: "summary" }, drill.summary), lines];
    if (drill.teach) return [h("p.big", { id: "teach" }, drill.teach), lines];
    if (drill.asked?.hidden)
      return [h("p.quiet-text", {}, w("show")), h("p.number", { id: "asked" }, drill.asked.shown), lines];
    if (drill.asked) return [h("p.big", { id: "asked" }, drill.asked.name), h("p", {}, drill.asked.how), lines];
    if (drill.say && drill.began) return [h("p.big", {}, drill.say), h("p", {}, w("speech", { name: "…" })), lines];
    if (["frenzy", "dice"].includes(drill.name) && drill.began) return lines;
    if (!drill.began) return [h("p.big", {}, drill.eyes ? w("calm") : w("listen")), lines];
    return [
      h("p.big", {}, drill.upcoming ? w("soon", { name: drill.upcoming.name }) : w("get-ready")),
      h("p", {}, drill.upcoming?.how ?? w("relax")),
      lines,
    ];
  }

  shows(signal) {
    const out = [];
    if (signal.face && signal.signal !== "wild_thing") {
      const image = h("img.loop", {
        src: `/figures/${signal.signal}.webp`,
        alt: w("figure", { name: signal.name }),
        width: 208,
        height: 208,
      });
      if (STILL.matches) image.addEventListener("load", () => still(image), { once: true });
      out.push(image);
    }
    if (signal.noise && signal.signal !== "wild_thing") {
      const sound = new Audio(`/figures/${signal.signal}.flac`);
      for (const event of ["play", "pause", "ended"]) {
        sound.addEventListener(event, () => this.send({ do: "speaking", on: event === "play" }));
      }
      out.push(
        h(
          "button.hear",
          { type: "button", "data-k": "hear", id: "hear", onclick: () => void sound.play().catch(() => {}) },
          "♪ ",
          w("hear"),
        ),
      );
    }
    return out;
  }

  legend(drill) {
    if (!drill.legend?.length) return null;
    return h(
      "ul.legend",
      { "aria-label": w("legend") },
      drill.legend.map(([shown, name]) =>
        h("li", {}, shown.toLowerCase() === name.toLowerCase() ? null : h("b", {}, shown), " ", name),
      ),
    );
  }

  coach(message) {
    if (!this.drill || this.drill.done) return;
    if (message.level !== undefined) this.meter.value = message.level;
    if (message.near === null) return this.drill.asked || this.drill.frenzy ? undefined : this.near(0, "");
    this.near(message.near, message.text);
  }

  near(share, text) {
    this.fill.style.setProperty("width", `${Math.round(share * 80)}%`);
    this.fill.classList.toggle("full", share >= 1);
    this.bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    this.bar.setAttribute("aria-label", w("near", { name: this.drill?.asked?.name ?? "" }));
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  key(event) {
    if (play(this.drill, event.key, this.send)) event.preventDefault();
  }
}

/** Stops an animated picture on its first frame, which shows the signal. */
function still(image) {
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  image.src = canvas.toDataURL("image/png");
}
