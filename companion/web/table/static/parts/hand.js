// Below the stage: the dice that are due, the hand of whoever sits at the laptop, what the table says.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { render } from "../games.js";
import { lesson } from "../lessons.js";
import { now, saysNow } from "../now.js";
import { passTo } from "./passing.js";
import { diceEntry } from "./questions.js";
import { tableBar } from "./table.js";

/** ``rolled``: the dice that were tapped so far. */
export function handPart(ctx, send, rolled) {
  const s = ctx.state;
  if (s.over)
    return h(
      "div.actions",
      {},
      h(
        "button.action.primary",
        { type: "button", "data-k": "again", onclick: () => send({ do: "leave" }) },
        t("again"),
      ),
    );
  const seat = s.seat === null ? "" : `${s.players[s.seat].name}: `;
  const told = (s.questions ?? []).length > 0 || s.rulings.slice(-1).some(saysNow); // by the headline
  return [
    seat || !told ? h("h2.turnline", { "data-part": "now" }, seat + now(s, true)) : null,
    passTo(s, send),
    lesson(s),
    s.dice ? diceEntry(s, send, rolled) : null,
    seat || s.mover !== undefined || s.view.known ? render(ctx).hand : null,
    tableBar(s, ctx, send),
  ];
}
