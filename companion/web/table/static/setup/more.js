// The fold with everything else: the game's options in the book's words.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { control } from "../parts/options.js";

export function more(setup) {
  const options = setup.game.options.filter(o => o.group !== "first");
  const values = Object.fromEntries(options.map(o => [o.name, setup.value(o.name)]));
  const names = setup.players.map(p => p.name);
  return h(
    "details.options",
    { "data-k": `more ${setup.game.name}`, "data-more": "" },
    h("summary", { "data-k": "options" }, t("options")),
    options.map(o => control(o, values[o.name], value => setup.set(o.name, value), names)),
  );
}
