// The signals of the hand as pictures, before the game: what they need, and another set with a tap.

import { h } from "/kit/dom.js";
import { face, icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

/** Nothing where the game has no signals. */
export function signals(setup) {
  const sets = setup.game.signals ?? {};
  const chosen = setup.value("signal_set");
  if (!sets[chosen]) return null;
  const picture = ({ name, noise }, k) =>
    h(
      `li.setsignal${noise ? ".noise" : ""}`,
      { "data-signal": name },
      h("b", {}, String(k + 1)),
      face(name, false),
      h("span", {}, t(`signal.${name}`)),
      noise ? icon("mic") : null,
    );
  const set = name =>
    h(
      "button.ghost",
      {
        type: "button",
        "data-k": `set${name}`,
        "data-set": name,
        "aria-pressed": String(name === chosen),
        "aria-label": t("signals-of-set", { set: name }),
        onclick: () => setup.set("signal_set", name),
      },
      name,
    );
  return h(
    "section.setsignals",
    { "data-part": "set-signals", "aria-label": t("signals-of-set", { set: chosen }) },
    h("div.bar", {}, h("b.grow", {}, t("signals-of-set", { set: chosen })), Object.keys(sets).map(set)),
    h("ul", {}, sets[chosen].map(picture)),
    h("p.note", {}, t("signals-need")),
  );
}
