// The board and hand of the game on the table: each game's own component, from the view and the legal actions.

import { faceCards, factum, ftw } from "./boards/cards.js";
import { buttons } from "./boards/common.js";
import { faceOff } from "./boards/face_off.js";
import { keepSmiling } from "./boards/keep_smiling.js";

const BOARDS = { "face-off": faceOff, "keep-smiling": keepSmiling, "face-cards": faceCards, ftw, factum };

/** What a player chose so far on this page; forgotten when the own legal actions change, or whose turn the laptop
 * plays. */
export class Choice {
  constructor(redraw) {
    this.redraw = redraw;
    this.forget();
    this.key = "";
    this.photos = 0;
  }

  forget() {
    this.picked = [];
    this.places = [null, null, null, null, null];
    this.held = []; // dice, by their place
    this.steps = []; // of pieces that took dice
  }

  /** A photograph has come. */
  loaded() {
    this.photos += 1;
    this.redraw();
  }

  /** What the drawing depends on besides the state. */
  get shown() {
    return [this.picked, this.places, this.held, this.steps, this.photos];
  }

  fit({ legal, actors, seat }) {
    const key = [legal.join("|"), seat === null ? actors : actors.includes(seat)].join();
    if (key !== this.key) {
      this.key = key;
      this.forget();
    }
  }

  toggle(value) {
    this.picked = this.picked.includes(value) ? this.picked.filter(p => p !== value) : [...this.picked, value];
    this.redraw();
  }
}

/** {board, hand} of the game on the table, for this page's viewer. */
export function render(ctx) {
  const { state } = ctx;
  ctx.choice.fit(state);
  return BOARDS[state.game](ctx);
}

/** The points that all may see, by seat. */
export function points(state) {
  if (state.over) return state.over.scores;
  const { view } = state;
  if (view.scores?.some(points => points !== null)) return view.scores.map(points => points ?? "");
  return state.players.map(
    (_, k) =>
      (view.chairs ?? [])
        .filter(c => c.player === k)
        .map(c => c.chair)
        .join("+") || "0",
  );
}

/** Buttons for the table's own actions. */
export const tableButtons = (ctx, texts) => buttons(ctx, texts, true);
