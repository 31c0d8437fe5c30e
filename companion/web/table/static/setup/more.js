// The fold with everything else: the game's options in groups.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { control } from "../parts/options.js";

/** What each group holds; all that no other names is how the game is played. */
const GROUPS = {
  way: [],
  begin: ["dealer", "first", "signal_set", "wild_signal"],
  cards: [
    "suits",
    "people",
    "animals",
    "objects",
    "blank_people",
    "blank_animals",
    "blank_objects",
    "shortage",
    "deck",
  ],
  points: ["gem_values", "mistake_penalty", "teeth_penalty", "false_claim_penalty"],
  length: ["target", "finish", "rounds", "starts_each", "max_flop_rounds", "max_trades", "max_hands", "lane_length"],
};

const groupOf = ({ name }) => Object.keys(GROUPS).find(group => GROUPS[group].includes(name)) ?? "way";

export function more(setup) {
  const proposed = setup.proposed();
  const rest = setup.game.options.filter(o => o.group !== "first");
  const options = rest.map(o => ({ ...o, default: proposed[o.name] ?? o.default }));
  const values = Object.fromEntries(options.map(o => [o.name, setup.value(o.name)]));
  const names = setup.players.map(p => p.name);
  return h(
    "details.options",
    { "data-k": `more ${setup.game.name}`, "data-more": "" },
    h("summary", { "data-k": "options" }, t("options")),
    Object.keys(GROUPS).map(group => {
      const own = options.filter(o => groupOf(o) === group);
      const controls = own.map(o => control(o, values[o.name], value => setup.set(o.name, value), names));
      return own.length ? h("section", { "data-group": group }, h("h2", {}, t(`group-${group}`)), controls) : null;
    }),
  );
}
