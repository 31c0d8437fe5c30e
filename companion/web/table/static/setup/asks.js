// The three questions: which game, who plays, where the cards are.

import { h } from "/kit/dom.js";
import { face, gem, icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { piece } from "../boards/piece.js";

const SIGNS = {
  "face-off": () => [gem("ruby"), face("eyes_wide", false)],
  "keep-smiling": () => [piece(0, "S"), piece(1, "G")],
  "face-cards": () => [h("span.minicard.people"), h("span.minicard.animals")],
  ftw: () => [h("span.minicard", {}, "34"), h("span.minicard", {}, "7")],
  factum: () => [h("span.minicard", {}, "?"), h("span.minicard", {}, "!")],
};
export const LONGEST = 40; // letters of a name
/** A name that can be shown: no control or direction signs, but for the joiners of a family emoji. */
export const NAME = "(?!.*[[\\p{Cc}\\p{Cf}\\p{Co}\\p{Zl}\\p{Zp}]--[\\u200c\\u200d]]).*\\S.*";

const ask = (n, text, ...inside) =>
  h("fieldset.ask", { "data-k": `ask${n}` }, h("legend", {}, h("span.nth", {}, String(n)), text), inside);

export function games(setup) {
  const tile = game =>
    h(
      "button.tile",
      {
        type: "button",
        "data-k": game.name,
        "data-game": game.name,
        "aria-pressed": String(game === setup.game),
        onclick: () => setup.choose(game),
      },
      h(`span.sign.gem-ruby`, { "aria-hidden": "true" }, SIGNS[game.name]?.() ?? []),
      h("b", {}, game.title),
      h("span.count", {}, t(game.least === game.most ? "count-one" : "count", game)),
    );
  return ask(1, t("ask-game"), h("div.tiles", {}, setup.games.map(tile)), h("p.about", {}, setup.game.about));
}

export function people(setup) {
  const { players, game } = setup;
  const person = (player, k) =>
    h(
      `div.player.seat-${k}${player.bot ? ".isbot" : ""}`,
      { "data-k": `player${k}` },
      h("span.portrait", {}, player.bot ? h("span.robot", {}, "⚙") : face("calm", false)),
      h("input", {
        type: "text",
        value: player.name,
        maxlength: LONGEST,
        "aria-label": t("name-of", { n: k + 1 }),
        "data-k": `name${k}`,
        "data-name": k,
        autocomplete: "off",
        required: true,
        pattern: NAME,
        title: t("name-needed"),
        onfocus: e => e.target.select(),
        oninput: e => {
          player.name = e.target.value;
          player.free = false;
        },
      }),
      h(
        "button.ghost.botswitch",
        {
          type: "button",
          "data-k": `bot${k}`,
          "data-bot": k,
          "aria-pressed": String(!!player.bot),
          "aria-label": t("bot-for", { name: player.name || t("name-of", { n: k + 1 }) }),
          onclick: () => {
            player.bot = !player.bot;
            setup.draw();
          },
        },
        t(player.bot ? "bot" : "make-bot"),
      ),
      players.length > game.least
        ? h(
            "button.ghost",
            {
              type: "button",
              "data-k": `remove${k}`,
              "aria-label": t("remove", { name: player.name }),
              onclick: () => setup.remove(k),
            },
            "✕",
          )
        : null,
    );
  const one = h(
    "button.add",
    { type: "button", "data-k": "add", "data-add": "", onclick: () => setup.add() },
    `+ ${t("add")}`,
  );
  const list = h("div.playerlist", {}, players.map(person), players.length < game.most ? one : null);
  return ask(2, t("ask-people"), list, players.some(p => p.bot) ? level(setup) : null);
}

/** How well the bots play; in games of what people think of, that they only guess. */
function level(setup) {
  const { levels } = setup.game;
  if (!levels.length) return h("p.note", {}, t("bots-guess"));
  return h(
    "label.botlevel",
    {},
    `${t("bots-level")} `,
    h(
      "select",
      { value: setup.level, "data-k": "level", onchange: e => setup.grade(e.target.value) },
      levels.map(l => h("option", { value: l }, t(`bots-${l}`))),
    ),
  );
}

/** The option that says where a game's cards are; none where they are always dealt here. */
export const whereOf = game => game.options.find(o => o.group === "first")?.name;

export function cards(setup) {
  const name = whereOf(setup.game);
  if (!name) return ask(3, t("ask-cards"), h("p.note", {}, t("cards-phones-only")));
  const now = setup.value(name);
  const about = value => `where-about-${value === "digital" && !setup.lan ? "here" : value}`;
  const choice = (value, sign) =>
    h(
      "button.where",
      {
        type: "button",
        "data-k": `cards-${value}`,
        "data-cards": value,
        "aria-pressed": String(now === value),
        onclick: () => setup.set(name, value),
      },
      icon(sign),
      h("span", {}, h("b", {}, t(`where-${value}`)), h("small", {}, t(about(value)))),
    );
  return ask(
    3,
    t(name === "pieces" ? "ask-pieces" : "ask-cards"),
    h("div.wheres", {}, choice("physical", "cards"), choice("digital", "phone")),
  );
}
