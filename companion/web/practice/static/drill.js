// One drill under way: the cue, the figure that shows it, the live bar with its threshold, coaching, what happened.

import { h, part } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { sounds } from "/kit/sounds.js";
import { buttons, cameOf, consent, standing } from "./ending.js";
import { play, table } from "./games.js";
import { unitName } from "./today.js";
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
    this.steps = h("ol.steps");
    this.stands = h("div.stands");
    this.end = h("div.end");
    this.foot = h("div.bar.foot");
    this.root = h(
      "div.drill",
      {},
      this.steps,
      h("div.left", {}, this.cue, h("div.pair", {}, devices.stage, this.figure), this.live),
      h("div.right", {}, this.stands, this.game, this.end, this.foot, this.notes),
    );
  }

  redraw() {
    this.extra += 1;
  }

  update(state) {
    const { drill } = state;
    this.onHit(drill);
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
        drill.came,
        drill.say,
        drill.teach,
        drill.upcoming,
        troubles,
        drill.poker?.seconds,
      ],
      () => this.words(drill, troubles),
    );
    part(this.figure, [drill.asked, drill.upcoming, drill.done, drill.name, drill.round], () => this.beside(drill));
    this.live.hidden = drill.done || ["poker", "dice"].includes(drill.name);
    this.meter.hidden = !drill.ears;
    this.meter.setAttribute("aria-label", w("level"));
    part(this.game, [drill.frenzy, drill.poker, drill.dice, drill.card, drill.legend, this.dark(), this.extra], () => [
      this.legend(drill),
      table(drill, this.send, this.dark),
    ]);
    part(this.steps, [drill.round, drill.done], () => steps(drill));
    part(this.stands, [drill.streak, drill.best, drill.record, drill.of], () => standing(drill));
    part(this.end, [drill.plays, drill.added], () => consent(drill, this.send));
    part(this.foot, [drill.done, drill.name, drill.hits, drill.tries, drill.round], () => buttons(drill, this.send));
    part(this.notes, drill.notes, () => [...drill.notes].reverse().map(n => h(`li.${n.kind || "plain"}`, {}, n.text)));
    if (!drill.asked) this.near(0, "");
  }

  /** A tone for a hit where no microphone listens, and the bar lights up for the eyes. */
  onHit(drill) {
    const hits = d => d?.hits ?? d?.frenzy?.trades ?? 0;
    const same = this.drill && this.drill.name === drill.name && this.drill.round?.at === drill.round?.at;
    if (!same || hits(drill) <= hits(this.drill)) return;
    sounds.play(drill.record && !this.drill.record ? "win" : "hit");
    if (STILL.matches) return;
    this.live.animate([{ boxShadow: "0 0 0 6px var(--live)" }, { boxShadow: "0 0 0 0 transparent" }], 700);
  }

  words(drill, troubles) {
    const lines = troubles.map(text => h("p.note", { role: "alert" }, text));
    if (drill.summary) return [h("p.big", { id: "summary" }, drill.summary), cameOf(drill), lines];
    if (drill.teach) return [h("p.big", { id: "teach" }, drill.teach), lines];
    if (drill.asked?.hidden) return [h("p.big", {}, w("show")), lines];
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

  /** What stands beside the picture: the number that is asked, the figure that shows the signal, or what waits. */
  beside(drill) {
    const next = drill.done ? drill.round?.units[drill.round.at + 1] : null;
    if (drill.done) return next?.signal ? h("div.drawn", {}, face(next.signal)) : [];
    if (drill.name === "reaction")
      return h("p.number", drill.asked ? { id: "asked" } : { "aria-hidden": "true" }, drill.asked?.shown ?? "–");
    const shown = drill.asked ?? drill.upcoming;
    return shown ? this.shows(shown) : [];
  }

  shows(signal) {
    const out = [];
    if (!signal.face || signal.signal === "wild_thing") out.push(h("div.drawn", {}, face(signal.signal)));
    if (signal.face && signal.signal !== "wild_thing") {
      const image = h("img.loop", {
        src: `/figures/${signal.signal}.webp`,
        alt: w("figure", { name: signal.name }),
        width: 416,
        height: 416,
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

/** The units of today's five minutes, and the one they are at. */
function steps(drill) {
  return (drill.round?.units ?? []).map((unit, k) => {
    const past = k < drill.round.at || (k === drill.round.at && drill.done);
    const now = k === drill.round.at ? { "aria-current": "step" } : {};
    return h(past ? "li.past" : "li", { "data-k": `step${k}`, ...now }, unitName(unit));
  });
}

/** Stops an animated picture on its first frame, which shows the signal. */
function still(image) {
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  image.src = canvas.toDataURL("image/png");
}
