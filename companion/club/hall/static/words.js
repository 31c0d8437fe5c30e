// The hall's words, from the server's one catalogue, in both languages: a hall may speak another one than its laptop.

import { language } from "/kit/i18n.js";
import { keep, kept } from "/kit/prefs.js";

const texts = {};
let now = "en";

/** Fetches the catalogue; the language is the one kept in this browser, else the browser's own. */
export async function load() {
  const fetched = await Promise.all(["en", "de"].map(one => fetch(`/api/words?lang=${one}`).then(r => r.json())));
  [texts.en, texts.de] = fetched;
  choose(kept("hall.language") || language);
}

export function choose(wanted) {
  now = wanted === "de" ? "de" : "en";
  document.documentElement.lang = now;
  keep("hall.language", now);
}

export const lang = () => now;

/** The text ``key``, its {places} filled. */
export function w(key, values = {}) {
  return (texts[now]?.[`page.hall.${key}`] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** A number with the language's mark. */
export const num = value => String(value).replace(".", texts[now]?.["grammar.decimal"] ?? ".");
