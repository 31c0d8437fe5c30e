// The signal cards of the hand, spread for all to see: the number, its face, its name.

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

export function legend(s) {
  const all = Object.entries(s.signals ?? {});
  if (!all.length || s.over) return [];
  return h(
    "ul.signals",
    { "aria-label": t("legend") },
    all.map(([signal, n]) =>
      h(
        "li.signalcard",
        { "data-k": `legend ${signal}` },
        h("b", {}, n < 5 ? String(n) : ""),
        face(signal, false),
        h("span", {}, t(`signal.${signal}`)),
      ),
    ),
  );
}
