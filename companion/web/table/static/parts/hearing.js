// What a microphone hears now: its level, its likeliest sounds against their thresholds, speech that was understood.

import { h, part } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

const QUIET = 3000; // milliseconds without a level after which no microphone listens
const SPAN = 6; // logits of a sound bar on either side of the threshold

/** {root, level(message), speech(message)}; no message: nothing was said. */
export function hearing() {
  const meter = h("meter", {
    min: -70,
    max: 0,
    low: -45,
    high: -6,
    optimum: -20,
    value: -70,
    "aria-label": t("level"),
  });
  const top = h("span.tops");
  const heard = h("div.bar", { hidden: true }, meter, top);
  const said = h("p.note.said", { hidden: true });
  let quiet = 0;
  const off = () => {
    clearTimeout(quiet);
    heard.hidden = said.hidden = true;
  };
  return {
    root: h("div.hearing", {}, heard, said),
    level(message) {
      clearTimeout(quiet);
      quiet = setTimeout(off, QUIET);
      heard.hidden = false;
      meter.value = message.level;
      part(top, message.top, () => message.top.map(([name, v, on]) => soundBar(name, v, on)));
    },
    /** The microphone is off: nothing that it heard stays. */
    off,
    speech(message) {
      said.hidden = !message;
      if (!message) return;
      said.textContent =
        message.kind === "other" ? t("heard-other") : t(message.player ? "heard-from" : "heard", spoken(message));
    },
  };
}

const spoken = message => ({ text: message.text, name: message.player });

function soundBar(name, value, on) {
  const share = Math.max(0, Math.min(1, (value - on + SPAN) / (2 * SPAN)));
  return h(
    `span.soundbar${value >= on ? ".over" : ""}`,
    { role: "img", "aria-label": `${t(`signal.${name}`)} ${value} / ${on}` },
    h("span.fill", { style: { "--share": String(share) } }),
    h("span.mark"),
    h("span.word", {}, t(`signal.${name}`)),
  );
}
