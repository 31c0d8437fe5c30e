// Choosing: who practises, which signals, which drill; what to practise next, and progress.

import { h, part } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { figures } from "./progress.js";
import { known } from "./sheet.js";
import { w } from "./words.js";

const DRILLS = ["learn", "reaction", "frenzy", "poker", "grin", "wild", "wildface", "dice"];

export class Menu {
  constructor(send, dark) {
    this.send = send;
    this.dark = dark;
    this.sets = "B";
    this.asking = false;
    this.extra = 0;
    this.who = h("section");
    this.drills = h("section.drills");
    this.next = h("section");
    this.sheet = h("section", { "data-part": "sheet" });
    this.progress = h("section.progress");
    this.root = h("div.menu", {}, this.who, this.drills, this.next, this.sheet, this.progress);
  }

  ask() {
    this.asking = true;
    this.update(this.state);
  }

  redraw() {
    this.extra += 1;
  }

  update(state) {
    this.state = state;
    const unknown = !state.player || this.asking;
    part(this.who, [unknown, state.players, state.trouble], () => this.names(state, unknown));
    part(this.drills, [unknown, this.sets, state.signals], () => (unknown ? [] : this.choice(state.signals)));
    const p = unknown ? null : state.progress;
    part(this.next, [p?.next], () => (p ? this.due(p.next) : []));
    const mine = new Set(state.signals.filter(s => this.sets.includes(s.set) || !s.set).map(s => s.signal));
    part(this.sheet, [p?.sheet, this.sets], () => (p ? known(p.sheet, mine, this.send) : []));
    part(this.progress, [p?.total, p?.confusion, p?.dice, p?.undo, this.dark(), this.extra], () =>
      p ? figures(p, this) : [],
    );
  }

  names(state, unknown) {
    const trouble = state.trouble ? h("p.note", { role: "alert" }, state.trouble) : null;
    if (!unknown) return trouble;
    const pick = name => {
      this.asking = false;
      this.send({ do: "player", name });
      if (name === this.state.player) this.update(this.state);
    };
    const input = h("input", {
      id: "name",
      maxlength: 60,
      autocomplete: "off",
      "aria-label": w("name"),
      placeholder: w("name"),
    });
    return [
      h("h2", {}, w("who")),
      trouble,
      h(
        "div.bar",
        {},
        state.players.map(name => h("button", { type: "button", "data-name": name, onclick: () => pick(name) }, name)),
      ),
      h(
        "form.bar",
        {
          onsubmit: e => {
            e.preventDefault();
            if (input.value.trim()) pick(input.value.trim());
          },
        },
        input,
        h("button.primary", { type: "submit", id: "go" }, w("go")),
      ),
      h("p.note", {}, w("private")),
    ];
  }

  choice(signals) {
    const chip = (letters, text, about) =>
      h(
        "button.chip",
        {
          type: "button",
          "data-k": `set${letters}`,
          "data-set": letters,
          "aria-pressed": String(this.sets === letters),
          onclick: () => {
            this.sets = letters;
            this.update(this.state);
          },
        },
        h("b", {}, text),
        about ? h("small", {}, about) : null,
      );
    const fits = drill => drill !== "frenzy" || this.sets.length === 1;
    return [
      h("h2", {}, w("sets")),
      h(
        "div.bar",
        { role: "group", "aria-label": w("sets") },
        [..."ABCD"].map(s => chip(s, w("set", { set: s }), w(`set-${s}`))),
        chip("ABCD", "A–D", ""),
      ),
      h(
        "div.bar",
        { role: "group", "aria-label": w("drill-learn") },
        h("span.note", {}, w("drill-learn")),
        signals
          .filter(s => this.sets.includes(s.set) || !s.set)
          .map(s =>
            h(
              "button.learn",
              {
                type: "button",
                "data-k": `l${s.signal}`,
                "data-learn": s.signal,
                onclick: () => this.send({ do: "begin", drill: "learn", signal: s.signal }),
              },
              face(s.signal, false),
              s.name,
            ),
          ),
      ),
      h("h2", {}, w("drills")),
      h(
        "div.tiles",
        {},
        DRILLS.map(drill =>
          h(
            "button.tile",
            {
              type: "button",
              "data-k": drill,
              "data-drill": drill,
              disabled: !fits(drill),
              onclick: () =>
                this.send({
                  do: "begin",
                  sets: this.sets,
                  ...(drill === "wildface" ? { drill: "wild", sense: "eyes" } : { drill }),
                }),
            },
            h("b", {}, w(`drill-${drill}`)),
            h("span.about", {}, w(`about-${drill}`)),
          ),
        ),
      ),
    ];
  }

  due(list) {
    return [
      h("h2", {}, w("next")),
      h(
        "ul.next",
        {},
        list.map(one =>
          h(
            "li",
            {},
            h("span.grow", {}, h("b", {}, one.name), " ", h("span.quiet-text", {}, one.why)),
            h(
              "button",
              {
                type: "button",
                "data-k": `n${one.signal}`,
                "data-signal": one.signal,
                "aria-label": w("learn-this", { name: one.name }),
                onclick: () => this.send({ do: "begin", drill: "learn", signal: one.signal }),
              },
              w("go"),
            ),
          ),
        ),
      ),
    ];
  }
}
