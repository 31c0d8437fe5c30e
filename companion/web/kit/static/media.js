// The camera of this page: JPEG frames to the server, by socket or by POST.

import { own, parsed } from "./guard.js";
import { socketBase } from "./net.js";

const WIDTH = 640;
const RATE = 15; // frames a second at most
const QUALITY = 0.8;
const UNANSWERED = 2; // frames under way; the newest picture is taken when there is room

/** Makes JPEGs of a video's pictures, in a worker where the browser has canvases there. */
class Encoder {
  constructor() {
    this.waiting = [];
    if (typeof OffscreenCanvas === "undefined") {
      this.canvas = document.createElement("canvas");
      return;
    }
    this.worker = new Worker(own("/kit/encoder.js"));
    this.worker.onmessage = event => this.waiting.shift()?.(event.data);
    this.worker.onerror = () => this.waiting.shift()?.(null);
  }

  /** An ArrayBuffer, or null where there was no picture. */
  async encode(video, width, height) {
    if (this.worker) {
      const bitmap = await createImageBitmap(video, { resizeWidth: width, resizeHeight: height }).catch(() => null);
      if (!bitmap) return null;
      const done = new Promise(resolve => this.waiting.push(resolve));
      this.worker.postMessage({ bitmap, quality: QUALITY }, [bitmap]);
      return done;
    }
    [this.canvas.width, this.canvas.height] = [width, height];
    this.canvas.getContext("2d").drawImage(video, 0, 0, width, height);
    const blob = await new Promise(resolve => this.canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return blob?.arrayBuffer() ?? null;
  }

  close() {
    this.worker?.terminate();
    for (const resolve of this.waiting) resolve(null);
  }
}

/** Without a socket: pieces by POST, then that no more come. One that came after that would be a device again. */
export class Posts {
  constructor(what) {
    this.url = `/api/${what}`;
  }

  send(body) {
    const sent = fetch(this.url, { method: "POST", body });
    this.last = Promise.allSettled([this.last, sent]).then(() => {});
    return sent;
  }

  async end() {
    await this.last;
    fetch(this.url, { method: "DELETE", keepalive: true }).catch(() => {});
  }
}

export class Camera {
  /** ``seen(overlay, lagMs)`` gets what was found in each frame; ``trouble(error)`` why there are no pictures. */
  constructor(seen, trouble) {
    this.seen = seen;
    this.trouble = trouble;
    this.video = document.createElement("video");
    this.video.muted = true;
    this.video.playsInline = true;
    this.sent = [];
    this.posts = new Posts("picture");
    this.lags = [];
    this.frames = 0;
    this.on = false;
  }

  /** A locked screen ends the stream: take it up again when the page is seen. */
  async wake() {
    if (this.on && this.stream.getTracks().some(track => track.readyState === "ended")) {
      this.on = false;
      this.socket?.close();
      await this.start(this.facing, this.device);
    } else if (this.on && this.video.paused) await this.video.play().catch(() => {});
  }

  async start(facing, device) {
    this.facing = facing;
    this.device = device;
    const wish = { width: { ideal: 1280 }, frameRate: { ideal: 30 } };
    if (device) wish.deviceId = { exact: device };
    else wish.facingMode = facing ?? "user";
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: wish, audio: false });
    } catch (error) {
      this.trouble(error);
      return false;
    }
    this.video.srcObject = this.stream;
    await this.video.play();
    this.encoder = this.encoder ?? new Encoder();
    this.on = true;
    this.byPost = new URLSearchParams(location.search).has("poll");
    if (!this.byPost) this.connect();
    this.loop();
    return true;
  }

  connect() {
    const socket = new WebSocket(`${socketBase}/ws/video`);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.sent = [];
    socket.onmessage = event => this.answer(parsed(event.data));
    socket.onopen = () => {
      this.opened = true;
    };
    socket.onclose = () => {
      this.sent = [];
      if (!this.on) return;
      if (!this.opened) this.byPost = true;
      else setTimeout(() => this.on && this.connect(), 1000);
    };
  }

  answer(value) {
    const began = this.sent.shift();
    if (value === null || began === undefined) return;
    if (value.refused) return void this.trouble({ name: "refused", message: value.refused });
    this.seen(value, performance.now() - began);
    this.lags = [...this.lags.slice(-99), performance.now() - began];
  }

  async loop() {
    while (this.on) {
      const start = performance.now();
      if (this.sent.length < UNANSWERED && this.video.videoWidth) await this.frame();
      const rest = 1000 / RATE - (performance.now() - start);
      await new Promise(resolve => setTimeout(resolve, Math.max(5, rest)));
    }
  }

  async frame() {
    const ready = this.byPost || this.socket?.readyState === WebSocket.OPEN;
    if (!ready) return;
    const { videoWidth: w, videoHeight: hgt } = this.video;
    const width = Math.min(WIDTH, w);
    const began = performance.now();
    const picture = await this.encoder.encode(this.video, width, Math.round((hgt * width) / w));
    if (!picture || !this.on || !(this.byPost || this.socket.readyState === WebSocket.OPEN)) return;
    this.sent.push(began);
    this.frames += 1;
    if (!this.byPost) return void this.socket.send(picture);
    this.posts
      .send(picture)
      .then(r => r.json())
      .then(value => this.answer(value?.error ? { refused: value.error } : value))
      .catch(() => this.sent.shift());
  }

  stop() {
    this.on = false;
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.socket?.close();
    if (this.byPost) this.posts.end();
    this.encoder?.close();
    this.video.remove();
  }
}
