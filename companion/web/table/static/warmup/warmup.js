// The warm-up over the whole page: one big card at a time with its bars and the camera's picture, at the end the sheet.

import { h, part } from "/kit/dom.js";
import { drawnAs, face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { Mirror } from "./mirror.js";
import { adviceOf, sheetOf } from "./sheet.js";

const KEYS = { s: "skip", r: "redo", l: "later" };
// Faults that are to be seen in the picture.
const SEEN = /\.(turned|far|dark|backlit|no-face|not-you|smiling|tongue|making|still|two|nobody-there)$/;
const QUIETEST = -70; // dB at which the level's bar is empty

export class WarmUpPage {
  /** ``eye()``: the camera of this page (see mirror.js). */
  constructor(place, line, eye) {
    this.line = line;
    this.mirror = new Mirror(eye);
    this.now = null;
    this.bars = {};
    this.near = h("span.fill");
    this.level = h("span.fill");
    this.body = h("div.warmbody");
    const dialog = { role: "dialog", "aria-modal": "true", "aria-label": t("warmup-title") };
    this.root = h("section.warmpage", dialog, this.body);
    place.replaceChildren(this.root);
    this.key = event => this.pressed(event);
    addEventListener("keydown", this.key);
    this.before = line.heard;
    line.heard = message => {
      if (message.t === "warmup" || message.t === "level") this.live(message);
      this.before(message);
    };
  }

  close() {
    removeEventListener("keydown", this.key);
    this.line.heard = this.before;
    this.mirror.close();
    this.root.remove();
  }

  update(now) {
    const first = !this.now;
    const card = this.card(now);
    if (this.card(this.now)?.key !== card?.key || this.now?.turn !== now.turn) this.bar(this.near, 0);
    this.now = now;
    const pile = this.pile(now);
    const asks = now.open && pile?.card && !pile.left;
    [this.mirror.player, this.mirror.well] = [pile?.player ?? "", !SEEN.test(pile?.code ?? "")];
    part(this.body, [now, pile], () => (asks ? this.asked(now, pile) : sheetOf(this, now)));
    const sheet = !asks;
    if (sheet !== this.sheet) this.root.parentElement.scrollTop = 0; // the sheet opens at its top
    this.sheet = sheet;
    if (first) this.root.querySelector("button")?.focus({ preventScroll: true });
  }

  /** The player whose cards this page shows. */
  pile(now) {
    return now?.players.find(p => p.player === now.turn) ?? null;
  }

  card(now) {
    return this.pile(now)?.card ?? null;
  }

  /** A button that sends one word; ``look``: its class. */
  word(look, act, text) {
    return h(
      `button.${look}`,
      { type: "button", "data-k": act, "data-warm": act, onclick: () => this.send(act) },
      text,
    );
  }

  send(act, more = {}) {
    this.line.send({ do: "warmup", act, player: this.now.turn ?? undefined, ...more });
  }

  /** Bars between two states: how near the card is, and the microphone's level. */
  live(message) {
    const mine = message.t === "level" || message.player === this.now?.turn;
    if (!mine) return;
    if (message.near !== undefined) this.bar(this.near, message.near);
    if (message.level !== undefined) this.bar(this.level, (message.level - QUIETEST) / -QUIETEST);
  }

  bar(element, share) {
    element.style.setProperty("--share", String(Math.max(0, Math.min(1, share))));
    element.parentElement?.setAttribute("aria-valuenow", String(Math.round(100 * share)));
  }

  pressed(event) {
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
    const act = KEYS[event.key.toLowerCase()];
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.send("close");
    else if (act && this.card(this.now)) this.send(act);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  asked(now, pile) {
    const { card } = pile;
    const seen = ["calm", "show", "wild"].includes(card.kind);
    return [
      h(
        "header.warmhead",
        { "data-k": "head" },
        h("h1", {}, pile.player),
        h("progress", {
          max: pile.of,
          value: pile.done,
          "aria-label": t("warmup-cards", { n: pile.done, of: pile.of }),
        }),
        h("span.soft", {}, t("warmup-cards", { n: pile.done, of: pile.of })),
      ),
      h(
        "article.warmcard",
        { "data-k": "card", "data-card": card.key, "data-count": String(card.count) },
        h("div.warmpictures", { "data-k": "pictures" }, h("div.warmpicture", {}, picture(card)), this.mirror.root),
        h("p.warmask", { "aria-live": "polite" }, card.text.charAt(0).toUpperCase() + card.text.slice(1)),
        card.of > 1
          ? h(
              "p.warmdots",
              { role: "img", "aria-label": t("warmup-takes", { n: card.count, of: card.of }) },
              Array.from({ length: card.of }, (_, k) => h(k < card.count ? "i.on" : "i")),
            )
          : null,
        h("p.warmsaid", { role: "status", "data-code": pile.code }, pile.verdict),
        seen ? gauge("warmup-near", this.near) : gauge("warmup-level", this.level),
        this.missing(now, seen),
      ),
      adviceOf(now),
      h(
        "div.warmactions",
        { "data-k": "actions" },
        this.button("redo", "R"),
        this.button("skip", "S"),
        this.button("later", "L"),
        this.word("ghost", "leave", t("warmup-leave", { name: pile.player })),
        this.word("ghost", "close", t("warmup-close")),
      ),
    ];
  }

  button(act, key) {
    return h(
      "button",
      { type: "button", "data-k": act, "data-warm": act, "aria-keyshortcuts": key, onclick: () => this.send(act) },
      t(`warmup-${act}`),
      h("kbd", { "aria-hidden": "true" }, key),
    );
  }

  /** A card needs a camera or a microphone that is not on: the shell's own switch, from here. */
  missing(now, seen) {
    if (seen ? now.camera : now.microphone) return null;
    const id = seen ? "camera" : "microphone";
    return h(
      "button.primary",
      { type: "button", "data-k": "turn-on", "data-warm": id, onclick: () => document.getElementById(id)?.click() },
      t(seen ? "camera-on" : "mic-on"),
    );
  }
}

const SPOKEN = { shout: "“Face Off!”", name: "“ … ”", calm: null };

function picture(card) {
  if (card.kind === "calm") return face("still", false);
  if (card.signal && drawnAs(card.signal)) return face(card.signal, false);
  return h("b", {}, SPOKEN[card.kind] ?? card.title);
}

function gauge(key, fill) {
  return h(
    "div.warmbar",
    { role: "meter", "aria-label": t(key), "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" },
    fill,
    h("span.word", {}, t(key)),
  );
}
