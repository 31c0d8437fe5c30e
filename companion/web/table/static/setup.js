// The laptop's first screen: three questions in plain words, what watches and listens shown live, the rest under one
// fold; below, the games that are kept.

import { h, part } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";
import { languageChoice } from "/kit/languages.js";
import { notice, noticeIn } from "/kit/notice.js";
import { keep, kept } from "/kit/prefs.js";
import { Choice } from "./games.js";
import { eveningSheet } from "./parts/evening.js";
import { letPhonesIn, phonesAreIn } from "./parts/phone_door.js";
import { replayView } from "./parts/replay.js";
import { cards, games, people, whereOf } from "./setup/asks.js";
import { Faces } from "./setup/faces.js";
import { keptGames } from "./setup/kept.js";
import { more } from "./setup/more.js";
import { Preview } from "./setup/preview.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hanna", "Ida", "Jan", "Kim", "Leo"];

/** A player whose name is only a suggestion: whoever comes with a phone gives their own. */
const suggested = name => ({ name, bot: false, free: true });

let asked = null;

/** The games with their options, asked for once: they stay the same while the server runs. */
export function catalogue() {
  asked ??= fetch(`/api/games?lang=${language}`).then(r => r.json());
  return asked;
}

export class Setup {
  /** ``lan``: phones can join; ``night``: the evening, where a hand was played; ``was``: the screen before. */
  constructor(root, line, sight, { lan = "", night = null, was = null } = {}) {
    this.root = root;
    this.line = line;
    this.preview = new Preview(line, sight, () => this.draw());
    this.faces = new Faces(this);
    this.games = [];
    this.kept = [];
    this.game = null;
    this.players = [];
    this.benched = []; // those for whom a game has no seat
    this.lan = lan;
    this.night = night;
    this.values = {};
    this.level = "family";
    this.replayed = null;
    this.choice = new Choice(() => {});
    if (was) for (const key of ["game", "players", "benched", "values", "level"]) this[key] = was[key];
    this.load();
  }

  /** What the server says while this screen stands: the evening, and whether phones are let in. */
  update({ evening, lan }) {
    this.night = evening;
    this.lan = lan;
    this.draw();
  }

  close() {
    this.faces.close();
    this.preview.close();
  }

  async load() {
    const shelf = fetch("/api/shelf").then(r => r.json());
    this.games = await catalogue();
    if (!this.game) {
      const known = name => this.games.find(g => g.name === name);
      this.choose(known(kept("game")) ?? known("face-off") ?? this.games[0]);
    }
    this.draw(); // the list of kept games and this computer's devices may take longer
    void this.preview.find();
    const list = await shelf;
    this.kept = Array.isArray(list) ? list : [];
    this.draw();
  }

  choose(game) {
    this.game = game;
    this.values = {};
    if (!game.levels.includes(this.level)) this.level = "family";
    const names = kept("names").split("\n").filter(Boolean);
    const known = [...this.players, ...this.benched];
    const everybody = known.length ? known : names.map(name => ({ name, bot: false }));
    const count = Math.max(game.least, Math.min(game.most, everybody.length));
    this.players = Array.from({ length: count }, (_, k) => everybody[k] ?? suggested(NAMES[k]));
    this.benched = everybody.slice(count);
    this.draw();
  }

  /** The value of an option as it stands: chosen, else what suits the senses that are on, else its own default. */
  value(name) {
    const own = this.game.options.find(o => o.name === name)?.default;
    return this.values[name] ?? this.proposed()[name] ?? own;
  }

  /** Where bots play, the game deals the cards: its own defaults. */
  proposed() {
    if (this.players.some(p => p.bot)) return {};
    return this.game.defaults?.[this.preview.senses] ?? {};
  }

  set(name, value) {
    this.values[name] = value;
    this.draw();
  }

  grade(level) {
    this.level = level;
    this.draw();
  }

  add() {
    this.players.push(suggested(NAMES.find(n => !this.players.some(p => p.name === n)) ?? ""));
    this.draw();
  }

  remove(k) {
    this.players.splice(k, 1);
    this.draw();
  }

  draw() {
    const form = [this.game?.name, this.players, this.values, this.level, this.preview.shown, this.lan];
    part(this.root, [this.games, this.kept, form, this.night, this.replayed?.at ?? null], () => this.page());
    this.preview.mount(this.root);
    this.faces.mount(this.root);
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
      { "data-part": "setup", "data-looks-at": this.game.name === "keep-smiling" ? "dice" : "faces" },
      h("header.setuphead", {}, h("h1", {}, t("choose-game")), h("div.notices", { "data-own": "" }), languageChoice()),
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
          this.preview.view(),
          h("button.primary.start", { type: "submit", "data-k": "start", "data-start": "" }, t("start", this.game)),
          this.lan
            ? phonesAreIn({ lan: this.lan }, m => this.line.send(m))
            : letPhonesIn(
                m => this.line.send(m),
                () => this.wish(true),
              ),
        ),
      ),
      this.night?.hands.length ? eveningSheet(this.night) : null,
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

  /** The game as it is asked for. ``phones``: its cards are on phones, unless they were said to lie on the table. */
  wish(phones = false) {
    const where = whereOf(this.game);
    if (phones && where && !(where in this.values)) this.values[where] = "digital";
    const options = { ...this.proposed(), ...this.values };
    return { game: this.game.name, players: this.players, options, language, level: this.level };
  }

  /** What was shown goes on in the game, once. */
  handOver() {
    this.faces.rename();
    if (!this.handed) this.preview.begin(this.game);
    this.handed = true;
  }

  start() {
    keep("game", this.game.name);
    const people = [...this.players, ...this.benched].filter(p => !p.bot);
    const named = people.filter(p => !p.free).map(p => p.name);
    if (named.length) keep("names", named.join("\n"));
    const gathers = this.lan && this.value(whereOf(this.game)) !== "physical" && people.length > 1;
    const wish = this.wish(); // while the previews still say which senses there are
    this.handOver();
    this.line.send(gathers ? { do: "lobby", act: "open", ...wish } : { do: "new", ...wish });
  }
}
