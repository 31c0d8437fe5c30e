// The laptop's keys: Ctrl+Z takes back, P pauses and goes on.

export const typing = event => ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);

export function command(event, state, send) {
  const held = event.ctrlKey || event.metaKey;
  const text =
    held && event.key === "z"
      ? "undo"
      : !held && !event.altKey && event.key.toLowerCase() === "p"
        ? state.paused
          ? "resume"
          : "pause"
        : "";
  if (!text) return;
  send({ do: "say", text });
  event.preventDefault();
}
