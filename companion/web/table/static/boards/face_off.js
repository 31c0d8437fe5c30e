// Face Off!: who shows what, and the own hand by gems.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { label, signalFor } from "../labels.js";
import { buttons, name } from "./common.js";

function board(ctx) {
  const { state } = ctx;
  const { view } = state;
  const shown = (view.shown ?? []).map((s, k) => {
    const signal = state.showing[name(state, k)] ?? (s && signalFor(state, s));
    return h(
      `div.show${signal ? ".on" : ""}`,
      {},
      h("b", {}, name(state, k)),
      h(
        "span.big",
        {},
        s
          ? ({ grin: "G", wild: "W" }[s] ?? s)
          : signal
            ? ([0, 1, 2, 3, 4, "G", "W"][state.signals[signal]] ?? "!")
            : "–",
      ),
      h("span", {}, signal ? t(`signal.${signal}`) : ""),
    );
  });
  const signals = Object.entries(state.signals ?? {}).map(([signal, n]) =>
    h("li", {}, h("b", {}, n < 5 ? String(n) : ""), " ", t(`signal.${signal}`)),
  );
  return [
    h("p.phase", {}, t("hand-n", { n: view.round, set: view.signal_set })),
    h("div.shows", {}, shown),
    h("ul.signals", {}, signals),
  ];
}

function hand(ctx) {
  const { state } = ctx;
  const { view, legal } = state;
  const rows = [];
  const used = new Set();
  for (const gem of view.suits ?? []) {
    if (!view.hand || !(view.hand[gem] || legal.includes(`claim ${gem}`))) continue;
    const offers = legal.filter(text => /^offer \d \w+$/.test(text) && text.endsWith(` ${gem}`));
    const claims = view.hand[gem] >= 9 ? legal.filter(text => text === `claim ${gem}`) : [];
    for (const text of [...offers, ...legal.filter(text => text === `claim ${gem}`)]) used.add(text);
    const given = view.offered?.[gem] ?? 0;
    rows.push(
      h(
        `div.suit.gem-${gem}`,
        {},
        h("span.gem", { "aria-hidden": "true" }),
        h("b", {}, t(`gem.${gem}`)),
        h("span.count", {}, `${view.hand[gem] ?? 0}${given ? ` (−${given})` : ""}`),
        h("span.worth", {}, `${view.gem_values?.[gem] ?? ""}`),
        h(
          "div.counts",
          {},
          offers.map(text =>
            h(
              "button.offer",
              {
                type: "button",
                "data-k": text,
                "data-act": text,
                "aria-label": label(state, text),
                title: label(state, text),
                onclick: () => ctx.act(text),
              },
              text.split(" ")[1],
            ),
          ),
          buttons(ctx, claims, true),
        ),
      ),
    );
  }
  const rest = legal.filter(text => !used.has(text));
  const rare = rest.filter(text => /[+:]/.test(text) || text.startsWith("claim ") || text.startsWith("call "));
  const got = view.received;
  const cards = got
    ? Object.entries(got.cards)
        .filter(([, n]) => typeof n === "number" && n)
        .map(([g, n]) => `${n} ${t(`gem.${g}`)}`)
        .join(", ")
    : "";
  const early = legal.filter(text => text.startsWith("claim ") && !(view.hand && view.hand[text.slice(6)] >= 9));
  return [
    got ? h("p.note", {}, t("received", { what: cards || "?", name: name(state, got.from) })) : null,
    h("div.suits", {}, rows),
    h("div.actions", {}, buttons(ctx, rest.filter(text => !rare.includes(text)).slice(0, 30))),
    rare.length || early.length
      ? h(
          "details",
          {},
          h("summary", { "data-k": "more" }, t("more")),
          h("div.actions", {}, buttons(ctx, [...new Set([...rare, ...early])].slice(0, 60))),
        )
      : null,
  ];
}

/** {board, hand}. */
export const faceOff = ctx => ({ board: board(ctx), hand: hand(ctx) });
