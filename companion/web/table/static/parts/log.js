// The log for the one who argues: every ruling with its reason, newest first, and a way to overrule it.

import { h } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

const STEADY = new Set(["chance", "new-hand"]); // nobody overrules these

/** Rulings, and what was noticed of nobody in particular, the newest first. */
const lines = s => [...s.rulings, ...(s.hints ?? [])].sort((a, b) => b.at - a.at || (b.n ?? 0) - (a.n ?? 0));

const hint = one => h("li.plain.hint", { "data-k": `h${one.at}` }, h("span.n", {}, "?"), h("span.told", {}, one.text));

export function log(s, send) {
  const standing = new Set(s.standing);
  const row = r =>
    h(
      "li",
      { "data-k": `r${r.n}`, "data-ruling": r.n, "data-code": r.code, class: standing.has(r.n) ? null : "plain" },
      h("span.n", {}, String(r.n)),
      h(
        "span.grow",
        {},
        h("span.told", {}, r.text),
        r.why
          ? h(
              "details.why",
              { "data-k": `d${r.n}` },
              h("summary", { "data-k": `w${r.n}`, "aria-label": `${t("why")} ${r.text}` }, t("why")),
              h("span", {}, r.why),
            )
          : null,
      ),
      standing.has(r.n) && !STEADY.has(r.code)
        ? h(
            "button.ghost",
            {
              type: "button",
              "data-k": `o${r.n}`,
              "aria-label": `${t("overrule")} ${r.n}: ${r.text}`,
              title: t("overrule"),
              onclick: () => send({ do: "say", text: `overrule ${r.n}` }),
            },
            icon("undo"),
          )
        : null,
    );
  return [
    s.trouble ? h("p.alarm", { role: "alert" }, t("log-trouble")) : null,
    h("h2.sub", {}, t("log")),
    h("ol.loglist", { tabindex: 0, "aria-label": t("log") }, lines(s).map(one => (one.n ? row(one) : hint(one)))),
  ];
}
