// The laptop at the table: the board for all to see, the referee's rulings in large type, and the table's own words.

import { h, part } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";
import { notice } from "/kit/notice.js";
import { Choice, points, render } from "./games.js";
import { evidence } from "./parts/evidence.js";
import { header } from "./parts/header.js";
import { log } from "./parts/log.js";
import { diceEntry, unclaimed } from "./parts/questions.js";
import { seatStrip } from "./parts/seats.js";
import { tableBar } from "./parts/table.js";
import { Setup } from "./setup.js";
import { Sight } from "./sight.js";

export class Laptop {
  constructor(root, line) {
    this.line = line;
    this.root = root;
    this.state = null;
    this.choice = new Choice(() => this.drawGame());
    this.sight = new Sight();
    this.sight.ask = message => line.send(message);
    this.rolled = { values: [], redraw: () => this.drawGame() };
    this.fold = { open: false };
    this.send = message => this.line.send(message);
    this.speaks = false;
    this.parts = Object.fromEntries(["head", "board", "hand", "side", "seats", "dialog"].map(k => [k, h(`div.${k}`)]));
    this.big = h("p.ruling-big", { role: "status", "aria-live": "polite" });
    this.whyBox = h("div.bar");
    this.told = {};
    const { head, board, hand, side, seats, dialog } = this.parts;
    this.table = h(
      "div.table",
      {},
      head,
      h("main.main", {}, seats, this.big, this.whyBox, this.sight.root, board, hand),
      h("aside", { "aria-label": t("log") }, side),
      dialog,
    );
    this.place = h("div");
    root.replaceChildren(this.place);
    addEventListener("keydown", e => this.key(e));
  }

  hear(message) {
    if (message.t === "state") this.update(message);
    else if (message.t === "ruling") this.ruled(message);
    else if (message.t === "level") this.sight.level(message);
    else if (message.t === "invite") this.invite(message);
    else if (message.t === "heard") this.sight.speech(message);
    else if (message.t === "refused") notice(message.text);
    else if (message.t === "source" && message.detail) notice(message.detail);
    else if (message.t === "aside") notice(message.text);
    else if (message.t === "shelf") this.setup?.load();
    else if (message.t === "new" || message.t === "joined") this.close(message.t === "new");
  }

  ruled(ruling) {
    const small =
      ruling.code === "chance" || (ruling.code === "action" && Object.keys(this.state?.signals ?? {}).length > 0);
    const now = performance.now();
    if (small && this.big.textContent && now - (this.ruledAt ?? -1e9) < 4000) return;
    if (!small) this.ruledAt = now;
    this.big.textContent = ruling.text;
    this.reason(ruling);
    if (!this.speaks || !window.speechSynthesis || this.listens()) return;
    const said = new SpeechSynthesisUtterance(ruling.text);
    said.lang = language === "de" ? "de-DE" : "en-GB";
    said.onstart = () => this.line.send({ do: "speaking", on: true });
    said.onend = said.onerror = () => this.line.send({ do: "speaking", on: false });
    speechSynthesis.speak(said);
  }

  /** "Why?" beside the large ruling, and the pictures of the hand's verdict on teeth while they are kept. */
  reason(ruling = this.told) {
    this.told = ruling;
    const pictures = this.state?.evidence;
    part(this.whyBox, [ruling.why, pictures], () => [
      ruling.why
        ? h("details.why", {}, h("summary", { "data-k": "whybig", id: "why" }, t("why")), h("span", {}, ruling.why))
        : null,
      pictures
        ? h(
            "button.quiet",
            {
              type: "button",
              "data-k": "evidence",
              id: "evidence",
              onclick: () => evidence((title, inside) => this.show(title, inside)),
            },
            t("evidence"),
          )
        : null,
    ]);
  }

  /** Does a microphone listen? Then the page keeps quiet: the players' sounds count. */
  listens() {
    return (this.state?.sources ?? []).some(s => s.kind === "microphone" && !s.trouble);
  }

  update(state) {
    const had = this.state?.game;
    this.state = state;
    document.title = state.title ? `${state.title} – companion` : "companion";
    if (!state.game) {
      this.big.textContent = "";
      if (!this.setup || had) {
        const place = h("div");
        this.setup = new Setup(place, this.line);
        this.place.replaceChildren(place);
      }
      return;
    }
    if (!this.table.isConnected) {
      this.setup = null;
      this.place.replaceChildren(this.table);
    }
    if (!this.big.textContent && state.rulings.length) {
      this.big.textContent = state.rulings.at(-1).text;
      this.reason(state.rulings.at(-1));
    }
    this.reason();
    this.sight.update(state);
    this.drawGame();
  }

  drawGame() {
    const s = this.state;
    const ctx = { state: s, choice: this.choice, act: text => this.line.send({ do: "act", text }) };
    this.choice.fit(s.legal);
    const picked = [this.choice.shown, s.pictures];
    const toggle = () => {
      this.speaks = !this.speaks;
      this.drawGame();
    };
    const speech = { on: this.speaks, toggle };
    const { head, board, hand, side, seats } = this.parts;
    part(head, [s.title, s.paused, this.speaks], () => header(s, this.send, speech));
    part(seats, [s.players, s.showing, s.actors, s.seat, s.phones, points(s), s.over, s.view.turn], () =>
      seatStrip(s, this.send),
    );
    part(board, [s.view, s.showing, s.signals, s.legal, picked], () => render(ctx).board);
    part(
      hand,
      [
        s.view,
        s.legal,
        s.tableLegal,
        s.dice,
        s.seat,
        s.unclaimed,
        s.over,
        s.tapped,
        this.rolled.values,
        picked,
        s.signals,
        s.sources,
      ],
      () => this.actions(ctx),
    );
    part(side, [s.rulings.map(r => r.n), s.standing, s.trouble], () => log(s, this.send));
  }

  actions(ctx) {
    const s = this.state;
    const { send } = this;
    if (s.over)
      return [
        h("p.phase", {}, t("over")),
        h("p.ruling-big", {}, t("won", { names: s.over.winners.map(w => s.players[w].name).join(", ") })),
        h("button.action.primary", { type: "button", onclick: () => send({ do: "leave" }) }, t("again")),
      ];
    const names = s.actors.filter(a => !s.players[a].bot).map(a => s.players[a].name);
    const mine = s.seat !== null;
    return [
      mine
        ? h(
            "h2.turnline",
            {},
            s.legal.length
              ? `${s.players[s.seat].name}: ${t("turn-you")}`
              : t("wait-for", { names: s.actors.map(a => s.players[a].name).join(", ") || t("table") }),
          )
        : names.length && s.actors.length < s.players.length
          ? h("h2.turnline", {}, t("turn-of", { names: names.join(", ") }))
          : null,
      s.dice ? diceEntry(s, send, this.rolled) : null,
      mine ? render(ctx).hand : null,
      unclaimed(s, send),
      tableBar(s, ctx, send, this.fold),
    ];
  }

  invite(message) {
    this.show(t("phone-for", { name: message.player }), [
      h("img.qr", { src: message.svg, alt: message.url }),
      h("p", {}, t("scan", { name: message.player })),
      h("p.url", { id: "joinurl" }, message.url),
      this.state.fingerprint ? [h("p.quiet-text", {}, t("finger")), h("p.url", {}, this.state.fingerprint)] : null,
    ]);
  }

  show(title, inside) {
    const box = h(
      "dialog",
      { "aria-label": title },
      h("h2", {}, title),
      inside,
      h("button.action", { type: "button", onclick: () => this.close() }, t("close")),
    );
    this.parts.dialog.replaceChildren(box);
    box.showModal();
  }

  close(fresh) {
    this.parts.dialog.replaceChildren();
    if (!fresh) return;
    this.big.textContent = "";
    this.reason({});
  }

  key(event) {
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
    if (!this.state?.game || typing) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") this.line.send({ do: "say", text: "undo" });
    else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === "p")
      this.line.send({ do: "say", text: this.state.paused ? "resume" : "pause" });
    else return;
    event.preventDefault();
  }
}
