// A kept game, ruling by ruling.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { points, render } from "../games.js";

/** ``replayed``: the game, and ``at``, the step that is shown; ``go`` shows another, null ends it. */
export function replayView(replayed, choice, go) {
  const { steps, at, game, title, players } = replayed;
  const { text, why, view, signals } = steps[at];
  const state = { game, players, view, signals, seat: null, legal: [], showing: Object.create(null) };
  const count = t("step", { n: at + 1, all: steps.length });
  return [
    h("h1", {}, title),
    h("p.phase", { role: "status" }, count),
    h("p.ruling-big", {}, text),
    why ? h("p.note", {}, why) : null,
    h(
      "div.actions",
      {},
      h("button.action", { type: "button", "data-k": "b", disabled: at === 0, onclick: () => go(at - 1) }, t("before")),
      h(
        "button.action.primary",
        { type: "button", "data-k": "n", disabled: at === steps.length - 1, onclick: () => go(at + 1) },
        t("next"),
      ),
      h("input.grow", {
        type: "range",
        min: 1,
        max: steps.length,
        value: at + 1,
        "aria-label": count,
        "data-k": "r",
        oninput: e => go(Number(e.target.value) - 1),
      }),
      h(
        "button.quiet",
        {
          type: "button",
          onclick: () => go(null),
        },
        t("back"),
      ),
    ),
    h("p.phase", {}, players.map((p, k) => `${p.name} ${points(state)[k] ?? 0}`).join(" · ")),
    h("div.board", {}, render({ state, choice, act: () => {} }).board),
  ];
}
