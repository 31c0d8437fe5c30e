// Choosing: who practises, which signals, which drill; what to practise next, and progress.

import { h, part } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { figures, weekCurve } from "./progress.js";
import { known } from "./sheet.js";
import { todayCard } from "./today.js";
import { w } from "./words.js";

const DRILLS = ["learn", "reaction", "frenzy", "poker", "grin", "wild", "wildface", "dice"];

const WELCOME = ["chicken", "eyes_wide", "cow", "sour", "tongue_out", "wet_dog_shake"];

export class Menu {
  constructor(send, dark) {
    this.send = send;
    this.dark = dark;
    this.asking = false;
    this.extra = 0;
    this.who = h("section.who");
    this.today = h("section.todaycard");
    this.week = h("section.week");
    this.drills = h("section.drills");
    this.next = h("section");
    this.sheet = h("section", { "data-part": "sheet" });
    this.progress = h("section.progress");
    this.root = h(
      "div.menu",
      {},
      this.who,
      h("div.first", {}, this.today, this.week),
      h("div.sides", {}, this.drills, h("div.side", {}, this.next, this.sheet)),
      this.progress,
    );
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
    this.sets = state.sets;
    const unknown = !state.player || this.asking;
    part(this.who, [unknown, state.players, state.trouble], () => this.names(state, unknown));
    part(this.drills, [unknown, this.sets, state.signals], () => (unknown ? [] : this.choice(state.signals)));
    const p = unknown ? null : state.progress;
    part(this.today, [p?.today], () => (p ? todayCard(p.today, () => this.send({ do: "today" })) : []));
    part(this.week, [p?.tries, p?.week, this.dark(), this.extra], () => (p ? weekCurve(p, this) : []));
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
    const name = () => input.value.trim() || w("me");
    return [
      h(
        "div.welcome",
        { "aria-hidden": "true" },
        WELCOME.map(signal => face(signal, false)),
      ),
      trouble,
      h(
        "button.primary.today",
        { type: "button", "data-k": "today", id: "today", onclick: () => this.startAs(name()) },
        w("today"),
      ),
      h("h2", {}, w("who")),
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
        h("button", { type: "submit", id: "go" }, w("go")),
      ),
      h("p.note", {}, w("private")),
    ];
  }

  /** The first tap of somebody new: a name, if one was typed, and the five minutes. */
  startAs(name) {
    this.asking = false;
    this.send({ do: "today", name });
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
          onclick: () => this.send({ do: "sets", sets: letters }),
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
