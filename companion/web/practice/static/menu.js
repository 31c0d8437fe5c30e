// Choosing: who practises, which signals, which drill; what to practise next, and progress.

import { h, part } from "/kit/dom.js";
import { lang, w } from "./words.js";

const DRILLS = ["learn", "reaction", "frenzy", "poker", "grin", "wild", "wildface", "dice"];
const CHARTS = ["rates", "times", "weeks", "trend"];

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
    this.progress = h("section.progress");
    this.root = h("div.menu", {}, this.who, this.drills, this.next, this.progress);
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
    part(this.who, [unknown, state.players, state.trouble, lang()], () => this.names(state, unknown));
    part(this.drills, [unknown, this.sets, lang(), state.signals], () => (unknown ? [] : this.choice(state.signals)));
    const p = unknown ? null : state.progress;
    part(this.next, [p?.next, lang()], () => (p ? this.due(p.next) : []));
    part(this.progress, [p?.total, p?.confusion, p?.dice, p?.undo, this.dark(), this.extra, lang()], () =>
      p ? this.figures(p) : [],
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
        h("span.note", {}, `${w("drill-learn")}:`),
        signals
          .filter(s => this.sets.includes(s.set) || !s.set)
          .map(s =>
            h(
              "button",
              {
                type: "button",
                "data-k": `l${s.signal}`,
                "data-learn": s.signal,
                onclick: () => this.send({ do: "begin", drill: "learn", signal: s.signal }),
              },
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

  figures(p) {
    const draw = (kind, title) =>
      h(
        "figure",
        {},
        h("figcaption", {}, title),
        h("img.chart", {
          src: `/chart/${kind}?dark=${this.dark() ? 1 : 0}&n=${p.tries}.${p.dice}&lang=${lang()}`,
          alt: title,
          loading: "lazy",
        }),
      );
    const timed = p.tries > 0;
    return [
      h("h2", {}, w("progress")),
      h("p", { id: "total" }, p.total),
      timed
        ? h(
            "div.charts",
            {},
            CHARTS.map(kind => draw(kind, w(kind))),
          )
        : null,
      p.dice >= 30 ? draw("dice", w("dice-chart")) : null,
      timed ? this.confusion(p) : null,
      h(
        "div.bar",
        {},
        timed || p.dice
          ? h("a.quiet", { href: `/report?lang=${lang()}`, download: "practice.html", id: "save" }, w("save"))
          : null,
        p.undo
          ? h(
              "button.quiet",
              { type: "button", "data-k": "undo", id: "undo", onclick: () => this.send({ do: "undo" }) },
              w("undo"),
            )
          : null,
        timed || p.dice
          ? h(
              "button.quiet",
              {
                type: "button",
                "data-k": "forget",
                onclick: () => confirm(w("forget-sure", { name: this.state.player })) && this.send({ do: "forget" }),
              },
              w("forget", { name: this.state.player }),
            )
          : null,
      ),
    ];
  }

  confusion(p) {
    return h(
      "details",
      {},
      h("summary", {}, w("confusion")),
      h(
        "div.wide",
        { tabindex: 0, role: "region", "aria-label": w("confusion") },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, w("asked")),
              p.made.map(m => h("th", { scope: "col" }, m)),
            ),
          ),
          h(
            "tbody",
            {},
            p.confusion.map(([asked, row]) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, asked),
                row.map(n => h("td", {}, String(n))),
              ),
            ),
          ),
        ),
      ),
    );
  }
}
