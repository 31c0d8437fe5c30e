// The warm-up from the menu: for everybody, or for one.

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

/** (title, inside) of the dialog; ``close`` ends it. */
export function warmupMenu(s, send, close) {
  const begin = player => () => {
    close();
    send({ do: "warmup", act: "begin", ...(player ? { player } : {}) });
  };
  const one = (p, k) =>
    p.bot
      ? null
      : h(
          `button.answer.seat-${k}`,
          { type: "button", "data-k": `warm${k}`, "data-warm-one": p.name, onclick: begin(p.name) },
          face("calm", false),
          p.name,
        );
  return [
    t("warmup-title"),
    [
      h("p.note", {}, t("warmup-menu-note")),
      h(
        "button.primary",
        { type: "button", "data-k": "warmall", "data-warm-all": "", onclick: begin(null) },
        t("warmup-menu-all"),
      ),
      h("div.answers", {}, s.players.map(one)),
    ],
  ];
}
