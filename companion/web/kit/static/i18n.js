// The page's words: the server's one catalogue, in the language that this browser asks for first.

// @ts-expect-error (the server makes this module)
import { language, words } from "/words.js";

export { language };

/** What the page says: ``[page]`` of the words, else a term ("signal.cow"), its {places} filled. */
export function t(key, values = {}) {
  const text = words[`page.${key}`] ?? words[`term.${key}`] ?? key.split(".").pop().replaceAll("_", " ");
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export const named = names =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(` ${words["grammar.and"]} `);

/** Whether the page has words for a key. */
t.has = key => `page.${key}` in words;

/** A number with so many decimals, with the language's mark. */
export const decimal = (value, places) => value.toFixed(places).replace(".", words["grammar.decimal"] ?? ".");
