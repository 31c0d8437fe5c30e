// Players' names in texts: a browser that translates the page must leave them as they are ("Rose" is no flower).

let known = /** @type {RegExp | null} */ (null);
let spelt = "";

const escaped = name => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The names of whoever plays: ``people`` are names, or things with a ``name``. */
export function keepNames(people) {
  const names = [...new Set(people.map(one => (typeof one === "string" ? one : one?.name)))].filter(Boolean);
  names.sort((a, b) => b.length - a.length);
  const now = names.map(escaped).join("|");
  if (now === spelt) return;
  spelt = now;
  known = now ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${now})(?![\\p{L}\\p{N}])`, "gu") : null;
}

/** A name's own element. */
function untranslated(name) {
  const element = document.createElement("bdi");
  element.translate = false;
  element.textContent = name;
  return element;
}

/** A text as one node: itself, or an element around it in which names stand apart. */
export function withNames(text) {
  if (!known) return text;
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(known)) {
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push(untranslated(found[0]));
    from = found.index + found[0].length;
  }
  if (!parts.length) return text;
  if (from < text.length) parts.push(text.slice(from));
  if (parts.length === 1) return parts[0];
  const around = document.createElement("bdi");
  around.append(...parts);
  return around;
}
