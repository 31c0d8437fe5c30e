// Below the stage: the dice that are due, the hand of whoever sits at the laptop, what the table says.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { render } from "../games.js";
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
  const names = s.actors.filter(a => !s.players[a].bot).map(a => s.players[a].name);
  const mine = s.seat !== null;
  const others = names.length && s.actors.length < s.players.length;
  const all = s.actors.length === s.players.length && s.players.length > 1;
  const turn =
    mine && !all
      ? s.legal.length
        ? `${s.players[s.seat].name}: ${t("turn-you")}`
        : t("wait-for", { names: s.actors.map(a => s.players[a].name).join(", ") || t("table") })
      : others
        ? t("turn-of", { names: names.join(", ") })
        : "";
  return [
    turn ? h("h2.turnline", {}, turn) : null,
    s.dice ? diceEntry(s, send, rolled) : null,
    mine ? render(ctx).hand : null,
    tableBar(s, ctx, send),
  ];
}
