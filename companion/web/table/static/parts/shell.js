// Where each part of the laptop's page stands: the head above, the game beside the scores, the dialog over all.

import { h } from "/kit/dom.js";
import { t } from "/kit/i18n.js";

/** The table's element, of the parts of a laptop. */
export function shell({ parts, ruling, moments, sight, thrown, warmUp, glimpse, legend }) {
  const { head, seats, questions, board, hand, evening, club, log, dialog } = parts;
  const say = h("div.saying", {}, ruling.root, moments.root, questions);
  const middle = h("div.middle", {}, sight.root, board, thrown.root, warmUp.root);
  const side = [seats, evening, club, glimpse.root, log];
  return h(
    "div.table",
    {},
    head,
    h("main.main", {}, say, middle, legend, hand),
    h("aside.side", { "aria-label": t("scores") }, ...side),
    dialog,
  );
}
