// The evening's score hand by hand, over all its games.

import { lineChart, totals } from "/kit/chart.js";
import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** All hands of the evening, with whose they are: {names, hands, games, points}. */
export function nightOf(s) {
  return s.evening ?? { names: s.players.map(p => p.name), hands: [], games: [], totals: [], points: true };
}

/** The line of the evening: points while all games are of one kind, else hands won; null before the first hand. */
export function nightLine(night) {
  const { hands, names, games, points } = night;
  if (!hands.length) return null;
  const counted = points ? hands : hands.map(hand => ({ scores: names.map((_, k) => +hand.winners.includes(k)) }));
  const cuts = games.slice(1).map((_, k) => games.slice(0, k + 1).reduce((sum, g) => sum + g.hands, 0));
  const told = t(points ? "evening-about" : "evening-wins", { n: hands.length });
  return lineChart(totals(counted, names), names, told, { cuts, least: points ? 10 : 1 });
}

/** The line of praise for a player, from what happened; null where nothing did. */
export function praised(night, name) {
  const line = night.praise?.[name];
  return line ? h("span.praise", { "data-praise": name }, line) : null;
}

/** The evening's sheet for who leaves a game: what everybody won, and the line. */
export function eveningSheet(night) {
  const won = night.names.map((_, k) => night.hands.filter(hand => hand.winners.includes(k)).length);
  return h(
    "section.eveningsheet",
    { "data-part": "evening-sheet", "aria-label": t("evening") },
    h("h2", {}, t("evening-won")),
    h(
      "ol.podium",
      {},
      night.names.map((name, k) =>
        h(
          `li.place.seat-${k}`,
          { "data-k": name },
          h("span.name", {}, name),
          h("b.score", {}, String(won[k])),
          praised(night, name),
        ),
      ),
    ),
    nightLine(night),
  );
}

export function evening(s) {
  const night = nightOf(s);
  if (!night.hands.length || !night.totals.some(Boolean) || s.over) return [];
  const title = night.points ? t("evening") : t("evening-won");
  return [h("h2.sub", {}, title), nightLine(night)];
}
