// The big screen: who plays where and how it stands, the standings, and every table's health.
// It turns its pages itself.

import { h, part } from "/kit/dom.js";
import { num, w } from "./words.js";

const EVERY = 10_000; // ms that a page of tables or standings stays
const ROWS = 12; // of the standings on one page

export class Screen {
  constructor() {
    this.cards = h("section.cards", { "aria-live": "off" });
    this.side = h("section.side");
    this.foot = h("footer.foot");
    this.root = h("div.screen", {}, this.cards, this.side, this.foot);
    this.at = 0;
    this.still = false;
    setInterval(() => !this.still && !document.hidden && this.step(1), EVERY);
    this.root.addEventListener("click", event => event.target.closest("button, a") || this.step(1));
  }

  key(event) {
    if (event.key === "ArrowRight" || event.key === "PageDown") this.step(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") this.step(-1);
    else if (event.key === " ") {
      this.still = !this.still;
      event.preventDefault();
    }
  }

  step(by) {
    this.at += by;
    if (this.state) this.update(this.state);
  }

  update(state) {
    this.state = state;
    const all = state.round ? state.pairings : state.tables;
    const longest = Math.max(2, ...all.map(one => one.players.length));
    const each = longest > 6 ? 4 : longest > 4 ? 6 : longest > 2 ? 9 : 12;
    const [cards, page, pages] = cut(all, each, this.at);
    const found = card => state.tables.find(t => t.id === card.at) ?? state.tables.find(t => t.name === card.place);
    part(this.cards, [cards, cards.map(found), page, pages, state.byes, state.round], () => [
      h("h2", {}, state.round ? w("pairings") : w("tables"), turned(page, pages)),
      all.length ? null : h("p.note", {}, w("no-tables")),
      h(
        `ol.grid.for-${longest > 4 ? "many" : "few"}`,
        {},
        cards.map(card => (state.round ? pairing(card, found(card)) : one(card))),
      ),
      state.round && state.byes.length ? h("p.byes", {}, w("byes", { names: state.byes.join(", ") })) : null,
    ]);
    const [rows, row, of] = cut(state.standings, ROWS, this.at);
    part(this.side, [rows, row, of, state.teams, state.order], () => [
      h("h2", {}, w("standings"), turned(row, of)),
      state.standings.length ? ranking(rows, state.order === "points") : h("p.note", {}, w("nobody")),
      state.teams?.length ? team(state.teams) : null,
    ]);
    const seated = new Set(state.pairings.map(card => card.place));
    const others = state.round ? state.tables.filter(table => !seated.has(table.name)) : [];
    const last = state.corrections.slice(-1);
    part(this.foot, [others.map(t => [t.id, t.name, t.online, t.warn, t.ill]), last], () => [
      others.map(table => h(`span.chip.${mood(table)}`, { "data-k": table.id }, table.name, trouble(table))),
      last.map(c => h("p.corrected", {}, corrected(c))),
    ]);
  }
}

/** (the part of a list that page ``at`` shows, its number from 0, how many pages). */
function cut(list, each, at) {
  const pages = Math.max(1, Math.ceil(list.length / each));
  const page = ((at % pages) + pages) % pages;
  return [list.slice(page * each, (page + 1) * each), page, pages];
}

const turned = (page, pages) => (pages > 1 ? h("small.turned", {}, w("page", { n: page + 1, of: pages })) : null);
const mood = table => (table.online ? (table.ill.length || table.warn.length ? "care" : "well") : "away");
const trouble = table =>
  [...(table.online ? [] : [w("away")]), ...table.warn, ...table.ill].map(text => h("span.warn", {}, text));

/** Why a result was changed, in one line. */
export function corrected(c) {
  return c.table ? w("correction", c) : w("taken-back", c);
}

function pairing(card, table) {
  const health = table ? trouble(table) : [];
  return h(
    `li.card.${card.state}`,
    { "data-k": `t${card.table}` },
    h(
      "h3",
      {},
      h("span.grow", {}, card.place || w("table", { n: card.table })),
      h("small", {}, w(`${card.state}-short`)),
    ),
    h("ul", {}, card.players.map(player)),
    health.length ? h("p.health", {}, health) : null,
  );
}

function player(p) {
  return h(
    `li${p.won ? ".won" : ""}${p.here ? "" : ".gone"}`,
    {},
    h("span.who", {}, p.won ? "★ " : "", p.name),
    h("b", {}, p.points === null ? "" : num(p.points)),
  );
}

function one(table) {
  return h(
    `li.card.${mood(table)}`,
    { "data-k": table.id },
    h("h3", {}, h("span.grow", {}, table.name), h("small", {}, table.online ? table.game : "")),
    h(
      "ul",
      {},
      table.players.map(([name, points]) => player({ name, points, here: true })),
    ),
    h("p.health", {}, trouble(table)),
  );
}

function ranking(rows, byPoints) {
  return h(
    "table.ranking",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span.unseen", {}, w("place"))),
        h("th.who", { scope: "col" }, w("player")),
        h("th", { scope: "col" }, byPoints ? w("book") : w("points")),
        h("th", { scope: "col" }, byPoints ? w("points") : w("book")),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(row =>
        h(
          `tr${row.here ? "" : ".gone"}`,
          { "data-k": `r${row.n}` },
          h("td", {}, String(row.place)),
          h("th.who", { scope: "row" }, row.name),
          h("td", {}, num(byPoints ? row.book : row.points)),
          h("td", {}, num(byPoints ? row.points : row.book)),
        ),
      ),
    ),
  );
}

function team(teams) {
  return h(
    "ol.teams",
    { "aria-label": w("teams") },
    teams.slice(0, 4).map(t => h("li", {}, h("span.grow", {}, `${t.place}. ${t.team}`), h("b", {}, num(t.points)))),
  );
}
