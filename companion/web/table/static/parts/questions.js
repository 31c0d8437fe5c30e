// What the table is asked: the dice, and whose a sound was.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** Dice that are due: rolled here, tapped as they lie, or accepted. ``rolled``: {values, redraw}. */
export function diceEntry(s, send, rolled) {
  const tap = v => {
    rolled.values = [...rolled.values, v].slice(-s.dice.count);
    rolled.redraw();
  };
  const done = () => {
    send({ do: "say", text: `${s.dice.count === 2 ? "duel" : "roll"} ${rolled.values.join(" ")}` });
    rolled.values = [];
  };
  return h(
    "section.diceentry",
    {},
    h(
      "button.action.primary",
      {
        type: "button",
        "data-k": "roll",
        id: "roll",
        onclick: () => send({ do: "say", text: s.dice.count === 2 ? "duel" : "roll" }),
      },
      t("roll"),
    ),
    h("span", {}, t("dice-type")),
    [1, 2, 3, 4, 5, 6].map(v =>
      h(
        "button.die",
        { type: "button", "data-k": `die${v}`, "data-die": v, "aria-label": String(v), onclick: () => tap(v) },
        "⚀⚁⚂⚃⚄⚅"[v - 1],
      ),
    ),
    h("b", {}, rolled.values.join(" ")),
    h(
      "button.action",
      { type: "button", "data-k": "dice", disabled: rolled.values.length !== s.dice.count, onclick: done },
      t("dice-set"),
    ),
    s.dice.lie.length
      ? h(
          "button.action",
          { type: "button", "data-k": "accept", onclick: () => send({ do: "say", text: "accept" }) },
          t("dice-accept", { dice: s.dice.lie.join(" ") }),
        )
      : null,
  );
}

/** Sounds that could be anybody's: whose were they? */
export function unclaimed(s, send) {
  const first = sound => [...s.players].sort((a, b) => rank(sound, a) - rank(sound, b));
  const rank = (sound, p) => (sound.candidates.includes(p.name) ? sound.candidates.indexOf(p.name) : 99);
  return s.unclaimed.map((sound, index) =>
    h(
      "div.whose",
      { role: "group", "aria-label": t("whose", { sound: t(`signal.${sound.name}`) }) },
      h("b", {}, t("whose", { sound: t(`signal.${sound.name}`) })),
      h(
        "span",
        {},
        sound.candidates.length ? t("candidates", { names: sound.candidates.join(", ") }) : t("candidates-none"),
      ),
      first(sound).map(p =>
        h("button.quiet", { type: "button", onclick: () => send({ do: "whose", index, player: p.name }) }, p.name),
      ),
      h("button.quiet", { type: "button", onclick: () => send({ do: "whose", index }) }, t("nobody")),
    ),
  );
}
