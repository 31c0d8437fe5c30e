// The laptop at the table, seen from two metres. The shell: it hears the server and hands each part what it shows.

import { h, part } from "/kit/dom.js";
import { notice, noticeIn, settled, shownWhile, sourceSaid } from "/kit/notice.js";
import { sounds } from "/kit/sounds.js";
import { ThrowPart } from "/kit/throw.js";
import { Choice, points, render } from "./games.js";
import { lobby } from "./lobby.js";
import { show } from "./parts/dialog.js";
import { evening } from "./parts/evening.js";
import { finale } from "./parts/finale.js";
import { Glimpse } from "./parts/glimpse.js";
import { handPart } from "./parts/hand.js";
import { header } from "./parts/header.js";
import { invited, signOut } from "./parts/invite.js";
import { command, typing } from "./parts/keys.js";
import { legend } from "./parts/legend.js";
import { log, toNewest } from "./parts/log.js";
import { Moments } from "./parts/moments.js";
import { outside } from "./parts/outside.js";
import { Passing } from "./parts/passing.js";
import { doorDialog } from "./parts/phone_door.js";
import { ask, chosen } from "./parts/questions.js";
import { rules } from "./parts/rules.js";
import { Ruling } from "./parts/ruling.js";
import { seatStrip } from "./parts/seats.js";
import { shell } from "./parts/shell.js";
import { WarmUp } from "./parts/warmup.js";
import { Setup } from "./setup.js";
import { Sight } from "./sight.js";

const PARTS = ["head", "seats", "questions", "board", "hand", "evening", "club", "log", "dialog"];

export class Laptop {
  constructor(root, line) {
    this.line = line;
    this.state = null;
    this.setup = null;
    this.send = message => line.send(message);
    this.choice = new Choice(() => this.drawGame());
    this.sight = new Sight(this.send);
    this.ruling = new Ruling(
      (title, inside) => this.show(title, inside),
      this.send,
      () => this.listens(),
    );
    this.glimpse = new Glimpse(this.send);
    this.moments = new Moments(true);
    this.passing = new Passing(this.send);
    this.warmUp = new WarmUp(line, () => this.sight.eye);
    this.rolled = { values: [], redraw: () => this.drawGame() };
    this.thrown = new ThrowPart((die, value) => this.send({ do: "die", x: die.at[0], y: die.at[1], value }));
    this.parts = Object.fromEntries(PARTS.map(k => [k, h(`div.${k}`, { "data-part": k })]));
    this.gathering = h("div");
    this.legend = h("div.legend");
    this.tapped = { signal: null, redraw: () => this.drawGame() };
    this.place = h("div.page");
    this.table = shell(this);
    sounds.listening = () => this.listens();
    root.replaceChildren(this.place);
    addEventListener("keydown", e => this.key(e));
    addEventListener("pointerdown", e => e.target instanceof Element && !e.target.closest(".menu") && this.shut());
  }

  hear(message) {
    const { t: kind } = message;
    if (kind === "state") this.update(message);
    else if (kind === "ruling") this.ruled(message);
    else if (kind === "level") this.sight.level(message);
    else if (kind === "invite") this.invite(message);
    else if (kind === "heard") this.sight.speech(message);
    else if (kind === "glimpse") this.glimpse.hear(message);
    else if (kind === "refused") this.refused(message.text);
    else if (kind === "source") sourceSaid(message);
    else if (kind === "aside") notice(message.text, "aside");
    else if (kind === "aloud") this.ruling.aloud(message.text);
    else if (kind === "shelf") this.setup?.load();
    else if (kind === "new" || kind === "joined") this.close(kind === "new");
  }

  /** The way in for one player's phone, or for all. */
  invite(message) {
    const { state, send } = this;
    this.show(
      ...(message.player ? invited(message, state, send) : doorDialog(state, send, () => this.close(), message)),
    );
  }

  /** The door for phones during a game: its code, or the button that opens it. */
  phones() {
    if (this.state.lan) this.send({ do: "invite" });
    else this.show(...doorDialog(this.state, this.send, () => this.close()));
  }

  refused(text) {
    notice(text, "refused");
    sounds.play("refuse");
  }

  ruled(ruling) {
    settled("refused");
    this.ruling.ruled(ruling, this.state);
    this.sight.ruled(ruling, this.state);
    toNewest(this.parts.log);
  }

  /** Does a microphone listen? Then the page keeps quiet: the players' sounds count. */
  listens() {
    return (this.state?.sources ?? []).some(s => s.kind === "microphone" && !s.trouble) || !!this.sight.mic;
  }

  update(state) {
    const had = this.state?.game ? this.state : null;
    const opened = had && state.game && !this.state.lan && state.lan;
    this.state = state;
    this.moments.update(state, this.isAsked(state));
    shownWhile("problem", state.problem);
    document.title = state.title ? `${state.title} – companion` : "companion";
    if (!state.game) return state.lobby ? this.gather(state) : this.choose(had);
    if (!this.table.isConnected) {
      this.setup?.close();
      this.setup = null;
      this.table.append(this.parts.dialog);
      this.place.replaceChildren(this.table);
      this.drawHead(state);
      noticeIn(this.table.querySelector(".notices"));
    }
    this.passing.update(state);
    this.ruling.update(state);
    this.sight.update(state);
    this.drawGame();
    if (opened) this.phones();
  }

  /** Whether the laptop itself asks something, not somebody's phone; the warm-up's cards do. */
  isAsked(s) {
    const own = q => typeof q.to !== "number" || !s.phones.includes(s.players[q.to]?.name);
    return !!s.game && (!!s.warmup?.open || (s.questions ?? []).some(own));
  }

  /** The menu closes with a tap elsewhere, Escape, or the game. */
  shut() {
    this.parts.head.querySelector(".menu")?.removeAttribute("open");
  }

  choose(had) {
    this.shut();
    this.ruling.clear();
    const night = this.state.evening;
    if (this.setup?.root.isConnected && !had) return this.setup.update(this.state);
    const place = h("div");
    const dials = { lan: this.state.lan, night, was: this.setup };
    this.setup = new Setup(place, this.line, this.sight, dials);
    this.place.replaceChildren(place);
  }

  /** The lobby: phones arrive and take their seats. */
  gather(state) {
    if (this.setup?.root.isConnected && !state.lobby.kept) this.setup.handOver();
    this.setup?.close();
    if (!this.gathering.isConnected) this.place.replaceChildren(this.gathering);
    part(this.gathering, [state.lobby, state.fingerprint, state.lan, state.lans], () => [
      lobby(state, this.send),
      this.parts.dialog,
    ]);
    noticeIn(this.gathering.querySelector(".notices"));
  }

  drawHead(s) {
    const turns = {
      redraw: () => this.drawHead(this.state),
      glimpse: () => this.glimpse.turn(),
      phones: () => this.phones(),
      rules: () => this.show(...rules(s)),
    };
    part(
      this.parts.head,
      [s.title, s.view, s.paused, this.ruling.speaks, sounds.on, this.glimpse.open, s.senses ?? s.sources],
      () => header(s, this.send, { ...turns, ruling: this.ruling, glimpse: this.glimpse }),
    );
  }

  drawGame() {
    const s = this.state;
    const ctx = {
      state: s,
      choice: this.choice,
      act: text => this.send({ do: s.seat === null ? "say" : "act", text }),
    };
    this.choice.fit(s);
    const picked = [this.choice.shown, s.pictures];
    const { board, hand, seats } = this.parts;
    this.table.dataset.game = s.game;
    this.table.classList.toggle("over", !!s.over);
    this.table.classList.toggle("paused", !!s.paused);
    this.table.classList.toggle("curious", this.glimpse.open);
    this.drawHead(s);
    part(seats, [s.players, s.showing, s.actors, s.seat, s.phones, s.away, points(s), s.over, s.view.turn, s.lan], () =>
      seatStrip(s, this.send, name => this.show(...signOut(name, this.send))),
    );
    part(board, [s.view, s.showing, s.signals, s.legal, picked, s.over, this.sight.seeing], () =>
      s.over ? finale(s) : render(ctx).board,
    );
    const shows = [s.signals, s.view.signal_set, s.over, s.showing, s.seat, s.players, this.tapped.signal];
    part(this.legend, shows, () => legend(s, this.send, this.tapped));
    ask(this.parts.questions, s.questions ?? [], this.send, s.heard);
    const taps = [s.tableLegal, s.dice, s.seat, s.phones, s.over, s.tapped, this.rolled.values, s.sources, s.questions];
    part(hand, [s.view, s.legal, taps, picked, s.signals, s.actors, s.paused], () =>
      handPart(ctx, this.send, this.rolled),
    );
    part(this.parts.evening, [s.evening, s.over], () => evening(s));
    part(this.parts.club, [s.club], () => outside(s));
    part(this.parts.log, [s.rulings, s.standing, s.trouble, s.hints], () => log(s, this.send));
    this.thrown.update(s.thrown);
    this.glimpse.update(s);
    this.warmUp.update(s.warmup);
    this.ruling.beside(this.parts.questions.childElementCount > 0);
  }

  show(title, inside) {
    show(this.parts.dialog, title, inside);
  }

  close(fresh) {
    this.parts.dialog.replaceChildren();
    if (!fresh) return;
    this.ruling.clear();
    this.moments.fresh();
    this.sight.fresh();
    this.rolled.values = [];
  }

  key(event) {
    if (!typing(event) && this.moments.key(event)) return;
    if (event.key === "Escape") this.shut();
    if (!this.state?.game || typing(event) || chosen(event, this.parts.questions) || this.thrown.key(event)) return;
    command(event, this.state, this.send);
  }
}
