// "What it sees and hears", for the curious: each person's five likeliest signals of the moment against their
// thresholds, which a slider moves, and the sound as a small spectrogram.

import { h, part } from "/kit/dom.js";
import { decimal, t } from "/kit/i18n.js";

const WIDE = 240; // columns of sound that are shown
const FULL = 1.6; // how far beyond its threshold a bar reaches
const [LOW, HIGH] = [0.25, 4]; // how far a threshold may be moved, times the usual one

export class Glimpse {
  constructor(send) {
    this.send = send;
    this.open = false;
    this.cameras = new Map();
    this.ears = new Map();
    this.people = h("div.people");
    this.heard = h("div.people");
    this.sound = h("canvas.spectrogram", { role: "img", "aria-label": t("spectrogram"), hidden: true });
    this.root = h(
      "section.glimpse",
      { hidden: true, "data-part": "glimpse", "aria-label": t("glimpse") },
      h("h2.sub", {}, t("glimpse")),
      this.people,
      this.heard,
      this.sound,
    );
  }

  turn() {
    this.open = !this.open;
    this.root.hidden = !this.open;
    this.send({ do: "glimpse", on: this.open });
    if (this.open) return;
    this.cameras.clear();
    this.ears.clear();
    for (const box of [this.people, this.heard]) part(box, [], () => []);
  }

  update(state) {
    if (this.game && this.game !== state.game && this.open) this.send({ do: "glimpse", on: true });
    this.game = state.game;
  }

  /** From each camera its people, from each microphone what it heard and one more column of sound. */
  hear(message) {
    if (!this.open) return;
    if (message.people) this.cameras.set(message.camera, message.people);
    if (message.heard) this.ears.set(message.player ?? "", { player: message.player, signals: message.heard });
    const seen = [...this.cameras.values()].flat();
    part(this.people, seen, () => seen.map(p => this.person(p)));
    const ears = [...this.ears.values()].filter(e => e.signals.length);
    part(this.heard, ears, () => ears.map(e => this.person(e)));
    if (message.spectrogram) this.column(message.spectrogram);
  }

  person(p) {
    const key = `${p.player ?? p.face ?? ""}`;
    return h(
      "div.sensed",
      { "data-k": `glimpse ${key}` },
      h("h3", {}, p.player ?? t("face-unknown")),
      p.signals.slice(0, 5).map(signal => this.signal(p.player, signal)),
    );
  }

  signal(player, { id, text, score, threshold, usual }) {
    const high = Math.max(Math.abs(threshold), Math.abs(usual ?? threshold), 0.01) * FULL;
    const share = v => String(Math.max(0, Math.min(1, v / high)));
    const set = value => this.send({ do: "threshold", player, signal: id, value });
    const slider = { min: usual * LOW, max: usual * HIGH, step: usual / 40, value: threshold };
    return h(
      `div.sense${score >= threshold ? ".over" : ""}`,
      { "data-k": `glimpse ${id}` },
      h("span.sensename", {}, text),
      h(
        "span.sensebar",
        { role: "img", "aria-label": `${text} ${decimal(score, 2)} / ${decimal(threshold, 2)}` },
        h("span.fill", { style: { "--share": share(score) } }),
        h("span.mark", { style: { "--share": share(threshold) } }),
      ),
      player && usual
        ? [
            h("input", {
              type: "range",
              ...slider,
              "data-k": `slider ${id}`,
              "aria-label": t("threshold-of", { signal: text, name: player }),
              onchange: e => set(Number(e.currentTarget.value)),
            }),
            h(
              "button.ghost.small",
              { type: "button", "data-k": `was ${id}`, disabled: threshold === usual, onclick: () => set(null) },
              t("as-it-was"),
            ),
          ]
        : null,
    );
  }

  /** One more column of sound: bytes of loudness from low to high, in base64. */
  column(base64) {
    const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
    if (!bytes.length) return;
    this.sound.hidden = false;
    const { sound } = this;
    if (sound.height !== bytes.length) [sound.width, sound.height] = [WIDE, bytes.length];
    const g = sound.getContext("2d");
    g.drawImage(sound, -1, 0);
    const image = g.createImageData(1, bytes.length);
    bytes.forEach((v, k) => {
      const at = 4 * (bytes.length - 1 - k);
      image.data.set([v, Math.round(v * v * 0.0036), 255 - v, 255], at);
    });
    g.putImageData(image, WIDE - 1, 0);
  }
}
