// Choosing from the table: what was tapped lies at the bottom, in its order, above the one button that does it.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { cardsOf } from "../labels.js";
import { setPicture } from "../photos.js";
import { buttons, card, name } from "./common.js";

/** Where each chosen card goes when pictures are laid, by how many are laid in all. */
const PLACES = { 1: ["centre"], 2: ["front", "centre"], 4: ["front", "centre", "front", "centre"] };

/** The cards that were tapped, those that may be tapped next, and the button once they make an action.
 * ``size``: how many cards an action takes. */
export class Chosen {
  constructor(ctx) {
    this.ctx = ctx;
    this.picked = ctx.choice.picked;
    this.legal = ctx.state.legal;
    this.size = Math.max(0, ...this.legal.map(text => cardsOf(text).length));
    const fits = this.legal.filter(text => this.picked.every(p => cardsOf(text).includes(p)));
    this.whole = fits.filter(text => cardsOf(text).length === this.picked.length && this.picked.length > 0);
    this.usable = new Set([...fits.flatMap(cardsOf), ...this.picked]);
  }

  /** The action that the cards make in the order in which they were tapped: pairs may come in any order. */
  get actions() {
    const same = this.whole.find(text => pairs(cardsOf(text)) === pairs(this.picked));
    return same ? [same] : this.whole;
  }

  /** What needs no card, as stopping. */
  get plain() {
    return this.legal.filter(text => !cardsOf(text).length);
  }
}

/** A text for cards that go together two by two, the same for any order of the pairs. */
function pairs(cards) {
  const found = [];
  for (let k = 0; k < cards.length; k += 2) found.push(cards.slice(k, k + 2).join(" "));
  return found.sort().join(" / ");
}

/** The tray at the bottom of a screen of cards: the chosen ones, and what they make. */
export function tray(ctx, chosen, guesses) {
  if (!chosen.legal.length) return null;
  const named = !guesses && ctx.state.view.variant !== "koenner"; // there both go to the centre
  const places = named ? (PLACES[chosen.size] ?? []) : [];
  const slots = Array.from({ length: chosen.size }, (_, k) => slot(ctx, chosen.picked[k], places[k]));
  return h(
    "section.choosing",
    { "data-k": "choosing", role: "group", "aria-label": t("chosen") },
    chosen.size ? h("div.slots", {}, slots) : null,
    h(
      "div.actions",
      {},
      chosen.actions.map(text => act(ctx, text, guesses)),
      buttons(ctx, chosen.plain),
    ),
  );
}

function slot(ctx, number, place) {
  const label = place ? h("span.slotname", {}, t(`slot-${place}`)) : null;
  if (number === undefined) return h("div.chosenslot", {}, h("span.slot.small", { "aria-hidden": "true" }), label);
  return h("div.chosenslot", {}, card(ctx, number, true, ".small", "chosen"), label);
}

function act(ctx, text, guesses) {
  const said = guesses ? guessed(ctx, text) : null;
  if (!said) return buttons(ctx, [text], true);
  return h(
    "button.action.primary",
    { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) },
    said,
  );
}

/** "Guess: Ben's dog with the koala", by the pictures' names where they have one. */
function guessed(ctx, text) {
  const [one, other] = cardsOf(text);
  const { fronts, variant } = ctx.state.view;
  const owner = fronts.findIndex(cards => cards.includes(one));
  const called = number => pictureName(ctx, number) ?? t("card-n", { n: number });
  const values = { one: called(one), other: called(other) };
  if (variant === "koenner" || owner < 0) return t("guess-two", values);
  return t("guess-of", { ...values, owner: name(ctx.state, owner) });
}

function pictureName(ctx, number) {
  if (ctx.state.pictures?.[number]) return null; // a photograph has no name
  return setPicture(ctx.state, number, () => ctx.choice.loaded())?.word ?? null;
}
