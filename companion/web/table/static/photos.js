// The family's own photographs for card numbers: taken with this device, made small here, fetched once a change.

import { h } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";
import { notice } from "/kit/notice.js";

const SIDE = 960; // pixels that are sent at most
const LARGEST = 50e6; // bytes of a file that is looked at
const held = new Map();
const set = { deck: "", cards: {} };
const form = { number: 1, open: false };

/** The address of a card's photograph in this page, or null while it is under way; ``ready`` runs when it has come. */
export function photo(state, number, ready) {
  const version = state.pictures?.[number];
  if (!version) return null;
  const known = held.get(number);
  if (known?.version === version) return known.url;
  held.set(number, { version, url: known?.url ?? null });
  fetch(`/api/card?number=${number}`)
    .then(r => (r.ok ? r.blob() : null))
    .then(blob => {
      if (!blob) return;
      if (known?.url) URL.revokeObjectURL(known.url);
      held.set(number, { version, url: URL.createObjectURL(blob) });
      ready();
    })
    .catch(() => held.delete(number));
  return known?.url ?? null;
}

/** {url, word} of the picture that a card has until it is photographed; null without one, or while the list of them is
 * under way; ``ready`` runs when it has come. */
export function setPicture({ deck }, number, ready) {
  if (!deck) return null;
  if (set.deck !== deck) {
    Object.assign(set, { deck, cards: {} });
    fetch(`/api/deck?lang=${language}`)
      .then(r => (r.ok ? r.json() : {}))
      .then(cards => {
        if (set.deck !== deck) return;
        set.cards = cards;
        ready();
      })
      .catch(() => Object.assign(set, { deck: "" }));
  }
  const [name, word] = set.cards[number] ?? [];
  return name ? { url: `/pictures/${name}?v=${deck}`, word } : null;
}

async function small(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise(resolve => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

async function send(number, file) {
  const picture = file && file.size < LARGEST && (await small(file).catch(() => null));
  if (!picture) return notice(t("photo-none"));
  const answer = await fetch(`/api/card?number=${encodeURIComponent(number)}`, { method: "POST", body: picture });
  if (!answer.ok) notice((await answer.json().catch(() => ({}))).error ?? t("photo-none"));
}

/** Choose a number, take its picture. */
export function photoForm() {
  const number = h("input", {
    type: "number",
    min: 1,
    value: form.number,
    oninput: e => {
      form.number = e.target.value;
    },
    "data-k": "photonumber",
    "aria-label": t("photo-number"),
  });
  const file = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    "data-k": "photofile",
    "aria-label": t("photo-take"),
    onchange: e => {
      void send(form.number, e.target.files[0]);
      e.target.value = "";
    },
  });
  return h(
    "details.photos",
    {
      open: form.open,
      ontoggle: e => {
        form.open = e.target.open;
      },
    },
    h("summary", { "data-k": "photos" }, t("photos")),
    h("p.note", {}, t("photos-about")),
    h("div.bar", {}, h("label", {}, `${t("photo-number")} `, number), h("label", {}, `${t("photo-take")} `, file)),
  );
}
