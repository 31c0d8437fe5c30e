// The hall's part of the words.

import { locale, t } from "/kit/i18n.js";

/** The text ``key`` of the hall, its {places} filled. */
export const w = (key, values = {}) => t(`hall.${key}`, values);

/** A number with the language's mark. */
export const num = value => (typeof value === "number" ? value.toLocaleString(locale) : String(value));
