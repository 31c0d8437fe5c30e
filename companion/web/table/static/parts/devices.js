// The buttons of camera and microphone under the stage.

import { h } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { named, t } from "/kit/i18n.js";
import { machines } from "./machines.js";

/** What to say when the browser gives no camera or microphone. */
export function mediaTrouble(error) {
  if (!navigator.mediaDevices) return t("camera-secure");
  if (error?.name === "NotAllowedError" || error?.name === "SecurityError") return t("camera-refused");
  if (error?.name === "refused") return error.message;
  return t("camera-missing");
}

/** Whose phones watch, where this laptop's camera is off; without any, what to do instead. */
function watching(s) {
  const names = (s.sources ?? []).filter(one => one.kind === "camera" && !one.trouble).map(one => one.name);
  const phones = names.filter(name => name.startsWith("phone ")).map(name => name.slice(6));
  if (phones.length) return t("phone-watches", { names: named(phones) });
  return Object.keys(s.signals ?? {}).length ? t("camera-none") : t("camera-none-dice");
}

/** What watches and listens, on and off; ``sight`` has the devices. */
export function deviceBar(sight) {
  const { owned } = sight;
  const troubles = (sight.state.sources ?? [])
    .filter(s => s.trouble)
    .map(s => h("p.lamp.off", { role: "alert" }, s.trouble));
  const pick =
    sight.devices.length > 1
      ? h(
          "select",
          {
            "aria-label": t("device"),
            "data-k": "device",
            value: sight.chosen,
            onchange: e => sight.use(e.target.value),
          },
          sight.devices.map(d => h("option", { value: d.deviceId }, d.label || t("camera"))),
        )
      : null;
  return [
    owned || sight.camera || !sight.state.sees ? null : h("p.note", {}, watching(sight.state)),
    troubles,
    owned || !sight.state.sees
      ? null
      : h(
          `button.ghost${sight.camera ? ".on" : ""}`,
          { type: "button", id: "camera", onclick: () => sight.toggleCamera() },
          icon("camera"),
          h("span", {}, t(sight.camera ? "camera-off" : "camera-on")),
        ),
    pick,
    sight.state.hears
      ? h(
          `button.ghost${sight.mic ? ".on" : ""}`,
          { type: "button", id: "microphone", onclick: () => sight.toggleMic() },
          icon("mic"),
          h("span", {}, t(sight.mic ? "mic-off" : "mic-on")),
        )
      : null,
    machines(sight.machine, sight.state, sight.send, () => sight.list()),
  ];
}
