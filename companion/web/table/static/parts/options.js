// The form of a game's options, one control for each kind.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** A control for each kind of option; one whose default is worked out is left out while it is empty. */
const typed = (type, value, set, read, more = {}) =>
  h("input", {
    type,
    value: value ?? "",
    ...more,
    onchange: e => set(e.target.value.trim() ? read(e.target.value.trim()) : undefined),
  });

const FIELDS = {
  flag: (option, value, set) =>
    h("input", { type: "checkbox", checked: !!value, ...named(option), onchange: e => set(e.target.checked) }),
  choice: (option, value, set) =>
    h(
      "select",
      { value, ...named(option), onchange: e => set(e.target.value) },
      option.choices.map(c => h("option", { value: c }, option.labels?.[c] ?? c)),
    ),
  whole: (option, value, set) =>
    typed("number", value, set, Number, { min: option.low, max: option.high, ...named(option) }),
  seat: (option, value, set, names) =>
    h(
      "select",
      { value: String(value ?? ""), ...named(option), onchange: e => set(Number(e.target.value)) },
      names.map((name, seat) => h("option", { value: String(seat) }, name)),
    ),
  text: (option, value, set) => typed("text", value, set, text => text, named(option)),
};

const named = option => ({ "data-k": `option ${option.name}`, "data-option": option.name });

/** One option of the game; ``set`` gets what is chosen; ``names``: the players. */
export function control(option, value, set, names) {
  const { name, kind, help } = option;
  const text = h("span.optionname", {}, option.text ?? name.replaceAll("_", " "));
  const told = h("small", {}, help, " ", usual(option, value, set, names));
  const key = { "data-k": `row ${name}` };
  const many = kind === "table" ? table(option, value, set) : kind === "list" ? list(option, value, set, names) : null;
  if (many) return h("div.option", key, text, h("span.many", {}, many), told);
  return h("div.option", key, h("label", {}, text, FIELDS[kind](option, value, set, names)), told);
}

/** The way back to what is usual, where something else was chosen. */
function usual({ name, kind, default: own, labels }, value, set, names) {
  if (own === null || value === own || typeof own === "object" || kind === "flag") return null;
  const text = kind === "seat" ? names[own] : (labels?.[own] ?? String(own));
  const back = { type: "button", "data-k": `usual ${name}`, "data-usual": name, onclick: () => set(own) };
  return h("button.ghost", back, t("usual", { value: text }));
}

/** Some of the choices, at first as many as players. */
function list(option, value, set, names) {
  const chosen = value ?? option.choices.slice(0, names.length);
  const turn = (one, on) => set(option.choices.filter(c => (c === one ? on : chosen.includes(c))));
  return option.choices.map(one =>
    h(
      "label",
      { "data-k": one },
      option.labels?.[one] ?? one,
      h("input", {
        type: "checkbox",
        checked: chosen.includes(one),
        "data-k": `${option.name} ${one}`,
        onchange: e => turn(one, e.target.checked),
      }),
    ),
  );
}

function table(option, value, set) {
  return Object.entries(value).map(([key, number]) =>
    h(
      "label",
      { "data-k": key },
      option.labels?.[key] ?? key,
      h("input", {
        type: "number",
        value: number,
        min: option.low,
        max: option.high,
        "data-k": `${option.name} ${key}`,
        onchange: e => set({ ...value, [key]: Number(e.target.value) }),
      }),
    ),
  );
}
