// Joining without a QR code: the short code that the laptop shows, then the own name.

import { h, part } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { LONGEST, NAME } from "./setup/asks.js";

/** A field for the own name, and the button that takes it. ``take(name)`` gets what was typed. */
export function nameForm(take, button) {
  const field = h("input", {
    type: "text",
    "data-k": "myname",
    "data-myname": "",
    autocomplete: "given-name",
    autocapitalize: "words",
    maxlength: LONGEST,
    required: true,
    pattern: NAME,
    title: t("name-needed"),
    "aria-label": t("join-my-name"),
    placeholder: t("join-my-name"),
  });
  const submit = event => {
    event.preventDefault();
    take(field.value.trim());
  };
  return h(
    "form.myname",
    { "data-k": "mynameform", onsubmit: submit },
    field,
    h("button.primary", { type: "submit", "data-take": "" }, button),
  );
}

/** The form: the code first, then who one is. ``known``: the code that the scanned address carried. */
export function joining(known = "") {
  const error = h("p.note", { role: "alert" });
  const names = h("div.answers.joinnames");
  const typing = h("form.join");
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
    typing.hidden = !!told; // the code is good: the name is what is left to say
    part(names, [told], () =>
      told
        ? [
            h("p.asked", {}, t(told.names.length || told.types ? "join-name" : "lobby.full")),
            told.types ? nameForm(name => void pick(name), t("join-in")) : null,
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
  typing.append(code, h("button.primary", { type: "submit", id: "join" }, t("join")));
  typing.onsubmit = submit;
  return h("div.joining", { "data-part": "join" }, typing, error, names);
}
