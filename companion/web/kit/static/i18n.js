// The page's words: the server's messages, in the language that this browser keeps, else asks for first. Numbers, lists
// and plurals are the browser's own (Intl).

// @ts-expect-error (the server makes this module)
import { elision, language, languages, locale, words } from "/words.js";

export { language, languages, locale };

document.documentElement.lang = language;

const plural = new Intl.PluralRules(locale);
const list = new Intl.ListFormat(locale);
const vowel = new RegExp(`^(?:${elision.before})`, "i");

/** A word and the value behind it: "de Ben", and "d'Ann" where the language elides. */
function joined(word, value) {
  if (!word) return value;
  return word in elision.words && vowel.test(value) ? elision.words[word] + value : `${word} ${value}`;
}

/** A message with its {places} filled; one that chooses by a value has a text for each plural, or for some values. */
function filled(message, values) {
  if (typeof message === "string")
    return message.replace(/(?:\b(\w+) )?\{(\w+)\}/g, (_, word, name) => joined(word, values[name] ?? ""));
  const value = values[message.by];
  const form = typeof value === "number" ? plural.select(value) : message.else;
  return filled(message.of[value] ?? message.of[form] ?? message.of[message.else], values);
}

/** What the page says: ``page`` of the words, else a term ("signal.cow"), its {places} filled. */
export function t(key, values = {}) {
  const message = words[key] ?? words[`term.${key.replaceAll(" ", "_")}`];
  const said = filled(message ?? key.split(".").pop().replaceAll("_", " "), values);
  return said.replace(/(?<!\.)\.\.$/, "."); // a name with a full stop ("Ann B.") at the end of a sentence
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export const named = names => list.format(names);

/** Whether the page has words for a key. */
t.has = key => key in words;

/** A number with so many decimals, with the language's mark. */
export const decimal = (value, places) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);

/** Keeps the language in this browser, where the server reads it. */
export function speak(tag) {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no Cookie Store without a secure address
  document.cookie = `language=${tag}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
}
