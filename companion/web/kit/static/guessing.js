// The laptop is told that somebody guesses short codes, and can close the door to them.

import { h } from "./dom.js";

/** ``what`` is the state's ``guessing``: null or absent, or ``{text, shut}``; ``shut()`` closes the door. */
export function showGuessing(what, shut) {
  const before = document.getElementById("guessing");
  if (!what) {
    before?.remove();
    return;
  }
  if (before) {
    before.firstChild.textContent = what.text;
    return;
  }
  const close = h("button.action", { type: "button", id: "shut", onclick: shut }, what.shut);
  document.body.prepend(h("div.guessing", { id: "guessing", role: "alert" }, h("span", {}, what.text), close));
}
