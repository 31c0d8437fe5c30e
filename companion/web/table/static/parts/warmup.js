// The warm-up, when the server says that there is one, over the whole page.

import { h } from "/kit/dom.js";
import { WarmUpPage } from "../warmup/warmup.js";

export class WarmUp {
  /** ``eye()``: the camera of this page (see ../warmup/mirror.js). */
  constructor(line, eye) {
    this.line = line;
    this.eye = eye;
    this.root = h("div.warmup", { "data-part": "warmup", hidden: true });
    this.page = null;
  }

  /** ``now``: what the warm-up shows, or null. */
  update(now) {
    this.root.hidden = !now;
    if (now) {
      this.page ??= new WarmUpPage(this.root, this.line, this.eye);
      this.page.update(now);
      return;
    }
    this.page?.close();
    this.page = null;
  }
}
