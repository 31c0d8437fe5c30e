// The games of cards with numbers: FTW?!, Face Cards, Factum.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { photoForm } from "../photos.js";
import { Chosen, tray } from "./choosing.js";
import { buttons, card, name, picker, row } from "./common.js";
import { NumberPad, scoreSheet } from "./number_pad.js";

export function ftw(ctx) {
  const { state } = ctx;
  const { view } = state;
  const own = view.known ? ownCards(ctx) : picker(ctx);
  const { usable, bar, choice = ctx.choice } = own;
  const some = (cards, extra) => cards.map(n => card({ ...ctx, choice }, n, usable.has(n), extra));
  return {
    board: [
      h("p.phase.round", {}, t("round", { n: view.round, all: view.rounds })),
      row(t("pile"), view.pile.length ? some(view.pile) : [h("span.slot", { "aria-hidden": "true" })]),
      view.front.map((cards, k) =>
        row(`${t("helpers")} ${t("front", { name: name(state, k) })}`, some(cards, ".small")),
      ),
      scoreSheet(state),
    ],
    hand: [row(t("hand"), some(view.hand ?? [])), bar],
  };
}

/** Cards of paper: their numbers to tap, with those on the table that go with the one that is laid. */
function ownCards(ctx) {
  const pad = new NumberPad(ctx);
  const { picked } = ctx.choice;
  const toggle = n => pad.toggle(n);
  const onTable = [...ctx.state.view.pile, ...pad.helpers].filter(n => pad.lower && pad.free(n));
  const given = ctx.state.legal.filter(text => text === "give");
  return {
    usable: new Set(onTable),
    choice: { picked, toggle, loaded: () => ctx.choice.loaded() },
    bar: given.length ? h("div.actions", {}, buttons(ctx, given, true)) : pad.draw(),
  };
}

export function faceCards(ctx) {
  const { state } = ctx;
  const { view } = state;
  const chosen = new Chosen(ctx);
  const { usable } = chosen;
  const guesses = state.legal.some(text => text.startsWith("guess "));
  const some = cards => cards.map(n => card(ctx, n, usable.has(n)));
  const spare = [...usable].filter(n => ![...(view.hand ?? []), ...view.centre, ...view.fronts.flat()].includes(n));
  const table = [
    h("p.phase.round", {}, t("round", { n: Math.min(view.round, view.rounds), all: view.rounds })),
    view.start_card ? row("", some([view.start_card])) : null,
    view.fronts.map((cards, k) => row(t("front", { name: name(state, k) }), some(cards))),
    row(t("centre"), view.centre.length ? some(view.centre) : [h("span.slot", { "aria-hidden": "true" })]),
    row("", some(spare)),
  ];
  const own = row(t("hand"), some(view.hand ?? []));
  const photos = state.pictures ? photoForm() : null;
  // who guesses looks at the table: the hand steps back, what was chosen lies at the bottom
  if (guesses) return { board: [table, handBehind(own), tray(ctx, chosen, true)], hand: [photos] };
  return { board: table, hand: [own, tray(ctx, chosen, false), photos] };
}

const handBehind = own =>
  own ? h("details.handback", { "data-k": "handback" }, h("summary", {}, t("hand")), own) : null;

export function factum(ctx) {
  const { state } = ctx;
  const { view } = state;
  const { usable, bar } = picker(ctx);
  const some = cards => cards.map(n => card(ctx, n, usable.has(n)));
  const spare = [...usable].filter(n => ![...(view.hand ?? []), ...view.table].includes(n));
  const who = [
    view.storyteller !== null ? t("storyteller", { name: name(state, view.storyteller) }) : "",
    view.judge !== null ? t("judge-is", { name: name(state, view.judge) }) : "",
    view.title !== null ? t("title-is", { name: name(state, view.title) }) : "",
  ].filter(Boolean);
  return {
    board: [
      who.length ? h("p.phase", {}, who.join(" · ")) : null,
      view.story_card ? row(t("story-card", { name: name(state, view.storyteller) }), some([view.story_card])) : null,
      row(t("table"), view.table.length ? some(view.table) : [h("span.slot", { "aria-hidden": "true" })]),
      row("", some(spare)),
    ],
    hand: [row(t("hand"), some(view.hand ?? [])), bar, state.pictures ? photoForm() : null],
  };
}
