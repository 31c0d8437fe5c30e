// The switch of the language, for every menu.

import { h } from "./dom.js";
import { language, languages, speak, t } from "./i18n.js";

/** A choice of all languages, each in its own words; the page comes again in the one that is chosen. */
export const languageChoice = () =>
  h(
    "select.language",
    { id: "language", "data-k": "lang", "aria-label": t("language"), onchange: e => speak(e.currentTarget.value) },
    Object.entries(languages).map(([tag, name]) =>
      h("option", { value: tag, lang: tag, selected: tag === language }, name),
    ),
  );
