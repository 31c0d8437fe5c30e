// Keep Smiling!: the air mattress with its five lanes, the six armchairs, the dice.
// Moves: keep_smiling_move.js. The own pieces in secret: keep_smiling_hand.js.

import { h, s } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { name } from "./common.js";
import { hand } from "./keep_smiling_hand.js";
import { dice, Moving } from "./keep_smiling_move.js";
import { piece } from "./piece.js";

function lane(ctx, one, k, me, move) {
  const { view } = ctx.state;
  const long = view.lane_length;
  const other = 1 - me;
  const [mine, theirs] = [one.gone[me], one.gone[other]];
  const lit = move.takes(one.lane);
  const steps = lit ? move.fields : move.gone[one.lane];
  const from = one.gone[move.mover];
  const goal = steps ? (move.mover === me ? from + steps : long - from - steps) : null;
  const fields = Array.from({ length: long + 1 }, (_, at) => {
    const own = mine === at;
    const there = theirs !== null && long - theirs === at;
    const kind = own && view.kinds?.[k] ? view.kinds[k] : "";
    const aimed = at === goal ? ".goal" : "";
    const start = at === 0 ? `.seat-${me}.home` : at === long ? `.seat-${other}.home` : "";
    return h(
      `span.field${start}${aimed}${own ? ".own" : ""}${there ? ".other" : ""}${kind ? `.kind-${kind}` : ""}`,
      {},
      own ? piece(me, kind) : null,
      there ? piece(other, "") : null,
    );
  });
  const told = (who, gone) => `${name(ctx.state, who)} ${gone ?? "–"}`;
  const inside = [h("b", {}, one.lane), h("div.fields", { style: { "--n": String(long + 1) } }, fields)];
  const said = `${one.lane}: ${told(me, mine)}, ${told(other, theirs)}`;
  if (!lit)
    return h(`div.lane${steps ? ".went" : ""}`, { role: "img", "aria-label": said, "data-k": one.lane }, inside);
  return h(
    `button.lane.lit.by-${move.mover === me ? "own" : "other"}`,
    {
      type: "button",
      "data-k": `lit ${one.lane}`,
      "data-lane": one.lane,
      "aria-label": t("move-piece", { lane: one.lane.toUpperCase(), n: steps }),
      onclick: () => move.take(one.lane),
    },
    inside,
  );
}

function chair(ctx, n) {
  const taken = ctx.state.view.chairs.find(c => c.chair === n);
  return h(
    `div.chair${taken ? `.taken.p${taken.player}.seat-${taken.player}` : ""}`,
    { "data-k": `chair${n}` },
    s(
      "svg.armchair",
      { viewBox: "0 0 100 100", "aria-hidden": "true" },
      s("path.back", { d: "M22 14q28 -14 56 0q6 30 2 46h-60q-4 -16 2 -46z" }),
      s("path.seat", { d: "M8 48q12 -6 14 10v10h56v-10q2 -16 14 -10q6 22 0 40h-84q-6 -18 0 -40z" }),
      s("path.feet", { d: "M20 88v8M80 88v8" }),
      s("text", { x: 50, y: 46, "text-anchor": "middle" }, String(n)),
    ),
    taken ? piece(taken.player, taken.kind) : null,
    h("span.who", {}, taken ? name(ctx.state, taken.player) : ""),
    taken?.kind ? h("span.kind", {}, t(`piece-kind.${taken.kind}`)) : null,
  );
}

function board(ctx) {
  const { view } = ctx.state;
  const me = Math.max(0, view.viewer);
  const move = new Moving(ctx);
  return h(
    "div.smiling",
    {},
    h(
      "div.mattress",
      {},
      h(`b.side-name.seat-${me}`, {}, name(ctx.state, me)),
      h(
        "div.lanes",
        {},
        view.lanes.map((one, k) => lane(ctx, one, k, me, move)),
      ),
      h(`b.side-name.far.seat-${1 - me}`, {}, name(ctx.state, 1 - me)),
    ),
    h(
      "section.chairs",
      { "aria-label": t("chairs") },
      [6, 5, 4, 3, 2, 1].map(n => chair(ctx, n)),
    ),
    dice(move),
  );
}

/** {board, hand}. */
export const keepSmiling = ctx => ({ board: board(ctx), hand: hand(ctx) });
