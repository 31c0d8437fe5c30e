// The evening's score hand by hand.

import { lineChart, totals } from "/kit/chart.js";
import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** The evening's hands; from the score sheet of the game on the table where the server tells no more. */
export function handsOf(s) {
  if (s.evening?.hands) return s.evening.hands;
  const sheet = s.view.sheet ?? [];
  const numbers = [...new Set(sheet.map(e => e.hand))].sort((a, b) => a - b);
  return numbers.map(n => {
    const lines = sheet.filter(e => e.hand === n);
    const scores = s.players.map((_, k) => lines.filter(e => e.player === k).reduce((sum, e) => sum + e.points, 0));
    const winners = lines.filter(e => e.points > 0).map(e => e.player);
    return { n, game: s.game, scores, winners, why: lines.map(e => e.reason).join(", ") };
  });
}

export function evening(s) {
  const hands = handsOf(s);
  if (!hands.length || s.over) return [];
  const names = s.players.map(p => p.name);
  return [
    h("h2.sub", {}, t("evening")),
    lineChart(totals(hands, names), names, t("evening-about", { n: hands.length })),
  ];
}
