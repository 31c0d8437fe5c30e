// Which of this machine's addresses phones and screens call, where it has several.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** Where this machine has several addresses: which of them phones call. ``after``: asks for what shows it anew. */
export const addresses = (state, send, after = () => {}) =>
  (state?.lans?.length ?? 0) > 1
    ? h(
        "label.addresses",
        {},
        t("address"),
        h(
          "select",
          {
            "data-k": "address",
            value: state.lan,
            onchange: event => {
              send({ do: "address", base: event.target.value });
              after();
            },
          },
          state.lans.map(base => h("option", { value: base }, new URL(base).host)),
        ),
      )
    : null;
