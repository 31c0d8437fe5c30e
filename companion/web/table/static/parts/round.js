// How the last round ended, until the next one is under way: phones show the newest ruling alone.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { name } from "../boards/common.js";

/** The points of the round before, while its successor begins. */
function ftw(s) {
  const { points, phase, pile } = s.view;
  const row = points.at(-1);
  if (!row || !(s.over || phase === "give" || (phase === "play" && !pile.length))) return null;
  const each = row.map((n, k) => `${name(s, k)} ${n}`).join(" · ");
  return `${t("round-n", { n: points.length })}: ${each}`;
}

/** Whether the story's card was found; until somebody tells the next story. */
function factum(s) {
  const { result, storyteller } = s.view;
  if (!result) return null;
  const teller = name(s, storyteller);
  if (result.right) return t("result-right", { card: result.chosen, name: teller });
  const owner = result.owner === null ? "" : name(s, result.owner);
  const wrong = owner ? t("result-wrong", { card: result.chosen, owner }) : t("result-pile", { card: result.chosen });
  return result.story_card ? `${wrong} ${t("result-story", { card: result.story_card, name: teller })}` : wrong;
}

const RESULTS = { ftw, factum };

/** The line for a state, or null. */
export function lastRound(s) {
  const text = RESULTS[s.game]?.(s);
  return text ? h("p.note.lastround", { role: "status", "data-part": "last-round" }, text) : null;
}
