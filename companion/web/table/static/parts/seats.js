// The seats along the top of the laptop's page.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { points } from "../games.js";

/** Everybody with their score, what they show, and who looks through their eyes. */
export function seatStrip(s, send) {
  const scores = points(s);
  return h(
    "ul.seatlist",
    { "aria-label": t("scores") },
    s.players.map((p, k) => {
      const phone = s.phones.includes(p.name);
      const showing = s.showing[p.name];
      const open = !p.bot && !phone;
      const menu = p.bot
        ? h("span.quiet-text", {}, t("bot"))
        : phone
          ? h(
              "button.quiet",
              {
                type: "button",
                "data-k": `off${k}`,
                "aria-label": t("phone-off", { name: p.name }),
                onclick: () => send({ do: "expel", player: p.name }),
              },
              `${t("phone")} ✕`,
            )
          : [
              h(
                "button.quiet",
                {
                  type: "button",
                  "data-k": `as${k}`,
                  "data-as": k,
                  "aria-pressed": s.seat === k ? "true" : "false",
                  "aria-label": s.seat === k ? t("look-table") : t("look-as", { name: p.name }),
                  onclick: () => send({ do: "sit", seat: s.seat === k ? null : k }),
                },
                t(s.seat === k ? "hide" : "hand-show"),
              ),
              s.lan
                ? h(
                    "button.quiet",
                    {
                      type: "button",
                      "data-k": `phone${k}`,
                      "data-phone": k,
                      "aria-label": t("phone-for", { name: p.name }),
                      onclick: () => send({ do: "invite", player: p.name }),
                    },
                    t("phone"),
                  )
                : null,
            ];
      const turn = s.actors.includes(k) && s.actors.length < s.players.length ? ".turn" : "";
      const here = s.seat === k && open ? ".here" : "";
      const won = s.over?.winners.includes(k) ? ".won" : "";
      return h(
        `li.seat${turn}${here}${won}`,
        {},
        h("span.name", {}, p.name),
        h("span.score", {}, String(scores[k] ?? 0)),
        showing ? h("span.showing", {}, t(`signal.${showing}`)) : null,
        h("span.seatmenu", {}, menu),
      );
    }),
  );
}
