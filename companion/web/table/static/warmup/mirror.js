// The live picture on a card: players see themselves as the camera does, their own face with a frame around it.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

const WIDE = 480; // pixels of the drawn picture
const EVERY = 60; // ms between two pictures
const GOOD = "#6ddc9d";
const POOR = "#ffcb6b";

export class Mirror {
  /** ``eye()``: {picture, mirrored, seats} of this page's camera, or null while there is none. */
  constructor(eye) {
    this.eye = eye;
    this.canvas = h("canvas", { role: "img", "aria-label": t("camera") });
    this.root = h("div.warmmirror", { "data-k": "mirror", "data-own": "", hidden: true }, this.canvas);
    this.player = "";
    this.well = true;
    this.timer = setInterval(() => this.draw(), EVERY);
  }

  close() {
    clearInterval(this.timer);
  }

  draw() {
    if (!this.root.isConnected) return;
    const now = this.eye?.();
    const [w, hgt] = [
      now?.picture?.videoWidth ?? now?.picture?.width,
      now?.picture?.videoHeight ?? now?.picture?.height,
    ];
    this.root.hidden = !w || !hgt;
    if (this.root.hidden) return;
    const { canvas } = this;
    const high = Math.round((WIDE * hgt) / w);
    if (canvas.width !== WIDE || canvas.height !== high) [canvas.width, canvas.height] = [WIDE, high];
    const g = canvas.getContext("2d");
    g.setTransform(now.mirrored ? -1 : 1, 0, 0, 1, now.mirrored ? WIDE : 0, 0);
    g.drawImage(now.picture, 0, 0, WIDE, high);
    const mine = (now.seats ?? []).filter(s => s.box);
    const found = mine.find(s => s.name === this.player) ?? (mine.length === 1 ? mine[0] : null);
    this.root.dataset.face = found ? "yes" : "no";
    if (!found) return;
    const [x, y, wide, tall] = found.box;
    g.lineWidth = 4;
    g.strokeStyle = this.well ? GOOD : POOR;
    g.setLineDash(this.well ? [] : [10, 6]);
    g.strokeRect((x - 0.1 * wide) * WIDE, (y - 0.2 * tall) * high, 1.2 * wide * WIDE, 1.3 * tall * high);
    g.setLineDash([]);
  }
}
