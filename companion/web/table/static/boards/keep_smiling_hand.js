// Keep Smiling!: the own pieces set up in secret, and moved.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { buttons } from "./common.js";
import { piece } from "./piece.js";

const KINDS = ["S", "G", "N"];
const LANES = ["a", "b", "c", "d", "e"];

export function hand(ctx) {
  const { legal } = ctx.state;
  if (legal.some(text => text.startsWith("place "))) return setUp(ctx);
  const moves = legal.filter(text => text.startsWith("move "));
  if (!moves.length) return [h("div.actions", {}, buttons(ctx, legal.slice(0, 40), true))];
  const { picked } = ctx.choice;
  const steps = text => text.split(" ").slice(1);
  const fits = moves.filter(text => picked.every(step => steps(text).includes(step)));
  const open = new Set(fits.flatMap(steps));
  const all = [...new Set(moves.flatMap(steps))];
  return [
    h(
      "div.stepper",
      {},
      LANES.map(one => laneSteps(ctx, one, all, open)),
    ),
    h("div.actions", {}, done(ctx, fits), picked.length ? again(ctx) : null),
  ];
}

function laneSteps(ctx, lane, all, open) {
  const here = all.filter(step => step.startsWith(lane));
  if (!here.length) return null;
  const { picked } = ctx.choice;
  return h(
    "div.steps",
    { "data-k": `steps ${lane}` },
    h("b", {}, lane),
    here.map(step =>
      h(
        `button.step${picked.includes(step) ? ".picked" : ""}`,
        {
          type: "button",
          "data-k": step,
          "data-step": step,
          disabled: !open.has(step),
          "aria-pressed": picked.includes(step) ? "true" : "false",
          "aria-label": `${lane} ${step.slice(2)}`,
          onclick: () => ctx.choice.toggle(step),
        },
        step.slice(2),
      ),
    ),
  );
}

/** The move that the chosen steps make, in the order in which they were chosen. */
function done(ctx, fits) {
  const { picked } = ctx.choice;
  const exact = fits.filter(text => text.split(" ").length === picked.length + 1);
  const ordered = ["move", ...picked].join(" ");
  return (exact.includes(ordered) ? [ordered] : exact.slice(0, 3)).map(text =>
    h(
      "button.action.primary",
      { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) },
      `${t("move-done")} ${text.slice(5)}`,
    ),
  );
}

function again(ctx) {
  const clear = () => {
    ctx.choice.picked = [];
    ctx.choice.redraw();
  };
  return h("button.ghost", { type: "button", "data-k": "clear", onclick: clear }, t("clear"));
}

function setUp(ctx) {
  const { choice } = ctx;
  const { legal } = ctx.state;
  const turn = k => {
    choice.places[k] = KINDS[(KINDS.indexOf(choice.places[k]) + 1) % 3];
    choice.redraw();
  };
  const any = () => {
    choice.places = legal[Math.floor(Math.random() * legal.length)].split(" ").slice(1);
    choice.redraw();
  };
  const text = `place ${choice.places.join(" ")}`;
  const count = ["S", "G", "N"].map((kind, k) => `${[2, 2, 1][k]} ${t(`piece-kind.${kind}`)}`).join(", ");
  return [
    h("p.note", {}, `${t("set-up")} (${count})`),
    h(
      "div.pieces",
      {},
      choice.places.map((kind, k) => placed(kind, k, turn, ctx.state.seat ?? 0)),
    ),
    h(
      "div.actions",
      {},
      h(
        "button.action.primary",
        {
          type: "button",
          "data-k": "done",
          "data-act": "place",
          disabled: !legal.includes(text),
          onclick: () => ctx.act(text),
        },
        t("set-done"),
      ),
      h("button", { type: "button", "data-k": "any", onclick: any }, t("set-random")),
    ),
  ];
}

function placed(kind, k, turn, seat) {
  const told = kind ? t(`piece-kind.${kind}`) : "?";
  return h(
    `button.piece${kind ? `.kind-${kind}` : ""}`,
    { type: "button", "data-k": `place${k}`, "aria-label": `${LANES[k]}: ${told}`, onclick: () => turn(k) },
    h("b", {}, LANES[k]),
    piece(seat, kind),
    h("span", {}, told),
  );
}
