// Joining without a QR code: the short code that the laptop shows, and the own name.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** The form; ``me.names``: who may still join, where the server says so. */
export function joining(me) {
  const names = me.names ?? [];
  const error = h("p.note", { role: "alert" });
  const pick = names.length
    ? h(
        "select",
        { id: "joinname", "aria-label": t("join-name") },
        names.map(n => h("option", { value: n }, n)),
      )
    : null;
  const code = h("input", {
    id: "code",
    type: "text",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    maxlength: 12,
    "aria-label": t("join-code"),
    placeholder: t("join-code"),
  });
  const submit = async event => {
    event.preventDefault();
    const wish = { code: code.value.trim(), token: code.value.trim(), player: pick?.value };
    const answer = await fetch("/api/join", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
    });
    if (answer.ok) return location.reload();
    error.textContent = (await answer.json().catch(() => ({}))).error ?? t("line-off");
  };
  return h(
    "form.join",
    { "data-part": "join", onsubmit: submit },
    code,
    pick,
    h("button.primary", { type: "submit", id: "join" }, t("join")),
    error,
  );
}
