// The phone's own camera and microphone.

import { h, once, part } from "/kit/dom.js";
import { icon } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { Camera } from "/kit/media.js";
import { Microphone } from "/kit/microphone.js";
import { notice } from "/kit/notice.js";
import { draw } from "/kit/overlay.js";
import { EVENING, keep, kept } from "/kit/prefs.js";
import { mediaTrouble } from "./parts/devices.js";

const FACING = { faces: "user", dice: "environment" }; // which camera of a phone sees what the game needs

export class Senses {
  constructor(redraw) {
    this.redraw = redraw;
    this.toggleCamera = once(this.turnCamera.bind(this));
    this.toggleMic = once(() => this.turnMic());
    this.state = null;
    this.over = document.createElement("canvas");
    this.over.className = "picture over";
    this.stage = h("div.stage.small", { hidden: true, role: "img", "aria-label": t("camera") }, this.over);
    this.bar = h("div.bar.devices", { "data-part": "senses" });
  }

  /** What this phone's camera sees now, for a card of the warm-up; null without one. */
  get eye() {
    if (!this.camera) return null;
    return { picture: this.camera.video, mirrored: this.facing === "user", seats: this.found };
  }

  draw() {
    const { sees, hears } = this.state;
    part(this.bar, [!!this.camera, !!this.mic, sees, hears], () => [
      sees
        ? h(
            `button${this.camera ? ".on" : ""}`,
            { type: "button", id: "camera", onclick: () => this.toggleCamera(FACING[sees]) },
            icon("camera"),
            h("span", {}, t(this.camera ? "camera-off" : sees === "dice" ? "camera-back" : "camera-on")),
          )
        : null,
      hears
        ? h(
            `button${this.mic ? ".on" : ""}`,
            { type: "button", id: "microphone", onclick: () => this.toggleMic() },
            icon("mic"),
            h("span", {}, t(this.mic ? "mic-off" : "mic-on")),
          )
        : null,
    ]);
  }

  /** What was on before a reload goes on by itself. */
  async again() {
    const before = kept("senses", EVENING);
    const { sees, hears } = this.state;
    if (before.includes("camera") && sees) await this.toggleCamera(FACING[sees]);
    if (before.includes("mic") && hears) await this.toggleMic();
  }

  keep() {
    keep("senses", `${this.camera ? "camera " : ""}${this.mic ? "mic" : ""}`, EVENING);
  }

  async turnCamera(facing) {
    if (this.camera) {
      this.camera.stop();
      this.camera = null;
      this.stage.hidden = true;
      this.keep();
      return this.redraw();
    }
    if (!navigator.mediaDevices) return notice(t("camera-secure"), "camera");
    const camera = new Camera(
      overlay => this.seen(overlay, facing === "user"),
      error => notice(mediaTrouble(error), "camera"),
    );
    if (!(await camera.start(facing))) return;
    this.camera = camera;
    this.facing = facing;
    camera.video.className = `picture${facing === "user" ? " mirrored" : ""}`;
    this.stage.prepend(camera.video);
    this.stage.hidden = false;
    this.keep();
    this.awake();
    this.redraw();
  }

  seen(overlay, mirrored) {
    const { video } = this.camera ?? {};
    if (!video?.videoWidth) return;
    this.stage.style.setProperty("--ratio", String(video.videoWidth / video.videoHeight));
    if (this.over.width !== video.videoWidth)
      [this.over.width, this.over.height] = [video.videoWidth, video.videoHeight];
    draw(this.over, overlay, mirrored);
    this.found = (overlay.seats ?? []).filter(x => x.box);
    this.stage.dataset.faces = String(this.found.length);
  }

  async turnMic() {
    if (this.mic) {
      this.mic.stop();
      this.mic = null;
      this.keep();
      return this.redraw();
    }
    if (!navigator.mediaDevices) return notice(t("camera-secure"), "camera");
    const mic = new Microphone(error => notice(mediaTrouble(error), "camera"));
    if (await mic.start()) this.mic = mic;
    this.keep();
    this.awake();
    this.redraw();
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
