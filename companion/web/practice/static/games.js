// What some drills add: the hand of frenzy, the strip of the victory speech, the dice.

import { h, sentence } from "/kit/dom.js";
import { die, face, gem } from "/kit/glyphs.js";
import { language, t } from "/kit/i18n.js";
import { throwHints, throwPicture } from "/kit/throw.js";
import { w } from "./words.js";

/** The drill's own part of the page. */
export function table(drill, send, dark) {
  if (drill.frenzy) return frenzy(drill.frenzy, drill.done, send);
  if (drill.poker) return poker(drill.poker);
  if (drill.dice) return dice(drill, send, dark);
  return null;
}

/** A key for the drill's own part; whether it meant something. */
export function play(drill, key, send) {
  if (drill?.dice && (/^[1-6]$/.test(key) || ["Enter", "Tab", "-", " "].includes(key))) {
    if (!drill.dice.values.length && !/^[1-6]$/.test(key)) return false;
    send({ do: "key", key: { Enter: "\r", Tab: "\t" }[key] ?? key });
    return true;
  }
  if (drill?.frenzy && /^[1-9]$/.test(key)) {
    const suit = Object.keys(drill.frenzy.hand)[Number(key) - 1];
    if (suit) send({ do: "pick", suit: suit === drill.frenzy.pick ? null : suit });
    return !!suit;
  }
  return false;
}

function frenzy(f, done, send) {
  return [
    h(
      "p.clock",
      { id: "clock", role: "timer" },
      w("seconds", { n: f.left }),
      "   ",
      h("span.quiet-text", {}, w("trades", { n: f.trades })),
    ),
    h("h2", {}, w("bots")),
    h(
      "div.shows",
      { id: "bots" },
      f.bots.length
        ? f.bots.map(b =>
            h(
              "div.show.on",
              {},
              h("span", {}, b.name),
              h("span.big", {}, String(b.shown)),
              face(b.signal, false),
              h("span", {}, b.says),
            ),
          )
        : h("p.note", {}, w("nobody")),
    ),
    h("h2", {}, w("hand")),
    h(
      "div.suits",
      { id: "hand" },
      Object.entries(f.hand).map(([suit, n], k) =>
        h(
          `button.suit.gem-${suit}`,
          {
            type: "button",
            "data-k": suit,
            disabled: done || !n,
            "aria-pressed": String(f.pick === suit),
            onclick: () => send({ do: "pick", suit: f.pick === suit ? null : suit }),
          },
          gem(suit),
          h("b", {}, t(`gem.${suit}`)),
          h("span.count", {}, String(n)),
          h("span.quiet-text", {}, String(k + 1)),
        ),
      ),
    ),
  ];
}

function poker(p) {
  const line = h("progress", { max: p.seconds, value: p.told, "aria-label": w("seconds", { n: p.told }) });
  if (!p.strip) return line;
  return [
    h("h2", {}, w("strip")),
    h(
      "ol.strip",
      { id: "strip" },
      p.strip.map(shot => {
        const teeth = shot.teeth === null ? null : Math.round(shot.teeth * 100);
        const at = shot.at.toFixed(1);
        const text = teeth === null ? w("strip-unseen", { at }) : w("strip-at", { at, teeth });
        return h(
          teeth >= 50 ? "li.teeth" : "li",
          {},
          shot.src ? h("img", { src: shot.src, alt: text, width: 64, height: 64 }) : null,
          h("small", {}, text),
        );
      }),
    ),
  ];
}

function dice(drill, send, dark) {
  const { values, marked, why, thrown, came } = drill.dice;
  if (drill.done)
    return [
      h(
        "ul.came",
        { id: "came" },
        came.map(text => h("li", {}, sentence(text))),
      ),
      card(drill, dark),
    ];
  const key = k => send({ do: "key", key: k });
  const mark = n => {
    for (let k = (n - marked + values.length) % values.length; k > 0; k -= 1) key("\t");
  };
  const seen = thrown && { ...thrown, dice: thrown.dice.map((d, k) => ({ ...d, value: values[k] })) };
  return [
    seen ? throwPicture(seen, marked, mark) : null,
    seen ? throwHints(seen) : null,
    h(
      "div.reading",
      { id: "reading" },
      values.map((v, k) =>
        h(
          "button.die",
          {
            type: "button",
            "data-k": `d${k}`,
            "aria-pressed": String(k === marked),
            "aria-label": w("dice-die", { n: k + 1, value: v || "?" }),
            onclick: () => mark(k),
          },
          die(v),
        ),
      ),
    ),
    h("p", {}, values.length ? w("dice-right") : w("dice-throw"), why ? ` (${why})` : ""),
    h(
      "div.bar",
      {},
      [1, 2, 3, 4, 5, 6].map(n =>
        h(
          "button",
          {
            type: "button",
            "data-k": `v${n}`,
            "data-value": n,
            disabled: !values.length,
            onclick: () => key(String(n)),
          },
          String(n),
        ),
      ),
      h(
        "button.primary",
        {
          type: "button",
          "data-k": "ok",
          id: "right",
          disabled: !values.length || values.includes(0),
          onclick: () => key("\r"),
        },
        w("dice-ok"),
      ),
      h(
        "button",
        { type: "button", "data-k": "drop", disabled: !values.length, onclick: () => key("-") },
        w("dice-drop"),
      ),
    ),
    card(drill, dark),
  ];
}

/** What the reader was worth so far, over all throws of whoever practises. */
function card(drill, dark) {
  return [
    h("h2", {}, w("dice-card")),
    h("p", { id: "card" }, drill.card.text),
    drill.card.chart
      ? h("img.chart", {
          src: `/chart/dice?dark=${dark() ? 1 : 0}&n=${drill.card.throws}&lang=${language}`,
          alt: w("dice-chart"),
        })
      : null,
    h("p.note", {}, drill.card.more),
  ];
}
