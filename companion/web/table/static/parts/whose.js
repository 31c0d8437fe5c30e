// A face was tapped: whose is it?

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

/** ``place``: the sense's own number of the face; ``number``: from the camera's left. */
export function whoseFace(place, number, name, state, send) {
  const box = h("dialog", { "aria-label": t("face-whose", { n: number }) });
  const tell = player => {
    // a server that numbers faces from the camera's left knows them as seen
    send(state.seatsSeen ? { do: "name-face", number, player } : { do: "face", number: place, player });
    box.close();
  };
  box.onclose = () => box.remove();
  box.append(
    h("h2", {}, t("face-whose", { n: number })),
    h(
      "div.answers",
      {},
      state.players.map((p, k) =>
        p.bot
          ? null
          : h(
              `button.answer.seat-${k}`,
              { type: "button", "aria-pressed": String(p.name === name), onclick: () => tell(p.name) },
              face("calm", false),
              p.name,
            ),
      ),
    ),
    h("button.ghost", { type: "button", onclick: () => box.close() }, t("close")),
  );
  document.body.append(box);
  box.showModal();
}
