// For a screen without a link: the short code that the organiser shows.

import { h } from "/kit/dom.js";
import { w } from "./words.js";

async function ask(body) {
  const answer = await fetch("/api/code", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { ok: answer.status === 200, value: await answer.json().catch(() => ({})) };
}

/** The form; ``error``: why the link that was opened did not open. */
export function entrance(error) {
  const input = h("input", { id: "code", inputmode: "numeric", autocomplete: "off", "aria-label": w("code") });
  const told = h("p", { role: "status" }, error || w("closed"));
  const join = async event => {
    event.preventDefault();
    const names = await ask({ code: input.value });
    const joined = names.ok ? await ask({ code: input.value, player: names.value.names?.[0] ?? "" }) : names;
    if (joined.ok) location.replace("/");
    else told.textContent = joined.value.error ?? "";
  };
  return h(
    "main.centre",
    {},
    h("h1", {}, "companion"),
    told,
    h("form.bar", { onsubmit: join }, h("label", {}, w("code"), " ", input), h("button.primary", {}, w("join"))),
  );
}
