// "What it sees and hears", for the curious: each person's five likeliest signals of the moment against their thresholds,
// which a slider moves, and the sound as a small spectrogram.

import { h, part } from "/kit/dom.js";
import { decimal, t } from "/kit/i18n.js";

const WIDE = 240; // columns of sound that are shown
const FULL = 1.6; // how far beyond its threshold a bar reaches, at least

export class Glimpse {
  constructor(send) {
    this.send = send;
    this.open = false;
    this.people = h("div.people");
    this.sound = h("canvas.spectrogram", { role: "img", "aria-label": t("spectrogram"), hidden: true });
    this.root = h(
      "section.glimpse",
      { hidden: true, "data-part": "glimpse", "aria-label": t("glimpse") },
      h("h2.sub", {}, t("glimpse")),
      this.people,
      this.sound,
    );
  }

  turn() {
    this.open = !this.open;
    this.root.hidden = !this.open;
    this.send({ do: "glimpse", on: this.open });
    if (!this.open) part(this.people, [], () => []);
  }

  update(state) {
    if (this.game && this.game !== state.game && this.open) this.send({ do: "glimpse", on: true });
    this.game = state.game;
  }

  hear(message) {
    if (!this.open) return;
    part(this.people, message.people, () => message.people.map(p => this.person(p)));
    if (message.spectrogram) this.column(message.spectrogram);
  }

  person(p) {
    return h(
      "div.sensed",
      { "data-k": `glimpse ${p.player}` },
      h("h3", {}, p.player ?? "?"),
      p.signals.slice(0, 5).map(signal => this.signal(p.player, signal)),
    );
  }

  signal(player, { id, text, score, threshold, own }) {
    const name = text ?? t(`signal.${id}`);
    const full = Math.max(1, Math.abs(threshold) * FULL);
    const share = v => String(Math.max(0, Math.min(1, v / full)));
    const set = value => this.send({ do: "threshold", player, signal: id, value });
    return h(
      `div.sense${score >= threshold ? ".over" : ""}`,
      { "data-k": `glimpse ${player} ${id}` },
      h("span.sensename", {}, name),
      h(
        "span.sensebar",
        { role: "img", "aria-label": `${name} ${decimal(score, 2)} / ${decimal(threshold, 2)}` },
        h("span.fill", { style: { "--share": share(score) } }),
        h("span.mark", { style: { "--share": share(threshold) } }),
      ),
      player
        ? h("input", {
            type: "range",
            min: 0,
            max: full,
            step: full / 100,
            value: threshold,
            "data-k": `slider ${player} ${id}`,
            "aria-label": t("threshold-of", { signal: name, name: player }),
            onchange: e => set(Number(e.target.value)),
          })
        : null,
      player
        ? h(
            "button.ghost.small",
            { type: "button", "data-k": `was ${player} ${id}`, disabled: own === false, onclick: () => set(null) },
            t("as-it-was"),
          )
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
