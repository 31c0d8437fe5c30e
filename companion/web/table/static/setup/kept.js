// The games that are kept on this machine.

import { h } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";

export function keptGames(setup) {
  if (!setup.kept.length) return null;
  return h(
    "section.keptgames",
    {},
    h("h2", {}, t("kept")),
    h(
      "ul.kept",
      {},
      setup.kept.map(one => row(setup, one)),
    ),
  );
}

const WEEK = 6 * 24 * 3600 * 1000;

/** "Monday 20:15", before this week with the date; "" where a file has another name than ours. */
function when(name) {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)/.exec(name) ?? [];
  if (!day) return "";
  const at = new Date(`${day}T${hour}:${minute}`);
  const near = Date.now() - at.getTime() < WEEK;
  const said = at.toLocaleDateString(language, near ? { weekday: "long" } : { dateStyle: "medium" });
  return `${said} ${hour}:${minute}`;
}

function row(setup, one) {
  const title = setup.games.find(g => g.name === one.game)?.title ?? one.game;
  const about = [when(one.name), title, (one.players ?? []).join(" ")].filter(Boolean).join(", ");
  const link = (kind, text) =>
    h("a.quiet", { href: `/api/export?name=${encodeURIComponent(one.name)}&kind=${kind}`, download: "" }, text);
  const send = (what, name, more = {}) => setup.line.send({ do: what, name, ...more });
  const goOn = () => (one.phones && setup.lan ? send("lobby", one.name, { act: "open" }) : send("resume", one.name));
  return h(
    "li",
    { "data-k": one.name },
    h("span.grow", {}, h("b", {}, about)),
    h("button.action", { type: "button", "data-k": "go on", onclick: goOn }, t("resume-game")),
    h("button", { type: "button", onclick: () => setup.replay(one.name) }, t("replay")),
    h(
      "details.exports",
      { "data-k": `x ${one.name}` },
      h("summary.ghost", {}, t("more")),
      h(
        "div.bar",
        {},
        link("record", t("export")),
        link("jsonl", "JSON"),
        link("csv", "CSV"),
        h(
          "button.no",
          {
            type: "button",
            "aria-label": `${t("delete")}: ${about}`,
            onclick: () => confirm(t("delete-sure")) && send("delete", one.name),
          },
          t("delete"),
        ),
      ),
    ),
  );
}
