// The signal cards of the hand, spread for all to see: number, face, name. They are the buttons for a player
// without a camera: a tap shows the signal, and asks whose it is where more than one could show it.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";
import { signalCard } from "../boards/common.js";

/** ``tapped``: {signal, redraw}, the signal whose player is asked for. */
export function legend(s, send, tapped) {
  const all = Object.keys(s.signals ?? {});
  if (!all.length || s.over) return [];
  const people = s.players.filter(p => !p.bot).map(p => p.name);
  const own = s.seat !== null ? s.players[s.seat].name : people.length === 1 ? people[0] : null;
  const show = (player, signal) => {
    send({ do: "show", player, signal: s.showing[player] === signal ? null : signal });
    tapped.signal = null;
    tapped.redraw();
  };
  const touch = signal => {
    if (own !== null) return show(own, signal);
    tapped.signal = tapped.signal === signal ? null : signal;
    tapped.redraw();
  };
  const card = signal => {
    const on = own !== null ? s.showing[own] === signal : tapped.signal === signal;
    return signalCard(s, signal, on, () => touch(signal), { key: `legend ${signal}`, who: own });
  };
  return [
    h("div.signals", { role: "group", "aria-label": t("legend") }, all.map(card)),
    tapped.signal in (s.signals ?? {}) ? whose(s, tapped.signal, show) : null,
  ];
}

function whose(s, signal, show) {
  const said = t(`signal.${signal}`);
  const one = (p, k) =>
    p.bot
      ? null
      : h(
          `button.answer.seat-${k}`,
          {
            type: "button",
            "data-k": `by${k}`,
            "data-by": k,
            "aria-pressed": String(s.showing[p.name] === signal),
            "aria-label": `${p.name}: ${t("a-show", { signal: said })}`,
            onclick: () => show(p.name, signal),
          },
          p.name,
        );
  return h("div.bar.whose", { role: "group", "aria-label": t("who-shows", { signal: said }) }, [
    h("b", {}, t("who-shows", { signal: said })),
    s.players.map(one),
  ]);
}
