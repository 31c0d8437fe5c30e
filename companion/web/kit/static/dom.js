// Small helpers for the pages. Text goes in as text only: nothing from the server is ever read as markup.

import { fill, listen, say } from "./keyed.js";
import { withNames } from "./names.js";

export { fill };

const DRAWN = "http://www.w3.org/2000/svg";
const PLAIN = new Set(["OPTION", "TITLE", "TEXTAREA"]); // they hold text alone
const FIELDS = new Set(["value", "checked", "selected"]);

function made(element, classes, attributes, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (FIELDS.has(name)) say(element, name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  const inside = children.flat(4).filter(c => c !== null && c !== undefined && c !== false);
  const holdsElements = element.namespaceURI !== DRAWN && !PLAIN.has(element.nodeName);
  element.append(...inside.map(c => (holdsElements && typeof c === "string" ? withNames(c) : c)));
  // a select takes its value when its options are there
  if (element.nodeName === "SELECT" && attributes?.value !== undefined) element.value = attributes.value;
  return element;
}

/** An element: h("button.big", {onclick}, "text", child). Attributes that are null or false are left out. */
export function h(spec, attributes, ...children) {
  const [tag, ...classes] = spec.split(".");
  return made(document.createElement(tag || "div"), classes, attributes, children);
}

/** The same for SVG: s("path", {d}). */
export function s(spec, attributes, ...children) {
  const [tag, ...classes] = spec.split(".");
  return made(document.createElementNS(DRAWN, tag), classes, attributes, children);
}

function textNode(text) {
  const node = withNames(text);
  return typeof node === "string" ? document.createTextNode(node) : node;
}

const drawn = new WeakMap();

/** Redraw a part of the page if what it shows has changed; what is open, typed, scrolled or focused in it stays. */
export function part(element, shown, build) {
  const key = JSON.stringify(shown);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  const nodes = [build()].flat(4).filter(c => c !== null && c !== undefined && c !== false);
  fill(
    element,
    nodes.map(c => (typeof c === "string" ? textNode(c) : c)),
  );
}

/** Words of an action's text; a quoted name is one word. */
export function words(text) {
  return (text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map(w => (w.startsWith('"') ? JSON.parse(w) : w));
}

/** A sentence of the server with a capital and a stop. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** ``work`` at most once at a time: a second tap while a device is asked for would open a second one. */
export const once = work => {
  let going;
  const over = () => {
    going = null;
  };
  return (...given) => {
    going ??= work(...given).finally(over);
    return going;
  };
};

/** Whether somebody types, reads a dialog or has the menu open: what comes then leaves the focus where it is. */
export function inUse() {
  if (document.activeElement?.matches("input, select, textarea")) return true;
  return document.querySelector("dialog[open], .menu[open]") !== null;
}
