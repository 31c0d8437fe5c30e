// The page's words: the server's one catalogue, in the language that this browser asks for first.

// @ts-expect-error (the server makes this module)
import { language, words } from "/words.js";

export { language };

/** What the page says: ``[page]`` of the words, else a term ("signal.cow"), its {places} filled. */
export function t(key, values = {}) {
  const text = words[`page.${key}`] ?? words[`term.${key}`] ?? key.split(".").pop().replaceAll("_", " ");
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** A number with so many decimals, with the language's mark. */
export const decimal = (value, places) => value.toFixed(places).replace(".", words["grammar.decimal"] ?? ".");
