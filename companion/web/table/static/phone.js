// A player's phone: a hand that has four seconds. What is asked, the own cards, one tap; camera and microphone below.

import { h, part } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { languageChoice } from "/kit/languages.js";
import { withNames } from "/kit/names.js";
import { notice, noticeIn, settled } from "/kit/notice.js";
import { signalCard } from "./boards/common.js";
import { Choice, points, render } from "./games.js";
import { hasWild } from "./labels.js";
import { lesson } from "./lessons.js";
import { seatOf } from "./lobby.js";
import { isAside, now, saysNow } from "./now.js";
import { show } from "./parts/dialog.js";
import { Moments } from "./parts/moments.js";
import { questions } from "./parts/questions.js";
import { lastRound } from "./parts/round.js";
import { rules } from "./parts/rules.js";
import { WarmUp } from "./parts/warmup.js";
import { Senses } from "./phone_senses.js";

const idle = () => h("p.note.idle", {}, face("calm", false), t("nothing"));

export class Phone {
  constructor(root, line, player) {
    this.line = line;
    this.player = player;
    this.choice = new Choice(() => this.draw());
    this.head = h("header.top");
    this.notices = h("div.notices");
    this.said = h("p.ruling", { role: "status", "aria-live": "polite", "data-part": "ruling" });
    this.asked = h("div.questions", { "data-part": "questions" });
    this.hand = h("div.hand", { "data-part": "hand" });
    this.board = h("div.board", { "data-part": "board" });
    this.dialog = h("div.dialog");
    this.senses = new Senses(() => this.draw());
    this.moments = new Moments(false);
    this.warmUp = new WarmUp(line, () => this.senses.eye);
    this.page = h(
      "main.phone",
      {},
      this.head,
      this.notices,
      this.said,
      this.moments.root,
      this.asked,
      this.hand,
      this.board,
      this.senses.stage,
      this.senses.bar,
      h("div.bar", {}, languageChoice()),
      this.warmUp.root,
      this.dialog,
    );
    root.replaceChildren(this.page);
    noticeIn(this.notices);
    document.addEventListener("visibilitychange", () => this.senses.awake());
  }

  hear(message) {
    if (message.t === "state") {
      this.player = message.player ?? this.player;
      const first = !this.state;
      this.state = message;
      this.senses.state = message;
      if (first && message.game) void this.senses.again();
      document.title = message.title ? `${message.title} – companion` : "companion";
      this.draw();
      this.warmUp.update(message.warmup);
    } else if (message.t === "new") {
      this.said.textContent = "";
      this.moments.fresh();
    } else if (message.t === "ruling") {
      settled("refused");
      this.say(message);
    } else if (message.t === "aside") notice(message.text, "aside");
    else if (message.t === "refused") notice(message.text, "refused");
  }

  draw() {
    const s = this.state;
    this.moments.update(s);
    Object.assign(this.page.dataset, { game: s.game ?? "", phase: s.view?.phase ?? "" });
    part(this.head, [this.player, s.game, s.game && points(s), s.paused, s.players], () => this.top(s));
    if (!s.game) this.said.textContent = "";
    if (!s.game || s.seat === null) {
      this.choice.fit({ legal: [], actors: [], seat: null });
      part(this.asked, [], () => []);
      part(this.hand, [s.game, s.lobby, this.player], () =>
        s.lobby ? seatOf(s.lobby, this.player, m => this.line.send(m)) : idle(),
      );
      part(this.board, [], () => []);
      return;
    }
    if (!this.said.textContent) for (const ruling of s.rulings) this.say(ruling);
    const ctx = { state: s, choice: this.choice, act: text => this.line.send({ do: "act", text }) };
    this.choice.fit(s);
    const made = render(ctx);
    const shown = [
      s.view,
      s.legal,
      s.showing,
      s.signals,
      s.over,
      s.dice,
      s.paused,
      s.tapped,
      s.sensed,
      s.pictures,
      s.players,
      s.questions,
    ];
    const mine = (s.questions ?? []).filter(q => q.to === "all" || q.to === s.seat);
    if (mine.some(q => !(this.known ?? []).includes(q.id))) navigator.vibrate?.(60);
    this.known = mine.map(q => q.id);
    const heard = mine[0] && s.heard?.question === mine[0].id ? s.heard : null; // a move is the laptop's to show
    part(this.asked, [mine[0], mine.length, heard], () => questions(mine, m => this.line.send(m), heard));
    part(this.hand, [shown, this.choice.shown, !!this.senses.camera, this.known], () => this.cards(made));
    part(this.board, [shown, this.choice.shown], () => made.board);
    this.senses.draw();
  }

  /** The newest ruling; what this player can do now stands below it. */
  say(ruling) {
    if (saysNow(ruling) || isAside(ruling)) return;
    this.said.replaceChildren(withNames(ruling.text));
    this.said.dataset.code = ruling.code;
  }

  top(s) {
    const score = s.game ? (points(s)[s.seat] ?? "") : "";
    const others = s.game
      ? s.players.map((p, k) => `${p.name} ${points(s)[k] ?? 0}`).filter((_, k) => k !== s.seat)
      : [];
    return [
      h("h1", {}, this.player),
      h("span.quiet-text.grow", {}, others.join(" · ")),
      s.game
        ? h(
            "button.ghost",
            { type: "button", id: "rules", "data-k": "rules", onclick: () => show(this.dialog, ...rules(s)) },
            t("rules"),
          )
        : null,
      score === "" ? null : h("b.score", { "aria-label": `${t("scores")}: ${score}` }, String(score)),
    ];
  }

  cards(made) {
    const s = this.state;
    const roll = s.dice?.count === 2 ? "duel" : "roll";
    return [
      h("h2.turnline", {}, now(s)),
      lesson(s),
      s.dice?.mine
        ? h(
            "button.action.primary.big",
            {
              type: "button",
              "data-k": "roll",
              "data-act": "roll",
              onclick: () => this.line.send({ do: "act", text: roll }),
            },
            t("roll"),
          )
        : null,
      lastRound(s),
      s.over ? null : made.hand,
      this.signals(),
    ];
  }

  /** Signals by tap: large, for a hand that has four seconds. */
  signals() {
    const s = this.state;
    if (!Object.keys(s.signals).length || s.tapped || s.over) return null;
    const wild =
      hasWild(s) && s.view.dealer === s.seat && this.senses.camera
        ? h(
            "button.action",
            { type: "button", id: "wild", onclick: () => this.line.send({ do: "wild" }) },
            t("wild-show", { name: s.players[s.seat].name }),
          )
        : null;
    const show = signal =>
      signalCard(s, signal, s.showing[this.player] === signal, () => this.line.send({ do: "show", signal }));
    const cards = Object.keys(s.signals).map(show);
    if (!s.sensed?.length) return [h("div.signals.taps", {}, cards), wild];
    // a camera or microphone notices what is made: a tap in its place is the exception
    return [
      h(
        "div.signals",
        {},
        Object.keys(s.signals).map(signal => signalCard(s, signal, false, null)),
      ),
      wild,
      h("details.cannot", { "data-k": "cannot" }, [
        h("summary", { "data-k": "cannot-show" }, t("cannot-show")),
        h("div.signals.taps", {}, cards),
      ]),
    ];
  }
}
