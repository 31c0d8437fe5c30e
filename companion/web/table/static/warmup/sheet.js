// The sheet at the warm-up's end: what is known of each player, who may be known next time, the room's advice.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { sheetCells } from "/kit/sheet.js";

/** What the room asks for, in sentences; null where it is well. */
export function adviceOf(now) {
  if (!now.advice.length) return null;
  return h(
    "ul.warmadvice",
    { "data-k": "advice" },
    now.advice.map(a => h("li", {}, a)),
  );
}

/** ``page``: the warm-up that sends and draws words; ``now``: its state. */
export function sheetOf(page, now) {
  if (now.open && now.me === null) return onPhones(page, now);
  const waiting = now.open && now.me !== null;
  return [
    h("header.warmhead", { "data-k": "head" }, h("h1", {}, t(waiting ? "warmup-done" : "warmup-sheet"))),
    now.sheet.map(row => rowOf(page, row)),
    now.asking.map(player => keepingOf(page, player)),
    adviceOf(now),
    h("div.warmactions", { "data-k": "actions" }, page.word("primary", "close", t(now.kept ? "close" : "warmup-play"))),
  ];
}

/** On the laptop, while everybody's cards are on their phones: how far they are. */
function onPhones(page, now) {
  return [
    h("header.warmhead", { "data-k": "head" }, h("h1", {}, t("warmup-phones"))),
    now.players.map(pile => {
      const cards = t("warmup-cards", { n: pile.done, of: pile.of });
      return h(
        "section.warmrow",
        { "data-k": `pile ${pile.player}`, "data-pile": pile.player },
        h("h2", {}, pile.player),
        h("progress", { max: pile.of, value: pile.done, "aria-label": cards }),
        h("span.soft", {}, cards),
      );
    }),
    adviceOf(now),
    h("div.warmactions", { "data-k": "actions" }, page.word("ghost", "close", t("warmup-close"))),
  ];
}

function rowOf(page, row) {
  return h(
    "section.warmrow",
    { "data-k": `row ${row.player}`, "data-row": row.player },
    h("h2", {}, row.player),
    sheetCells(row.cells),
    row.weak.length
      ? h(
          "button",
          {
            type: "button",
            "data-k": `again ${row.player}`,
            "data-warm": "again",
            onclick: () => page.send("again", { player: row.player }),
          },
          t("warmup-again", { name: row.player }),
        )
      : null,
  );
}

function keepingOf(page, player) {
  const answer = act =>
    h(
      "button",
      {
        type: "button",
        "data-k": `${act} ${player}`,
        "data-warm": act,
        onclick: () => page.send(act, { player }),
      },
      t(`warmup-${act}`),
    );
  return h(
    "section.warmkeep",
    { "data-k": `keep ${player}`, "data-keep": player },
    h("p", {}, t("warmup-keeping", { name: player })),
    answer("keep"),
    answer("forget"),
  );
}
