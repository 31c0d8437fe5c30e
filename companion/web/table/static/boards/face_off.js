// Face Off!: the table with who shows what, and the own hand as stacks of gem cards.

import { h } from "/kit/dom.js";
import { face, gem } from "/kit/glyphs.js";
import { named, t } from "/kit/i18n.js";
import { label, signalFor } from "../labels.js";
import { buttons, meant, name, signalCard } from "./common.js";

const SIGN = { grin: "G", wild: "W" };

function board(ctx) {
  const { state } = ctx;
  const shown = state.view.shown ?? [];
  return [
    h(
      `div.shows.round${Math.min(9, shown.length)}`,
      {},
      shown.map((s, k) => show(state, s, k)),
    ),
  ];
}

function show(state, s, k) {
  const who = name(state, k);
  const signal = state.showing[who] ?? (s && signalFor(state, s));
  const big = s ? (SIGN[s] ?? s) : signal ? ([0, 1, 2, 3, 4, "G", "W"][state.signals[signal]] ?? "!") : "–";
  return h(
    `div.show.seat-${k}${signal ? ".on" : ""}`,
    { "data-k": `show${k}`, "data-player": who },
    h("span.seatface", {}, face(signal || "calm", false), h("span.big", {}, big)),
    h("b", {}, who),
    h("span.sign", {}, signal ? t(`signal.${signal}`) : ""),
  );
}

function stack(ctx, suit, used) {
  const { view, legal } = ctx.state;
  const offers = legal.filter(text => /^offer \d \w+$/.test(text) && text.endsWith(` ${suit}`));
  for (const text of offers) used.add(text);
  const count = view.hand[suit] ?? 0;
  const given = view.offered?.[suit] ?? 0;
  return h(
    `div.suit.gem-${suit}${given ? ".given" : ""}`,
    { "data-k": `suit ${suit}` },
    h(
      "div.gemcard",
      {},
      gem(suit),
      h("span.count", {}, `${count}${given ? ` (−${given})` : ""}`),
      h("b", {}, t(`gem.${suit}`)),
      h("span.worth", {}, t("worth", { n: view.gem_values?.[suit] ?? "" })),
    ),
    h(
      "div.counts",
      {},
      offers.map(text => offer(ctx, text)),
    ),
  );
}

function offer(ctx, text) {
  const told = label(ctx.state, text);
  const n = text.split(" ")[1];
  return h(
    "button.offer",
    { type: "button", "data-k": text, "data-act": text, "aria-label": told, title: told, onclick: () => ctx.act(text) },
    n,
  );
}

function hand(ctx) {
  const { view, legal } = ctx.state;
  const calls = legal.filter(text => text.startsWith("claim ") && view.hand?.[text.slice(6)] >= 9);
  const used = new Set(calls);
  const stacks = (view.suits ?? [])
    .filter(suit => view.hand && (view.hand[suit] || legal.includes(`claim ${suit}`)))
    .map(suit => stack(ctx, suit, used));
  const bare = legal.filter(text => /^offer \w+$/.test(text)); // cards on the table: which ones is nobody's business
  const asked = meant(ctx.state);
  const rest = legal.filter(text => !used.has(text) && !bare.includes(text) && !asked.has(text));
  const rare = rest.filter(text => /[+:]/.test(text) || text.startsWith("claim ") || text.startsWith("call "));
  const early = legal.filter(text => text.startsWith("claim ") && !used.has(text));
  const more = [...new Set([...rare, ...early])].slice(0, 60);
  return [
    calls.length ? h("div.actions.callrow", { "data-k": "call" }, buttons(ctx, calls, true)) : null,
    received(ctx.state),
    stacks.length ? h("div.suits", {}, stacks) : null,
    bare.length && ctx.state.tapped ? bareOffers(ctx, bare) : null,
    h("div.actions", {}, buttons(ctx, rest.filter(text => !rare.includes(text)).slice(0, 30))),
    more.length
      ? h(
          "details.moreacts",
          { "data-k": "more-box" },
          h("summary", { "data-k": "more" }, t("more")),
          h("div.actions", {}, buttons(ctx, more)),
        )
      : null,
  ];
}

/** Large cards for a hand that has four seconds: the number, its face, its name. */
function bareOffers(ctx, offers) {
  const { state } = ctx;
  const made = text => {
    const signal = signalFor(state, text.slice(6));
    const on = state.showing[name(state, state.seat)] === signal;
    return signalCard(state, signal, on, () => ctx.act(text), { act: text });
  };
  return h("div.signals.taps", { "data-k": "bare" }, offers.map(made));
}

function received(state) {
  const got = state.view.received;
  if (!got) return null;
  const cards = Object.entries(got.cards).filter(([, n]) => typeof n === "number" && n);
  const gems = ([g, n]) => (n === 1 ? t(`a-gem.${g}`) : t("got", { n, gems: t(`gems.${g}`) }));
  const special = ["grin", "wild"].flatMap(kind => (got.cards[kind] ?? []).map(suit => [kind, suit]));
  const what = named([
    ...cards.map(gems),
    ...special.map(([kind, suit]) => `${t(`special.${kind}`)} ${t(`gem.${suit}`)}`),
  ]);
  return h("p.note.got", { role: "status" }, t("received", { what, name: name(state, got.from) }));
}

/** {board, hand}. */
export const faceOff = ctx => ({ board: board(ctx), hand: hand(ctx) });
