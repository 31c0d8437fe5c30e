// The lobby: before a game on phones its seats fill, and everybody sees who is missing.

import { addresses } from "/kit/addresses.js";
import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { named, t } from "/kit/i18n.js";
import { keep } from "/kit/prefs.js";
import { nameForm } from "./join.js";
import { fingerprint, inviteButton, shortCode } from "./parts/invite.js";
import { phonesAreIn } from "./parts/phone_door.js";

/** What a seat is called: a number while its name is only a suggestion. */
const called = (one, seat) => (one.free && !one.bot && !one.phone ? t("seat-n", { n: seat + 1 }) : one.name);

/** The names of the seats that still wait for a phone. */
const waiting = seats =>
  seats.flatMap((one, seat) => (!one.bot && (!one.phone || one.away) ? [called(one, seat)] : []));

/** On the laptop: one code for all, the seats, and "Start" when all are in. */
export function lobby(state, send) {
  const { seats, title, code, address, svg, kept } = state.lobby;
  const ask = (act, more) => () => send({ do: "lobby", act, ...more });
  const missing = waiting(seats);
  const start = () => {
    keep("names", seats.flatMap(one => (one.bot || one.free ? [] : [one.name])).join("\n"));
    ask("start")();
  };
  const way = code
    ? [h("img.qr", { src: svg, alt: t("lobby.scan") }), h("p", {}, t("lobby.scan")), shortCode(address, code)]
    : [
        h("p", {}, t("lobby.closed")),
        h("button.primary", { type: "button", "data-k": "code", onclick: ask("code") }, t("lobby.open")),
      ];
  return h(
    "main.lobby",
    { "data-part": "lobby" },
    h(
      "header.setuphead",
      {},
      h("button.ghost", { type: "button", "data-k": "close", onclick: ask("close") }, `← ${t("back")}`),
      h("h1.grow", {}, t("lobby.title", { title })),
      h("div.notices", { "data-own": "" }),
    ),
    h(
      "section.way",
      { "aria-label": t("lobby.scan") },
      way,
      addresses(state, send),
      fingerprint(state),
      phonesAreIn(state, send),
    ),
    h(
      "section.arrivals",
      { "aria-label": t("ask-people") },
      h(
        "ul.lobbyseats",
        {},
        seats.map((one, k) => place(one, k, kept ? null : ask, send)),
      ),
      h(
        "p.missing",
        { role: "status", "aria-live": "polite" },
        missing.length ? t("lobby.missing", { names: named(missing) }) : t("lobby.all"),
      ),
      h(
        `button.start${missing.length ? ".quiet" : ".primary"}`,
        { type: "button", "data-k": "start", "data-start": "", onclick: start },
        missing.length
          ? t("lobby.without", { names: named(missing) })
          : kept
            ? t("resume-game")
            : t("start", { title }),
      ),
      missing.length ? h("p.note", {}, t("lobby.hands-here")) : null,
    ),
  );
}

/** "in", "away", "bot" or "empty". */
const stands = one => (one.bot ? "bot" : one.away ? "away" : one.phone ? "in" : "empty");

function place(one, seat, ask, send) {
  const how = stands(one);
  return h(
    `li.lobbyseat.seat-${seat}.${how}`,
    { "data-k": `place${seat}`, "data-place": seat, "data-how": how },
    h("span.portrait", {}, one.bot ? h("span.robot", {}, "⚙") : face(how === "in" ? "grin" : "calm", false)),
    h("span.who", {}, h("b", {}, called(one, seat)), h("span.quiet-text", {}, t(`lobby.${how}`))),
    how === "in" ? h("span.tick", { "aria-hidden": "true" }, "✓") : more(one, seat, ask, send),
  );
}

/** ``ask``: null where bots stay as they were. */
function more(one, seat, ask, send) {
  return [
    ask &&
      h(
        "button.ghost",
        {
          type: "button",
          "data-k": `bot${seat}`,
          "data-bot": seat,
          "aria-label": `${called(one, seat)}: ${t(one.bot ? "lobby.person" : "lobby.to-bot")}`,
          onclick: ask("bot", { seat, bot: !one.bot }),
        },
        t(one.bot ? "lobby.person" : "lobby.to-bot"),
      ),
    one.bot || one.free ? null : inviteButton(`own${seat}`, seat, one.name, send),
  ];
}

/** On a phone: that its seat is taken, which seats are free, and the own name to mend. */
export function seatOf({ title, seats, kept }, player, send) {
  const own = seats.findIndex(one => one.name === player && !one.bot);
  const free = seats.filter(one => !one.bot && !one.phone && !one.free);
  const missing = waiting(seats);
  const take = name => send({ do: "seat", player: name });
  const pick = [
    ...free.map(one =>
      h(
        `button.answer.seat-${seats.indexOf(one)}`,
        { type: "button", "data-k": one.name, "data-seat": one.name, onclick: () => take(one.name) },
        face("calm", false),
        one.name,
      ),
    ),
    own >= 0 && !kept ? nameForm(take, t("lobby.rename")) : null,
  ].filter(Boolean);
  if (own < 0)
    return [
      h("h2.turnline", {}, t(pick.length ? "join-name" : "lobby.full")),
      pick.length ? h("div.answers.joinnames", {}, pick) : null,
    ];
  return [
    h("p.note.idle", {}, face("grin", false), h("b", {}, t("lobby.you", { name: player }))),
    h("h2.turnline", {}, missing.length ? t("lobby.missing", { names: named(missing) }) : t("lobby.wait", { title })),
    pick.length
      ? h("details", { "data-k": "other" }, h("summary", {}, t("lobby.other")), h("div.answers.joinnames", {}, pick))
      : null,
  ];
}
