// The picture on the laptop: Python's camera, or this browser's, on the stage; which camera and microphone are used.

import { h, once, part } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { Camera } from "/kit/media.js";
import { Microphone } from "/kit/microphone.js";
import { withNames } from "/kit/names.js";
import { watchPictures } from "/kit/net.js";
import { notice } from "/kit/notice.js";
import { deviceBar, mediaTrouble } from "./parts/devices.js";
import { hearing } from "./parts/hearing.js";
import { Stage } from "./parts/stage.js";
import { whoseFace } from "./parts/whose.js";

export class Sight {
  constructor(send) {
    this.send = send;
    this.toggleCamera = once(() => this.turnCamera());
    this.toggleMic = once(() => this.turnMic());
    this.state = { sources: [], game: null, players: [] };
    this.stage = new Stage(face => whoseFace(face, this.state, send));
    this.picture = document.createElement("canvas");
    this.picture.className = "picture";
    this.lag = h("span.quiet-text", { id: "lag" });
    this.absent = h("p.absent", { role: "status" });
    this.bar = h("div.bar.devices", { "data-part": "senses" });
    this.hearing = hearing();
    this.frame = h("div.frame", {}, this.stage.root);
    this.root = h(
      "section.sight",
      { "aria-label": t("camera") },
      this.frame,
      h("div.foot", {}, this.absent, this.bar, this.hearing.root, this.lag),
    );
    this.devices = [];
    this.chosen = "";
    this.machine = null; // cameras and microphones that Python can open, when asked for
  }

  get seeing() {
    return !this.stage.root.hidden;
  }

  get owned() {
    return (this.state.sources ?? []).some(s => s.name === "laptop" && s.kind === "camera" && !s.trouble);
  }

  get pictureClass() {
    return this.mirrored ? "picture mirrored" : "picture";
  }

  /** Whether the picture is a mirror: of people before this page's own camera, never of dice. */
  get mirrored() {
    return !!this.camera && this.state.sees !== "dice";
  }

  /** What this page's camera sees now, for a card of the warm-up; null without one. */
  get eye() {
    if (!this.seeing) return null;
    return { picture: this.camera?.video ?? this.picture, mirrored: this.mirrored, seats: this.found };
  }

  update(state) {
    this.state = state;
    const { owned } = this;
    if (this.camera) this.camera.video.className = this.pictureClass; // another game may look at other things
    if (owned && !this.view) this.watch();
    if (!owned && !this.camera) this.stage.root.hidden = true;
    this.root.hidden = !state.sees && !state.hears;
    this.root.classList.toggle("empty", !this.seeing);
    this.seats = Object.fromEntries(state.players.map((p, k) => [p.name, k]));
    const shown = [owned, !!this.camera, !!this.mic, this.devices.map(d => d.label), state.sees, state.hears];
    part(this.bar, [shown, (state.sources ?? []).map(s => s.trouble), this.machine, state.owned], () =>
      deviceBar(this),
    );
    this.missing();
    if (this.wanted && state.sees) void this.begin();
  }

  /** What the first screen showed goes on in the game. */
  async begin() {
    const { mic } = this.wanted;
    this.wanted = null;
    if (!this.camera) await this.toggleCamera();
    if (mic && this.state.hears && !this.mic) await this.toggleMic();
  }

  async list() {
    if (this.machine) return;
    this.machine = await fetch("/api/devices")
      .then(r => r.json())
      .catch(() => null);
    this.update(this.state);
  }

  /** Who plays and is not in the picture. */
  missing() {
    const names = this.seeing && this.state.sees === "faces" && this.found?.length ? (this.state.unseen ?? []) : [];
    const text = names.length ? t("not-seen", { names: names.join(", ") }) : "";
    if (this.absent.textContent !== text) this.absent.replaceChildren(withNames(text));
  }

  async use(device) {
    this.chosen = device;
    this.camera?.stop();
    this.camera = null;
    await this.toggleCamera();
  }

  async turnCamera() {
    if (this.camera) {
      this.camera.stop();
      this.camera = null;
      this.stage.root.hidden = true;
      return this.update(this.state);
    }
    if (!navigator.mediaDevices) return notice(t("camera-secure"), "camera");
    const camera = new Camera(
      (overlay, lag) => this.seen(overlay, lag, this.mirrored),
      error => notice(mediaTrouble(error), "camera"),
    );
    if (!(await camera.start("user", this.chosen))) return;
    this.camera = camera;
    window.companionCamera = camera;
    this.devices = (await navigator.mediaDevices.enumerateDevices()).filter(d => d.kind === "videoinput");
    camera.video.className = this.pictureClass;
    this.stage.put(camera.video);
    this.stage.size(camera.video.videoWidth || 4, camera.video.videoHeight || 3);
    this.stage.root.hidden = false;
    this.update(this.state);
  }

  async turnMic() {
    if (this.mic) {
      this.mic.stop();
      this.mic = null;
      this.hearing.off();
    } else {
      if (!navigator.mediaDevices) return notice(t("camera-secure"), "camera");
      const mic = new Microphone(error => notice(mediaTrouble(error), "camera"));
      if (await mic.start()) this.mic = mic;
    }
    this.update(this.state);
  }

  seen(overlay, lag, mirrored) {
    if (lag !== null) {
      if (!this.camera?.video.videoWidth) return;
      this.stage.size(this.camera.video.videoWidth, this.camera.video.videoHeight);
      this.lag.textContent = t("lag", { ms: Math.round(lag) });
    }
    this.found = (overlay.seats ?? []).filter(s => s.box);
    this.stage.draw(overlay, mirrored, this.seats, this.state.seatsSeen);
    this.root.dataset.frames = String(Number(this.root.dataset.frames ?? 0) + 1);
    this.root.dataset.faces = String(this.found.length);
    this.missing();
  }

  /** Python's own camera: a picture each time we ask for one. */
  watch() {
    this.view = watchPictures((overlay, image) => {
      if (!this.picture.isConnected) this.stage.put(this.picture);
      if (this.stage.root.hidden) {
        this.stage.root.hidden = false;
        this.update(this.state);
      }
      if (this.picture.width !== image.width || this.picture.height !== image.height)
        [this.picture.width, this.picture.height] = [image.width, image.height];
      this.stage.size(image.width, image.height);
      this.picture.getContext("2d").drawImage(image, 0, 0);
      this.seen(overlay, null, false);
    });
    this.view.onclose = () => {
      this.view = null;
    };
  }

  /** A ruling to see: a trade flies from face to face. */
  ruled(ruling, state) {
    if (ruling.code !== "trade" || !state) return;
    const [a, b] = ruling.who ?? [];
    const cards = Object.entries(state.showing).find(([name]) => name === a)?.[1];
    if (a && b)
      this.stage.trade(a, b, state.signals[cards] ?? 1, this.seeing ? this.stage.root : this.root.parentElement);
  }

  /** Another game: what was heard in the last one is over. */
  fresh() {
    this.hearing.speech(null);
  }

  level(message) {
    this.hearing.level(message);
  }

  speech(message) {
    this.hearing.speech(message);
  }
}
