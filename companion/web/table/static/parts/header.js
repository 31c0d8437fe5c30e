// The top of the laptop's page: quiet. What is needed in a hurry stands there, the rest is under one menu.

import { h } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { languageChoice } from "/kit/languages.js";
import { turnTheme } from "/kit/prefs.js";
import { sounds } from "/kit/sounds.js";

/** ``page``: {redraw, ruling, glimpse}, what the menu turns on and off. */
export function header(s, send, page) {
  const say = text => () => send({ do: "say", text });
  return h(
    "header.top",
    {},
    h("h1", {}, s.title),
    h("span.phase", {}, where(s)),
    h("span.notices.grow", { "data-own": "" }),
    h(
      "button.ghost",
      { type: "button", id: "rules", "data-k": "rules", "data-do": "rules", onclick: page.rules },
      icon("cards"),
      h("span", {}, t("rules")),
    ),
    h(
      "button.ghost",
      { type: "button", id: "undo", "data-do": "undo", title: "Ctrl+Z", onclick: say("undo") },
      icon("undo"),
      h("span", {}, t("undo")),
    ),
    h(
      "button.ghost",
      {
        type: "button",
        id: "pause",
        "data-do": s.paused ? "resume" : "pause",
        onclick: say(s.paused ? "resume" : "pause"),
      },
      icon(s.paused ? "play" : "pause"),
      h("span", {}, t(s.paused ? "resume" : "pause")),
    ),
    menu(s, send, page),
  );
}

function where(s) {
  if (s.paused) return t("paused");
  if (s.view.signal_set) return t("hand-n", { n: s.view.round, set: s.view.signal_set });
  return s.view.rounds ? t("round", { n: Math.min(s.view.round, s.view.rounds), all: s.view.rounds }) : "";
}

function menu(s, send, page) {
  const entry = (name, text, work, pressed) =>
    h(
      "button",
      {
        type: "button",
        "data-k": name,
        "data-do": name,
        id: name === "leave" ? "leave" : null,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        onclick: e => {
          e.currentTarget.closest("details").open = false;
          work();
        },
      },
      text,
    );
  const turn = (work, redraw = true) => {
    return () => {
      work();
      if (redraw) page.redraw();
    };
  };
  const speak = () => {
    page.ruling.speaks = !page.ruling.speaks;
  };
  return h(
    "details.menu",
    { "data-k": "menu", onfocusout: away },
    h("summary.ghost", { id: "menu", "data-do": "menu", "aria-label": t("menu") }, icon("menu")),
    h(
      "div.menubox",
      {},
      entry("speak", t("speak"), turn(speak), page.ruling.speaks),
      entry(
        "sounds",
        t("sounds"),
        turn(() => sounds.turn()),
        sounds.on,
      ),
      entry(
        "glimpse",
        t("glimpse"),
        turn(() => page.glimpse.turn()),
        page.glimpse.open,
      ),
      s.hears || s.sees === "faces"
        ? entry("sheet", t("warmup-sheet"), () => send({ do: "warmup", act: "sheet" }))
        : null,
      entry("phones", t(s.lan ? "phones-title" : "phones-in"), page.phones),
      entry("theme", t("theme"), turnTheme),
      languageChoice(),
      entry("leave", t("leave"), () => send({ do: "leave" })),
    ),
  );
}

/** The menu closes when the focus goes elsewhere. */
function away(event) {
  const box = event.currentTarget;
  if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false;
}
