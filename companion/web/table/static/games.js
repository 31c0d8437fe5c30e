// The board and hand of each game, and the buttons for what a player may do: all from the view and the legal actions.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { photo, photoForm } from "./photos.js";
import { cardsOf, label, signalFor } from "./labels.js";

const KINDS = ["S", "G", "N"];

/** What a player chose so far on this page; forgotten when the legal actions change. */
export class Choice {
  constructor(redraw) {
    this.redraw = redraw;
    this.picked = [];
    this.places = [null, null, null, null, null];
    this.key = "";
    this.photos = 0;
  }

  /** A photograph has come. */
  loaded() {
    this.photos += 1;
    this.redraw();
  }

  /** What the drawing depends on besides the state. */
  get shown() {
    return [this.picked, this.places, this.photos];
  }

  fit(legal) {
    const key = legal.join("|");
    if (key !== this.key) {
      this.key = key;
      this.picked = [];
      this.places = [null, null, null, null, null];
    }
  }

  toggle(value) {
    this.picked = this.picked.includes(value) ? this.picked.filter((p) => p !== value) : [...this.picked, value];
    this.redraw();
  }
}

/** Buttons for actions, each by its label. */
function buttons(ctx, texts, big) {
  return texts.map((text) =>
    h(`button.action${big ? ".primary" : ""}`, { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) }, label(ctx.state, text)));
}

function card(ctx, number, usable, extra = "") {
  const category = ctx.state.view.categories?.[number];
  const picked = ctx.choice.picked.includes(number);
  const name = category ? `${number}, ${t(`category.${category}`)}` : String(number);
  const url = photo(ctx.state, number, () => ctx.choice.loaded());
  const inside = [url ? h("img.photo", { src: url, alt: "" }) : null, h("span.number", {}, String(number)), category ? h("span.cat", {}, t(`category.${category}`)) : null];
  const kind = `.card${category ? `.${category}` : ""}${picked ? ".picked" : ""}${extra}`;
  if (!usable) return h(`span${kind}`, { "aria-label": name }, inside);
  return h(`button${kind}`, { type: "button", "data-k": `card${number}`, "data-card": number, "aria-pressed": picked ? "true" : "false", "aria-label": name,
    onclick: () => ctx.choice.toggle(number) }, inside);
}

/** Cards by number: tap cards until one action is left; those that fit are listed. */
function picker(ctx) {
  const { legal } = ctx.state;
  const { picked } = ctx.choice;
  const fits = legal.filter((text) => picked.every((p) => cardsOf(text).includes(p)));
  const usable = new Set(fits.flatMap(cardsOf));
  picked.forEach((p) => usable.add(p));
  const exact = fits.filter((text) => cardsOf(text).length === picked.length);
  const near = fits.filter((text) => !exact.includes(text));
  const shown = picked.length && near.length <= 14 ? near : near.length <= 6 ? near : [];
  const rest = picked.length ? h("button.quiet", { type: "button", "data-k": "clear", onclick: () => { ctx.choice.picked = []; ctx.choice.redraw(); } }, t("clear")) : null;
  return { usable, bar: legal.length ? h("div.actions", {}, buttons(ctx, exact, true), buttons(ctx, shown), rest) : null };
}

function row(title, cards, kind = "") {
  return cards.length ? h(`section.row${kind}`, {}, title ? h("h2.sub", {}, title) : null, h("div.cards", {}, cards)) : null;
}

const name = (state, seat) => state.players[seat]?.name ?? "";

// ---- Face Off! -------------------------------------------------------------------------------------------------------

function faceOffBoard(ctx) {
  const { state } = ctx;
  const { view } = state;
  const shown = (view.shown ?? []).map((s, k) => {
    const signal = state.showing[name(state, k)] ?? (s && signalFor(state, s));
    return h(`div.show${signal ? ".on" : ""}`, {}, h("b", {}, name(state, k)), h("span.big", {}, s ? { grin: "G", wild: "W" }[s] ?? s : signal ? [0, 1, 2, 3, 4, "G", "W"][state.signals[signal]] ?? "!" : "–"), h("span", {}, signal ? t(`signal.${signal}`) : ""));
  });
  const signals = Object.entries(state.signals ?? {}).map(([signal, n]) => h("li", {}, h("b", {}, n < 5 ? String(n) : ""), " ", t(`signal.${signal}`)));
  return [h("p.phase", {}, t("hand-n", { n: view.round, set: view.signal_set })), h("div.shows", {}, shown), h("ul.signals", {}, signals)];
}

function faceOffHand(ctx) {
  const { state } = ctx;
  const { view, legal } = state;
  const rows = [];
  const used = new Set();
  for (const gem of view.suits ?? []) {
    if (!view.hand || !(view.hand[gem] || legal.includes(`claim ${gem}`))) continue;
    const offers = legal.filter((text) => /^offer \d \w+$/.test(text) && text.endsWith(` ${gem}`));
    const claims = view.hand[gem] >= 9 ? legal.filter((text) => text === `claim ${gem}`) : [];
    offers.concat(legal.filter((text) => text === `claim ${gem}`)).forEach((text) => used.add(text));
    const given = view.offered?.[gem] ?? 0;
    rows.push(h(`div.suit.gem-${gem}`, {},
      h("span.gem", { "aria-hidden": "true" }), h("b", {}, t(`gem.${gem}`)),
      h("span.count", {}, `${view.hand[gem] ?? 0}${given ? ` (−${given})` : ""}`), h("span.worth", {}, `${view.gem_values?.[gem] ?? ""}`),
      h("div.counts", {}, offers.map((text) => h("button.offer", { type: "button", "data-k": text, "data-act": text, "aria-label": label(state, text),
        title: label(state, text), onclick: () => ctx.act(text) }, text.split(" ")[1])), buttons(ctx, claims, true))));
  }
  const rest = legal.filter((text) => !used.has(text));
  const rare = rest.filter((text) => /[+:]/.test(text) || text.startsWith("claim ") || text.startsWith("call "));
  const got = view.received;
  const cards = got ? Object.entries(got.cards).filter(([, n]) => typeof n === "number" && n).map(([g, n]) => `${n} ${t(`gem.${g}`)}`).join(", ") : "";
  const early = legal.filter((text) => text.startsWith("claim ") && !(view.hand && view.hand[text.slice(6)] >= 9));
  return [
    got ? h("p.note", {}, t("received", { what: cards || "?", name: name(state, got.from) })) : null,
    h("div.suits", {}, rows),
    h("div.actions", {}, buttons(ctx, rest.filter((text) => !rare.includes(text)).slice(0, 30))),
    rare.length || early.length ? h("details", {}, h("summary", { "data-k": "more" }, t("more")), h("div.actions", {}, buttons(ctx, [...new Set([...rare, ...early])].slice(0, 60)))) : null,
  ];
}

// ---- Keep Smiling! ---------------------------------------------------------------------------------------------------

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
      cells.push(h(`span.field${own ? ".own" : ""}${other ? ".other" : ""}${kind ? `.kind-${kind}` : ""}`, {}, own ? kind || "●" : other ? "●" : ""));
    }
    const where = lane.gone[me] === null ? "–" : lane.gone[me];
    const there = lane.gone[1 - me] === null ? "–" : lane.gone[1 - me];
    return h("div.lane", { role: "img", "aria-label": `${lane.lane}: ${name(ctx.state, me)} ${where}, ${name(ctx.state, 1 - me)} ${there}` }, h("b", {}, lane.lane), h("div.fields", { style: { "--n": String(length + 1) } }, cells));
  };
  return h("div.lanes", {}, view.lanes.map(line));
}

function chairs(ctx) {
  const { view } = ctx.state;
  const seats = [6, 5, 4, 3, 2, 1].map((n) => {
    const taken = view.chairs.find((c) => c.chair === n);
    return h(`div.chair${taken ? `.p${taken.player}` : ""}`, {}, h("b", {}, String(n)), h("span", {}, taken ? name(ctx.state, taken.player) : ""), h("span", {}, taken?.kind ? t(`piece.${taken.kind}`) : ""));
  });
  return h("section", {}, h("h2.sub", {}, t("chairs")), h("div.chairs", {}, seats));
}

const faces = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
export const dice = (values) => h("div.dice", { "aria-label": values.join(" ") }, values.map((v) => h("span.die", { "aria-hidden": "true" }, faces[v - 1] ?? "?")));

function smilingHand(ctx) {
  const { legal } = ctx.state;
  if (legal.some((text) => text.startsWith("place "))) return setup(ctx);
  const moves = legal.filter((text) => text.startsWith("move "));
  if (!moves.length) return [h("div.actions", {}, buttons(ctx, legal.slice(0, 40), true))];
  const { picked } = ctx.choice;
  const has = (text, steps) => steps.every((s) => text.split(" ").slice(1).includes(s));
  const fits = moves.filter((text) => has(text, picked));
  const open = new Set(fits.flatMap((text) => text.split(" ").slice(1)));
  const all = [...new Set(moves.flatMap((text) => text.split(" ").slice(1)))];
  const exact = fits.filter((text) => text.split(" ").length === picked.length + 1);
  const ordered = exact.includes(["move", ...picked].join(" ")) ? [["move", ...picked].join(" ")] : exact.slice(0, 3);
  const byLane = ["a", "b", "c", "d", "e"].map((lane) => {
    const steps = all.filter((s) => s.startsWith(lane));
    return steps.length ? h("div.steps", {}, h("b", {}, lane), steps.map((s) => h(`button.step${picked.includes(s) ? ".picked" : ""}`, { type: "button", "data-k": s, "data-step": s, disabled: !open.has(s),
      "aria-pressed": picked.includes(s) ? "true" : "false", "aria-label": `${lane} ${s.slice(2)}`, onclick: () => ctx.choice.toggle(s) }, s.slice(2)))) : null;
  });
  const go = ordered.map((text) => h("button.action.primary", { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) }, `${t("move-done")} ${text.slice(5)}`));
  return [h("div.stepper", {}, byLane), h("div.actions", {}, go, picked.length ? h("button.quiet", { type: "button", "data-k": "clear", onclick: () => { ctx.choice.picked = []; ctx.choice.redraw(); } }, t("clear")) : null)];
}

function setup(ctx) {
  const { choice } = ctx;
  const { legal } = ctx.state;
  const turn = (k) => {
    const at = KINDS.indexOf(choice.places[k]);
    choice.places[k] = KINDS[(at + 1) % 3];
    choice.redraw();
  };
  const lanesNow = choice.places.map((kind, k) => h(`button.piece${kind ? `.kind-${kind}` : ""}`, { type: "button", "data-k": `place${k}`, "aria-label": `${"abcde"[k]}: ${kind ? t(`piece.${kind}`) : "–"}`, onclick: () => turn(k) },
    h("b", {}, "abcde"[k]), h("span", {}, kind ? t(`piece.${kind}`) : "?")));
  const text = `place ${choice.places.join(" ")}`;
  const any = () => { choice.places = legal[Math.floor(Math.random() * legal.length)].split(" ").slice(1); choice.redraw(); };
  return [h("p.note", {}, `${t("set-up")} (2 ${t("piece.S")}, 2 ${t("piece.G")}, 1 ${t("piece.N")})`), h("div.pieces", {}, lanesNow),
    h("div.actions", {}, h("button.action.primary", { type: "button", "data-k": "done", "data-act": "place", disabled: !legal.includes(text), onclick: () => ctx.act(text) }, t("set-done")),
      h("button.quiet", { type: "button", "data-k": "any", onclick: any }, t("set-random")))];
}

// ---- card games by number --------------------------------------------------------------------------------------------

function ftw(ctx) {
  const { state } = ctx;
  const { view } = state;
  const { usable, bar } = picker(ctx);
  const some = (cards, extra) => cards.map((n) => card(ctx, n, usable.has(n), extra));
  return {
    board: [h("p.phase", {}, t("round", { n: view.round, all: view.rounds })),
      row(t("pile"), some(view.pile)), view.front.map((cards, k) => row(`${t("helpers")} ${t("front", { name: name(state, k) })}`, some(cards, ".small")))],
    hand: [row(t("hand"), some(view.hand ?? [])), bar],
  };
}

function faceCards(ctx) {
  const { state } = ctx;
  const { view } = state;
  const { usable, bar } = picker(ctx);
  const some = (cards) => cards.map((n) => card(ctx, n, usable.has(n)));
  const spare = [...usable].filter((n) => ![...(view.hand ?? []), ...view.centre, ...view.fronts.flat()].includes(n));
  return {
    board: [h("p.phase", {}, t("round", { n: Math.min(view.round, view.rounds), all: view.rounds })), view.start_card ? row("", some([view.start_card])) : null,
      view.fronts.map((cards, k) => row(t("front", { name: name(state, k) }), some(cards))), row(t("centre"), some(view.centre)), row("", some(spare))],
    hand: [row(t("hand"), some(view.hand ?? [])), bar, state.pictures ? photoForm() : null],
  };
}

function factum(ctx) {
  const { state } = ctx;
  const { view } = state;
  const { usable, bar } = picker(ctx);
  const some = (cards) => cards.map((n) => card(ctx, n, usable.has(n)));
  const spare = [...usable].filter((n) => ![...(view.hand ?? []), ...view.table].includes(n));
  const who = [view.storyteller !== null ? t("storyteller", { name: name(state, view.storyteller) }) : "", view.judge !== null ? t("judge-is", { name: name(state, view.judge) }) : "", view.title !== null ? t("title-is", { name: name(state, view.title) }) : ""].filter(Boolean);
  return {
    board: [who.length ? h("p.phase", {}, who.join(" · ")) : null, row(t("table"), some(view.table)), row("", some(spare))],
    hand: [row(t("hand"), some(view.hand ?? [])), bar],
  };
}

/** {board, hand} of the game on the table, for this page's viewer. */
export function render(ctx) {
  const { state } = ctx;
  ctx.choice.fit(state.legal);
  if (state.game === "face-off") return { board: faceOffBoard(ctx), hand: faceOffHand(ctx) };
  if (state.game === "keep-smiling") {
    const top = state.view.dice.length ? dice(state.view.dice) : null;
    return { board: [top, lanes(ctx), chairs(ctx)], hand: smilingHand(ctx) };
  }
  return { ftw, "face-cards": faceCards, factum }[state.game](ctx);
}

/** The points that all may see, by seat. */
export function points(state) {
  if (state.over) return state.over.scores;
  const { view } = state;
  if (view.scores?.some((points) => points !== null)) return view.scores.map((points) => points ?? "");
  return state.players.map((_, k) => (view.chairs ?? []).filter((c) => c.player === k).map((c) => c.chair).join("+") || "0");
}

/** Buttons for the table's own actions. */
export const tableButtons = (ctx, texts) => buttons(ctx, texts, true);
