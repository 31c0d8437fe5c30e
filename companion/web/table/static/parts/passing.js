// One laptop for several: between turns it is handed on, and shows nobody's hand until the next one taps.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

const SECRET = new Set(["ftw", "face-cards", "factum", "keep-smiling"]); // games with hands that a page shows

/** The people who have no phone: they share the laptop. */
const peopleHere = s => s.players.flatMap((p, k) => (p.bot || s.phones.includes(p.name) ? [] : [k]));

/** The seat that the laptop is to be handed to; null while nobody waits for it. */
export function nextHere(s) {
  const dealt = s.view.cards !== "physical" && s.view.pieces !== "physical";
  if (!SECRET.has(s.game) || !dealt || s.over || s.paused) return null;
  const here = peopleHere(s);
  if (here.length < 2 || (s.seat !== null && s.actors.includes(s.seat))) return null;
  return here.find(k => s.actors.includes(k)) ?? null;
}

/** Who had the laptop has acted: it looks at nobody's hand until somebody takes it. */
export class Passing {
  constructor(send) {
    this.send = send;
    this.acting = null;
  }

  update(s) {
    if (s.seat !== null && s.actors.includes(s.seat)) this.acting = s.seat;
    else if (s.seat === null || s.seat !== this.acting) this.acting = null;
    else if (nextHere(s) !== null) {
      this.acting = null;
      this.send({ do: "sit", seat: null });
    }
  }
}

/** "Hand the laptop to Ben, then tap". */
export function passTo(s, send) {
  const next = s.seat === null ? nextHere(s) : null;
  if (next === null) return null;
  return h(
    `section.passing.seat-${next}`,
    { "data-k": "passing" },
    h(
      "button.action.primary",
      { type: "button", "data-k": "pass", "data-pass": next, onclick: () => send({ do: "sit", seat: next }) },
      t("pass-laptop", { name: s.players[next].name }),
    ),
  );
}
