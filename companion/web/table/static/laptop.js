// The laptop at the table: the board for all to see, the referee's rulings in large type, and the table's own words.

import { h, part, toast } from "./dom.js";
import { Choice, points, render, tableButtons } from "./games.js";
import { decimal, language, t } from "./i18n.js";
import { hasWild } from "./labels.js";
import { Setup } from "./setup.js";
import { Sight } from "./sight.js";

const STEADY = new Set(["chance", "new-hand"]);

export class Laptop {
  constructor(root, line) {
    this.line = line;
    this.root = root;
    this.state = null;
    this.choice = new Choice(() => this.drawGame());
    this.sight = new Sight();
    this.sight.ask = (message) => this.line.send(message);
    this.rolled = [];
    this.speaks = false;
    this.parts = Object.fromEntries(["head", "board", "hand", "side", "seats", "dialog"].map((k) => [k, h("div." + k)]));
    this.big = h("p.ruling-big", { role: "status", "aria-live": "polite" });
    this.whyBox = h("div.bar");
    this.told = {};
    const { head, board, hand, side, seats, dialog } = this.parts;
    this.table = h("div.table", {}, head, h("main.main", {}, seats, this.big, this.whyBox, this.sight.root, board, hand), h("aside", { "aria-label": t("log") }, side), dialog);
    this.place = h("div");
    root.replaceChildren(this.place);
    addEventListener("keydown", (e) => this.key(e));
  }

  hear(message) {
    if (message.t === "state") this.update(message);
    else if (message.t === "ruling") this.ruled(message);
    else if (message.t === "level") this.sight.level(message);
    else if (message.t === "invite") this.invite(message);
    else if (message.t === "heard") this.sight.speech(message);
    else if (message.t === "refused") toast(message.text);
    else if (message.t === "source" && message.detail) toast(message.detail);
    else if (message.t === "aside") toast(message.text);
    else if (message.t === "shelf") this.setup?.load();
    else if (message.t === "new" || message.t === "joined") this.close(message.t === "new");
  }

  ruled(ruling) {
    const small = ruling.code === "chance" || (ruling.code === "action" && Object.keys(this.state?.signals ?? {}).length > 0);
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
      ruling.why ? h("details.why", {}, h("summary", { "data-k": "whybig", id: "why" }, t("why")), h("span", {}, ruling.why)) : null,
      pictures ? h("button.quiet", { type: "button", "data-k": "evidence", id: "evidence", onclick: () => this.evidence() }, t("evidence")) : null]);
  }

  /** Does a microphone listen? Then the page keeps quiet: the players' sounds count. */
  listens() {
    return (this.state?.sources ?? []).some((s) => s.kind === "microphone" && !s.trouble);
  }

  async evidence() {
    const found = await fetch("/api/evidence").then((r) => r.json()).catch(() => null);
    if (!found?.verdict) return toast(t("evidence-none"));
    const rows = found.showings.map((s) => h("li", {}, t("evidence-at", { from: decimal(s.from, 1), to: decimal(s.to, 1), words: s.words })));
    const pictures = found.pictures.map((p) => h("figure", {}, h("img", { src: p.src, width: 160, height: 160, alt: t("evidence-picture", { at: decimal(p.at, 1), teeth: Math.round(100 * p.teeth) }) }), h("figcaption", {}, t("evidence-picture", { at: decimal(p.at, 1), teeth: Math.round(100 * p.teeth) }))));
    this.show(t("evidence-of", { name: found.player ?? "?" }), [h("p", {}, t(`evidence-${found.verdict}`, { seen: Math.round(100 * found.seen), sure: Math.round(100 * found.confidence) })), rows.length ? h("ul", {}, rows) : null, h("div.figures", {}, pictures), h("p.quiet-text", {}, t("evidence-kept"))]);
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
    const ctx = { state: s, choice: this.choice, act: (text) => this.line.send({ do: "act", text }) };
    this.choice.fit(s.legal);
    const picked = [this.choice.shown, s.pictures];
    const { head, board, hand, side, seats } = this.parts;
    part(head, [s.title, s.paused, this.speaks], () => this.header());
    part(seats, [s.players, s.showing, s.actors, s.seat, s.phones, points(s), s.over, s.view.turn], () => this.seatStrip());
    part(board, [s.view, s.showing, s.signals, s.legal, picked], () => render(ctx).board);
    part(hand, [s.view, s.legal, s.tableLegal, s.dice, s.seat, s.unclaimed, s.over, s.tapped, this.rolled, picked, s.signals, s.sources], () => this.actions(ctx));
    part(side, [s.rulings.map((r) => r.n), s.standing, s.trouble], () => this.log());
  }

  header() {
    const s = this.state;
    const send = (text) => () => this.line.send({ do: "say", text });
    return h("header.top", {}, h("h1", {}, s.title), h("span.grow"),
      h("button.quiet", { type: "button", "data-k": "pause", id: "pause", onclick: send(s.paused ? "resume" : "pause") }, t(s.paused ? "resume" : "pause")),
      h("button.quiet", { type: "button", "data-k": "undo", id: "undo", title: "Ctrl+Z", onclick: send("undo") }, t("undo")),
      h("button.quiet", { type: "button", "data-k": "speak", "aria-pressed": this.speaks ? "true" : "false", onclick: () => { this.speaks = !this.speaks; this.drawGame(); } }, t("speak")),
      h("button.quiet", { type: "button", "data-k": "theme", onclick: theme }, t("theme")),
      h("button.quiet", { type: "button", "data-k": "leave", id: "leave", onclick: () => this.line.send({ do: "leave" }) }, t("leave")));
  }

  seatStrip() {
    const s = this.state;
    const scores = points(s);
    return h("ul.seatlist", { "aria-label": t("scores") }, s.players.map((p, k) => {
      const phone = s.phones.includes(p.name);
      const showing = s.showing[p.name];
      const open = !p.bot && !phone;
      const menu = p.bot ? h("span.quiet-text", {}, t("bot")) : phone
        ? h("button.quiet", { type: "button", "data-k": `off${k}`, "aria-label": t("phone-off", { name: p.name }), onclick: () => this.line.send({ do: "expel", player: p.name }) }, `${t("phone")} ✕`)
        : [h("button.quiet", { type: "button", "data-k": `as${k}`, "data-as": k, "aria-pressed": s.seat === k ? "true" : "false", "aria-label": s.seat === k ? t("look-table") : t("look-as", { name: p.name }), onclick: () => this.line.send({ do: "sit", seat: s.seat === k ? null : k }) }, t(s.seat === k ? "hide" : "hand-show")),
          s.lan ? h("button.quiet", { type: "button", "data-k": `phone${k}`, "data-phone": k, "aria-label": t("phone-for", { name: p.name }), onclick: () => this.line.send({ do: "invite", player: p.name }) }, t("phone")) : null];
      return h(`li.seat${s.actors.includes(k) && s.actors.length < s.players.length ? ".turn" : ""}${s.seat === k && open ? ".here" : ""}${s.over?.winners.includes(k) ? ".won" : ""}`, {}, h("span.name", {}, p.name), h("span.score", {}, String(scores[k] ?? 0)), showing ? h("span.showing", {}, t(`signal.${showing}`)) : null, h("span.seatmenu", {}, menu));
    }));
  }

  actions(ctx) {
    const s = this.state;
    if (s.over) return [h("p.phase", {}, t("over")), h("p.ruling-big", {}, t("won", { names: s.over.winners.map((w) => s.players[w].name).join(", ") })), h("button.action.primary", { type: "button", onclick: () => this.line.send({ do: "leave" }) }, t("again"))];
    const names = s.actors.filter((a) => !s.players[a].bot).map((a) => s.players[a].name);
    const mine = s.seat !== null;
    return [
      mine ? h("h2.turnline", {}, s.legal.length ? `${s.players[s.seat].name}: ${t("turn-you")}` : t("wait-for", { names: s.actors.map((a) => s.players[a].name).join(", ") || t("table") })) : names.length && s.actors.length < s.players.length ? h("h2.turnline", {}, t("turn-of", { names: names.join(", ") })) : null,
      s.dice ? this.diceEntry(s) : null, mine ? render(ctx).hand : null, this.unclaimed(s), this.tableBar(ctx)];
  }

  diceEntry(s) {
    const tap = (v) => { this.rolled = [...this.rolled, v].slice(-s.dice.count); this.drawGame(); };
    const send = () => { this.line.send({ do: "say", text: `${s.dice.count === 2 ? "duel" : "roll"} ${this.rolled.join(" ")}` }); this.rolled = []; };
    return h("section.diceentry", {}, h("button.action.primary", { type: "button", "data-k": "roll", id: "roll", onclick: () => this.line.send({ do: "say", text: s.dice.count === 2 ? "duel" : "roll" }) }, t("roll")), h("span", {}, t("dice-type")),
      [1, 2, 3, 4, 5, 6].map((v) => h("button.die", { type: "button", "data-k": `die${v}`, "data-die": v, "aria-label": String(v), onclick: () => tap(v) }, "⚀⚁⚂⚃⚄⚅"[v - 1])), h("b", {}, this.rolled.join(" ")),
      h("button.action", { type: "button", "data-k": "dice", disabled: this.rolled.length !== s.dice.count, onclick: send }, t("dice-set")),
      s.dice.lie.length ? h("button.action", { type: "button", "data-k": "accept", onclick: () => this.line.send({ do: "say", text: "accept" }) }, t("dice-accept", { dice: s.dice.lie.join(" ") })) : null);
  }

  unclaimed(s) {
    const first = (sound) => [...s.players].sort((a, b) => rank(sound, a) - rank(sound, b));
    const rank = (sound, p) => (sound.candidates.includes(p.name) ? sound.candidates.indexOf(p.name) : 99);
    return s.unclaimed.map((sound, index) => h("div.whose", { role: "group", "aria-label": t("whose", { sound: t(`signal.${sound.name}`) }) }, h("b", {}, t("whose", { sound: t(`signal.${sound.name}`) })),
      h("span", {}, sound.candidates.length ? t("candidates", { names: sound.candidates.join(", ") }) : t("candidates-none")), first(sound).map((p) => h("button.quiet", { type: "button", onclick: () => this.line.send({ do: "whose", index, player: p.name }) }, p.name)), h("button.quiet", { type: "button", onclick: () => this.line.send({ do: "whose", index }) }, t("nobody"))));
  }

  tableBar(ctx) {
    const s = this.state;
    const own = s.tableLegal.slice(0, 40);
    const say = (text) => this.line.send({ do: "say", text });
    const bar = own.length ? h("section", {}, h("h2.sub", {}, t("table-says")), h("div.actions.tableacts", {}, tableButtons({ ...ctx, act: say }, own))) : null;
    const shows = !Object.keys(s.signals).length ? null : h("div", {}, h("label.switch", {}, h("input", { type: "checkbox", checked: s.tapped, "data-k": "tapped", onchange: (e) => this.line.send({ do: "tapped", on: e.target.checked }) }), t("tapped")),
      s.players.map((p, k) => (p.bot ? null : h("div.tapshow", {}, h("b", {}, `${t("tap-show")} ${p.name}`), Object.entries(s.signals).map(([signal, n]) => h("button.quiet", { type: "button", "data-k": `s${k}${n}`, onclick: () => this.line.send({ do: "show", player: p.name, signal }) }, t(`signal.${signal}`)))))));
    const typed = h("form.command", { onsubmit: (e) => { e.preventDefault(); const field = e.target.elements.said; if (field.value.trim()) say(field.value.trim()); field.value = ""; } }, h("input", { name: "said", "data-k": "said", "aria-label": t("command"), placeholder: t("command"), autocomplete: "off" }), h("button.quiet", { type: "submit" }, t("say")));
    const faces = s.sees === "faces" ? h("div.tapshow", {}, [1, 2, 3, 4].map((n) => h("label", {}, t("face-is", { n }), " ", h("select", { onchange: (e) => e.target.value && this.line.send({ do: "face", number: n, player: e.target.value }) }, h("option", { value: "" }, "–"), s.players.map((p) => h("option", { value: p.name }, p.name)))))) : null;
    const wild = hasWild(s) && s.sources.some((x) => x.kind === "camera" && !x.trouble)
      ? h("button.quiet", { type: "button", "data-k": "wild", id: "wild", onclick: () => this.line.send({ do: "wild" }) }, t("wild-show", { name: s.players[s.view.dealer].name })) : null;
    return [bar, wild, h("details.moretable", { open: this.more, ontoggle: (e) => (this.more = e.target.open) }, h("summary", { "data-k": "tools" }, t("more")), shows, faces, typed)];
  }

  log() {
    const s = this.state;
    const standing = new Set(s.standing);
    return [s.trouble ? h("p.alarm", { role: "alert" }, t("log-trouble")) : null, h("h2", {}, t("log")), h("ol.log", {}, [...s.rulings].reverse().map((r) => h("li", {}, h("span.n", {}, String(r.n)), h("span.grow", {}, r.text, r.why ? h("details.why", {}, h("summary", { "data-k": `w${r.n}`, "aria-label": `${t("why")} ${r.text}` }, t("why")), h("span", {}, r.why)) : null),
      standing.has(r.n) && !STEADY.has(r.code) ? h("button.quiet", { type: "button", "data-k": `o${r.n}`, "aria-label": `${t("overrule")} ${r.n}: ${r.text}`, onclick: () => this.line.send({ do: "say", text: `overrule ${r.n}` }) }, "↶") : null)))];
  }

  invite(message) {
    this.show(t("phone-for", { name: message.player }), [h("img.qr", { src: message.svg, alt: message.url }), h("p", {}, t("scan", { name: message.player })), h("p.url", { id: "joinurl" }, message.url),
      this.state.fingerprint ? [h("p.quiet-text", {}, t("finger")), h("p.url", {}, this.state.fingerprint)] : null]);
  }

  show(title, inside) {
    const box = h("dialog", { "aria-label": title }, h("h2", {}, title), inside, h("button.action", { type: "button", onclick: () => this.close() }, t("close")));
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
    else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === "p") this.line.send({ do: "say", text: this.state.paused ? "resume" : "pause" });
    else return;
    event.preventDefault();
  }
}

/** Light, dark, and back to what the machine says. */
export function theme() {
  const next = { "": "dark", dark: "light", light: "" }[document.documentElement.dataset.theme ?? ""];
  if (next) document.documentElement.dataset.theme = next;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // a browser that keeps nothing
  }
}
