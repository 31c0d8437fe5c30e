// The rules, one tap away: half a page for each game, each step with its picture. What they say follows docs/games.

import { h } from "/kit/dom.js";
import { die, face, gem } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";
import { piece } from "../boards/piece.js";

const card = (text, kind = "") => h(`span.minicard${kind}`, {}, text);

/** A picture a step: {game: [step 1, step 2, ...]}, each a function that draws it. */
const PICTURES = {
  "face-off": [
    () => [gem("ruby"), gem("ruby"), gem("topaz")],
    () => [face("grin", false), card("2"), face("grin", false)],
    () => [gem("ruby"), "⇄", gem("jade")],
    () => [gem("opal"), "× 9"],
    () => [card("500")],
  ],
  "keep-smiling": [
    () => [piece(0, "S"), piece(0, "G"), piece(0, "N")],
    () => [2, 3, 6].map(die),
    () => [piece(0, ""), "→", piece(1, "")],
    () => [piece(0, ""), "→", card("6")],
    () => [piece(0, "S"), "+", piece(0, "G"), "–"],
  ],
  "face-cards": [
    () => [card("", ".people"), card("", ".animals")],
    () => [card("14"), "↓", card("26"), "↑"],
    () => [card("?"), card("?")],
    () => [card("", ".people"), "+ 1"],
    () => [face("grin", false)],
  ],
  ftw: [
    () => [card("34"), card("7"), "→"],
    () => [card("12"), "<", card("20")],
    () => [card("9"), "↓", card("30"), "↑"],
    () => [card("9"), "+", card("8"), ">", card("16")],
    () => [card("60"), "+", card("7"), "–"],
  ],
  factum: [
    () => [face("mouth_wide", false), card("!")],
    () => [card("?"), face("eyes_wide", false)],
    () => [card("?"), card("?"), card("!")],
    () => ["+ 1", face("grin", false)],
    () => [card("+ 3"), "→"],
    () => [card("15")],
  ],
};

/** (title, inside) of the dialog. */
export function rules({ game, title }) {
  const steps = PICTURES[game].map((picture, k) =>
    h("li", {}, h("span.sign", { "aria-hidden": "true" }, picture()), h("span", {}, t(`rules.${game}.${k + 1}`))),
  );
  return [t("rules-of", { title }), h("ol.rulesteps", {}, steps)];
}
