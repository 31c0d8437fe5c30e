// What the table itself says and does: somebody has won, its own actions, signals by tap, a typed word.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { hasWild } from "../labels.js";
import { tableActions } from "./questions.js";

export function tableBar(s, ctx, send) {
  const say = text => send({ do: "say", text });
  return [
    tableActions(s, ctx, say),
    h(
      "div.tools",
      {},
      won(s, say),
      wild(s, send),
      h(
        "details.moretable",
        { "data-k": "tools-box" },
        h("summary", { "data-k": "tools" }, t("more")),
        tapped(s, send),
        goingHome(s, ctx, send),
        typed(say),
      ),
    ),
  ];
}

/** Cards on the table: the table says that somebody has all of a gem; the server asks who, and which gem. */
function won(s, say) {
  if (s.game !== "face-off" || s.view.cards !== "physical" || s.view.phase !== "play") return null;
  return h(
    "button.action.won",
    { type: "button", "data-k": "win", "data-do": "win", onclick: () => say("win") },
    t("somebody-won"),
  );
}

function wild(s, send) {
  if (!hasWild(s) || !s.sources.some(x => x.kind === "camera" && !x.trouble)) return null;
  return h(
    "button",
    { type: "button", id: "wild", onclick: () => send({ do: "wild" }) },
    t("wild-show", { name: s.players[s.view.dealer].name }),
  );
}

/** Somebody leaves the evening: asked once, then the same game begins for those who stay. */
function goingHome(s, ctx, send) {
  if (!s.mayLeave || s.over) return null;
  const sure = name => [
    h("p", {}, t("goes-home-sure", { name, game: s.title })),
    h(
      "button.primary",
      {
        type: "button",
        "data-k": "home-sure",
        "data-home-sure": name,
        onclick: e => {
          e.target.closest("dialog").remove();
          send({ do: "home", player: name });
        },
      },
      t("goes-home", { name }),
    ),
  ];
  const one = (p, k) =>
    p.bot
      ? null
      : h(
          "button.ghost",
          {
            type: "button",
            "data-k": `home${k}`,
            "data-home": k,
            onclick: () => ctx.show(t("goes-home", { name: p.name }), sure(p.name)),
          },
          t("goes-home", { name: p.name }),
        );
  return h("div.bar", {}, s.players.map(one));
}

function tapped(s, send) {
  if (!Object.keys(s.signals).length) return null;
  return h(
    "div.taps",
    {},
    h(
      "label.switch",
      {},
      h("input", {
        type: "checkbox",
        checked: s.tapped,
        "data-k": "tapped",
        onchange: e => send({ do: "tapped", on: e.target.checked }),
      }),
      t("tapped"),
    ),
  );
}

function typed(say) {
  return h(
    "form.command",
    {
      onsubmit: e => {
        e.preventDefault();
        const field = e.currentTarget.elements.said;
        if (field.value.trim()) say(field.value.trim());
        field.value = "";
      },
    },
    h("input", {
      name: "said",
      "data-k": "said",
      "aria-label": t("command"),
      placeholder: t("command"),
      autocomplete: "off",
    }),
    h("button", { type: "submit" }, t("say")),
  );
}
