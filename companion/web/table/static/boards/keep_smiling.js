// Keep Smiling!: lanes, chairs and dice; the own pieces set up and moved.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { buttons, name } from "./common.js";

const KINDS = ["S", "G", "N"];

function lanes(ctx) {
  const { view } = ctx.state;
  const me = Math.max(0, view.viewer);
  const length = view.lane_length;
  const line = (lane, k) => {
    const cells = [];
    for (let at = 0; at <= length; at += 1) {
      const own = lane.gone[me] === at;
      const other = lane.gone[1 - me] !== null && length - lane.gone[1 - me] === at;
      const kind = own && view.kinds?.[k] ? view.kinds[k] : "";
      cells.push(
        h(
          `span.field${own ? ".own" : ""}${other ? ".other" : ""}${kind ? `.kind-${kind}` : ""}`,
          {},
          own ? kind || "●" : other ? "●" : "",
        ),
      );
    }
    const where = lane.gone[me] === null ? "–" : lane.gone[me];
    const there = lane.gone[1 - me] === null ? "–" : lane.gone[1 - me];
    return h(
      "div.lane",
      {
        role: "img",
        "aria-label": `${lane.lane}: ${name(ctx.state, me)} ${where}, ${name(ctx.state, 1 - me)} ${there}`,
      },
      h("b", {}, lane.lane),
      h("div.fields", { style: { "--n": String(length + 1) } }, cells),
    );
  };
  return h("div.lanes", {}, view.lanes.map(line));
}

function chairs(ctx) {
  const { view } = ctx.state;
  const seats = [6, 5, 4, 3, 2, 1].map(n => {
    const taken = view.chairs.find(c => c.chair === n);
    return h(
      `div.chair${taken ? `.p${taken.player}` : ""}`,
      {},
      h("b", {}, String(n)),
      h("span", {}, taken ? name(ctx.state, taken.player) : ""),
      h("span", {}, taken?.kind ? t(`piece-kind.${taken.kind}`) : ""),
    );
  });
  return h("section", {}, h("h2.sub", {}, t("chairs")), h("div.chairs", {}, seats));
}

const faces = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const dice = values =>
  h(
    "div.dice",
    { "aria-label": values.join(" ") },
    values.map(v => h("span.die", { "aria-hidden": "true" }, faces[v - 1] ?? "?")),
  );

function hand(ctx) {
  const { legal } = ctx.state;
  if (legal.some(text => text.startsWith("place "))) return setup(ctx);
  const moves = legal.filter(text => text.startsWith("move "));
  if (!moves.length) return [h("div.actions", {}, buttons(ctx, legal.slice(0, 40), true))];
  const { picked } = ctx.choice;
  const has = (text, steps) => steps.every(s => text.split(" ").slice(1).includes(s));
  const fits = moves.filter(text => has(text, picked));
  const open = new Set(fits.flatMap(text => text.split(" ").slice(1)));
  const all = [...new Set(moves.flatMap(text => text.split(" ").slice(1)))];
  const exact = fits.filter(text => text.split(" ").length === picked.length + 1);
  const ordered = exact.includes(["move", ...picked].join(" ")) ? [["move", ...picked].join(" ")] : exact.slice(0, 3);
  const byLane = ["a", "b", "c", "d", "e"].map(lane => {
    const steps = all.filter(s => s.startsWith(lane));
    return steps.length
      ? h(
          "div.steps",
          {},
          h("b", {}, lane),
          steps.map(s =>
            h(
              `button.step${picked.includes(s) ? ".picked" : ""}`,
              {
                type: "button",
                "data-k": s,
                "data-step": s,
                disabled: !open.has(s),
                "aria-pressed": picked.includes(s) ? "true" : "false",
                "aria-label": `${lane} ${s.slice(2)}`,
                onclick: () => ctx.choice.toggle(s),
              },
              s.slice(2),
            ),
          ),
        )
      : null;
  });
  const go = ordered.map(text =>
    h(
      "button.action.primary",
      { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) },
      `${t("move-done")} ${text.slice(5)}`,
    ),
  );
  return [
    h("div.stepper", {}, byLane),
    h(
      "div.actions",
      {},
      go,
      picked.length
        ? h(
            "button.quiet",
            {
              type: "button",
              "data-k": "clear",
              onclick: () => {
                ctx.choice.picked = [];
                ctx.choice.redraw();
              },
            },
            t("clear"),
          )
        : null,
    ),
  ];
}

function setup(ctx) {
  const { choice } = ctx;
  const { legal } = ctx.state;
  const turn = k => {
    const at = KINDS.indexOf(choice.places[k]);
    choice.places[k] = KINDS[(at + 1) % 3];
    choice.redraw();
  };
  const lanesNow = choice.places.map((kind, k) =>
    h(
      `button.piece${kind ? `.kind-${kind}` : ""}`,
      {
        type: "button",
        "data-k": `place${k}`,
        "aria-label": `${"abcde"[k]}: ${kind ? t(`piece-kind.${kind}`) : "–"}`,
        onclick: () => turn(k),
      },
      h("b", {}, "abcde"[k]),
      h("span", {}, kind ? t(`piece-kind.${kind}`) : "?"),
    ),
  );
  const text = `place ${choice.places.join(" ")}`;
  const any = () => {
    choice.places = legal[Math.floor(Math.random() * legal.length)].split(" ").slice(1);
    choice.redraw();
  };
  return [
    h("p.note", {}, `${t("set-up")} (2 ${t("piece-kind.S")}, 2 ${t("piece-kind.G")}, 1 ${t("piece-kind.N")})`),
    h("div.pieces", {}, lanesNow),
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
      h("button.quiet", { type: "button", "data-k": "any", onclick: any }, t("set-random")),
    ),
  ];
}

/** {board, hand}. */
export function keepSmiling(ctx) {
  const { view } = ctx.state;
  return { board: [view.dice.length ? dice(view.dice) : null, lanes(ctx), chairs(ctx)], hand: hand(ctx) };
}
