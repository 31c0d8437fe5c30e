// Progress: charts, what was confused with what, saving and forgetting.

import { h } from "/kit/dom.js";
import { language } from "/kit/i18n.js";
import { w } from "./words.js";

const CHARTS = ["rates", "times", "weeks", "trend"];

/** The curve of the last seven days; nothing before the first try. */
export function weekCurve(p, menu) {
  if (!p.tries) return [];
  return [
    h("h2", {}, w("week")),
    h("img.chart", {
      src: `/chart/week?dark=${menu.dark() ? 1 : 0}&n=${p.tries}&lang=${language}`,
      alt: p.week,
      width: 480,
      height: 144,
    }),
  ];
}

/** What was reached; ``menu``: who, sending, dark or light. */
export function figures(p, menu) {
  const draw = (kind, title) =>
    h(
      "figure",
      {},
      h("figcaption", {}, title),
      h("img.chart", {
        src: `/chart/${kind}?dark=${menu.dark() ? 1 : 0}&n=${p.tries}.${p.dice}&lang=${language}`,
        alt: title,
        loading: "lazy",
      }),
    );
  const timed = p.tries > 0;
  return [
    h("h2", {}, w("progress")),
    h("p", { id: "total" }, p.total),
    timed
      ? h(
          "div.charts",
          {},
          CHARTS.map(kind => draw(kind, w(kind))),
        )
      : null,
    p.dice >= 30 ? draw("dice", w("dice-chart")) : null,
    timed ? confusion(p) : null,
    h(
      "div.bar",
      {},
      timed || p.dice
        ? h("a.quiet", { href: `/report?lang=${language}`, download: "practice.html", id: "save" }, w("save"))
        : null,
      p.undo
        ? h(
            "button.quiet",
            { type: "button", "data-k": "undo", id: "undo", onclick: () => menu.send({ do: "undo" }) },
            w("undo"),
          )
        : null,
      timed || p.dice
        ? h(
            "button.quiet",
            {
              type: "button",
              "data-k": "forget",
              onclick: () => confirm(w("forget-sure", { name: menu.state.player })) && menu.send({ do: "forget" }),
            },
            w("forget", { name: menu.state.player }),
          )
        : null,
    ),
  ];
}

function confusion(p) {
  return h(
    "details",
    {},
    h("summary", {}, w("confusion")),
    h(
      "div.wide",
      { tabindex: 0, role: "region", "aria-label": w("confusion") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, w("asked")),
            p.made.map(m => h("th", { scope: "col" }, m)),
          ),
        ),
        h(
          "tbody",
          {},
          p.confusion.map(([asked, row]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, asked),
              row.map(n => h("td", {}, String(n))),
            ),
          ),
        ),
      ),
    ),
  );
}
