// What keeps a page whole: nothing that is dropped on it takes its place, no address but our own becomes a script, and
// a page that is older than the companion it talks to says so.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const PAGE = "the page's version"; // its own, written in here where the page is put together (kit/assets.py)

/** @param {DragEvent} event */
function refused(event) {
  const field = event.target instanceof Element ? event.target.closest("input, textarea") : null;
  const files = !!event.dataTransfer?.types.includes("Files");
  if (field && files === (field instanceof HTMLInputElement && field.type === "file")) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
}

// Without this a browser leaves the page for a file or an address that is let go over it.
addEventListener("dragover", refused);
addEventListener("drop", refused);

const scripts = globalThis.trustedTypes?.createPolicy("companion", {
  createScriptURL: address => {
    if (/^\/(?!\/)/.test(address)) return address;
    throw new TypeError(`not an address of this page: ${address}`);
  },
});

/** An address of our own, for a worker: the policy of the page takes no other. */
export const own = address => scripts?.createScriptURL(address) ?? address;

/** A state with what changed since: see page.py. */
export function changed(state, { set, lists, gone }) {
  const next = { ...state, ...set };
  for (const key in lists) {
    const [first, count, items] = lists[key];
    next[key] = [...state[key].slice(first, first + count), ...items];
  }
  for (const key of gone) delete next[key];
  return next;
}

/** A state with a message that is an item of one of its lists: it is not sent once more with the next state. */
export function added(state, message) {
  const list = state?.[message.list];
  return list ? { ...state, [message.list]: [...list, message] } : state;
}

/** JSON whose objects have nothing but what it says: a player may be called "constructor". */
export const parsed = text =>
  JSON.parse(text, (_, value) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.setPrototypeOf(value, null) : value,
  );

/** ``current``: the version of the page that the server has; another one than ours is offered. */
export function showOutdated(current) {
  if (!current || current === PAGE || document.getElementById("outdated")) return;
  const again = h("button", { type: "button", "data-do": "reload", onclick: () => void renew() }, t("reload"));
  document.body.prepend(h("p.outdated", { id: "outdated", role: "alert" }, t("outdated"), " ", again));
}

/** Load the page anew, past a worker and a store that an older version may have left. */
async function renew() {
  const workers = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? [];
  const stores = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  await Promise.allSettled([...workers.map(one => one.unregister()), ...stores.map(name => caches.delete(name))]);
  location.reload();
}
