// The ruling: the one large thing on the laptop, with its reason, the pictures behind it, and its voice.

import { h, part, still } from "/kit/dom.js";
import { locale, t } from "/kit/i18n.js";
import { withNames } from "/kit/names.js";
import { sounds } from "/kit/sounds.js";
import { isAside, now, saysNow } from "../now.js";
import { evidence } from "./evidence.js";

const STEADY = 4000; // ms that a ruling stands before a lesser one may take its place
const TUNES = { trade: "trade", roll: "roll", claim: "win", over: "", verdict: "" }; // the last two: their moments do
const SMALL = new Set(["chance", "score"]);

export class Ruling {
  /** ``show(title, inside)``: a dialog; ``listens()``: whether a microphone does. */
  constructor(show, send, listens) {
    this.show = show;
    this.send = send;
    this.listens = listens;
    this.speaks = false;
    this.told = {};
    this.big = h("p.ruling-big", { role: "status", "aria-live": "polite" });
    this.why = h("div.whyline");
    this.root = h("section.rulingbox", { "data-part": "ruling" }, this.big, this.why);
  }

  /** Beside an open question the ruling is the smaller of the two. */
  beside(asked) {
    this.root.classList.toggle("beside", asked);
  }

  clear() {
    this.say("");
    this.reason({}, null);
  }

  say(text) {
    this.big.replaceChildren(withNames(text));
    this.big.dataset.long = text.length > 84 ? "2" : text.length > 44 ? "1" : "0";
  }

  update(state) {
    const last = state.rulings.findLast(r => !isAside(r));
    if (!this.big.textContent && last) {
      this.say(last.text);
      this.told = last;
    }
    if (saysNow(this.told)) this.say(now({ ...state, seat: null }, true));
    this.reason(this.told, state);
  }

  ruled(ruling, state) {
    if (isAside(ruling)) return;
    const small = SMALL.has(ruling.code) || (ruling.code === "action" && Object.keys(state?.signals ?? {}).length > 0);
    const at = performance.now();
    if (small && this.big.textContent && at - (this.at ?? -1e9) < STEADY) return;
    if (!small) this.at = at;
    if (!saysNow(ruling)) this.say(ruling.text); // else the state that comes with it says it
    this.root.dataset.code = ruling.code;
    this.reason(ruling, state);
    if (!small) sounds.play(TUNES[ruling.code] ?? "rule");
    if (!small && !still.matches)
      this.big.animate(
        [
          { transform: "translateY(0.25em)", opacity: 0.3 },
          { transform: "none", opacity: 1 },
        ],
        260,
      );
    if (this.speaks && window.speechSynthesis && !this.listens()) this.speak(ruling.text);
  }

  /** What somebody wanted to know is said where the page speaks, also while a microphone listens. */
  aloud(text) {
    if (this.speaks && window.speechSynthesis) this.speak(text);
  }

  speak(text) {
    const said = new SpeechSynthesisUtterance(text);
    said.lang = locale;
    said.onstart = () => this.send({ do: "speaking", on: true });
    said.onend = said.onerror = () => this.send({ do: "speaking", on: false });
    speechSynthesis.speak(said);
  }

  /** "Why?" under the ruling, and the pictures of the hand's verdict on teeth while they are kept. */
  reason(ruling, state) {
    this.told = ruling;
    const pictures = state?.evidence;
    part(this.why, [ruling.n, ruling.why, pictures], () => [
      ruling.why
        ? h(
            "details.why",
            { "data-k": `why${ruling.n}` },
            h("summary", { id: "why" }, t("why")),
            h("span", {}, ruling.why),
          )
        : null,
      pictures
        ? h(
            "button.ghost",
            { type: "button", id: "evidence", onclick: () => evidence((title, inside) => this.show(title, inside)) },
            t("evidence"),
          )
        : null,
    ]);
  }
}
