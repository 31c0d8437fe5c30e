// The score: everybody with their points, what they show, and who looks through their eyes.

import { h } from "/kit/dom.js";
import { face, icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { points } from "../games.js";
import { inviteButton } from "./invite.js";

/** ``out(name)`` asks before a phone is signed out. */
export function seatStrip(s, send, out) {
  const scores = points(s);
  return h(
    `ul.seatlist${s.players.length > 5 ? ".many" : ""}`,
    { "aria-label": t("scores") },
    s.players.map((p, k) => seat(s, k, p, scores[k] ?? 0, send, out)),
  );
}

function seat(s, k, p, score, send, out) {
  const showing = s.showing[p.name];
  const state = [
    s.actors.includes(k) && s.actors.length < s.players.length ? ".turn" : "",
    s.seat === k && !p.bot ? ".here" : "",
    s.over?.winners.includes(k) ? ".won" : "",
    showing ? ".shows-now" : "",
    p.name.length > 16 ? ".longname" : "",
    left(s, p) ? ".away" : "",
  ].join("");
  return h(
    `li.seat.seat-${k}${state}`,
    { "data-k": `seat${k}`, "data-seat": k },
    h("span.portrait", {}, face(showing ?? "calm", false)),
    h(
      "span.who",
      {},
      h("span.name", {}, p.name),
      showing ? h("span.showing", {}, t(`signal.${showing}`)) : null,
      left(s, p) ? h("span.showing", { role: "status" }, t("lobby.away")) : null,
      s.view.dealer === k && !showing ? h("span.quiet-text", {}, t("deals")) : null,
    ),
    h("span.score", {}, String(score)),
    h("span.seatmenu", {}, menu(s, k, p, send, out)),
  );
}

/** Whether somebody's phone has left: it comes back by the code. */
const left = (s, p) => !p.bot && (s.away ?? []).includes(p.name);

function menu(s, k, p, send, out) {
  if (p.bot) return h("span.quiet-text", {}, t("bot"));
  const invite = s.lan ? inviteButton(`phone${k}`, k, p.name, send) : null;
  if (s.phones.includes(p.name) && left(s, p) && invite) return invite;
  if (s.phones.includes(p.name))
    return h(
      "button.ghost.on",
      {
        type: "button",
        "data-k": `off${k}`,
        "aria-label": t("phone-off", { name: p.name }),
        onclick: () => out(p.name),
      },
      icon("phone"),
    );
  const here = s.seat === k;
  const look = h(
    "button.ghost",
    {
      type: "button",
      "data-k": `as${k}`,
      "data-as": k,
      "aria-pressed": here ? "true" : "false",
      "aria-label": here ? t("look-table") : t("look-as", { name: p.name }),
      onclick: () => send({ do: "sit", seat: here ? null : k }),
    },
    icon("eye"),
  );
  return [s.view.cards === "physical" || s.view.pieces === "physical" ? null : look, invite];
}
