// A player's phone: the private hand, what may be done now, and the phone's camera and microphone.

import { h, part } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { Camera, Microphone } from "/kit/media.js";
import { notice } from "/kit/notice.js";
import { draw } from "/kit/overlay.js";
import { Choice, points, render } from "./games.js";
import { hasWild } from "./labels.js";
import { mediaTrouble } from "./sight.js";

const FACING = { faces: "user", dice: "environment" }; // which camera of a phone sees what the game needs

export class Phone {
  constructor(root, line, player) {
    this.line = line;
    this.player = player;
    this.choice = new Choice(() => this.draw());
    this.head = h("header.top");
    this.said = h("p.ruling", { role: "status", "aria-live": "polite" });
    this.board = h("div.board");
    this.hand = h("div.hand");
    this.tools = h("div.bar");
    this.over = document.createElement("canvas");
    this.over.className = "picture over";
    this.stage = h("div.stage.small", { hidden: true, role: "img", "aria-label": t("camera") }, this.over);
    root.replaceChildren(h("main.phone", {}, this.head, this.said, this.hand, this.board, this.stage, this.tools));
    document.addEventListener("visibilitychange", () => this.awake());
  }

  hear(message) {
    if (message.t === "state") {
      const first = !this.state;
      this.state = message;
      if (first && message.game) void this.again();
      document.title = message.title ? `${message.title} – companion` : "companion";
      this.draw();
    } else if (message.t === "new") this.said.textContent = "";
    else if (message.t === "ruling") this.said.textContent = message.text;
    else if (message.t === "aside") notice(message.text);
    else if (message.t === "refused") notice(message.text);
  }

  draw() {
    const s = this.state;
    part(this.head, [this.player, s.title, s.game && points(s), s.paused], () => [
      h("h1", {}, this.player),
      h("span.grow"),
      s.game ? h("span.quiet-text", {}, s.players.map((p, k) => `${p.name} ${points(s)[k] ?? 0}`).join(" · ")) : null,
    ]);
    if (!s.game || s.seat === null) {
      this.choice.fit([]);
      part(this.hand, [s.game], () => h("p.note", {}, t("nothing")));
      part(this.board, [], () => []);
      return;
    }
    if (!this.said.textContent && s.rulings.length) this.said.textContent = s.rulings.at(-1).text;
    const ctx = { state: s, choice: this.choice, act: text => this.line.send({ do: "act", text }) };
    this.choice.fit(s.legal);
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
      s.pictures,
      this.choice.shown,
      !!this.camera,
    ];
    part(this.hand, shown, () => [
      h("h2.turnline", {}, this.turn()),
      s.dice?.mine
        ? h(
            "button.action.primary",
            {
              type: "button",
              "data-k": "roll",
              "data-act": "roll",
              onclick: () => this.line.send({ do: "act", text: s.dice.count === 2 ? "duel" : "roll" }),
            },
            t("roll"),
          )
        : null,
      s.over ? null : made.hand,
      this.signals(),
    ]);
    part(this.board, [shown], () => made.board);
    part(this.tools, [!!this.camera, !!this.mic, s.sees, s.hears], () => this.media());
  }

  turn() {
    const s = this.state;
    if (s.over) return t("won", { names: s.over.winners.map(w => s.players[w].name).join(", ") });
    if (s.paused) return t("paused");
    if (s.legal.length || s.dice?.mine) return t("turn-you");
    return s.actors.length
      ? t("wait-for", { names: s.actors.map(a => s.players[a].name).join(", ") })
      : t("wait-table");
  }

  signals() {
    const s = this.state;
    if (!Object.keys(s.signals).length || s.tapped || s.over) return null;
    const wild =
      hasWild(s) && s.view.dealer === s.seat && this.camera
        ? h(
            "button.action",
            { type: "button", "data-k": "wild", id: "wild", onclick: () => this.line.send({ do: "wild" }) },
            t("wild-show", { name: s.players[s.seat].name }),
          )
        : null;
    return h(
      "div.actions",
      {},
      wild,
      Object.entries(s.signals).map(([signal, n]) =>
        h(
          "button.action",
          { type: "button", "data-k": `s${n}`, onclick: () => this.line.send({ do: "show", signal }) },
          t("a-show", { signal: t(`signal.${signal}`) }),
        ),
      ),
    );
  }

  media() {
    const { sees, hears } = this.state;
    return [
      sees
        ? h(
            "button.quiet",
            { type: "button", "data-k": "cam", id: "camera", onclick: () => this.toggleCamera(FACING[sees]) },
            t(this.camera ? "camera-off" : sees === "dice" ? "camera-back" : "camera-on"),
          )
        : null,
      hears
        ? h(
            "button.quiet",
            { type: "button", "data-k": "mic", id: "microphone", onclick: () => this.toggleMic() },
            t(this.mic ? "mic-off" : "mic-on"),
          )
        : null,
    ];
  }

  /** What was on before a reload goes on by itself. */
  async again() {
    const kept = sessionStorage.getItem("senses") ?? "";
    const { sees, hears } = this.state;
    if (kept.includes("camera") && sees) await this.toggleCamera(FACING[sees]);
    if (kept.includes("mic") && hears) await this.toggleMic();
  }

  keep() {
    sessionStorage.setItem("senses", `${this.camera ? "camera " : ""}${this.mic ? "mic" : ""}`);
  }

  async toggleCamera(facing) {
    if (this.camera) {
      this.camera.stop();
      this.camera = null;
      this.stage.hidden = true;
      this.keep();
      return this.draw();
    }
    if (!navigator.mediaDevices) return notice(t("camera-secure"));
    const camera = new Camera(
      overlay => this.seen(overlay, facing === "user"),
      error => notice(mediaTrouble(error)),
    );
    if (!(await camera.start(facing))) return;
    this.camera = camera;
    camera.video.className = `picture${facing === "user" ? " mirrored" : ""}`;
    this.stage.prepend(camera.video);
    this.stage.hidden = false;
    this.keep();
    this.awake();
    this.draw();
  }

  seen(overlay, mirrored) {
    const { video } = this.camera ?? {};
    if (!video?.videoWidth) return;
    if (this.over.width !== video.videoWidth)
      [this.over.width, this.over.height] = [video.videoWidth, video.videoHeight];
    draw(this.over, overlay, mirrored);
    this.stage.dataset.faces = String((overlay.seats ?? []).filter(x => x.box).length);
  }

  async toggleMic() {
    if (this.mic) {
      this.mic.stop();
      this.mic = null;
      this.keep();
      return this.draw();
    }
    if (!navigator.mediaDevices) return notice(t("camera-secure"));
    const mic = new Microphone(error => notice(mediaTrouble(error)));
    if (await mic.start()) this.mic = mic;
    this.keep();
    this.awake();
    this.draw();
  }

  /** Keep the screen on while the camera or microphone is needed; phones let it go when the page is hidden. */
  async awake() {
    if (document.hidden || !(this.camera || this.mic)) return;
    await Promise.all([this.camera?.wake(), this.mic?.wake()]);
    try {
      this.lock = await navigator.wakeLock?.request("screen");
    } catch {
      // saving battery: the page goes on
    }
  }
}
