// The practice page's part of the words.

import { t } from "/kit/i18n.js";

/** The text ``key`` of the practice page, its {places} filled. */
export const w = (key, values = {}) => t(`practice.${key}`, values);
