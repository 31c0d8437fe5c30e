// Keep Smiling!: a move is made on the things themselves. Tap a die, or two; the pieces that can take them light up.

import { h } from "/kit/dom.js";
import { die } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

/** Whether the actions are moves of pieces, each as {lane: fields}; a pass moves none. */
export const moving = ({ moves = [] }) => moves.some(move => Object.keys(move).length > 0);

const sum = numbers => numbers.reduce((all, n) => all + n, 0);

/** A move that is being made: ``held`` dice by their place, ``steps`` of pieces that took dice. */
export class Moving {
  constructor({ state, choice, act }) {
    this.dice = state.view.dice;
    this.mover = state.seat ?? state.mover ?? -1;
    this.choice = choice;
    this.act = act;
    this.on = moving(state) && this.mover >= 0;
    this.legal = this.on ? state.moves : [];
  }

  get fields() {
    return this.adds(this.choice.held);
  }

  adds(places) {
    return sum(places.map(k => this.dice[k]));
  }

  /** The fields that each piece has gone so far. */
  get gone() {
    return Object.fromEntries(this.choice.steps.map(s => [s.lane, sum(s.dice.map(k => this.dice[k]))]));
  }

  fits(steps) {
    return this.legal.filter(move => Object.entries(steps).every(([lane, n]) => move[lane] === n));
  }

  /** Whether the piece of a lane can take these dice, one or two: those that are held. */
  takes(lane, places = this.choice.held) {
    if (![1, 2].includes(places.length) || lane in this.gone) return false;
    return this.fits({ ...this.gone, [lane]: this.adds(places) }).length > 0;
  }

  /** Whether any piece can. */
  good(places) {
    return ["a", "b", "c", "d", "e"].some(lane => this.takes(lane, places));
  }

  /** Whether a die is still of use, alone or with another one. */
  free(k) {
    if (this.used(k)) return false;
    return this.good([k]) || this.dice.some((_, j) => j !== k && !this.used(j) && this.good([k, j]));
  }

  /** Whether what was chosen is a whole move. */
  get whole() {
    const count = this.choice.steps.length;
    return count > 0 && this.fits(this.gone).some(move => Object.keys(move).length === count);
  }

  used(k) {
    return this.choice.steps.some(s => s.dice.includes(k));
  }

  hold(k) {
    const { held } = this.choice;
    const both = [...held, k];
    this.choice.held = held.includes(k) ? held.filter(d => d !== k) : this.good(both) ? both : [k];
    this.choice.redraw();
  }

  take(lane) {
    this.choice.steps = [...this.choice.steps, { lane, dice: this.choice.held }];
    this.choice.held = [];
    this.choice.redraw();
  }

  clear() {
    this.choice.steps = [];
    this.choice.held = [];
    this.choice.redraw();
  }

  done() {
    const step = s => `${s.lane}:${s.dice.map(k => this.dice[k]).join("+")}`;
    this.act(["move", ...this.choice.steps.map(step)].join(" "));
  }
}

/** The dice, to tap while a move is made, and the move so far. */
export function dice(move) {
  if (!move.dice.length) return null;
  if (!move.on)
    return h(
      "div.dice",
      { role: "img", "aria-label": move.dice.join(" ") },
      move.dice.map(v => h("span.die", {}, die(v))),
    );
  const { held, steps } = move.choice;
  const one = (v, k) =>
    h(
      `button.die${held.includes(k) ? ".held" : ""}`,
      {
        type: "button",
        "data-k": `throw${k}`,
        "data-throw": k,
        disabled: !move.free(k),
        "aria-pressed": String(held.includes(k)),
        "aria-label": t("die-n", { n: v }),
        onclick: () => move.hold(k),
      },
      die(v),
    );
  const gone = Object.entries(move.gone).map(([lane, n]) => `${lane.toUpperCase()} ${n}`);
  return h(
    "div.dice.making",
    { role: "group", "aria-label": t("your-dice") },
    move.dice.map(one),
    h(
      "div.actions",
      {},
      steps.length
        ? [
            h(
              "button.action.primary",
              {
                type: "button",
                "data-k": "move",
                "data-act": "move",
                disabled: !move.whole,
                onclick: () => move.done(),
              },
              `${t("move-done")}: ${gone.join(", ")}`,
            ),
            h("button.ghost", { type: "button", "data-k": "clear", onclick: () => move.clear() }, t("clear")),
          ]
        : [],
    ),
  );
}
