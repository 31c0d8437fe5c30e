// The line to the server: a WebSocket that comes back by itself, or polling where sockets are refused.

import { added, changed, parsed, showOutdated } from "./guard.js";
import { showGuessing } from "./guessing.js";
import { language } from "./i18n.js";
import { keepNames } from "./names.js";
import { showRecording } from "./recording.js";

const secure = location.protocol === "https:";
export const socketBase = `${secure ? "wss" : "ws"}://${location.host}`;

/** The camera that Python owns: ``show(overlay, image)`` for each picture, asked for one at a time. The socket. */
export function watchPictures(show) {
  const socket = new WebSocket(`${socketBase}/ws/view`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => socket.send("next");
  socket.onmessage = async event => {
    const long = new DataView(event.data).getUint32(0, true);
    if (long) {
      const overlay = parsed(new TextDecoder().decode(new Uint8Array(event.data, 4, long)));
      show(overlay, await createImageBitmap(new Blob([event.data.slice(4 + long)], { type: "image/jpeg" })));
    }
    if (socket.readyState === WebSocket.OPEN) socket.send("next");
  };
  return socket;
}

async function post(path, value) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  const text = await answer.text();
  return { status: answer.status, value: /^[[{]/.test(text) ? parsed(text) : {} };
}

/** Who this browser is; a token in the address is exchanged for a cookie first. {role, player, error, code}: the short
 * code that the address carries. */
export async function enter() {
  const token = location.hash.slice(1);
  const code = /^code-(\d+)$/.exec(token)?.[1] ?? "";
  let error = "";
  if (token) history.replaceState(null, "", location.pathname + location.search);
  if (token && !code) {
    const joined = await post("/api/join", { token });
    if (joined.status === 200) return joined.value;
    error = joined.value.error ?? "";
  }
  const me = await (await fetch("/api/me")).json();
  if (me.role) return me;
  const own = secure ? null : await post("/api/own", {}); // the plain address, in the owner's own browser
  return own?.status === 200 ? own.value : { ...me, error, code };
}

const EVERY = 15_000; // ms between two looks whether the line is alive
export const OFTEN = 1500; // for a phone: the table sees within five seconds that it has left
const PATIENCE = 4_000; // ms for an answer

export class Line {
  /** ``heard(message)`` gets every message; ``status("on" | "off" | "poll")`` how the line is; ``every``: milliseconds
   * between two signs of life. */
  constructor(heard, status, every = EVERY) {
    this.heard = heard;
    this.status = status;
    this.id = crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40);
    this.failures = 0;
    this.opened = false;
    this.poll = new URLSearchParams(location.search).has("poll");
    this.connect();
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => document.hidden || this.hurry(), every);
  }

  /** Is anybody there? After sleep a socket may look open and be dead: one that does not answer is opened again. */
  hurry() {
    if (this.stopped) return;
    if (this.poll) return this.send({ do: "ping" });
    if (this.socket?.readyState === WebSocket.CLOSED) return this.connect();
    if (this.socket?.readyState !== WebSocket.OPEN || this.asked) return;
    this.asked = setTimeout(() => {
      this.asked = 0;
      this.drop();
    }, PATIENCE);
    this.send({ do: "ping" });
  }

  /** Leave a dead socket behind at once: its own closing may take minutes. */
  drop() {
    const { socket } = this;
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.closed();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.stopped) return;
    if (this.poll) return void this.polling();
    const socket = new WebSocket(`${socketBase}/ws?lang=${language}&changes`);
    this.socket = socket;
    socket.onopen = () => {
      this.opened = true;
      this.failures = 0;
      this.status("on");
      this.hurry();
    };
    socket.onmessage = event => this.take(parsed(event.data));
    socket.onclose = () => this.closed();
  }

  async closed() {
    clearTimeout(this.asked);
    this.asked = 0;
    if (this.stopped) return;
    this.status("off");
    this.failures += 1;
    if (!this.opened && this.failures >= 2) this.poll = true;
    this.timer = setTimeout(() => this.connect(), Math.min(4000, 250 * 2 ** this.failures));
    if (this.failures < 2) return;
    const me = await fetch("/api/me")
      .then(r => r.json())
      .catch(() => null);
    if (me && !me.role) this.take({ t: "bye" }); // the server is there and does not know this browser any more
  }

  take(told) {
    const message = told.t === "changes" ? changed(this.state, told) : told;
    const first = !this.state;
    if (message.t === "state") {
      this.state = message;
      keepNames([message.player, ...(message.players ?? []), ...(message.lobby?.seats ?? [])]);
      showRecording(message.recording);
      showOutdated(message.page);
      showGuessing(message.guessing, () => this.send({ do: "shut" }));
    }
    if (message.list) this.state = added(this.state, message);
    clearTimeout(this.asked);
    this.asked = 0;
    if (message.t === "bye") {
      this.stopped = true;
      clearTimeout(this.timer);
    }
    if (message.t === "state" && !first) this.show();
    else if (message.t !== "pong") this.heard(message);
  }

  /** The newest state is shown with the screen's next picture: a slow page does not fall behind. */
  show() {
    this.due ??= (document.hidden ? setTimeout : requestAnimationFrame)(() => {
      this.due = null;
      if (!this.stopped) this.heard(this.state);
    });
  }

  async polling() {
    if (this.busy) return;
    this.busy = true;
    let since = -1;
    while (!this.stopped) {
      try {
        const { status, value } = await post("/api/poll", { id: this.id, since, lang: language });
        if (status === 401) return void this.heard({ t: "bye" });
        if (status !== 200) throw new Error(String(status));
        this.status("poll");
        since = value.since;
        for (const message of value.messages) this.take(message);
      } catch {
        this.status("off");
        await new Promise(resolve => setTimeout(resolve, 2000));
      }
    }
  }

  /** Ask for something: {do: "act", text: ...}. */
  send(message) {
    if (this.poll) void post("/api/do", { id: this.id, message });
    else if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

/** A page in ``app``: ``made(line, me)`` for who has come in, else ``closed(error)``. It says where the line is off. */
export async function start(app, closed, made) {
  addEventListener("hashchange", () => location.hash.length > 8 && location.reload());
  const me = await enter();
  if (!me.role) {
    app.replaceChildren(closed(me.error));
    return;
  }
  let page = null;
  const line = new Line(
    message => page?.hear(message),
    status => {
      if (page) page.off.hidden = status !== "off";
      app.dataset.line = status;
    },
  );
  page = made(line, me);
}
