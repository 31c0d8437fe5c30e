// Camera and microphone while a drill needs them: this browser's, or the picture of the camera that Python owns.

import { h } from "/kit/dom.js";
import { Camera } from "/kit/media.js";
import { Microphone } from "/kit/microphone.js";
import { watchPictures } from "/kit/net.js";
import { notice } from "/kit/notice.js";
import { draw } from "/kit/overlay.js";
import { w } from "./words.js";

export class Devices {
  constructor() {
    this.picture = h("canvas.picture");
    this.layer = h("canvas.picture.over");
    this.stage = h("div.stage", { hidden: true, role: "img" }, this.picture, this.layer);
    this.camera = this.mic = this.view = null;
    this.asked = {};
    this.name = "";
    this.frames = 0;
  }

  /** ``drill``: what runs now, or null; ``sources``: what Python owns. */
  wanted(drill, sources) {
    const owned = kind => sources.some(s => s.kind === kind && !s.trouble);
    this.stage.setAttribute("aria-label", w("camera"));
    const eyes = !!drill?.eyes;
    this.set("view", eyes && owned("camera"), () => this.watch());
    this.mirrored = drill?.name !== "dice"; // a face as in a mirror, dice as they lie
    this.set("camera", eyes && !owned("camera"), () => this.start(this.mirrored ? "user" : "environment"));
    this.set("mic", !!drill?.ears && !owned("microphone"), () => this.listen());
    if (!eyes) this.stage.hidden = true;
  }

  set(what, on, begin) {
    if (on && !this.asked[what]) {
      this.asked[what] = true;
      void begin();
    } else if (!on && this.asked[what]) {
      this.asked[what] = false;
      (this[what]?.stop ?? this[what]?.close)?.call(this[what]);
      this[what] = null;
    }
  }

  refused() {
    notice(w("no-devices"));
  }

  async start(facing) {
    const camera = new Camera(
      overlay => this.seen(overlay, this.mirrored),
      () => this.refused(),
    );
    if (!navigator.mediaDevices || !(await camera.start(facing, "")))
      return void (navigator.mediaDevices || this.refused());
    if (!this.asked.camera) return camera.stop();
    this.camera = camera;
    this.paint();
  }

  async listen() {
    const mic = new Microphone(() => this.refused());
    if (!navigator.mediaDevices || !(await mic.start())) return void (navigator.mediaDevices || this.refused());
    if (!this.asked.mic) return mic.stop();
    this.mic = mic;
  }

  paint() {
    if (!this.camera) return;
    const { video } = this.camera;
    if (video.videoWidth) {
      this.size(video.videoWidth, video.videoHeight);
      const g = this.picture.getContext("2d");
      g.setTransform(this.mirrored ? -1 : 1, 0, 0, 1, this.mirrored ? this.picture.width : 0, 0);
      g.drawImage(video, 0, 0, this.picture.width, this.picture.height);
    }
    requestAnimationFrame(() => this.paint());
  }

  watch() {
    this.view = watchPictures((overlay, image) => {
      this.size(image.width, image.height);
      const g = this.picture.getContext("2d");
      g.setTransform(1, 0, 0, 1, 0, 0);
      g.drawImage(image, 0, 0);
      this.seen(overlay, false);
    });
  }

  size(wide, high) {
    this.stage.hidden = false;
    this.stage.style.setProperty("--ratio", String(wide / high));
    if (this.picture.width === wide && this.picture.height === high) return;
    for (const canvas of [this.picture, this.layer]) [canvas.width, canvas.height] = [wide, high];
  }

  seen(overlay, mirrored) {
    for (const seat of overlay.seats ?? []) [seat.name, seat.shown] = [this.name, []];
    draw(this.layer, overlay, mirrored);
    this.frames += 1;
    this.stage.dataset.frames = String(this.frames);
    this.stage.dataset.faces = String((overlay.seats ?? []).filter(s => s.box).length);
  }
}
