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
  flag: (_, value, set) => h("input", { type: "checkbox", checked: value, onchange: e => set(e.target.checked) }),
  choice: (option, value, set) =>
    h(
      "select",
      { onchange: e => set(e.target.value) },
      option.choices.map(c => h("option", { value: c, selected: c === value }, c)),
    ),
  whole: (option, value, set) => typed("number", value, set, Number, { min: option.low, max: option.high }),
  list: (_, value, set) => typed("text", value?.join(", "), set, text => text.split(/[\s,]+/).filter(Boolean)),
  seat: (_, value, set) => typed("text", value, set, text => (/^\d+$/.test(text) ? Number(text) : text)),
  text: (_, value, set) => typed("text", value, set, text => text),
};

/** One option of the game; ``values`` gets what is chosen. */
export function control(option, values) {
  const { name, kind, help } = option;
  const value = values[name] ?? option.default;
  const set = v => {
    values[name] = v;
  };
  const text = h("span", {}, name.replaceAll("_", " "));
  const told = h("small", {}, help);
  if (kind === "table") {
    const all = { ...value };
    const one = ([key, number]) =>
      h(
        "label",
        {},
        t(`gem.${key}`),
        h("input", {
          type: "number",
          value: number,
          min: option.low,
          max: option.high,
          onchange: e => set(Object.assign(all, { [key]: Number(e.target.value) })),
        }),
      );
    return h("div.option", {}, text, h("span.many", {}, Object.entries(all).map(one)), told);
  }
  return h("label.option", {}, text, FIELDS[kind](option, value, set), told);
}
