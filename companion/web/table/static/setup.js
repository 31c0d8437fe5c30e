// The laptop's first page: choose a game, players and options; or go on with a kept game.

import { h, part } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";
import { notice } from "/kit/notice.js";
import { Choice } from "./games.js";
import { control } from "./parts/options.js";
import { replayView } from "./parts/replay.js";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hanna", "Ida", "Jan", "Kim", "Leo"];

let asked = null;

/** The games with their options, asked for once: they stay the same while the server runs. */
export function catalogue() {
  asked = asked ?? fetch(`/api/games?lang=${language}`).then(r => r.json());
  return asked;
}

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
    const kept = fetch("/api/shelf").then(r => r.json());
    this.games = await catalogue();
    this.draw(); // the list of kept games may take longer
    const found = await kept;
    this.kept = Array.isArray(found) ? found : [];
    this.draw();
  }

  choose(game) {
    this.game = game;
    this.values = {};
    this.players = Array.from({ length: game.least }, (_, k) => ({
      name: this.players[k]?.name ?? NAMES[k],
      bot: this.players[k]?.bot ?? k > 0,
    }));
    this.draw();
  }

  draw() {
    part(
      this.root,
      [
        this.games,
        this.kept,
        this.game?.name,
        this.players.length,
        this.players.map(p => p.bot),
        this.replayed?.at ?? null,
      ],
      () =>
        h(
          "main.setup",
          {},
          this.replayed
            ? replayView(this.replayed, this.choice, to => this.step(to))
            : this.game
              ? this.form()
              : this.list(),
        ),
    );
  }

  list() {
    const tiles = this.games.map(game =>
      h(
        "button.tile",
        { type: "button", "data-k": game.name, "data-game": game.name, onclick: () => this.choose(game) },
        h(`span.icon.icon-${game.name}`, { "aria-hidden": "true" }),
        h("b", {}, game.title),
        h("span.quiet-text", {}, this.count(game)),
        h("span.about", {}, game.about),
      ),
    );
    return [
      h("h1", {}, t("choose-game")),
      h("div.tiles", {}, tiles),
      this.kept.length
        ? h(
            "section",
            {},
            h("h2", {}, t("kept")),
            h(
              "ul.kept",
              {},
              this.kept.map(k => this.keptRow(k)),
            ),
          )
        : null,
    ];
  }

  count(game) {
    return t(game.least === game.most ? "count-one" : "count", game);
  }

  keptRow(kept) {
    const title = this.games.find(g => g.name === kept.game)?.title ?? kept.game;
    const about = `${title}: ${(kept.players ?? []).join(", ")}`;
    const link = kind =>
      h(
        "a.quiet",
        { href: `/api/export?name=${encodeURIComponent(kept.name)}&kind=${kind}`, download: "" },
        kind === "jsonl" ? "JSON" : kind === "csv" ? "CSV" : t("export"),
      );
    return h(
      "li",
      {},
      h("span.grow", {}, h("b", {}, about), h("span.quiet-text", {}, ` ${kept.name.slice(0, 17)}`)),
      h(
        "button.quiet",
        { type: "button", onclick: () => this.line.send({ do: "resume", name: kept.name }) },
        t("resume-game"),
      ),
      h("button.quiet", { type: "button", onclick: () => this.replay(kept.name) }, t("replay")),
      link("record"),
      link("jsonl"),
      link("csv"),
      h(
        "button.quiet",
        {
          type: "button",
          "aria-label": `${t("delete")}: ${about}`,
          onclick: () => confirm(t("delete-sure")) && this.line.send({ do: "delete", name: kept.name }),
        },
        t("delete"),
      ),
    );
  }

  async replay(name) {
    const game = await fetch(`/api/steps?name=${encodeURIComponent(name)}&lang=${language}`).then(r => r.json());
    if (!game.steps?.length) return notice(game.error ?? t("replay-empty"));
    this.replayed = { ...game, at: 0 };
    this.draw();
  }

  step(to) {
    if (to === null) this.replayed = null;
    else this.replayed.at = Math.max(0, Math.min(this.replayed.steps.length - 1, to));
    this.draw();
  }

  form() {
    const { game } = this;
    const seats = this.players.map((player, k) =>
      h(
        "div.player",
        {},
        h("input", {
          value: player.name,
          maxlength: 24,
          "aria-label": t("name-of", { n: k + 1 }),
          "data-k": `name${k}`,
          oninput: e => {
            player.name = e.target.value;
          },
        }),
        h(
          "label.switch",
          {},
          h("input", {
            type: "checkbox",
            checked: player.bot,
            "data-k": `bot${k}`,
            "aria-label": t("bot-for", { name: player.name }),
            onchange: e => {
              player.bot = e.target.checked;
            },
          }),
          t("bot"),
        ),
        this.players.length > game.least
          ? h(
              "button.quiet",
              {
                type: "button",
                "aria-label": t("remove", { name: player.name }),
                onclick: () => {
                  this.players.splice(k, 1);
                  this.draw();
                },
              },
              "✕",
            )
          : null,
      ),
    );
    const more =
      this.players.length < game.most
        ? h(
            "button.quiet",
            {
              type: "button",
              "data-k": "add",
              onclick: () => {
                this.players.push({ name: NAMES.find(n => !this.players.some(p => p.name === n)) ?? "", bot: true });
                this.draw();
              },
            },
            `+ ${t("add")}`,
          )
        : null;
    return [
      h(
        "button.quiet",
        {
          type: "button",
          "data-k": "back",
          onclick: () => {
            this.game = null;
            this.draw();
          },
        },
        `‹ ${t("back")}`,
      ),
      h("h1", {}, game.title),
      h("p.about", {}, game.about),
      h(
        "form",
        {
          onsubmit: e => {
            e.preventDefault();
            this.start();
          },
        },
        h("fieldset", {}, h("legend", {}, t("players")), seats, more),
        h(
          "details.options",
          {},
          h("summary", { "data-k": "options" }, t("options")),
          game.options.map(o => control(o, this.values)),
        ),
        h("button.action.primary.start", { type: "submit", "data-k": "start" }, t("start", { title: game.title })),
      ),
    ];
  }

  start() {
    this.line.send({ do: "new", game: this.game.name, players: this.players, options: this.values, language });
  }
}
