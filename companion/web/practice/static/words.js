// The page's words, from the server's one catalogue: [page.practice] and the terms, in both languages.

import { language } from "/kit/i18n.js";

const texts = {};
let now = "en";

/** Fetches the catalogue; the language is the one kept in this browser, else the browser's own. */
export async function load() {
  const fetched = await Promise.all(["en", "de"].map(one => fetch(`/api/words?lang=${one}`).then(r => r.json())));
  [texts.en, texts.de] = fetched;
  let kept = null;
  try {
    kept = localStorage.getItem("practice.language");
  } catch {
    // a browser that keeps nothing
  }
  choose(kept ?? language);
}

export function choose(wanted) {
  now = wanted === "de" ? "de" : "en";
  document.documentElement.lang = now;
  try {
    localStorage.setItem("practice.language", now);
  } catch {
    // a browser that keeps nothing
  }
}

export const lang = () => now;

/** The text ``key``, its {places} filled. */
export function w(key, values = {}) {
  return (texts[now]?.[`page.practice.${key}`] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** One word of a kind: term("gem", "ruby"). */
export const term = (kind, value) => texts[now]?.[`term.${kind}.${value}`] ?? value;
