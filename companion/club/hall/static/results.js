// A round's tables with their results, the form to enter or correct one with its reason, and results gone astray.

import { h } from "/kit/dom.js";
import { num, w } from "./words.js";

export class Results {
  constructor(send, redraw) {
    this.send = send;
    this.redraw = redraw;
    this.open = null; // {what, ...} of the one form that is open
  }

  key() {
    return this.open;
  }

  close() {
    if (!this.open) return;
    this.open = null;
    this.redraw();
  }

  ask(what, more) {
    this.open = { what, ...more };
    this.redraw();
    const first = /** @type {HTMLInputElement | null} */ (document.querySelector(".asking input"));
    first?.focus();
  }

  rounds(state) {
    const unpair =
      this.open?.what === "unpair" ? this.reasoned(w("unpair"), reason => ({ do: "unpair", reason })) : null;
    const drawn = [...state.rounds].reverse().map((round, k) => {
      const inside = h(
        "ol.results",
        {},
        round.tables.map(table => this.table(round, table, state)),
      );
      if (!k) return [h("h2", {}, w("round", { n: round.number, of: state.of })), unpair, inside];
      return h(
        "details",
        { "data-k": `round${round.number}` },
        h("summary", {}, w("round", { n: round.number, of: state.of })),
        inside,
      );
    });
    return drawn;
  }

  table(round, table, state) {
    const open = this.open?.what === "result" && this.open.round === round.number && this.open.table === table.table;
    const places = ["", ...new Set([table.place, ...state.places].filter(Boolean))];
    const seat = event => this.send({ do: "seat", round: round.number, table: table.table, place: event.target.value });
    return h(
      `li.result.${table.state}`,
      { "data-k": `x${round.number}-${table.table}` },
      h(
        "div.bar",
        {},
        h("b", {}, w("table", { n: table.table })),
        table.state === "open"
          ? h(
              "select",
              { "aria-label": `${w("table", { n: table.table })}: ${w("seat")}`, value: table.place, onchange: seat },
              places.map(p => h("option", { value: p }, p || w("no-place"))),
            )
          : h("span", {}, table.place === w("table", { n: table.table }) ? "" : table.place),
        h("span.state", {}, w(table.state)),
        h("span.grow"),
        h(
          "button",
          {
            type: "button",
            "data-table": table.table,
            onclick: () => this.ask("result", { round: round.number, table: table.table }),
          },
          w("correct"),
        ),
      ),
      h(
        "ul.scores",
        {},
        table.players.map(p =>
          h(
            `li${p.won ? ".won" : ""}${p.here ? "" : ".gone"}`,
            {},
            `${p.won ? "★ " : ""}${p.name} `,
            h("b", {}, p.points === null ? "–" : num(p.points)),
          ),
        ),
      ),
      table.by === "hall" ? h("p.note", {}, `${w("by-hall")}: ${table.reason}`) : null,
      open ? this.entry(round, table) : null,
    );
  }

  entry(round, table) {
    const fields = table.players.map(p =>
      h(
        "label",
        { "data-k": `n${p.n}` },
        p.name,
        h("input", { type: "number", step: 1, name: String(p.n), value: p.points ?? "", required: p.here }),
      ),
    );
    const submit = event => {
      event.preventDefault();
      const data = new FormData(event.target);
      const given = table.players.filter(p => data.get(String(p.n)) !== "");
      const points = Object.fromEntries(given.map(p => [p.n, Number(data.get(String(p.n)))]));
      this.send({ do: "result", round: round.number, table: table.table, points, reason: data.get("reason") });
    };
    return h("form.asking", { onsubmit: submit }, h("div.bar", {}, fields), this.reason(), this.buttons());
  }

  reasoned(title, message) {
    const submit = event => {
      event.preventDefault();
      this.send(message(new FormData(event.target).get("reason"), new FormData(event.target)));
    };
    return h("form.asking", { onsubmit: submit }, h("b", {}, title), this.reason(), this.buttons());
  }

  reason() {
    return h("label.reason", {}, w("reason"), h("input", { name: "reason", maxlength: 200, required: true }));
  }

  buttons() {
    return h(
      "div.bar",
      {},
      h("button.primary", {}, w("save")),
      h("button", { type: "button", onclick: () => this.close() }, w("cancel")),
    );
  }

  strays(state) {
    if (!state.strays.length) return [];
    const tables = state.rounds.flatMap(r => r.tables.map(t => ({ round: r.number, ...t })));
    const take = stray => {
      const options = tables.map((t, k) =>
        h("option", { value: k }, `${w("round", { n: t.round, of: state.of })}, ${w("table", { n: t.table })}`),
      );
      const form = this.reasoned(w("take-for"), (reason, data) => {
        const t = tables[Number(data.get("table"))];
        return { do: "take", id: stray.id, game: stray.game, round: t.round, table: t.table, reason };
      });
      form.insertBefore(h("select", { name: "table", "aria-label": w("take-for") }, options), form.children[1]);
      return form;
    };
    return [
      h("h2", {}, w("strays")),
      h("p.note", {}, w("strays-about")),
      h(
        "ul.results",
        {},
        state.strays.map(s =>
          h(
            "li.result",
            { "data-k": `${s.id}${s.game}` },
            h(
              "div.bar",
              {},
              h("b", {}, s.place),
              h("span.grow", {}, s.points.map(([name, value]) => `${name} ${num(value)}`).join(", ")),
              h("span.state", {}, s.sure ? w("sure") : w("waits")),
              h("button", { type: "button", onclick: () => this.ask("take", { id: s.id, game: s.game }) }, w("take")),
            ),
            this.open?.what === "take" && this.open.id === s.id && this.open.game === s.game ? take(s) : null,
          ),
        ),
      ),
    ];
  }
}
