// What a big moment looks like where it fills the page: the gem, the pictures of the speech, chairs, cards, hands.

import { h } from "/kit/dom.js";
import { face, gem } from "/kit/glyphs.js";
import { decimal, t } from "/kit/i18n.js";
import { card, name } from "../boards/common.js";
import { piece } from "../boards/piece.js";

const MAX_PICTURES = 6; // of a speech, spread over it

/** The picture of a moment and the scores; ``ctx``: {state, choice, pictures}. */
export function momentPicture(moment, ctx) {
  return [PICTURES[moment.kind]?.(moment, ctx) ?? null, scores(moment, ctx.state)];
}

const PICTURES = {
  win: m => h(`div.momentgems.gem-${m.gem}`, {}, gem(m.gem), face("grin", false), gem(m.gem)),
  verdict: (m, ctx) => verdict(m, ctx.pictures),
  chairs: (m, ctx) =>
    h(
      "ol.momentchairs",
      {},
      m.chairs.map(one => chair(one, ctx.state)),
    ),
  judged: (m, ctx) =>
    h(
      "ul.momentcards",
      {},
      judgedCards(m).map(number => judged(number, m, ctx)),
    ),
  best: m => h("p.momentvote", {}, t("moment-best", { new: m.new, old: m.old })),
  hands: (m, ctx) =>
    h(
      "ul.momenthands",
      {},
      m.hands.map((cards, k) => openHand(cards, k, m, ctx)),
    ),
  round: (m, ctx) =>
    h(
      "ul.momentcards",
      {},
      m.pairs.map(pair => found(pair, ctx)),
    ),
  over: m =>
    h(
      "div.momentgems",
      {},
      m.winners.map(k => h(`span.seat-${k}`, {}, face("grin", false))),
    ),
};

function verdict({ found }, pictures) {
  const step = Math.max(1, Math.ceil(pictures.length / MAX_PICTURES));
  const shown = pictures.filter((_, k) => k % step === 0);
  const one = p => {
    const said = t("evidence-picture", { at: decimal(p.at, 1), teeth: Math.round(100 * p.teeth) });
    return h("figure", {}, h("img", { src: p.src, width: 160, height: 160, alt: said }), h("figcaption", {}, said));
  };
  return [
    h("div.momentgems", {}, face(found === "clean" ? "calm" : "grin", false)),
    shown.length ? h("div.figures", {}, shown.map(one)) : null,
  ];
}

function chair({ chair: number, player, kind }, state) {
  const said = `${name(state, player)}: ${t(`piece-kind.${kind}`)}`;
  return h(`li.seat-${player}`, {}, h("b", {}, String(number)), piece(player, kind), h("span", {}, said));
}

/** The cards that somebody voted for, the chosen one, and the story's own. */
function judgedCards({ chosen, story_card: story, votes }) {
  const cards = [chosen, ...Object.keys(votes).map(Number), story];
  return [...new Set(cards.filter(number => number !== null))];
}

function judged(number, m, ctx) {
  const votes = m.votes[number];
  const mark = number === m.story_card || (number === m.chosen && m.right) ? ".right" : ".wrong";
  return h(
    `li${mark}`,
    {},
    card(ctx, number, false),
    mark === ".right" ? h("b", {}, t("moment-story")) : null,
    votes ? h("span", {}, t("moment-votes", { n: votes })) : null,
  );
}

function openHand(cards, k, m, ctx) {
  const small = cards.map(number => card(ctx, number, false, ".small"));
  return h(
    `li.seat-${k}${m.seats.includes(k) ? ".first" : ""}`,
    {},
    h("span.name", {}, name(ctx.state, k)),
    h("span.cards", {}, small),
    h("b.score", {}, String(m.points[k])),
  );
}

function found({ guesser, one, other, owner }, ctx) {
  const who = t("moment-found", { guesser: name(ctx.state, guesser), owner: name(ctx.state, owner) });
  return h("li", {}, h("span.cards", {}, card(ctx, one, false), card(ctx, other, false)), h("span", {}, who));
}

function scores({ scores: points, seats }, state) {
  if (!points?.length) return null;
  return h(
    "ol.momentscores",
    { "aria-label": t("scores") },
    points.map((n, k) =>
      h(
        `li.seat-${k}${seats.includes(k) ? ".first" : ""}`,
        {},
        h("span.name", {}, name(state, k)),
        h("b.score", {}, String(n)),
      ),
    ),
  );
}
