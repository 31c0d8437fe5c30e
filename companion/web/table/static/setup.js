// The laptop's first screen: three questions in plain words, what watches and listens shown live, the rest under one
// fold; below, the games that are kept.

import { h, part } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";
import { notice, noticeIn } from "/kit/notice.js";
import { keep, kept } from "/kit/prefs.js";
import { Choice } from "./games.js";
import { replayView } from "./parts/replay.js";
import { cards, games, people } from "./setup/asks.js";
import { keptGames } from "./setup/kept.js";
import { more } from "./setup/more.js";
import { Preview } from "./setup/preview.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hanna", "Ida", "Jan", "Kim", "Leo"];

let asked = null;

/** The games with their options and what was found, asked for once: {games, found}. */
export function catalogue() {
  asked ??= fetch(`/api/games?lang=${language}`)
    .then(r => r.json())
    .then(all => (Array.isArray(all) ? { games: all, found: { cameras: [], microphones: [] } } : all));
  return asked;
}

export class Setup {
  constructor(root, line, sight) {
    this.root = root;
    this.line = line;
    this.preview = new Preview(line, sight, () => this.draw());
    this.games = [];
    this.kept = [];
    this.game = null;
    this.players = [];
    this.values = {};
    this.replayed = null;
    this.choice = new Choice(() => {});
    this.load();
  }

  close() {
    this.preview.close();
  }

  async load() {
    const shelf = fetch("/api/shelf").then(r => r.json());
    const { games: all, found } = await catalogue();
    this.games = all;
    this.preview.find(found);
    if (!this.game)
      this.choose(all.find(g => g.name === kept("game")) ?? all.find(g => g.name === "face-off") ?? all[0]);
    this.draw(); // the list of kept games may take longer
    const list = await shelf;
    this.kept = Array.isArray(list) ? list : [];
    this.draw();
  }

  choose(game) {
    this.game = game;
    this.values = {};
    const names = kept("names").split("\n").filter(Boolean);
    const count = Math.max(game.least, Math.min(game.most, this.players.length || names.length));
    this.players = Array.from(
      { length: count },
      (_, k) => this.players[k] ?? { name: names[k] ?? NAMES[k], bot: false },
    );
    this.draw();
  }

  /** The value of an option as it stands: chosen, else what the server proposes for what was found, else its default. */
  value(name) {
    const option = this.game.options.find(o => o.name === name);
    return this.values[name] ?? this.game.defaults?.[name] ?? this.proposed(name) ?? option?.default;
  }

  /** Real cards; the face set where only a camera is there. */
  proposed(name) {
    if (this.game.defaults) return undefined;
    if (name === "cards" || name === "pieces") return "physical";
    if (name === "signal_set") return this.preview.cameraAlone ? "B" : "A";
    return undefined;
  }

  set(name, value) {
    this.values[name] = value;
    this.draw();
  }

  add() {
    this.players.push({ name: NAMES.find(n => !this.players.some(p => p.name === n)) ?? "", bot: false });
    this.draw();
  }

  remove(k) {
    this.players.splice(k, 1);
    this.draw();
  }

  draw() {
    const form = [this.game?.name, this.players, this.values, this.preview.shown];
    part(this.root, [this.games, this.kept, form, this.replayed?.at ?? null], () => this.page());
    const place = this.root.querySelector(".notices");
    if (place) noticeIn(place);
  }

  page() {
    if (this.replayed)
      return h(
        "main.setup.replaying",
        {},
        h("div.notices", { "data-own": "" }),
        replayView(this.replayed, this.choice, to => this.step(to)),
      );
    if (!this.game) return h("main.setup", {}, h("div.notices", { "data-own": "" }));
    return h(
      "main.setup",
      { "data-part": "setup" },
      h("header.setuphead", {}, h("h1", {}, t("choose-game")), h("div.notices", { "data-own": "" })),
      h(
        "form.setupform",
        {
          onsubmit: e => {
            e.preventDefault();
            this.start();
          },
        },
        h("div.asks", {}, games(this), people(this), cards(this), more(this)),
        h(
          "aside.ready",
          { "aria-label": t("preview") },
          this.preview.view(this.game),
          h("button.primary.start", { type: "submit", "data-k": "start", "data-start": "" }, t("start", this.game)),
        ),
      ),
      keptGames(this),
    );
  }

  async replay(name) {
    const game = await fetch(`/api/steps?name=${encodeURIComponent(name)}&lang=${language}`).then(r => r.json());
    if (!game.steps?.length) return notice(game.error ?? t("replay-empty"), "replay");
    this.replayed = { ...game, at: 0 };
    this.draw();
  }

  step(to) {
    if (to === null) this.replayed = null;
    else this.replayed.at = Math.max(0, Math.min(this.replayed.steps.length - 1, to));
    this.draw();
  }

  start() {
    const options = Object.fromEntries(
      this.game.options.map(o => [
        o.name,
        this.values[o.name] ?? this.game.defaults?.[o.name] ?? this.proposed(o.name),
      ]),
    );
    keep("game", this.game.name);
    const people = this.players.filter(p => !p.bot).map(p => p.name);
    if (people.join() !== NAMES.slice(0, people.length).join()) keep("names", people.join("\n"));
    this.preview.begin(this.game);
    this.line.send({ do: "new", game: this.game.name, players: this.players, options, language });
  }
}
