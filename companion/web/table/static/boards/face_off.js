// Face Off!: the table with who shows what, and the own hand as stacks of gem cards.

import { h, words } from "/kit/dom.js";
import { face, gem } from "/kit/glyphs.js";
import { named, t } from "/kit/i18n.js";
import { label, signalFor } from "../labels.js";
import { buttons, drawnFor, meant, name, signalCard, signalName } from "./common.js";

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
    h("span.seatface", {}, face(drawnFor(state, signal || "calm"), false), h("span.big", {}, big)),
    h("b", {}, who),
    h("span.sign", {}, signal ? signalName(state, signal) : ""),
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
  const used = new Set();
  const call = callRow(ctx, used);
  const stacks = (view.suits ?? []).filter(suit => view.hand?.[suit]).map(suit => stack(ctx, suit, used));
  const bare = legal.filter(text => /^offer \w+$/.test(text)); // cards on the table: which ones is nobody's business
  const asked = meant(ctx.state);
  const next = (ctx.state.questions ?? []).some(q => q.code.startsWith("next-")); // asked in two steps
  const free = text => !used.has(text) && !bare.includes(text) && !asked.has(text);
  const rest = legal.filter(text => free(text) && !(next && text.startsWith("next ")));
  const rare = rest.filter(text => /[+:]/.test(text) || text.startsWith("claim "));
  return [
    speech(ctx.state),
    call,
    received(ctx.state),
    ownOffer(ctx, used),
    stacks.length ? h("div.suits", {}, stacks) : null,
    bare.length && ctx.state.tapped ? bareOffers(ctx, bare) : null,
    h("div.actions", {}, buttons(ctx, rest.filter(text => !rare.includes(text)).slice(0, 30))),
    rare.length
      ? h(
          "details.moreacts",
          { "data-k": "more-box" },
          h("summary", { "data-k": "more" }, t("more")),
          h("div.actions", {}, buttons(ctx, rare)),
        )
      : null,
  ];
}

/** "Face Off!", as one large button: with all nine it is the call; else it asks which gem. Beside it "Wild thing!",
 * after a trade whose card was wrong. */
function callRow(ctx, used) {
  const { view, legal } = ctx.state;
  const claims = legal.filter(text => text.startsWith("claim "));
  const calls = claims.filter(text => view.hand?.[text.slice(6)] >= 9);
  const wild = legal.filter(text => text.startsWith("call "));
  for (const text of [...(calls.length ? calls : claims), ...wild]) used.add(text);
  if (!claims.length && !wild.length) return null;
  return h("div.actions.callrow", { "data-k": "call" }, [
    calls.length ? buttons(ctx, calls, true) : claims.length ? whichGem(ctx, claims) : null,
    wild.map(text => wildCall(ctx, text)),
  ]);
}

function whichGem(ctx, claims) {
  return h(
    "details.callbox",
    { "data-k": "callbox" },
    h("summary.action", { "data-k": "callface" }, t("game.face-off")),
    h("p.note", {}, t("call-which")),
    h(
      "div.actions.callgems",
      {},
      claims.map(text => claimGem(ctx, text)),
    ),
  );
}

function claimGem(ctx, text) {
  const suit = text.slice(6);
  return h(
    `button.action.gem-${suit}`,
    { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) },
    gem(suit),
    t(`gem.${suit}`),
  );
}

function wildCall(ctx, text) {
  return h(
    "button.action.wildcall",
    { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) },
    face("wild_thing", false),
    t("a-wild-call", { name: words(text)[1] }),
  );
}

/** What whoever won says now, word for word; the camera looks for teeth in the meantime. */
function speech(state) {
  const { claim, phase } = state.view;
  if (phase !== "speech" || !claim || claim.player !== state.seat) return null;
  const said = t("speech-words", { name: name(state, claim.player), gems: t(`gems.${claim.suit}`) });
  return h("blockquote.speechwords", { "data-part": "speech" }, said);
}

/** The signal of the own offer, large; who else shows it; where a camera or microphone looks for it, "show it!". */
function ownOffer(ctx, used) {
  const { state } = ctx;
  const shown = state.seat === null ? null : state.view.shown?.[state.seat];
  const signal = shown ? signalFor(state, shown) : null;
  if (!signal || state.view.phase !== "play") return null;
  const who = name(state, state.seat);
  const others = state.players.map(p => p.name).filter((one, k) => k !== state.seat && shows(state, one, k, signal));
  const asked = state.sensed?.includes(signal) && state.showing[who] !== signal;
  const back = state.legal.filter(text => text === "withdraw");
  for (const text of back) used.add(text);
  return h(
    `section.ownoffer${others.length ? ".met" : ""}`,
    { "data-k": "own-offer", "data-part": "own-offer", "data-signal": signal },
    face(drawnFor(state, signal), false),
    h("b", {}, t(asked ? "show-it" : "you-show", { signal: signalName(state, signal) })),
    h("span", {}, others.length ? t("shows-too", { names: named(others), n: others.length }) : t("shows-none")),
    h("div.actions", {}, buttons(ctx, back)),
  );
}

const shows = (state, who, k, signal) =>
  state.showing[who] === signal || (state.view.shown[k] && signalFor(state, state.view.shown[k]) === signal);

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
