// What will watch and listen, live before the game begins: this computer's own devices as Python opens them, or this
// browser's.

import { h } from "/kit/dom.js";
import { face, icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { notice } from "/kit/notice.js";
import { mediaTrouble } from "../parts/devices.js";

const EVERY = 200; // ms between two looks at a microphone's level

export class Preview {
  constructor(line, sight, redraw) {
    this.line = line;
    this.sight = sight;
    this.redraw = redraw;
    this.found = { cameras: [], microphones: [] };
    this.own = { camera: "", microphone: "" };
    this.stream = null;
    this.image = new Image();
    this.image.className = "livepicture";
    this.image.alt = t("camera");
    this.video = h("video.livepicture", { muted: true, playsinline: true });
    this.video.muted = true;
    this.meter = h("meter", { min: 0, max: 1, value: 0, "aria-label": t("level") });
    this.timer = setInterval(() => void this.look(), EVERY);
  }

  /** What Python can open on this computer; the first of each is shown. */
  async find() {
    const found = await fetch("/api/devices")
      .then(r => (r.ok ? r.json() : null))
      .catch(() => null);
    if (!found) return;
    this.found = found;
    this.own = { camera: found.cameras[0]?.spec ?? "", microphone: found.microphones[0]?.spec ?? "" };
    this.redraw();
  }

  /** What the drawing depends on. */
  get shown() {
    return [this.own, this.found, !!this.stream];
  }

  /** Which senses are on: camera, microphone, both, none. */
  get senses() {
    const camera = !!this.stream || this.own.camera !== "";
    const microphone = !!this.stream?.getAudioTracks().length || (!this.stream && this.own.microphone !== "");
    if (camera && microphone) return "both";
    return camera ? "camera" : microphone ? "microphone" : "none";
  }

  view() {
    const { cameras, microphones } = this.found;
    const owned = this.own.camera !== "";
    const picture =
      owned || this.stream
        ? h("div.livebox", { "data-k": "live", "data-own": "", "data-preview": owned ? this.own.camera : "browser" })
        : h("div.nolive", { "data-k": "nolive" }, face("calm", false), face("eyes_wide", false), face("grin", false));
    return h(
      "div.preview",
      {},
      h("h2", {}, t("preview")),
      picture,
      h("p.note", {}, t(owned || this.stream ? "preview-about" : "preview-none")),
      this.own.microphone !== "" || this.stream
        ? h(
            "div.bar",
            { "data-preview": this.own.microphone || "browser" },
            icon("mic"),
            h("span.livelevel", { "data-k": "level", "data-own": "" }),
          )
        : null,
      h(
        "div.bar",
        {},
        this.pick("camera", cameras),
        this.pick("microphone", microphones),
        h(
          `button${this.stream ? ".on" : ""}`,
          { type: "button", "data-k": "preview-browser", onclick: () => void this.turn() },
          icon("camera"),
          t(this.stream ? "preview-stop" : "preview-browser"),
        ),
      ),
    );
  }

  /** The page is drawn: pictures and level go into their places, where they stay. */
  mount(root) {
    const box = root.querySelector(".livebox");
    const picture = this.stream ? this.video : this.image;
    if (box && picture.parentElement !== box) box.replaceChildren(picture);
    const level = root.querySelector(".livelevel");
    if (level && this.meter.parentElement !== level) level.append(this.meter);
  }

  pick(kind, list) {
    if (!list.length) return null;
    const choose = e => {
      this.own = { ...this.own, [kind]: e.target.value };
      this.redraw();
    };
    return h(
      "select",
      {
        "data-k": `pick-${kind}`,
        "aria-label": t(kind === "camera" ? "camera" : "level"),
        value: this.own[kind],
        onchange: choose,
      },
      h("option", { value: "" }, t("device-none")),
      list.map(d => h("option", { value: d.spec }, d.name || t("default"))),
    );
  }

  /** This browser's camera and microphone, on and off. */
  async turn() {
    if (this.stream) this.stop();
    else {
      const ask = wish => navigator.mediaDevices.getUserMedia(wish);
      try {
        this.stream = await ask({ video: true, audio: true }).catch(() => ask({ video: true }));
      } catch (error) {
        return notice(mediaTrouble(error), "camera");
      }
      this.video.srcObject = this.stream;
      void this.video.play().catch(() => {});
      this.hear();
    }
    this.redraw();
  }

  /** The level of this browser's microphone, looked at here and sent nowhere. */
  hear() {
    if (!this.stream.getAudioTracks().length) return;
    this.context = new AudioContext();
    this.analyser = this.context.createAnalyser();
    this.context.createMediaStreamSource(this.stream).connect(this.analyser);
  }

  /** One more look at what Python's own devices give, and at the level. */
  async look() {
    if (document.hidden) return;
    if (!this.stream && this.own.camera !== "" && this.image.complete) this.show();
    if (this.analyser) {
      const samples = new Float32Array(this.analyser.fftSize);
      this.analyser.getFloatTimeDomainData(samples);
      this.meter.value = Math.min(1, 4 * Math.sqrt(samples.reduce((sum, v) => sum + v * v, 0) / samples.length));
    } else if (this.own.microphone !== "" && !this.asking) {
      this.asking = true;
      const told = await fetch(`/api/preview/microphone/${encodeURIComponent(this.own.microphone)}`)
        .then(r => (r.ok ? r.json() : null))
        .catch(() => null);
      this.asking = false;
      if (told) this.meter.value = told.level ?? 0;
    }
  }

  show() {
    this.looks = (this.looks ?? 0) + 1;
    this.image.src = `/api/preview/camera/${encodeURIComponent(this.own.camera)}?n=${this.looks}`;
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    void this.context?.close();
    this.stream = this.context = this.analyser = null;
  }

  /** The game begins: what was shown goes on there. */
  begin(game) {
    const browser = this.stream !== null;
    const listens = !!this.analyser;
    for (const kind of ["camera", "microphone"])
      if (!browser && this.own[kind] !== "") this.line.send({ do: "source", kind, spec: String(this.own[kind]) });
    this.close();
    if (browser) this.sight.wanted = { camera: true, mic: listens, game: game.name };
  }

  close() {
    clearInterval(this.timer);
    this.stop();
  }
}
