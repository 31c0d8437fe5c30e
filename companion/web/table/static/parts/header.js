// The top of the laptop's page.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** The title, and what can be done at any time. ``speech``: {on, toggle}. */
export function header(s, send, speech) {
  const say = text => () => send({ do: "say", text });
  return h(
    "header.top",
    {},
    h("h1", {}, s.title),
    h("span.grow"),
    h(
      "button.quiet",
      { type: "button", "data-k": "pause", id: "pause", onclick: say(s.paused ? "resume" : "pause") },
      t(s.paused ? "resume" : "pause"),
    ),
    h(
      "button.quiet",
      { type: "button", "data-k": "undo", id: "undo", title: "Ctrl+Z", onclick: say("undo") },
      t("undo"),
    ),
    h(
      "button.quiet",
      {
        type: "button",
        "data-k": "speak",
        "aria-pressed": speech.on ? "true" : "false",
        onclick: speech.toggle,
      },
      t("speak"),
    ),
    h("button.quiet", { type: "button", "data-k": "theme", onclick: theme }, t("theme")),
    h(
      "button.quiet",
      { type: "button", "data-k": "leave", id: "leave", onclick: () => send({ do: "leave" }) },
      t("leave"),
    ),
  );
}

/** Light, dark, and back to what the machine says. */
export function theme() {
  const next = { "": "dark", dark: "light", light: "" }[document.documentElement.dataset.theme ?? ""];
  if (next) document.documentElement.dataset.theme = next;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // a browser that keeps nothing
  }
}
