// Keep Smiling!: the own pieces set up in secret; what is there besides moves.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { buttons } from "./common.js";
import { moving } from "./keep_smiling_move.js";
import { piece } from "./piece.js";

const KINDS = ["S", "G", "N"];
const LANES = ["a", "b", "c", "d", "e"];

export function hand(ctx) {
  const { legal } = ctx.state;
  if (legal.some(text => text.startsWith("place "))) return setUp(ctx);
  return moving(ctx.state) ? [] : [h("div.actions", {}, buttons(ctx, legal.slice(0, 40), true))];
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
