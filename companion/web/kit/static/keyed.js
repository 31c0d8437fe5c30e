// The keyed update: a part of the page is made to look like a newly built one by changing only what differs.
// What is open, typed, scrolled, focused, playing stays as it is. Elements are the same by ``data-k``, else by ``id``,
// else by tag and order.

const HEARS = Symbol();
const SAID = Symbol();
const SHOWN = Symbol();

function hear(event) {
  event.currentTarget[HEARS]?.[event.type]?.call(event.currentTarget, event);
}

/** One listener a type, whose work may be replaced by the next update. */
export function listen(element, type, work) {
  element[HEARS] ??= {};
  if (!(type in element[HEARS])) element.addEventListener(type, hear);
  element[HEARS][type] = work;
}

/** Set a field's value as the page says it; what is typed stays until the page says something else. */
export function say(element, property, value) {
  element[SAID] ??= {};
  element[SAID][property] = value;
  element[property] = value;
}

/** An element that an update leaves alone as long as this is the same. */
export function shows(element, ...all) {
  element[SHOWN] = JSON.stringify(all);
  return element;
}

const keyOf = node => (node.nodeType === 1 ? (node.dataset?.k ?? (node.id || null)) : null);
const same = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/** The elements that take the place of the new ones: by key, else the next of the same kind. */
function matches(parent, nodes) {
  const keyed = new Map();
  const plain = [];
  for (const node of parent.childNodes) {
    const key = keyOf(node);
    if (key === null) plain.push(node);
    else keyed.set(key, node);
  }
  let from = 0;
  return nodes.map(node => {
    if (node.parentNode === parent) return node;
    const key = keyOf(node);
    if (key !== null) {
      const found = keyed.get(key);
      keyed.delete(key);
      return found && same(found, node) ? found : null;
    }
    for (let k = from; k < plain.length; k += 1) {
      if (!same(plain[k], node)) continue;
      from = k + 1;
      return plain[k];
    }
    return null;
  });
}

/** Make the children of ``parent`` be ``nodes`` (elements or texts), keeping those that are the same. */
export function fill(parent, nodes) {
  const active = document.activeElement;
  const focused = parent.contains(active) ? active : null;
  const found = matches(parent, nodes);
  const kept = new Set(found);
  for (const old of [...parent.childNodes]) if (!kept.has(old)) old.remove();
  let at = parent.firstChild;
  nodes.forEach((node, k) => {
    const stays = found[k];
    if (stays && stays !== node) morph(stays, node);
    const child = stays ?? node;
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  });
  if (!focused || document.activeElement === focused) return;
  const key = keyOf(focused);
  const next = parent.contains(focused) ? focused : key && parent.querySelector(`[data-k="${CSS.escape(key)}"]`);
  next?.focus({ preventScroll: true });
}

/** Make ``was`` look like ``now``, which has the same tag. */
export function morph(was, now) {
  if (was.nodeType !== 1) {
    if (was.nodeValue !== now.nodeValue) was.nodeValue = now.nodeValue;
    return;
  }
  if (now[SHOWN] && was[SHOWN] === now[SHOWN]) return;
  was[SHOWN] = now[SHOWN];
  attributes(was, now);
  hearing(was, now);
  fields(was, now);
  if (!was.hasAttribute("data-own")) fill(was, [...now.childNodes]);
  // an option exists only now
  if (was.nodeName === "SELECT" && now[SAID] && was !== document.activeElement)
    was.value = now[SAID].value ?? was.value;
}

const OWN = new Set(["open", "style"]); // what a person opened stays open; styles go by their own way

function attributes(was, now) {
  for (const { name, value } of [...now.attributes])
    if (!OWN.has(name) && was.getAttribute(name) !== value) was.setAttribute(name, value);
  for (const { name } of [...was.attributes]) if (!OWN.has(name) && !now.hasAttribute(name)) was.removeAttribute(name);
  if (was.style && was.style.cssText !== now.style.cssText) was.style.cssText = now.style.cssText;
}

function hearing(was, now) {
  for (const type of Object.keys(was[HEARS] ?? {})) if (!now[HEARS]?.[type]) delete was[HEARS][type];
  for (const [type, work] of Object.entries(now[HEARS] ?? {})) listen(was, type, work);
}

function fields(was, now) {
  const typing = was === document.activeElement && ["text", "number", "search"].includes(was.type);
  for (const [property, value] of Object.entries(now[SAID] ?? {})) {
    const before = was[SAID]?.[property];
    was[SAID] = { ...was[SAID], [property]: value };
    if (before !== value && !typing) was[property] = value;
  }
}
