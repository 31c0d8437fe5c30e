// Small helpers for the page. Text goes in as text only: nothing from the server is ever read as markup.

/** An element: h("button.big", {onclick}, "text", child). Attributes that are null or false are left out. */
export function h(spec, attributes, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
  return element;
}

const drawn = new WeakMap();

/** Redraw a part of the page if what it shows has changed; keeps the keyboard focus on the element of the same key. */
export function part(element, shown, build) {
  const key = JSON.stringify(shown);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = active && element.contains(active) ? active.dataset.k : null;
  const scrolled = element.scrollTop;
  element.replaceChildren(...[build()].flat(3).filter(Boolean));
  element.scrollTop = scrolled;
  if (focused) element.querySelector(`[data-k="${CSS.escape(focused)}"]`)?.focus();
}

/** Words of an action's text; a quoted name is one word. */
export function words(text) {
  return (text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map(w => (w.startsWith('"') ? JSON.parse(w) : w));
}

let fading = 0;

/** A sentence of the server with a capital and a stop. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

/** One sentence for as long as it takes to read it, at the foot of the page, read aloud by screen readers. */
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = sentence(text);
  box.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("shown"), 6000 + 50 * Math.max(0, text.length - 80));
}
