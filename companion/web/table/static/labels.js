// What a button says for an action's text in the game's notation.

import { words } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** Whether the hand has a Wild Thing that its dealer shows. */
export const hasWild = state => "wild_thing" in (state.signals ?? {}) && !state.over;

const list = items => items.join(", ");

/** The signal that shows ``count`` (1..4, grin, wild) in this hand. */
export function signalFor(state, shown) {
  const number = { grin: 5, wild: 6 }[shown] ?? Number(shown);
  return Object.entries(state.signals ?? {}).find(([, n]) => n === number)?.[0] ?? null;
}

/** A Wild Thing in this page's language; one of the table's own as it was written. */
export function wildWay(text) {
  const key = `term.wild-way.${text.replaceAll(" ", "_")}`;
  return t.has(key) ? t(key) : text;
}

function faceOff(state, verb, rest) {
  if (verb === "offer") {
    const [shown, what] = rest;
    const gems = (what ?? "").split("+").map(p => p.split(":"));
    const signal = signalFor(state, shown);
    const said = gems
      .map(p => (p.length > 1 ? `${t(`special.${p[0]}`)} ${t(`gem.${p[1]}`)}` : p[0] ? t(`gem.${p[0]}`) : ""))
      .filter(Boolean)
      .join(" + ");
    const special = ["grin", "wild"].includes(shown) ? t(`special.${shown}`) : `${shown}`;
    const wild = signal === "wild_thing" && state.view.wild_signal;
    const sign = signal && (wild ? wildWay(wild) : t(`signal.${signal}`));
    return `${special} ${said}${sign ? ` (${sign})` : ""}`.trim();
  }
  const made = {
    claim: () => t("a-claim", { gem: t(`gem.${rest[0]}`) }),
    call: () => t("a-wild-call", { name: rest[0] }),
    next: () => t("a-next", { set: rest[0] }) + (rest[2] ? ` · ${wildWay(rest[2])}` : ""),
    trade: () => t("a-trade", { a: rest[0], b: rest[1] }),
    verdict: () => t(`a-${rest[0]}`),
  }[verb];
  return made ? made() : null;
}

function others(game, verb, rest) {
  if (verb === "pass" && game === "face-cards") return t("a-stop"); // after a right guess: the pictures are safe
  if (verb === "give") return rest.length ? t("a-give", { cards: list(rest) }) : t("a-give-done");
  if (verb === "show" && rest.length) return t("a-count", { cards: list(rest) });
  if (verb === "play")
    return rest.length > 1
      ? t("a-play-with", { card: rest[0], cards: list(rest.slice(2)) })
      : t("a-play", { card: rest[0] });
  if (verb === "lay" && rest[1] === "take") return t("a-lay-take", { a: rest[0], b: rest[2] });
  if (verb === "lay" && rest.length === 4) return t("a-lay-pairs");
  if (verb === "lay")
    return rest.length === 2
      ? t("a-lay", { a: rest[0], b: rest[1] })
      : rest.length
        ? t("a-lay-one", { cards: list(rest) })
        : t("a-lay-done");
  if (verb === "guess")
    return Number.isNaN(Number(rest[0])) ? t(`a-guess-${rest[0]}`) : t("a-guess", { a: rest[0], b: rest[1] });
  if (verb === "camera") return t("a-camera", { name: rest[0] });
  if (verb === "tell") return rest.length ? t("a-tell", { card: rest[0] }) : t("a-tell-done");
  if (verb === "vote") return t("a-vote", { card: rest[0] });
  if (verb === "best") return t(`a-best-${rest[0]}`);
  if (verb === "right" && rest.length) return `${t("a-right")}: ${list(rest)}`;
  if (verb === "place" || verb === "reveal") return rest.map(k => t(`piece-kind.${k}`)).join(" · ");
  return null;
}

/** The label of an action: plain words where they are known, else the notation itself. */
export function label(state, text) {
  const [verb, ...rest] = words(text);
  const said = (state.game === "face-off" && faceOff(state, verb, rest)) || others(state.game, verb, rest);
  if (said) return said;
  const plain = t(`a-${verb}`);
  return rest.length || plain === `a-${verb}` ? text : plain;
}

/** Plain numbers among an action's words: the cards that it is about. */
export function cardsOf(text) {
  return words(text)
    .slice(1)
    .filter(w => /^\d+$/.test(w))
    .map(Number);
}
