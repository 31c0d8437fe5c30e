// Big moments: what all should see stands until a tap, a key, or eight seconds. Large on the laptop, unless it asks
// somebody something now; in short on phones.

import { h, inUse, part } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { EVENING, keep, kept } from "/kit/prefs.js";
import { sounds } from "/kit/sounds.js";
import { momentPicture } from "./moment_picture.js";

const HOLD_MS = 8000;
const PLACE = "moments";
const TUNES = { win: "win", over: "win", chairs: "win" };
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

export class Moments {
  /** ``large``: whether a moment may fill the page; else it stands in short. */
  constructor(large) {
    this.large = large;
    this.state = null;
    this.asked = false;
    this.now = null;
    this.full = false;
    this.begun = false; // this page saw the game before its first moment
    this.pictures = [];
    this.photos = 0; // cards' pictures that have come since
    const [of, at] = kept(PLACE, EVENING).split(" ");
    this.seen = { of, at: Number(at) };
    this.root = h("section.moment", { hidden: true, "data-part": "moment", onclick: () => this.close() });
  }

  /** Another game is on the table. */
  fresh() {
    this.begun = false;
    this.close();
  }

  /** ``asked``: whether whoever looks at this page is to answer something now. */
  update(state, asked = false) {
    [this.state, this.asked] = [state, asked];
    const all = state.moments ?? [];
    if (!all.length) this.begun = true;
    else if (all[0].of !== this.seen.of) this.see({ of: all[0].of, at: this.begun ? 0 : all.at(-1).at });
    if (this.now && !all.some(m => m.of === this.now.of && m.at === this.now.at) && this.isUndone(all)) this.close();
    if (!this.now) this.next(this.waiting());
    if (asked) this.full = false; // and it stays small, also when the answer is there
    this.draw();
  }

  /** Whether the moment that stands was taken back; one that is only older than those that are sent was not. */
  isUndone(all) {
    return !all.length || all[0].at < this.now.at;
  }

  see(seen) {
    this.seen = seen;
    keep(PLACE, `${seen.of} ${seen.at}`, EVENING);
  }

  next(moment) {
    if (!moment) return;
    this.now = moment;
    this.full = this.large && !this.asked;
    this.see({ of: moment.of, at: moment.at });
    this.pictures = [];
    this.looked = false;
    sounds.play(TUNES[moment.kind] ?? "rule");
    if (!this.large) navigator.vibrate?.([40, 60, 120]);
    this.timer = setTimeout(() => this.close(), HOLD_MS);
  }

  /** The pictures that the verdict on teeth rests on. */
  async look(moment) {
    this.looked = true;
    const found = await fetch("/api/evidence")
      .then(r => r.json())
      .catch(() => null);
    if (this.now !== moment || !found?.pictures) return;
    this.pictures = found.pictures;
    this.draw();
  }

  /** Seen: the next one, if one waits. */
  close() {
    if (!this.now) return;
    clearTimeout(this.timer);
    this.now = null;
    const back = this.before;
    this.before = null;
    if (this.state?.game) this.next(this.waiting());
    this.draw();
    if (!this.now && back?.isConnected) back.focus({ preventScroll: true });
  }

  /** The oldest moment that was not shown yet. */
  waiting() {
    const all = this.state.moments ?? [];
    return all[0]?.of === this.seen.of ? all.find(m => m.at > this.seen.at) : null;
  }

  /** A key closes what fills the page, and does nothing else; Escape what stands in short. */
  key(event) {
    if (!this.now || MODIFIERS.has(event.key) || (!this.full && event.key !== "Escape")) return false;
    event.preventDefault();
    this.close();
    return true;
  }

  draw() {
    if (this.large && this.now?.kind === "verdict" && this.state.evidence && !this.looked) void this.look(this.now);
    const { now, full, root } = this;
    root.hidden = !now;
    root.classList.toggle("full", !!now && full);
    root.dataset.kind = now?.kind ?? "";
    if (now && full) root.setAttribute("role", "dialog");
    else root.setAttribute("role", "status");
    root.setAttribute("aria-label", now?.title ?? "");
    const ctx = { state: this.state, choice: { picked: [], loaded: () => this.loaded() }, pictures: this.pictures };
    part(root, [now, full, this.pictures.length, this.photos], () => (now ? this.content(now, full, ctx) : []));
    if (now && full) this.focus();
  }

  loaded() {
    this.photos += 1;
    this.draw();
  }

  content(now, full, ctx) {
    return [
      h("h2.momenttitle", {}, now.title),
      now.detail ? h("p.momentdetail", {}, now.detail) : null,
      full ? momentPicture(now, ctx) : null,
      h(
        `button${full ? ".primary" : ".ghost"}.momentgo`,
        { type: "button", "data-k": "moment-go", "data-do": "moment-go" },
        t("moment-go"),
      ),
    ];
  }

  /** The focus goes to "Go on", unless somebody uses something else, and comes back after it. */
  focus() {
    const held = document.activeElement;
    if (this.root.contains(held) || inUse()) return;
    this.before ??= held === document.body ? null : held;
    this.root.querySelector(".momentgo")?.focus({ preventScroll: true });
  }
}
