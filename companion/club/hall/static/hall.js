// The hall's page: the big screen for everybody, the organiser's control for the browser that started it.

import { h, part } from "/kit/dom.js";
import { languageChoice } from "/kit/languages.js";
import { start } from "/kit/net.js";
import { notice } from "/kit/notice.js";
import { dress, turnTheme } from "/kit/prefs.js";
import { Control } from "./control.js";
import { entrance } from "./entrance.js";
import { Screen } from "./screen.js";
import { w } from "./words.js";

const app = document.getElementById("app");

class Hall {
  constructor(line, organiser) {
    this.line = line;
    this.organiser = organiser;
    this.state = null;
    const send = message => line.send(message);
    this.off = h("div.offline", { role: "status", hidden: true });
    this.head = h("header.top");
    this.body = h("main.hall");
    this.screen = new Screen();
    this.control = organiser ? new Control(send) : null;
    this.big = !organiser || location.hash === "#screen" || new URLSearchParams(location.search).has("screen");
    app.replaceChildren(this.off, this.head, this.body);
    addEventListener("keydown", event => this.key(event));
  }

  hear(message) {
    if (message.t === "state") {
      this.state = message;
      this.show();
    } else if (message.t === "refused") notice(message.text);
    else if (message.t === "invite") this.control?.invite(message);
    else if (message.t === "done") this.control?.done();
    else if (message.t === "bye") this.body.replaceChildren(h("p", { role: "status" }, w("closed")));
  }

  show() {
    const state = this.state;
    if (!state) return;
    this.off.textContent = w("offline");
    app.classList.toggle("big", this.big);
    const shown = [state.name, state.game, state.round, state.of, state.over, state.broker, state.trouble, this.big];
    part(this.head, [shown, present(state)], () => this.top(state));
    const view = this.big ? this.screen : this.control;
    if (this.body.firstChild !== view.root) this.body.replaceChildren(view.root);
    view.update(state);
  }

  top(state) {
    const round = state.over ? w("over") : state.round ? w("round", { n: state.round, of: state.of }) : w("before");
    const [there, all] = present(state);
    return [
      h("h1.grow", {}, state.name || w("title"), " ", h("small", {}, state.game)),
      h("p.round", { id: "round" }, round),
      all ? h("p.present", {}, w("present", { n: there, of: all })) : null,
      state.broker.name
        ? h(`p.line.${state.broker.on ? "well" : "away"}`, {}, state.broker.on ? w("broker-on") : w("broker-off"))
        : null,
      this.organiser
        ? h(
            "button.quiet",
            { type: "button", id: "view", "data-k": "view", onclick: () => this.turn() },
            this.big ? w("control") : w("screen"),
          )
        : null,
      languageChoice(),
      h(
        "button.quiet",
        { type: "button", id: "theme", "data-k": "theme", "aria-label": w("theme"), onclick: turnTheme },
        "◐",
      ),
      state.trouble.length
        ? h(
            "div.troubles",
            { role: "alert" },
            state.trouble.map(text => h("p.alarm", {}, text)),
          )
        : null,
    ];
  }

  turn() {
    this.big = !this.big;
    this.show();
  }

  key(event) {
    if (event.target.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === "s" && this.organiser) this.turn();
    else if (this.big) this.screen.key(event);
  }
}

const present = state => [state.tables.filter(table => table.online).length, state.tables.length];

dress();
void start(app, entrance, (line, me) => new Hall(line, me.role === "host"));
