// A phone's way in: the QR code, the short code for one without a reader, and the way out.

import { addresses } from "/kit/addresses.js";
import { h } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { warningSteps } from "./warnings.js";

/** (title, inside) of the dialog for an invitation {player, svg, url, code}. */
export function invited(message, state, send) {
  return [
    t("phone-for", { name: message.player }),
    [
      h("img.qr", { src: message.svg, alt: message.url }),
      h("p", {}, t("scan", { name: message.player })),
      message.code ? shortCode(message.address ?? message.url.split("#")[0], message.code) : null,
      h("p.url", { id: "joinurl" }, message.url),
      addresses(state, send, () => send({ do: "invite", player: message.player })),
      fingerprint(state),
    ],
  ];
}

/** The button that asks for a QR code of one seat. */
export const inviteButton = (key, seat, name, send) =>
  h(
    "button.ghost",
    {
      type: "button",
      "data-k": key,
      "data-phone": seat,
      "aria-label": t("phone-for", { name }),
      onclick: () => send({ do: "invite", player: name }),
    },
    icon("phone"),
  );

/** Where the short code is typed, and the code, large. */
export const shortCode = (address, code) => [
  h("p", {}, t("or-code", { address })),
  h("p.shortcode", { id: "shortcode", "aria-label": [...code].join(" ") }, `${code.slice(0, 3)} ${code.slice(3)}`),
];

export const fingerprint = state =>
  state?.fingerprint
    ? h(
        "details",
        { "data-k": "finger" },
        h("summary", {}, t("finger")),
        warningSteps(),
        h("p", {}, t("finger-is")),
        h("p.url", {}, state.fingerprint),
      )
    : null;

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
