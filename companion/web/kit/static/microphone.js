// The microphone of this page: PCM16 to the server, by socket or by POST.

import { Posts } from "./media.js";
import { socketBase } from "./net.js";

export class Microphone {
  constructor(trouble) {
    this.trouble = trouble;
    this.on = false;
    this.posts = new Posts("sound");
  }

  /** As for the camera; a phone that was asleep may also have put the sound to sleep. */
  async wake() {
    if (this.on && this.stream.getTracks().some(track => track.readyState === "ended")) {
      this.stop();
      await this.start();
    } else if (this.on && this.context.state !== "running") await this.context.resume().catch(() => {});
  }

  async start() {
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      });
    } catch (error) {
      this.trouble(error);
      return false;
    }
    this.context = new AudioContext();
    await this.context.audioWorklet.addModule("/kit/worklet.js");
    const node = new AudioWorkletNode(this.context, "pieces");
    this.context.createMediaStreamSource(this.stream).connect(node);
    node.port.onmessage = event => this.piece(event.data);
    this.on = true;
    this.byPost = new URLSearchParams(location.search).has("poll");
    if (!this.byPost) this.connect();
    return true;
  }

  connect() {
    const socket = new WebSocket(`${socketBase}/ws/audio`);
    this.socket = socket;
    socket.onopen = () => {
      this.opened = true;
    };
    socket.onclose = () => {
      if (!this.on) return;
      if (!this.opened) this.byPost = true;
      else setTimeout(() => this.on && this.connect(), 1000);
    };
  }

  piece(samples) {
    if (!this.on) return; // the worklet's last pieces wait in the page's queue
    const data = new ArrayBuffer(4 + samples.length * 2);
    new DataView(data).setUint32(0, this.context.sampleRate, true);
    const pcm = new Int16Array(data, 4);
    for (let i = 0; i < samples.length; i += 1) pcm[i] = Math.max(-1, Math.min(1, samples[i])) * 32767;
    if (this.byPost) this.posts.send(data);
    else if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(data);
  }

  stop() {
    this.on = false;
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.context?.close();
    this.socket?.close();
    if (this.byPost) this.posts.end();
  }
}
