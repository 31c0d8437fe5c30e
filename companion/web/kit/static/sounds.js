// Short sounds of our own: what happened, for those who look at their cards. Silent while a microphone listens.

import { keep, kept } from "./prefs.js";

// [start s, length s, Hz, Hz at the end, loudness] of each tone
const TUNES = {
  trade: [
    [0, 0.12, 523, 523, 0.2],
    [0.09, 0.16, 784, 784, 0.2],
  ],
  ask: [
    [0, 0.14, 440, 587, 0.16],
    [0.2, 0.18, 440, 659, 0.16],
  ],
  refuse: [[0, 0.2, 196, 147, 0.22]],
  hit: [
    [0, 0.09, 659, 659, 0.18],
    [0.07, 0.2, 988, 988, 0.18],
  ],
  rule: [[0, 0.09, 660, 660, 0.12]],
  roll: [
    [0, 0.04, 900, 300, 0.12],
    [0.07, 0.04, 800, 280, 0.12],
    [0.15, 0.05, 700, 240, 0.12],
  ],
  win: [
    [0, 0.16, 523, 523, 0.2],
    [0.14, 0.16, 659, 659, 0.2],
    [0.28, 0.16, 784, 784, 0.2],
    [0.42, 0.45, 1047, 1047, 0.22],
  ],
};

let context = null;

export const sounds = {
  /** Whether a microphone listens now: then nothing sounds. */
  listening: () => false,
  /** What holds until somebody turns them on or off. */
  usual: "off",
  get on() {
    return (kept("sounds") || this.usual) === "on";
  },
  turn() {
    keep("sounds", this.on ? "off" : "on");
    if (this.on) this.play("rule");
  },
  play(tune) {
    if (!this.on || this.listening() || !TUNES[tune]) return;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const tone of TUNES[tune]) sing(context.currentTime, ...tone);
  },
};

function sing(now, from, long, low, high, loud) {
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(low, now + from);
  voice.frequency.exponentialRampToValueAtTime(high, now + from + long);
  gain.gain.setValueAtTime(0, now + from);
  gain.gain.linearRampToValueAtTime(loud, now + from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, now + from + long);
  voice.connect(gain).connect(context.destination);
  voice.start(now + from);
  voice.stop(now + from + long + 0.02);
}
