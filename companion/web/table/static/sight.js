// The picture on the laptop: Python's camera, or this browser's, with what the senses see drawn over it.

import { h, part } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { Camera, Microphone } from "/kit/media.js";
import { watchPictures } from "/kit/net.js";
import { notice } from "/kit/notice.js";
import { draw } from "/kit/overlay.js";

/** What to say when the browser gives no camera or microphone. */
export function mediaTrouble(error) {
  if (!navigator.mediaDevices) return t("camera-secure");
  if (error?.name === "NotAllowedError" || error?.name === "SecurityError") return t("camera-refused");
  if (error?.name === "refused") return error.message;
  return t("camera-missing");
}

export class Sight {
  constructor() {
    this.root = h("section.sight", { "aria-label": t("camera") });
    this.picture = document.createElement("canvas");
    this.over = document.createElement("canvas");
    this.picture.className = "picture";
    this.over.className = "picture over";
    this.stage = h("div.stage", { hidden: true, role: "img", "aria-label": t("camera") }, this.picture, this.over);
    this.lag = h("span.quiet-text", { id: "lag" });
    this.meter = h("meter", {
      min: -70,
      max: 0,
      low: -45,
      high: -6,
      optimum: -20,
      value: -70,
      "aria-label": t("level"),
    });
    this.top = h("span.quiet-text");
    this.bar = h("div.bar");
    this.heard = h("div.bar", { hidden: true }, this.meter, this.top);
    this.said = h("p.note.said", { hidden: true });
    this.root.append(this.stage, this.bar, this.heard, this.said, this.lag);
    this.devices = [];
    this.machine = null; // cameras and microphones that Python can open, when asked for
    this.ask = _message => {};
    this.chosen = "";
    this.state = { sources: [], game: null };
  }

  update(state) {
    this.state = state;
    const owned = (state.sources ?? []).some(s => s.name === "laptop" && s.kind === "camera" && !s.trouble);
    if (owned && !this.view) this.watch();
    if (!owned && !this.camera) this.stage.hidden = true;
    this.root.hidden = !state.sees && !state.hears;
    part(
      this.bar,
      [
        owned,
        !!this.camera,
        !!this.mic,
        this.devices.map(d => d.label),
        state.sees,
        state.hears,
        (state.sources ?? []).map(s => s.trouble),
        this.machine,
        state.owned,
      ],
      () => this.controls(owned),
    );
  }

  controls(owned) {
    const troubles = (this.state.sources ?? [])
      .filter(s => s.trouble)
      .map(s => h("p.note", { role: "alert" }, s.trouble));
    const pick =
      this.devices.length > 1
        ? h(
            "select",
            {
              "aria-label": t("device"),
              onchange: e => {
                this.chosen = e.target.value;
                this.restart();
              },
            },
            this.devices.map(d =>
              h("option", { value: d.deviceId, selected: d.deviceId === this.chosen }, d.label || t("camera")),
            ),
          )
        : null;
    return [
      owned || this.camera ? null : h("p.note", {}, t("camera-none")),
      troubles,
      owned
        ? null
        : h(
            "button.quiet",
            { type: "button", "data-k": "cam", id: "camera", onclick: () => this.toggleCamera() },
            t(this.camera ? "camera-off" : "camera-on"),
          ),
      pick,
      this.state.hears
        ? h(
            "button.quiet",
            { type: "button", "data-k": "mic", id: "microphone", onclick: () => this.toggleMic() },
            t(this.mic ? "mic-off" : "mic-on"),
          )
        : null,
      this.machines(),
    ];
  }

  /** Cameras and microphones that Python opens by itself: the picture above is the preview. */
  machines() {
    const { machine } = this;
    const choose = (kind, list) =>
      h(
        "label",
        {},
        t(kind === "camera" ? "camera" : "level"),
        " ",
        h(
          "select",
          { "data-k": `own-${kind}`, onchange: e => this.ask({ do: "source", kind, spec: e.target.value }) },
          h("option", { value: "" }, t("device-none")),
          list.map(d =>
            h("option", { value: d.spec, selected: d.spec === this.state.owned?.[kind] }, d.name || t("default")),
          ),
        ),
      );
    const inside = !machine
      ? null
      : machine.cameras.length + machine.microphones.length === 0
        ? h("p.note", {}, t("device-missing"))
        : h(
            "div.bar",
            {},
            choose("camera", machine.cameras),
            this.state.hears ? choose("microphone", machine.microphones) : null,
          );
    return h(
      "details",
      { open: this.open, ontoggle: e => this.list(e.target.open) },
      h("summary", { "data-k": "machine" }, t("device-machine")),
      inside,
    );
  }

  async list(open) {
    this.open = open;
    if (!open || this.machine) return;
    this.machine = await fetch("/api/devices")
      .then(r => r.json())
      .catch(() => null);
    this.update(this.state);
  }

  async restart() {
    this.camera?.stop();
    this.camera = null;
    await this.toggleCamera();
  }

  async toggleCamera() {
    if (this.camera) {
      this.camera.stop();
      this.camera = null;
      this.stage.hidden = true;
      return this.update(this.state);
    }
    const camera = new Camera(
      (overlay, lag) => this.seen(overlay, lag),
      error => notice(mediaTrouble(error)),
    );
    if (!navigator.mediaDevices) return notice(t("camera-secure"));
    if (!(await camera.start("user", this.chosen))) return;
    this.camera = camera;
    window.companionCamera = camera;
    this.devices = (await navigator.mediaDevices.enumerateDevices()).filter(d => d.kind === "videoinput");
    camera.video.className = "picture mirrored";
    this.picture.hidden = true;
    this.stage.prepend(camera.video);
    this.stage.hidden = false;
    this.update(this.state);
  }

  async toggleMic() {
    if (this.mic) {
      this.mic.stop();
      this.mic = null;
    } else {
      if (!navigator.mediaDevices) return notice(t("camera-secure"));
      const mic = new Microphone(error => notice(mediaTrouble(error)));
      if (await mic.start()) this.mic = mic;
    }
    this.update(this.state);
  }

  seen(overlay, lag) {
    const { video } = this.camera ?? {};
    if (!video?.videoWidth) return;
    this.size(video.videoWidth, video.videoHeight);
    draw(this.over, overlay, true);
    this.lag.textContent = t("lag", { ms: Math.round(lag) });
    this.root.dataset.frames = String(Number(this.root.dataset.frames ?? 0) + 1);
    this.root.dataset.faces = String((overlay.seats ?? []).filter(s => s.box).length);
  }

  size(w, hgt) {
    if (this.picture.width === w && this.picture.height === hgt) return;
    for (const canvas of [this.picture, this.over]) [canvas.width, canvas.height] = [w, hgt];
  }

  /** Python's own camera: a picture each time we ask for one. */
  watch() {
    this.view = watchPictures((overlay, image) => {
      this.stage.hidden = this.picture.hidden = false;
      this.size(image.width, image.height);
      const g = this.picture.getContext("2d");
      g.setTransform(1, 0, 0, 1, 0, 0);
      g.drawImage(image, 0, 0);
      draw(this.over, overlay, false);
      this.root.dataset.frames = String(Number(this.root.dataset.frames ?? 0) + 1);
      this.root.dataset.faces = String((overlay.seats ?? []).filter(s => s.box).length);
    });
    this.view.onclose = () => {
      this.view = null;
    };
  }

  /** The microphone's level and its likeliest sounds, each with a bar whose mark is the threshold. */
  level(message) {
    this.heard.hidden = false;
    this.meter.value = message.level;
    part(this.top, message.top, () => message.top.map(([name, v, on]) => soundBar(name, v, on)));
  }

  /** Speech that was understood: the shout, the victory speech, "Wild thing". */
  speech(message) {
    this.said.hidden = false;
    this.said.textContent =
      message.kind === "other" ? t("heard-other") : t("heard", { text: message.text, name: message.player ?? "" });
  }
}

const SPAN = 6; // logits of a sound bar on either side of the threshold

function soundBar(name, value, on) {
  const share = Math.max(0, Math.min(1, (value - on + SPAN) / (2 * SPAN)));
  const over = value >= on;
  return h(
    `span.soundbar${over ? ".over" : ""}`,
    { role: "img", "aria-label": `${t(`signal.${name}`)} ${value} / ${on}` },
    h("span.fill", { style: { "--share": String(share) } }),
    h("span.mark"),
    h("span.word", {}, t(`signal.${name}`)),
  );
}
