// What the verdict on a victory speech rests on.

import { h } from "/kit/dom.js";
import { decimal, t } from "/kit/i18n.js";
import { notice } from "/kit/notice.js";

/** The pictures behind the hand's verdict on the teeth; ``show(title, inside)`` shows them. */
export async function evidence(show) {
  const found = await fetch("/api/evidence")
    .then(r => r.json())
    .catch(() => null);
  if (!found?.verdict) return notice(t("evidence-none"));
  const rows = found.showings.map(s =>
    h("li", {}, t("evidence-at", { from: decimal(s.from, 1), to: decimal(s.to, 1), words: s.words })),
  );
  const pictures = found.pictures.map(p =>
    h(
      "figure",
      {},
      h("img", {
        src: p.src,
        width: 160,
        height: 160,
        alt: t("evidence-picture", { at: decimal(p.at, 1), teeth: Math.round(100 * p.teeth) }),
      }),
      h("figcaption", {}, t("evidence-picture", { at: decimal(p.at, 1), teeth: Math.round(100 * p.teeth) })),
    ),
  );
  show(t("evidence-of", { name: found.player ?? "?" }), [
    h(
      "p",
      {},
      t(`evidence-${found.verdict}`, {
        seen: Math.round(100 * found.seen),
        sure: Math.round(100 * found.confidence),
      }),
    ),
    rows.length ? h("ul", {}, rows) : null,
    h("div.figures", {}, pictures),
    h("p.quiet-text", {}, t("evidence-kept")),
  ]);
}
