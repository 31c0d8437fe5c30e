// FTW?! with cards of paper: the number that was laid is tapped, then what goes with it.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { buttons, name } from "./common.js";

/** What was tapped so far as an action: ``text``, "" while something is missing. */
export class NumberPad {
  constructor({ state, choice, act }) {
    this.state = state;
    this.view = state.view;
    this.choice = choice;
    this.who = state.seat ?? state.mover ?? (state.view.phase === "show" ? (state.actors?.[0] ?? -1) : -1);
    this.on = this.who >= 0 && state.actors.includes(this.who) && ["play", "show"].includes(this.view.phase);
    this.known = this.view.known?.[this.who] ?? [];
    this.hidden = new Set(this.view.unseen);
    this.act = text => act(state.seat === null ? `"${name(state, this.who)}": ${text}` : text);
  }

  get top() {
    return this.view.pile.at(-1) ?? 0;
  }

  get counts() {
    return this.view.phase === "show";
  }

  /** A lower card was tapped: a card of the pile, or helpers, go with it. */
  get lower() {
    return this.on && !this.counts && this.choice.picked.length > 0 && this.choice.picked[0] < this.top;
  }

  get sum() {
    return this.choice.picked.reduce((all, n) => all + n, 0);
  }

  get helpers() {
    return this.view.front[this.who] ?? [];
  }

  /** Whether a number can be tapped: on the pad, or on the table. */
  free(n) {
    if (!this.on) return false;
    if (this.lower && (this.view.pile.includes(n) || this.helpers.includes(n))) return true;
    return this.hidden.has(n) || (!this.counts && this.known.includes(n));
  }

  get text() {
    const { picked } = this.choice;
    if (this.counts) {
      const all = [...this.known, ...picked].sort((a, b) => a - b);
      return all.length === this.view.cards[this.who] ? `show ${all.join(" ")}` : "";
    }
    const [laid, ...more] = picked;
    if (!laid) return "";
    if (!this.lower) return `play ${laid}`;
    if (this.view.pile.includes(more[0])) return `lay ${laid} take ${more[0]}`;
    return more.length && this.sum > this.top ? `play ${laid} with ${more.join(" ")}` : "";
  }

  toggle(n) {
    const { picked } = this.choice;
    const [laid, ...more] = picked;
    const off = picked.includes(n);
    if (this.counts) this.choice.picked = off ? picked.filter(p => p !== n) : [...picked, n];
    else if (this.hidden.has(n) || this.known.includes(n)) this.choice.picked = off ? [] : [n];
    else if (this.view.pile.includes(n)) this.choice.picked = off ? [laid] : [laid, n];
    else {
      const others = more.filter(m => m !== n && this.helpers.includes(m));
      this.choice.picked = [laid, ...(off ? others : [...others, n])];
    }
    this.choice.redraw();
  }

  get question() {
    const who = this.state.seat === null ? name(this.state, this.who) : null;
    if (this.counts) return who ? t("pad-show", { name: who }) : t("pad-show-own");
    if (this.lower) return t("pad-lower", { card: this.choice.picked[0], top: this.top, sum: this.sum });
    return who ? t("pad-laid", { name: who }) : t("pad-laid-own");
  }

  /** The numbers of the deck in their order, those that cannot be in this hand greyed. */
  draw() {
    if (!this.on) return null;
    const { highest } = this.view;
    const one = n =>
      h(
        "button.padnumber",
        {
          type: "button",
          "data-k": `pad${n}`,
          "data-card": n,
          disabled: !this.hidden.has(n) && (this.counts || !this.known.includes(n)),
          "aria-pressed": String(this.choice.picked.includes(n)),
          onclick: () => this.toggle(n),
        },
        String(n),
      );
    const { text } = this;
    return h(
      "section.numberpad",
      { "data-k": "pad", role: "group", "aria-label": this.question },
      h("p.asked", { role: "status" }, this.question),
      h(
        "div.padnumbers",
        {},
        Array.from({ length: highest }, (_, k) => one(k + 1)),
      ),
      text ? h("div.actions", {}, buttons({ state: this.state, act: this.act }, [text], true)) : null,
    );
  }
}

/** The score sheet: a row a round, a column a player, the sums below. */
export function scoreSheet(state) {
  const { points } = state.view;
  if (!points.length) return null;
  const cells = row => row.map(n => h("td", {}, String(n)));
  const sums = state.players.map((_, k) => points.reduce((all, row) => all + row[k], 0));
  return h(
    "table.scoresheet",
    { "data-part": "scoresheet" },
    h("caption.unseen", {}, t("score-sheet")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td"),
        state.players.map(p => h("th", { scope: "col" }, p.name)),
      ),
    ),
    h(
      "tbody",
      {},
      points.map((row, k) => h("tr", {}, h("th", { scope: "row" }, t("round-n", { n: k + 1 })), cells(row))),
    ),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("scores")), cells(sums))),
  );
}
