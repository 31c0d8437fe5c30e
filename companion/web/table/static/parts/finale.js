// The last page: who has won, the evening as a line, and a picture of it to print or keep, without anybody's face.

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { language, t } from "/kit/i18n.js";
import { now } from "../now.js";
import { nightLine, nightOf, praised } from "./evening.js";

const MEDALS = { 0: "wild_thing" };

export function finale(s) {
  const order = s.players.map((_, k) => k).sort((a, b) => (s.over.scores[b] ?? 0) - (s.over.scores[a] ?? 0));
  const night = nightOf(s);
  const { hands } = night;
  return h(
    "article.finale",
    { "data-part": "finale" },
    h("p.quiet-text", {}, `${s.title} · ${new Date().toLocaleDateString(language, { dateStyle: "long" })}`),
    h("h2.winner", {}, now(s)),
    h(
      "ol.podium",
      {},
      order.map((k, place) =>
        h(
          `li.place.seat-${k}${s.over.winners.includes(k) ? ".first" : ""}`,
          { "data-k": `place${k}` },
          face(s.over.winners.includes(k) ? "grin" : (MEDALS[place + 1] ?? "calm"), false),
          h("span.name", {}, s.players[k].name),
          h("b.score", {}, String(s.over.scores[k] ?? 0)),
          praised(night, s.players[k].name),
        ),
      ),
    ),
    hands.length > 1 ? nightLine(night) : null,
    hands.length
      ? h(
          "ol.handlist",
          {},
          hands.map(hand => line(hand, night)),
        )
      : null,
    h(
      "div.actions.noprint",
      {},
      h("button", { type: "button", "data-k": "print", onclick: () => print() }, t("print")),
      h(
        "button",
        { type: "button", "data-k": "picture", onclick: e => void picture(e.currentTarget.closest(".finale")) },
        t("keep-picture"),
      ),
    ),
  );
}

function line(hand, night) {
  const who = hand.winners.map(k => night.names[k]).join(", ");
  const title = night.games.length > 1 ? `${t(`game.${hand.game}`)} · ` : "";
  return h("li", {}, h("b", {}, title, t("hand-short", { n: hand.n })), " ", who, hand.why ? ` · ${hand.why}` : "");
}

const WIDE = 1200;

/** The page as a PNG, drawn on a canvas: names, points and the line; nobody's picture. */
async function picture(article) {
  const canvas = document.createElement("canvas");
  const places = [...article.querySelectorAll(".place")];
  const chart = article.querySelector(".linechart");
  [canvas.width, canvas.height] = [WIDE, 300 + 92 * places.length + (chart ? 560 : 0)];
  const g = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  const write = (text, x, y, size, weight, ink, align = "left") => {
    g.font = `${weight} ${size}px ${colour("--text")}`;
    g.fillStyle = ink;
    g.textAlign = align === "right" ? "right" : "left";
    g.fillText(text, x, y, WIDE - 120);
  };
  g.fillStyle = colour("--ground");
  g.fillRect(0, 0, canvas.width, canvas.height);
  write(article.querySelector(".quiet-text").textContent, 60, 90, 30, 500, colour("--soft"));
  write(article.querySelector(".winner").textContent, 60, 170, 64, 800, colour("--ink"));
  for (const [n, place] of places.entries()) {
    const y = 270 + 92 * n;
    await draw(g, place.querySelector("svg"), 60, y - 56, 72, 72);
    write(place.querySelector(".name").textContent, 160, y, 42, 600, colour("--ink"));
    write(place.querySelector(".score").textContent, WIDE - 60, y, 52, 800, colour("--ink"), "right");
  }
  if (chart) await draw(g, chart, 60, 290 + 92 * places.length, WIDE - 120, 480);
  const blob = await new Promise(resolve => canvas.toBlob(resolve, "image/png"));
  const link = h("a", { href: URL.createObjectURL(blob), download: "companion.png" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** An SVG of this page on a canvas: its colours are made plain first, since a picture knows no page. */
async function draw(g, svg, x, y, wide, high) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map(root => [root, ...root.querySelectorAll("*")]);
  from.forEach((one, k) => {
    const style = getComputedStyle(one);
    for (const name of ["fill", "stroke", "font-family"]) to[k].setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", wide);
  copy.setAttribute("height", high);
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {});
  g.drawImage(image, x, y, wide, high);
  URL.revokeObjectURL(url);
}
