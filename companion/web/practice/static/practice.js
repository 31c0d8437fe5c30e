// The practice page: who practises, the choice of drills, the drill under way.

import { h, part } from "/kit/dom.js";
import { languageChoice } from "/kit/languages.js";
import { start } from "/kit/net.js";
import { notice } from "/kit/notice.js";
import { dark, dress, keep } from "/kit/prefs.js";
import { sounds } from "/kit/sounds.js";
import { Devices } from "./devices.js";
import { Drill } from "./drill.js";
import { Menu } from "./menu.js";
import { w } from "./words.js";

const app = document.getElementById("app");
const root = document.documentElement;

class Practice {
  constructor(line) {
    this.line = line;
    this.state = null;
    this.head = h("header.top");
    this.body = h("main.practice");
    this.devices = new Devices();
    this.menu = new Menu(message => line.send(message), dark);
    this.drill = new Drill(message => line.send(message), this.devices, dark);
    sounds.usual = "on"; // who practises alone looks at the camera, not at the page
    sounds.listening = () => !!this.state?.drill?.ears; // a tone would get into the takes
    this.off = h("div.offline", { role: "status", hidden: true });
    app.replaceChildren(this.off, this.head, this.body);
    addEventListener("keydown", event => this.key(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }

  hear(message) {
    if (message.t === "state") {
      this.state = message;
      this.show();
    } else if (message.t === "coach") this.drill.coach(message);
    else if (message.t === "refused") notice(message.text);
    else if (message.t === "bye") this.body.replaceChildren(h("p", { role: "status" }, w("closed")));
  }

  show() {
    const state = this.state;
    if (!state) return;
    part(this.head, [state.player, !!state.drill, sounds.on], () => this.top(state));
    this.off.textContent = w("offline");
    this.devices.name = state.player;
    const drill = state.drill;
    if (drill) {
      if (this.shown !== "drill") this.body.replaceChildren(this.drill.root);
      this.shown = "drill";
      this.drill.update(state);
    } else {
      if (this.shown !== "menu") this.body.replaceChildren(this.menu.root);
      this.shown = "menu";
      this.menu.update(state);
    }
    this.devices.wanted(drill && !drill.done ? drill : null, state.sources);
  }

  top(state) {
    return [
      h("h1.grow", {}, state.player ? w("title-of", { name: state.player }) : w("title")),
      state.player && !state.drill
        ? h("button.quiet", { type: "button", "data-k": "who", onclick: () => this.menu.ask() }, w("change"))
        : null,
      h(
        "button.quiet",
        {
          type: "button",
          "data-k": "sounds",
          id: "sounds",
          "aria-label": w("sounds"),
          "aria-pressed": String(sounds.on),
          onclick: () => {
            sounds.turn();
            this.show();
          },
        },
        "♪",
      ),
      languageChoice(),
      h(
        "button.quiet",
        {
          type: "button",
          "data-k": "theme",
          id: "theme",
          "aria-label": w("theme"),
          onclick: () => {
            root.dataset.theme = dark() ? "light" : "dark";
            keep("theme", root.dataset.theme);
            this.menu.redraw();
            this.drill.redraw();
            this.show();
          },
        },
        "◐",
      ),
    ];
  }

  key(event) {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.state?.drill) this.line.send({ do: "stop" });
    else if (this.state?.drill) this.drill.key(event);
  }
}

const closed = error =>
  h("main.centre", {}, h("h1", {}, "companion"), h("p", { role: "status" }, error || w("closed")));

dress();
void start(app, closed, line => new Practice(line));
