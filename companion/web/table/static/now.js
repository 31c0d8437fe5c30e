// What now: one sentence of the game's own that says what whoever looks at this page can do, or whom all wait for.

import { named, t } from "/kit/i18n.js";

/** Words for a state of a game, the closer the better: game.phase-special-role, game.phase-role, game.phase. */
function closest(game, phase, special, role) {
  const keys = [`${phase}-${special}-${role}`, `${phase}-${special}`, `${phase}-${role}`, phase];
  return keys.map(key => `now.${game}.${key}`).find(key => t.has(key));
}

/** Rulings that say nothing but what now: pages say it themselves, closer. */
const WHAT_NOW = new Set(["place", "turn", "moves", "duel", "reveal"]);

/** For the log: how fair the dice were is no headline. */
const ASIDE = new Set(["dice"]);

export const isAside = ruling => ASIDE.has(ruling.code);

export const saysNow = ruling => WHAT_NOW.has(ruling.code);

/** What a state is besides its phase: dealt cards or one's own, an offer that stands, nine of a gem. */
function special(s) {
  const { view } = s;
  if (s.game === "keep-smiling") return s.lan === "" ? "here" : "";
  if (s.game === "ftw") return view.pile.length ? "" : "open";
  if (s.game !== "face-off") return "";
  if (view.offered) return "offered";
  if (view.hand && s.legal.some(text => text.startsWith("claim ") && view.hand[text.slice(6)] >= 9)) return "all";
  return view.phase === "speech" && view.claim?.player === s.seat ? "own" : view.cards;
}

/** The sentence for this page; ``laptop``: the table's own. */
export function now(s, laptop = false) {
  const { view } = s;
  const name = seat => s.players[seat]?.name ?? "";
  if (s.over) return t(s.over.winners.length > 1 ? "now.tie" : "now.won", { names: named(s.over.winners.map(name)) });
  if (s.paused) return t("paused");
  const mine = s.seat !== null && (s.legal.length > 0 || !!s.dice?.mine);
  const role = mine ? "me" : laptop && s.seat === null ? "table" : "wait";
  const key = closest(s.game, view.phase, special(s), role);
  if (!key) return s.actors.length ? t("wait-for", { names: named(s.actors.map(name)) }) : t("wait-table");
  return t(key, {
    who: named(s.actors.map(name)),
    both: named(s.players.map(p => p.name)),
    turn: name(view.turn),
    dealer: name(view.dealer),
    dice: named((view.dice ?? []).map(String)),
    lane: view.duel,
    card: view.start_card,
    claim: name(view.claim?.player),
    caller: name(view.call?.caller),
    giver: name(view.call?.giver),
    teller: name(view.storyteller),
    judge: name(view.judge),
    right: name((s.seat + s.players.length - 1) % s.players.length),
  });
}
