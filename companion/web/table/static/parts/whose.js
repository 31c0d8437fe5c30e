// A face was tapped: whose is it?

import { h } from "/kit/dom.js";
import { face } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

/** ``seen``: the face as the stage shows it, with its number from the picture's left. */
export function whoseFace({ number, face: key, name }, state, send) {
  const box = h("dialog", { "aria-label": t("face-whose", { n: number }) });
  const tell = player => {
    send({ do: "name-face", number, player, face: key });
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
    h("p.note", {}, t("who-kept")),
    h("button.ghost", { type: "button", onclick: () => box.close() }, t("close")),
  );
  document.body.append(box);
  box.showModal();
}
