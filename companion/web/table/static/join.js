// Joining without a QR code: the short code that the laptop shows, then the own name.

import { h, part } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

/** The form: the code first, then who one is. ``known``: the code that the scanned address carried. */
export function joining(known = "") {
  const error = h("p.note", { role: "alert" });
  const names = h("div.answers.joinnames");
  const code = h("input", {
    id: "code",
    type: "text",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    maxlength: 12,
    "aria-label": t("join-code"),
    placeholder: t("join-code"),
    value: known,
  });
  const ask = async player => {
    const answer = await fetch("/api/code", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: code.value.trim(), ...(player ? { player } : {}) }),
    }).catch(() => null);
    const told = (await answer?.json().catch(() => null)) ?? {};
    error.textContent = answer?.ok ? "" : (told.error ?? t("line-off"));
    return answer?.ok ? told : null;
  };
  const pick = async name => {
    if (await ask(name)) return location.reload();
    const why = error.textContent;
    await look(); // somebody else was faster
    error.textContent = why;
  };
  const look = async () => {
    const told = await ask("");
    part(names, [told], () =>
      told
        ? [
            h("p.asked", {}, t("join-name")),
            told.names.map((name, k) =>
              h(
                `button.answer.seat-${k}`,
                { type: "button", "data-join": name, onclick: () => void pick(name) },
                face("calm", false),
                name,
              ),
            ),
          ]
        : [],
    );
  };
  if (known) void look();
  const submit = event => {
    event.preventDefault();
    void look();
  };
  return h(
    "div.joining",
    { "data-part": "join" },
    h("form.join", { onsubmit: submit }, code, h("button.primary", { type: "submit", id: "join" }, t("join"))),
    error,
    names,
  );
}
