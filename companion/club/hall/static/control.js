// The organiser's control: the next step first, then the round's tables, players, what went astray, files and notices.

import { addresses } from "/kit/addresses.js";
import { h, part } from "/kit/dom.js";
import { language } from "/kit/i18n.js";
import { Results } from "./results.js";
import { corrected } from "./screen.js";
import { num, w } from "./words.js";

/** A field by its id, as it stands in the page now. */
const field = id => /** @type {HTMLInputElement | null} */ (document.getElementById(id));

export class Control {
  constructor(send) {
    this.send = send;
    this.shown = null;
    this.results = new Results(send, () => this.update(this.state));
    this.next = h("section.next-step");
    this.round = h("section");
    this.strays = h("section");
    this.people = h("section.people");
    this.tables = h("section");
    this.files = h("section");
    this.announce = h("section");
    this.log = h("section");
    this.root = h(
      "div.control",
      {},
      h("div", {}, this.next, this.round, this.strays, this.log),
      h("div", {}, this.people, this.tables, this.announce, this.files),
    );
  }

  invite(message) {
    this.shown = message;
    this.update(this.state);
  }

  /** What was asked is done: the open form has served. */
  done() {
    this.results.close();
    if (this.adding) {
      if (field("names")) field("names").value = "";
      this.adding = false;
    }
  }

  update(state) {
    this.state = state;
    part(this.next, [state.round, state.of, state.open, state.over, state.pairings], () => this.step(state));
    part(this.round, [state.rounds, state.places, this.results.key()], () => this.results.rounds(state));
    part(this.strays, [state.strays, state.rounds.length, state.pairings, this.results.key()], () =>
      this.results.strays(state),
    );
    part(this.people, [state.players, state.standings], () => this.players(state));
    part(this.tables, [state.tables, state.dropped], () => this.wall(state));
    part(this.announce, [state.broker.on], () => (state.broker.on ? this.speaker() : []));
    part(this.files, [this.shown, state.lan, state.lans], () => this.outward(state));
    part(this.log, [state.corrections], () => history(state.corrections));
  }

  step(state) {
    const open = state.pairings.filter(card => card.state !== "done").length;
    const can = !state.open && !state.over;
    return [
      state.over
        ? h("p.big-word", {}, w("over"))
        : h(
            "button.primary",
            { type: "button", id: "pair", disabled: !can, onclick: () => this.send({ do: "pair" }) },
            w("pair", { n: state.round + 1 }),
          ),
      open ? h("p", {}, w("pairs-open", { n: open })) : null,
      state.open && open === state.pairings.length
        ? h("button", { type: "button", id: "unpair", onclick: () => this.takeBack() }, w("unpair"))
        : null,
    ];
  }

  takeBack() {
    this.results.ask("unpair", {});
    this.update(this.state);
  }

  players(state) {
    const rows = new Map(state.standings.map(row => [row.n, row]));
    const listed = [...state.players].sort((a, b) => rows.get(a.n).place - rows.get(b.n).place || a.n - b.n);
    const box = h("textarea", { id: "names", rows: 3, maxlength: 8000, "aria-label": w("enter-about") });
    const add = event => {
      event.preventDefault();
      this.adding = true;
      this.send({ do: "enter", text: field("names").value });
    };
    return [
      h("h2", {}, `${w("enter")} (${state.players.filter(p => p.here).length})`),
      h("form.adding", { onsubmit: add }, box, h("p.note", {}, w("enter-about")), h("button", { id: "add" }, w("add"))),
      h("p.sums.head", {}, ["points", "won", "book", "met"].map(key => w(key)).join(" · ")),
      h(
        "ol.listed",
        {},
        listed.map(p => {
          const row = rows.get(p.n);
          const verb = p.here ? "withdraw" : "back";
          return h(
            `li${p.here ? "" : ".gone"}`,
            { "data-k": `p${p.n}` },
            h("span.grow", {}, `${row.place}. ${p.name}`, p.team ? h("small", {}, ` ${p.team}`) : null),
            h("span.sums", {}, `${num(row.points)} · ${row.wins} · ${num(row.book)} · ${num(row.met)}`),
            h(
              "button.ghost",
              {
                type: "button",
                "aria-label": `${p.name}: ${w(verb)}`,
                onclick: () => this.send({ do: verb, player: p.n }),
              },
              w(verb),
            ),
          );
        }),
      ),
      state.order ? h("p.note", {}, w("rule", { order: w(`order-${state.order}`) })) : null,
    ];
  }

  wall(state) {
    return [
      h("h2", {}, w("tables")),
      state.tables.length ? null : h("p.note", {}, w("no-tables")),
      h(
        "ul.wall",
        {},
        state.tables.map(t =>
          h(
            `li.${t.online ? "well" : "away"}`,
            { "data-k": t.id },
            h("b", {}, t.name),
            t.online ? null : h("span.warn", {}, w("away")),
            [...t.warn, ...t.ill].map(text => h("span.warn", {}, text)),
            h("small", {}, t.players.map(([name, points]) => `${name} ${num(points)}`).join(", ")),
            t.ruling ? h("small.ruling", {}, t.ruling) : null,
            t.gaps ? h("small.gaps", {}, t.gaps) : null,
          ),
        ),
      ),
      Object.values(state.dropped).some(Boolean)
        ? h("p.note", { id: "dropped" }, w("dropped", { known: 0, broken: 0, full: 0, ...state.dropped }))
        : null,
    ];
  }

  speaker() {
    const input = h("input.grow", { id: "announcement", maxlength: 200, "aria-label": w("announce") });
    const send = event => {
      event.preventDefault();
      this.send({ do: "announce", what: "announce", text: field("announcement").value });
    };
    const button = what => h("button", { type: "button", onclick: () => this.send({ do: "announce", what }) }, w(what));
    return [
      h("h2", {}, w("announce")),
      h("form.bar", { onsubmit: send }, input, h("button", {}, w("send"))),
      h("div.bar", {}, button("pause"), button("resume")),
      h("p.note", {}, w("announce-about")),
    ];
  }

  outward(state) {
    const link = (kind, text) => h("a.quiet", { href: `/export/${kind}`, download: kind }, w(text));
    const count = h("input", {
      id: "sheets",
      type: "number",
      min: 1,
      max: 200,
      value: 10,
      "aria-label": w("sheets-count"),
    });
    const many = () => encodeURIComponent(field("sheets").value);
    const print = () => open(`/sheets?lang=${language}&count=${many()}`, "_blank", "noopener");
    return [
      h("h2", {}, w("exports")),
      h(
        "div.bar",
        {},
        link("standings.csv", "standings-csv"),
        link("results.csv", "results-csv"),
        link("tournament.json", "json"),
      ),
      h("div.bar", {}, count, h("button", { type: "button", onclick: print }, w("sheets"))),
      state.lan
        ? h("button", { type: "button", id: "screens", onclick: () => this.send({ do: "screen" }) }, w("screens"))
        : null,
      addresses(state, this.send, () => this.shown && this.send({ do: "screen" })),
      this.shown
        ? h(
            "figure.invited",
            {},
            h("img.qr", { src: this.shown.svg, alt: this.shown.url, width: 180 }),
            h(
              "figcaption",
              {},
              w("screens-about"),
              h("p.url", {}, this.shown.address),
              h("p.shortcode", {}, this.shown.code),
            ),
          )
        : null,
    ];
  }
}

function history(corrections) {
  if (!corrections.length) return [];
  const points = list => list.map(([name, value]) => `${name} ${num(value)}`).join(", ");
  return [
    h("h2", {}, w("corrections")),
    h(
      "ol.history",
      {},
      corrections
        .map(c =>
          h(
            "li",
            {},
            corrected(c),
            c.after.length ? h("small", {}, ` ${points(c.after)}`) : null,
            c.before.length ? h("small.note", {}, ` (${w("was", { points: points(c.before) })})`) : null,
          ),
        )
        .reverse(),
    ),
  ];
}
