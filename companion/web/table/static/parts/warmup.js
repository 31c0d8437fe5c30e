// The warm-up, when the server says that there is one: its own module, over the stage.

import { h } from "/kit/dom.js";

const MODULE = "/static/warmup/warmup.js";

export class WarmUp {
  constructor(line) {
    this.line = line;
    this.root = h("div.warmup", { "data-part": "warmup", hidden: true });
    this.part = null;
  }

  /** ``now``: what the warm-up shows, or null. */
  update(now) {
    this.now = now ?? null;
    this.root.hidden = !this.now;
    if (!this.now) {
      this.part?.close();
      this.part = null;
    } else if (this.part) this.part.update(this.now);
    else if (!this.coming) void this.begin();
  }

  async begin() {
    this.coming = true;
    const made = await import(MODULE).catch(() => null);
    this.coming = false;
    if (!made || !this.now) return;
    this.part = new made.default(this.root, this.line);
    this.part.update(this.now);
  }
}
