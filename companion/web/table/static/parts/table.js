// What the table itself says and sets: its own actions, signals by tap, whose face is which, a typed word.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { tableButtons } from "../games.js";
import { hasWild } from "../labels.js";

/** ``fold``: {open}, whether the fold with the rarer words is. */
export function tableBar(s, ctx, send, fold) {
  const own = s.tableLegal.slice(0, 40);
  const say = text => send({ do: "say", text });
  const bar = own.length
    ? h(
        "section",
        {},
        h("h2.sub", {}, t("table-says")),
        h("div.actions.tableacts", {}, tableButtons({ ...ctx, act: say }, own)),
      )
    : null;
  const wild =
    hasWild(s) && s.sources.some(x => x.kind === "camera" && !x.trouble)
      ? h(
          "button.quiet",
          { type: "button", "data-k": "wild", id: "wild", onclick: () => send({ do: "wild" }) },
          t("wild-show", { name: s.players[s.view.dealer].name }),
        )
      : null;
  return [
    bar,
    wild,
    h(
      "details.moretable",
      {
        open: fold.open,
        ontoggle: e => {
          fold.open = e.target.open;
        },
      },
      h("summary", { "data-k": "tools" }, t("more")),
      tapped(s, send),
      faces(s, send),
      typed(say),
    ),
  ];
}

function tapped(s, send) {
  return !Object.keys(s.signals).length
    ? null
    : h(
        "div",
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
        s.players.map((p, k) =>
          p.bot
            ? null
            : h(
                "div.tapshow",
                {},
                h("b", {}, `${t("tap-show")} ${p.name}`),
                Object.entries(s.signals).map(([signal, n]) =>
                  h(
                    "button.quiet",
                    {
                      type: "button",
                      "data-k": `s${k}${n}`,
                      onclick: () => send({ do: "show", player: p.name, signal }),
                    },
                    t(`signal.${signal}`),
                  ),
                ),
              ),
        ),
      );
}

function typed(say) {
  return h(
    "form.command",
    {
      onsubmit: e => {
        e.preventDefault();
        const field = e.target.elements.said;
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
    h("button.quiet", { type: "submit" }, t("say")),
  );
}

function faces(s, send) {
  return s.sees === "faces"
    ? h(
        "div.tapshow",
        {},
        [1, 2, 3, 4].map(n =>
          h(
            "label",
            {},
            t("face-is", { n }),
            " ",
            h(
              "select",
              {
                onchange: e => e.target.value && send({ do: "face", number: n, player: e.target.value }),
              },
              h("option", { value: "" }, "–"),
              s.players.map(p => h("option", { value: p.name }, p.name)),
            ),
          ),
        ),
      )
    : null;
}
