// What boards and hands of several games are made of: buttons for actions, cards with numbers, rows of them.

import { h } from "/kit/dom.js";
import { drawnAs, face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { cardsOf, label, wildWay } from "../labels.js";
import { photo, setPicture } from "../photos.js";

const MAX_LISTED = 6; // actions of one card that stand below the cards as buttons, too

/** Buttons for actions, each by its label. */
export function buttons(ctx, texts, big) {
  return texts.map(text =>
    h(
      `button.action${big ? ".primary" : ""}`,
      { type: "button", "data-k": text, "data-act": text, onclick: () => ctx.act(text) },
      label(ctx.state, text),
    ),
  );
}

/** ``key``: what it is known by where the same card lies elsewhere as well. */
export function card(ctx, number, usable, extra = "", key = "card") {
  const category = ctx.state.view.categories?.[number];
  const picked = ctx.choice.picked.includes(number);
  const ready = () => ctx.choice.loaded();
  const url = photo(ctx.state, number, ready);
  const drawn = url ? null : setPicture(ctx.state, number, ready);
  const name = [number, drawn?.word, category && t(`category.${category}`)].filter(Boolean).join(", ");
  const inside = [
    url ? h("img.photo", { src: url, alt: "" }) : null,
    drawn ? h("img.drawn", { src: drawn.url, alt: "" }) : null,
    h("span.number", {}, String(number)),
    category
      ? h("span.cat", {}, t(`category.${category}`))
      : h("span.corner", { "aria-hidden": "true" }, String(number)),
  ];
  const wide = number > 99 ? ".three" : "";
  const kind = `.card${wide}${category ? `.${category}` : ""}${picked ? ".picked" : ""}${extra}`;
  if (!usable) return h(`span${kind}`, { role: "img", "aria-label": name, "data-k": `${key}${number}` }, inside);
  return h(
    `button${kind}`,
    {
      type: "button",
      "data-k": `${key}${number}`,
      "data-card": number,
      "aria-pressed": picked ? "true" : "false",
      "aria-label": name,
      onclick: () => ctx.choice.toggle(number),
    },
    inside,
  );
}

/** Cards by number: tap cards until an action is whole. A few that take one card alone stand there as well. */
export function picker(ctx) {
  const { legal } = ctx.state;
  const { picked } = ctx.choice;
  const fits = legal.filter(text => picked.every(p => cardsOf(text).includes(p)));
  const usable = new Set(fits.flatMap(cardsOf));
  for (const p of picked) usable.add(p);
  const asPicked = text => picked.every((p, k) => cardsOf(text)[k] === p);
  const whole = fits.filter(text => cardsOf(text).length === picked.length);
  const asTapped = whole.filter(asPicked);
  const exact = asTapped.length ? asTapped : whole;
  const single = fits.filter(text => cardsOf(text).length === 1 && !picked.length);
  const shown = single.length <= MAX_LISTED ? single : [];
  const rest = picked.length
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
    : null;
  return {
    usable,
    bar: legal.length ? h("div.actions", {}, buttons(ctx, exact, true), buttons(ctx, shown), rest) : null,
  };
}

/** The actions that open questions stand for: nobody is offered them a second time. */
export const meant = s => new Set((s.questions ?? []).flatMap(q => q.answers.map(a => a.means).filter(Boolean)));

/** What a signal is called in this hand: the Wild Thing by what its dealer chose. */
export function signalName(state, signal) {
  const wild = signal === "wild_thing" ? state.view.wild_signal : "";
  return wild ? wildWay(wild) : t(`signal.${signal}`);
}

/** The drawing of a signal: each of the book's Wild Things has one of its own. */
export function drawnFor(state, signal) {
  const own = `wild.${state.view.wild_signal ?? ""}`.replaceAll(" ", "_");
  return signal === "wild_thing" && drawnAs(own) ? own : signal;
}

/** A signal as a card to tap: its number, its face, its name. ``tapped`` null: to be read alone. ``act``: the action
 * that it stands for, if one; ``key``: what it is known by where other cards of it may be open; ``who``: whose it is,
 * for its accessible name. */
export function signalCard(state, signal, on, tapped, { act = null, key = null, who = null } = {}) {
  const n = state.signals[signal];
  const inside = [
    h("b", {}, n < 5 ? String(n) : ""),
    face(drawnFor(state, signal), false),
    h("span", {}, signalName(state, signal)),
  ];
  if (tapped === null) return h("div.signalcard.shown", { "data-k": `shown${n}`, "data-signal": signal }, inside);
  const said = t("a-show", { signal: signalName(state, signal) });
  return h(
    "button.signalcard",
    {
      type: "button",
      "data-k": key ?? `s${n}`,
      "data-act": act,
      "data-signal": signal,
      "aria-pressed": String(on),
      "aria-label": who === null ? said : `${who}: ${said}`,
      onclick: tapped,
    },
    inside,
  );
}

export function row(title, cards, kind = "") {
  return cards.length
    ? h(`section.row${kind}`, {}, title ? h("h2.sub", {}, title) : null, h("div.cards", {}, cards))
    : null;
}

/** The name of a seat. */
export const name = (state, seat) => state.players[seat]?.name ?? "";
