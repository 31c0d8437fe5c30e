// The laptop's first page: choose a game, players and options; or go on with a kept game.

import { h, part, toast } from "./dom.js";
import { Choice, points, render } from "./games.js";
import { language, t } from "./i18n.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hanna", "Ida", "Jan", "Kim", "Leo"];

let asked = null;

/** The games with their options, asked for once: they stay the same while the server runs. */
export const catalogue = () => (asked ??= fetch(`/api/games?lang=${language}`).then((r) => r.json()));

export class Setup {
  constructor(root, line) {
    this.root = root;
    this.line = line;
    this.games = [];
    this.kept = [];
    this.game = null;
    this.players = [];
    this.values = {};
    this.replayed = null;
    this.choice = new Choice(() => {});
    this.load();
  }

  async load() {
    const kept = fetch("/api/shelf").then((r) => r.json());
    this.games = await catalogue();
    this.draw(); // the list of kept games may take longer
    const found = await kept;
    this.kept = Array.isArray(found) ? found : [];
    this.draw();
  }

  choose(game) {
    this.game = game;
    this.values = {};
    this.players = Array.from({ length: game.least }, (_, k) => ({ name: this.players[k]?.name ?? NAMES[k], bot: this.players[k]?.bot ?? k > 0 }));
    this.draw();
  }

  draw() {
    part(this.root, [this.games, this.kept, this.game?.name, this.players.length, this.players.map((p) => p.bot), this.replayed?.at ?? null], () =>
      h("main.setup", {}, this.replayed ? this.replayView() : this.game ? this.form() : this.list()));
  }

  list() {
    const tiles = this.games.map((game) => h("button.tile", { type: "button", "data-k": game.name, "data-game": game.name, onclick: () => this.choose(game) },
      h(`span.icon.icon-${game.name}`, { "aria-hidden": "true" }), h("b", {}, game.title), h("span.quiet-text", {}, this.count(game)), h("span.about", {}, game.about)));
    return [h("h1", {}, t("choose-game")), h("div.tiles", {}, tiles), this.kept.length ? h("section", {}, h("h2", {}, t("kept")), h("ul.kept", {}, this.kept.map((k) => this.keptRow(k)))) : null];
  }

  count(game) {
    return t(game.least === game.most ? "count-one" : "count", game);
  }

  keptRow(kept) {
    const title = this.games.find((g) => g.name === kept.game)?.title ?? kept.game;
    const about = `${title}: ${(kept.players ?? []).join(", ")}`;
    const link = (kind) => h("a.quiet", { href: `/api/export?name=${encodeURIComponent(kept.name)}&kind=${kind}`, download: "" }, kind === "jsonl" ? "JSON" : kind === "csv" ? "CSV" : t("export"));
    return h("li", {}, h("span.grow", {}, h("b", {}, about), h("span.quiet-text", {}, ` ${kept.name.slice(0, 17)}`)),
      h("button.quiet", { type: "button", onclick: () => this.line.send({ do: "resume", name: kept.name }) }, t("resume-game")),
      h("button.quiet", { type: "button", onclick: () => this.replay(kept.name) }, t("replay")), link("record"), link("jsonl"), link("csv"),
      h("button.quiet", { type: "button", "aria-label": `${t("delete")}: ${about}`, onclick: () => confirm(t("delete-sure")) && this.line.send({ do: "delete", name: kept.name }) }, t("delete")));
  }

  async replay(name) {
    const game = await fetch(`/api/steps?name=${encodeURIComponent(name)}&lang=${language}`).then((r) => r.json());
    if (!game.steps?.length) return toast(game.error ?? t("replay-empty"));
    this.replayed = { ...game, at: 0 };
    this.draw();
  }

  replayView() {
    const { steps, at, game, title, players } = this.replayed;
    const go = (to) => { this.replayed.at = Math.max(0, Math.min(steps.length - 1, to)); this.draw(); };
    const { text, why, view, signals } = steps[at];
    const state = { game, players, view, signals, seat: null, legal: [], showing: {} };
    const count = t("step", { n: at + 1, all: steps.length });
    return [h("h1", {}, title), h("p.phase", { role: "status" }, count), h("p.ruling-big", {}, text), why ? h("p.note", {}, why) : null,
      h("div.actions", {}, h("button.action", { type: "button", "data-k": "b", disabled: at === 0, onclick: () => go(at - 1) }, t("before")), h("button.action.primary", { type: "button", "data-k": "n", disabled: at === steps.length - 1, onclick: () => go(at + 1) }, t("next")),
        h("input.grow", { type: "range", min: 1, max: steps.length, value: at + 1, "aria-label": count, "data-k": "r", oninput: (e) => go(Number(e.target.value) - 1) }),
        h("button.quiet", { type: "button", onclick: () => { this.replayed = null; this.draw(); } }, t("back"))),
      h("p.phase", {}, players.map((p, k) => `${p.name} ${points(state)[k] ?? 0}`).join(" · ")), h("div.board", {}, render({ state, choice: this.choice, act: () => {} }).board)];
  }

  form() {
    const { game } = this;
    const seats = this.players.map((player, k) => h("div.player", {},
      h("input", { value: player.name, maxlength: 24, "aria-label": t("name-of", { n: k + 1 }), "data-k": `name${k}`, oninput: (e) => (player.name = e.target.value) }),
      h("label.switch", {}, h("input", { type: "checkbox", checked: player.bot, "data-k": `bot${k}`, "aria-label": t("bot-for", { name: player.name }), onchange: (e) => { player.bot = e.target.checked; } }), t("bot")),
      this.players.length > game.least ? h("button.quiet", { type: "button", "aria-label": t("remove", { name: player.name }), onclick: () => { this.players.splice(k, 1); this.draw(); } }, "✕") : null));
    const more = this.players.length < game.most ? h("button.quiet", { type: "button", "data-k": "add", onclick: () => { this.players.push({ name: NAMES.find((n) => !this.players.some((p) => p.name === n)) ?? "", bot: true }); this.draw(); } }, `+ ${t("add")}`) : null;
    return [h("button.quiet", { type: "button", "data-k": "back", onclick: () => { this.game = null; this.draw(); } }, `‹ ${t("back")}`), h("h1", {}, game.title), h("p.about", {}, game.about),
      h("form", { onsubmit: (e) => { e.preventDefault(); this.start(); } }, h("fieldset", {}, h("legend", {}, t("players")), seats, more),
        h("details.options", {}, h("summary", { "data-k": "options" }, t("options")), game.options.map((o) => this.option(o))),
        h("button.action.primary.start", { type: "submit", "data-k": "start" }, t("start", { title: game.title })))];
  }

  option(option) {
    const { name, kind, choices, help } = option;
    const value = this.values[name] ?? option.default;
    const set = (v) => (this.values[name] = v);
    const text = h("span", {}, name.replaceAll("_", " "));
    const told = h("small", {}, help);
    if (kind === "table") {
      const all = { ...value };
      const one = ([key, number]) => h("label", {}, t(`gem.${key}`), h("input", { type: "number", value: number, min: option.low, max: option.high, onchange: (e) => set(Object.assign(all, { [key]: Number(e.target.value) })) }));
      return h("div.option", {}, text, h("span.many", {}, Object.entries(all).map(one)), told);
    }
    return h("label.option", {}, text, FIELDS[kind](option, value, set), told);
  }

  start() {
    this.line.send({ do: "new", game: this.game.name, players: this.players, options: this.values, language });
  }
}

/** A control for each kind of option; one whose default is worked out is left out while it is empty. */
const typed = (type, value, set, read, more = {}) => h("input", { type, value: value ?? "", ...more, onchange: (e) => set(e.target.value.trim() ? read(e.target.value.trim()) : undefined) });
const FIELDS = {
  flag: (option, value, set) => h("input", { type: "checkbox", checked: value, onchange: (e) => set(e.target.checked) }),
  choice: (option, value, set) => h("select", { onchange: (e) => set(e.target.value) }, option.choices.map((c) => h("option", { value: c, selected: c === value }, c))),
  whole: (option, value, set) => typed("number", value, set, Number, { min: option.low, max: option.high }),
  list: (option, value, set) => typed("text", value?.join(", "), set, (text) => text.split(/[\s,]+/).filter(Boolean)),
  seat: (option, value, set) => typed("text", value, set, (text) => (/^\d+$/.test(text) ? Number(text) : text)),
  text: (option, value, set) => typed("text", value, set, (text) => text),
};
