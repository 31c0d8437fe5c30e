// The fold with everything else: bots, and the game's options in the book's words.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { control } from "../parts/options.js";

export function more(setup) {
  const options = setup.game.options.filter(o => o.group !== "first");
  const values = Object.fromEntries(options.map(o => [o.name, setup.value(o.name)]));
  return h(
    "details.options",
    { "data-k": `more ${setup.game.name}`, "data-more": "" },
    h("summary", { "data-k": "options" }, t("options")),
    h(
      "div.bots",
      {},
      setup.players.map((player, k) => bot(setup, player, k)),
    ),
    options.map(o => control(o, values[o.name], value => setup.set(o.name, value))),
  );
}

function bot(setup, player, k) {
  return h(
    "label.switch",
    { "data-k": `botlabel${k}` },
    h("input", {
      type: "checkbox",
      checked: player.bot,
      "data-k": `bot${k}`,
      "data-bot": k,
      onchange: e => {
        player.bot = e.target.checked;
        setup.draw();
      },
    }),
    t("bot-for", { name: player.name || t("name-of", { n: k + 1 }) }),
  );
}
