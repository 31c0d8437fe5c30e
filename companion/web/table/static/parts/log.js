// The log for the one who argues: every ruling with its reason, newest first, and a way to overrule it.

import { h } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { shows } from "/kit/keyed.js";

const STEADY = new Set(["chance", "new-hand"]); // nobody overrules these

/** Rulings, and what was noticed of nobody in particular, the newest first. */
const lines = s => [...s.rulings, ...(s.hints ?? [])].sort((a, b) => b.at - a.at || (b.n ?? 0) - (a.n ?? 0));

const hint = one => h("li.plain.hint", { "data-k": `h${one.at}` }, h("span.n", {}, "?"), h("span.told", {}, one.text));

/** The lines with a heading above each hand, which its deal began. */
function byHand(all) {
  const found = [];
  let own = [];
  for (const one of all) {
    own.push(one);
    if (!one.hand) continue;
    found.push({ heading: one.hand }, ...own);
    own = [];
  }
  return [...found, ...own];
}

const heading = n => h("li.handline", { "data-k": `hand${n}` }, h("h3", {}, t("hand-heading", { n })));

/** A ruling with its reason. ``by``: the number of the one that took it back. */
function row(r, by, stands, send) {
  return h(
    "li",
    { "data-k": `r${r.n}`, "data-ruling": r.n, "data-code": r.code, class: by ? "gone" : stands ? null : "plain" },
    h("span.n", {}, String(r.n)),
    h(
      "span.grow",
      {},
      by ? h("s.told", {}, r.text) : h("span.told", {}, r.text),
      by ? h("span.note", {}, ` ${t("taken-back", { n: by })}`) : null,
      r.why
        ? h(
            "details.why",
            { "data-k": `d${r.n}` },
            h("summary", { "data-k": `w${r.n}`, "aria-label": `${t("why")} ${r.text}` }, t("why")),
            h("span", {}, r.why),
          )
        : null,
    ),
    stands && !STEADY.has(r.code)
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
}

export function log(s, send) {
  const standing = new Set(s.standing);
  const back = new Map(s.rulings.filter(r => r.undoes).map(r => [r.undoes, r.n]));
  const line = one => {
    if (one.heading) return heading(one.heading);
    if (!one.n) return hint(one);
    const more = [back.get(one.n), standing.has(one.n)];
    return shows(row(one, ...more, send), one, more);
  };
  return [
    s.trouble ? h("p.alarm", { role: "alert" }, t("log-trouble")) : null,
    h("h2.sub", {}, t("log")),
    h("ol.loglist", { tabindex: 0, "aria-label": t("log") }, byHand(lines(s)).map(line)),
  ];
}

/** The newest line is seen. */
export function toNewest(place) {
  place.querySelector(".loglist")?.scrollTo({ top: 0 });
}
