// A phone's way in: the QR code, the short code for one without a reader, and the way out.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** (title, inside) of the dialog for an invitation {player, svg, url, code}. */
export function invited(message, state) {
  return [
    t("phone-for", { name: message.player }),
    [
      h("img.qr", { src: message.svg, alt: message.url }),
      h("p", {}, t("scan", { name: message.player })),
      message.code
        ? [
            h("p", {}, t("or-code", { address: message.address ?? message.url.split("#")[0] })),
            h("p.shortcode", { id: "shortcode" }, message.code),
          ]
        : null,
      h("p.url", { id: "joinurl" }, message.url),
      state?.fingerprint ? h("details", {}, h("summary", {}, t("finger")), h("p.url", {}, state.fingerprint)) : null,
    ],
  ];
}

/** (title, inside) of the question before a phone is signed out. */
export function signOut(name, send) {
  const out = dialog => {
    send({ do: "expel", player: name });
    dialog.remove();
  };
  return [
    t("phone-off", { name }),
    h("button.primary", { type: "button", onclick: e => out(e.target.closest("dialog")) }, t("sign-out")),
  ];
}
