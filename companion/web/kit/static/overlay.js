// Draws what the senses found over a picture: seats with names, signals, a bar a signal with its threshold, dice.

import { t } from "./i18n.js";

export function draw(canvas, overlay, mirrored) {
  const g = canvas.getContext("2d");
  const { width: w, height: hgt } = canvas;
  g.clearRect(0, 0, w, hgt);
  if (!overlay) return;
  const size = Math.max(13, Math.round(w / 42));
  g.font = `600 ${size}px system-ui, sans-serif`;
  g.lineWidth = Math.max(2, w / 320);
  for (const seat of overlay.seats ?? []) face(g, seat, w, hgt, size, mirrored);
  for (const die of overlay.dice ?? []) {
    const x = (mirrored ? 1 - die.x : die.x) * w;
    g.strokeStyle = overlay.settled ? "#35c46a" : "#f5b83d";
    g.strokeRect(x - (die.w * w) / 2, die.y * hgt - (die.h * hgt) / 2, die.w * w, die.h * hgt);
    if (die.value) label(g, String(die.value), x - size / 3, die.y * hgt - (die.h * hgt) / 2 - size * 0.4, size);
  }
}

function face(g, seat, w, hgt, size, mirrored) {
  if (!seat.box) return;
  const [bx, by, bw, bh] = seat.box;
  const x = (mirrored ? 1 - bx - bw : bx) * w;
  const y = by * hgt;
  const shown = seat.shown ?? [];
  g.strokeStyle = shown.length ? "#35c46a" : seat.state === "ready" ? "#e8f1f8" : "#f5b83d";
  g.strokeRect(x, y, bw * w, bh * hgt);
  const name = seat.name ?? `${t("seat")} ${seat.seat}`;
  const extra = shown.length
    ? `: ${shown.map(s => t(`signal.${s}`)).join(", ")}`
    : seat.state === "ready"
      ? ""
      : ` (${t(`state.${seat.state}`)})`;
  label(g, name + extra, x, Math.max(size * 1.3, y - size * 0.45), size);
  const wide = Math.max(bw * w, size * 8);
  (seat.bars ?? []).forEach(([signal, score, on], k) => {
    const top = y + bh * hgt + 6 + k * (size * 0.95);
    if (top + size > hgt) return;
    const full = Math.max(on * 1.6, 0.01);
    g.fillStyle = "rgba(0,0,0,.6)";
    g.fillRect(x, top, wide, size * 0.85);
    g.fillStyle = score >= on ? "#35c46a" : "#5aa9e6";
    g.fillRect(x, top, wide * Math.max(0, Math.min(1, score / full)), size * 0.85);
    g.fillStyle = "#fff";
    g.fillRect(x + (wide * on) / full, top, 2, size * 0.85);
    g.font = `500 ${size * 0.7}px system-ui, sans-serif`;
    g.fillText(t(`signal.${signal}`), x + 4, top + size * 0.65);
    g.font = `600 ${size}px system-ui, sans-serif`;
  });
}

function label(g, text, x, y, size) {
  const width = g.measureText(text).width + 10;
  g.fillStyle = "rgba(10,20,30,.78)";
  g.fillRect(x - 3, y - size, width, size * 1.35);
  g.fillStyle = "#fff";
  g.fillText(text, x + 2, y + size * 0.05);
}
