// The door for phones: what it opens, to whom, and how it closes again.

import { addresses } from "/kit/addresses.js";
import { h } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { fingerprint, shortCode } from "./invite.js";

/** The button that opens the door, with what it opens. ``wish``: the new game whose seats phones take, if any. */
export const letPhonesIn = (send, wish = () => null) =>
  h(
    "section.phonedoor",
    { "data-part": "phone-door", "aria-label": t("phones-in") },
    h(
      "button.letin",
      {
        type: "button",
        "data-k": "phones-in",
        "data-phones": "in",
        onclick: () => send({ do: "phones", on: true, wish: wish() }),
      },
      icon("phone"),
      t("phones-in"),
    ),
    h("p.note", {}, t("phones-what")),
  );

/** That the door is open, to whom, and the button that closes it. */
export const phonesAreIn = (state, send, after = () => {}) =>
  h(
    "section.phonedoor.open",
    { "data-part": "phone-door", "aria-label": t("phones-in") },
    h("p.note", {}, t("phones-open", { address: state.lan })),
    h(
      "button.ghost",
      {
        type: "button",
        "data-k": "phones-out",
        "data-phones": "out",
        onclick: () => {
          send({ do: "phones", on: false });
          after();
        },
      },
      t("phones-out"),
    ),
  );

/** (title, inside) of the dialog during a game: the way in for every seat, or the button that opens it. */
export function doorDialog(state, send, close, message = null) {
  if (!state.lan) return [t("phones-in"), letPhonesIn(send)];
  return [
    t("phones-title"),
    [
      message && [
        h("img.qr", { src: message.svg, alt: t("lobby.scan") }),
        h("p", {}, t("phones-join")),
        shortCode(message.address, message.code),
        addresses(state, send, () => send({ do: "invite" })),
      ],
      fingerprint(state),
      phonesAreIn(state, send, close),
    ],
  ];
}
