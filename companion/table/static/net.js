// The line to the server: a WebSocket that comes back by itself, or polling where sockets are refused.

const secure = location.protocol === "https:";
export const socketBase = `${secure ? "wss" : "ws"}://${location.host}`;

async function post(path, value) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  return { status: answer.status, value: await answer.json().catch(() => ({})) };
}

/** Who this browser is; a code in the address is exchanged for a cookie first. {role, player, error} */
export async function enter() {
  const token = location.hash.slice(1);
  let error = "";
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    const joined = await post("/api/join", { token });
    if (joined.status === 200) return joined.value;
    error = joined.value.error ?? "";
  }
  const me = await (await fetch("/api/me")).json();
  return me.role ? me : { ...me, error };
}

export class Line {
  /** ``heard(message)`` gets every message; ``status("on" | "off" | "poll")`` how the line is. */
  constructor(heard, status) {
    this.heard = heard;
    this.status = status;
    this.id = crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40);
    this.failures = 0;
    this.opened = false;
    this.poll = new URLSearchParams(location.search).has("poll");
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.stopped) return;
    if (this.poll) return void this.polling();
    const socket = (this.socket = new WebSocket(`${socketBase}/ws`));
    socket.onopen = () => {
      this.opened = true;
      this.failures = 0;
      this.status("on");
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      this.status("off");
      this.failures += 1;
      if (!this.opened && this.failures >= 2) this.poll = true;
      this.timer = setTimeout(() => this.connect(), Math.min(4000, 250 * 2 ** this.failures));
    };
  }

  take(message) {
    if (message.t === "bye") this.stopped = true;
    this.heard(message);
  }

  async polling() {
    if (this.busy) return;
    this.busy = true;
    let since = -1;
    while (!this.stopped) {
      try {
        const { status, value } = await post("/api/poll", { id: this.id, since });
        if (status === 401) return void this.heard({ t: "bye" });
        if (status !== 200) throw new Error(status);
        this.status("poll");
        since = value.since;
        for (const message of value.messages) this.take(message);
      } catch {
        this.status("off");
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  }

  /** Ask for something: {do: "act", text: ...}. */
  send(message) {
    if (this.poll) void post("/api/do", { id: this.id, message });
    else if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
