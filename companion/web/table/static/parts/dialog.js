// A dialog over the laptop's page, one at a time.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

export function show(place, title, inside) {
  const shut = h("button.action", { type: "button", onclick: () => place.replaceChildren() }, t("close"));
  const box = h("dialog", { "aria-label": title }, h("h2", {}, title), inside, shut);
  place.replaceChildren(box);
  box.showModal();
}
