// What is asked, with its answers as buttons right under it: one component for every question of every game.

import { h } from "/kit/dom.js";
import { die } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { meant } from "../boards/common.js";
import { tableButtons } from "../games.js";

const LONG = 18; // letters of an answer that needs a row of its own on a phone
const ANSWERS = 12; // of the table's own actions that are shown as one question

/** Every open question that this page may answer, the oldest first and largest. */
export function questions(s, send) {
  return (s.questions ?? []).map((q, k) => question(q, send, k > 0));
}

/** One question: {id, code, text, why, answers}. */
export function question(q, send, later = false) {
  return h(
    `section.question${later ? ".later" : ""}`,
    { "data-k": `q${q.id}`, "data-question": q.id, "data-code": q.code, role: "group", "aria-label": q.text },
    h("p.asked", { role: "status" }, q.text),
    q.why ? h("p.why", {}, q.why) : null,
    h(
      "div.answers",
      {},
      q.answers.map(a => (a.kind === "other" ? other(q, a, send) : answer(q, a, send))),
    ),
  );
}

function answer(q, a, send) {
  const kind = { yes: ".primary", no: ".no" }[a.kind] ?? "";
  return h(
    `button.answer${kind}${a.text.length > LONG ? ".long" : ""}`,
    { type: "button", "data-k": `${q.id} ${a.id}`, "data-answer": a.id, onclick: () => send(a.do) },
    a.text,
  );
}

/** An answer in one's own words. */
function other(q, a, send) {
  const submit = event => {
    event.preventDefault();
    const field = event.currentTarget.elements.text;
    if (field.value.trim()) send({ ...a.do, text: field.value.trim() });
  };
  return h(
    "form.answerown",
    { "data-k": `${q.id} ${a.id}`, onsubmit: submit },
    h("input", {
      name: "text",
      "data-k": `${q.id} ${a.id} text`,
      "data-other": a.id,
      "aria-label": `${q.text} ${a.text}`,
      placeholder: a.text,
      autocomplete: "off",
    }),
    h("button", { type: "submit", "data-answer": a.id }, t("say")),
  );
}

/** What the table itself may decide now, where no question stands for it: few actions as buttons. */
export function tableActions(s, ctx, say) {
  const asked = meant(s);
  const own = s.tableLegal.filter(text => !asked.has(text));
  if (!own.length || ((s.questions ?? []).length && own.length > ANSWERS)) return null;
  return h(
    "section.question.tableask",
    { "data-k": "table", role: "group", "aria-label": t("table-says") },
    h("h2.sub", {}, t("table-says")),
    h("div.answers.tableacts", {}, tableButtons({ ...ctx, act: say }, own.slice(0, 40))),
  );
}

/** Dice that are due: rolled here, tapped as they lie, or accepted. ``rolled``: {values, redraw}. */
export function diceEntry(s, send, rolled) {
  const two = s.dice.count === 2 ? "duel" : "roll";
  const tap = v => {
    rolled.values = [...rolled.values, v].slice(-s.dice.count);
    rolled.redraw();
  };
  const done = () => {
    send({ do: "say", text: `${two} ${rolled.values.join(" ")}` });
    rolled.values = [];
  };
  return h(
    "section.diceentry",
    { "data-k": "dice-entry", role: "group", "aria-label": t("dice-type") },
    h(
      "button.action.primary",
      { type: "button", id: "roll", onclick: () => send({ do: "say", text: two }) },
      t("roll"),
    ),
    h("span.note", {}, t("dice-type")),
    h(
      "span.dicepad",
      {},
      [1, 2, 3, 4, 5, 6].map(v =>
        h(
          "button.die",
          { type: "button", "data-k": `die${v}`, "data-die": v, "aria-label": String(v), onclick: () => tap(v) },
          die(v),
        ),
      ),
    ),
    h("b.tapped", { "aria-live": "polite" }, rolled.values.map(die), h("span.unseen", {}, rolled.values.join(" "))),
    h(
      "button.action",
      { type: "button", "data-k": "dice", disabled: rolled.values.length !== s.dice.count, onclick: done },
      t("dice-set"),
    ),
  );
}
