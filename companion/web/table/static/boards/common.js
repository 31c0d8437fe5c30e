// What boards and hands of several games are made of: buttons for actions, cards with numbers, rows of them.

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { cardsOf, label } from "../labels.js";
import { photo, setPicture } from "../photos.js";

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

export function card(ctx, number, usable, extra = "") {
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
  if (!usable) return h(`span${kind}`, { role: "img", "aria-label": name, "data-k": `card${number}` }, inside);
  return h(
    `button${kind}`,
    {
      type: "button",
      "data-k": `card${number}`,
      "data-card": number,
      "aria-pressed": picked ? "true" : "false",
      "aria-label": name,
      onclick: () => ctx.choice.toggle(number),
    },
    inside,
  );
}

/** Cards by number: tap cards until an action is whole. ``listed``: few that are not yet stand there as well. */
export function picker(ctx, listed = true) {
  const { legal } = ctx.state;
  const { picked } = ctx.choice;
  const fits = legal.filter(text => picked.every(p => cardsOf(text).includes(p)));
  const usable = new Set(fits.flatMap(cardsOf));
  for (const p of picked) usable.add(p);
  const asPicked = text => picked.every((p, k) => cardsOf(text)[k] === p);
  const whole = fits.filter(text => cardsOf(text).length === picked.length);
  const exact = [...whole.filter(asPicked), ...whole.filter(text => !asPicked(text))];
  const near = fits.filter(text => !whole.includes(text));
  const shown = !listed ? [] : picked.length && near.length <= 14 ? near : near.length <= 6 ? near : [];
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

/** A signal as a card to tap: its number, its face, its name. ``act``: the action that it stands for, if one;
 * ``key``: what it is known by where other cards of it may be open; ``who``: whose it is, for its accessible name. */
export function signalCard(state, signal, on, tapped, { act = null, key = null, who = null } = {}) {
  const n = state.signals[signal];
  const said = t("a-show", { signal: t(`signal.${signal}`) });
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
    h("b", {}, n < 5 ? String(n) : ""),
    face(signal, false),
    h("span", {}, t(`signal.${signal}`)),
  );
}

export function row(title, cards, kind = "") {
  return cards.length
    ? h(`section.row${kind}`, {}, title ? h("h2.sub", {}, title) : null, h("div.cards", {}, cards))
    : null;
}

/** The name of a seat. */
export const name = (state, seat) => state.players[seat]?.name ?? "";
