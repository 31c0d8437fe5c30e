// What is asked, with its answers as buttons right under it: one component for every question of every game.

import { h, inUse, part } from "/kit/dom.js";
import { die } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { sounds } from "/kit/sounds.js";
import { meant } from "../boards/common.js";
import { tableButtons } from "../games.js";

const LONG = 18; // letters of an answer that needs a row of its own on a phone
const ANSWERS = 12; // of the table's own actions that are shown as one question

/** What is asked of this page: the first as one card, the others as a number on its edge. ``heard``: what was said. */
export function questions(asked, send, heard = null) {
  if (!asked.length) return heard ? heardAlone(heard, send) : [];
  return question(asked[0], send, asked.length - 1, heard?.question === asked[0].id ? heard : null);
}

/** What was said where no card asks for it: a move. */
const heardAlone = (heard, send) =>
  h("section.question.spoken", { "data-k": "heard", role: "group" }, said(heard, send));

/** What was heard stands over the answers, with the button that stops it. */
function said(heard, send) {
  return h(
    "div.heard",
    { "data-heard": heard.sure ? "taken" : "asked", "data-k": "heard-line" },
    h("p", { role: "status", "aria-live": "assertive" }, heard.text),
    heard.sure ? null : h("p.note", {}, t("heard-asked")),
    h(
      "button.action",
      { type: "button", id: "misheard", "data-k": "misheard", onclick: () => send({ do: "misheard" }) },
      t("misheard"),
    ),
  );
}

/** One question: {id, code, text, why, picture, answers}; ``more``: how many wait behind it. */
export function question(q, send, more = 0, heard = null) {
  return h(
    "section.question",
    {
      "data-k": `q${q.id}`,
      "data-question": q.id,
      "data-code": q.code,
      role: "group",
      tabindex: -1,
      "aria-label": q.text,
    },
    more ? h("span.behind", { role: "note", "aria-label": t("questions-more", { n: more }) }, `+${more}`) : null,
    q.picture ? h("img.about", { src: q.picture, alt: "" }) : null,
    h("p.asked", { role: "status" }, q.text),
    q.why ? h("p.why", {}, q.why) : null,
    heard ? said(heard, send) : null,
    h(
      "div.answers",
      {},
      q.answers.map(a => (a.kind === "other" ? other(q, a, send) : answer(q, a, send, heard?.answers.includes(a.id)))),
    ),
  );
}

/** On the laptop a card that has just come is heard, and gets the focus unless somebody uses something else. */
export function ask(place, asked, send, heard = null) {
  const before = place.querySelector(".question")?.dataset.question;
  part(place, [asked[0], asked.length, heard], () => questions(asked, send, heard));
  if (!asked.length || asked[0].id === before) return;
  sounds.play("ask");
  const card = place.querySelector(".question");
  if (!inUse()) card.focus({ preventScroll: true });
}

/** A digit for the answer at that place, while the card has the focus. */
export function chosen(event, place) {
  const answers = place.contains(document.activeElement) ? [...place.querySelectorAll("button.answer")] : [];
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return false;
  const button = answers[Number(event.key) - 1];
  button?.click();
  return !!button;
}

function answer(q, a, send, heard = false) {
  const kind = { yes: ".primary", no: ".no" }[a.kind] ?? "";
  return h(
    `button.answer${kind}${a.text.length > LONG ? ".long" : ""}${heard ? ".meant" : ""}`,
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
