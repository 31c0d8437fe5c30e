// Which of this machine's addresses phones and screens call, where it has several.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** Whether the address is this machine's own alone: it is in no network. */
const isUnreachable = address => new URL(address).hostname === "127.0.0.1";

/**
 * Where this machine has several addresses: which of them phones call; where it is in no network: that none is reached.
 * ``after``: asks for what shows it anew.
 */
export const addresses = (state, send, after = () => {}) =>
  state?.lan && isUnreachable(state.lan)
    ? h("p.note", {}, t("no-network"))
    : (state?.lans?.length ?? 0) > 1
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
