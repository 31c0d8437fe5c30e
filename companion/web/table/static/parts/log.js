// The protocol of the game.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

const STEADY = new Set(["chance", "new-hand"]); // nobody overrules these

/** The rulings, newest first, each with its reason and a way to overrule it. */
export function log(s, send) {
  const standing = new Set(s.standing);
  return [
    s.trouble ? h("p.alarm", { role: "alert" }, t("log-trouble")) : null,
    h("h2", {}, t("log")),
    h(
      "ol.log",
      {},
      [...s.rulings].reverse().map(r =>
        h(
          "li",
          {},
          h("span.n", {}, String(r.n)),
          h(
            "span.grow",
            {},
            r.text,
            r.why
              ? h(
                  "details.why",
                  {},
                  h("summary", { "data-k": `w${r.n}`, "aria-label": `${t("why")} ${r.text}` }, t("why")),
                  h("span", {}, r.why),
                )
              : null,
          ),
          standing.has(r.n) && !STEADY.has(r.code)
            ? h(
                "button.quiet",
                {
                  type: "button",
                  "data-k": `o${r.n}`,
                  "aria-label": `${t("overrule")} ${r.n}: ${r.text}`,
                  onclick: () => send({ do: "say", text: `overrule ${r.n}` }),
                },
                "↶",
              )
            : null,
        ),
      ),
    ),
  ];
}
