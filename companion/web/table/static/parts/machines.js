// Cameras and microphones that Python opens by itself: the stage is the preview.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** ``machine``: {cameras, microphones} or null; ``list`` asks for them. */
export function machines(machine, state, send, list) {
  const choose = (kind, devices) =>
    h(
      "label",
      {},
      t(kind === "camera" ? "camera" : "level"),
      " ",
      h(
        "select",
        {
          "data-k": `own-${kind}`,
          value: state.owned?.[kind] ?? "",
          onchange: e => send({ do: "source", kind, spec: e.target.value }),
        },
        h("option", { value: "" }, t("device-none")),
        devices.map(d => h("option", { value: d.spec }, d.name || t("default"))),
      ),
    );
  const none = machine && machine.cameras.length + machine.microphones.length === 0;
  return h(
    "details.machine",
    { "data-k": "machine-box", ontoggle: e => e.target.open && list() },
    h("summary.ghost", { "data-k": "machine" }, t("device-machine")),
    none ? h("p.note", {}, t("device-missing")) : null,
    machine && !none
      ? h(
          "div.bar",
          {},
          choose("camera", machine.cameras),
          state.hears ? choose("microphone", machine.microphones) : null,
        )
      : null,
  );
}
