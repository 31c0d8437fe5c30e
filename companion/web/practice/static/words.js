// The page's words, English and German, from the server's one catalogue.

import { language } from "/static/i18n.js";

let texts = {};
let column = 0;

/** Fetches the catalogue; the language is the one kept in this browser, else the browser's own. */
export async function load() {
  texts = await (await fetch("/api/texts")).json();
  let kept = null;
  try {
    kept = localStorage.getItem("practice.language");
  } catch {
    // a browser that keeps nothing
  }
  choose(kept ?? language);
}

export function choose(lang) {
  column = lang === "de" ? 1 : 0;
  document.documentElement.lang = lang;
  try {
    localStorage.setItem("practice.language", lang);
  } catch {
    // a browser that keeps nothing
  }
}

export const lang = () => (column ? "de" : "en");

/** The text ``key``, its {places} filled. */
export function w(key, values = {}) {
  return (texts[key]?.[column] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
