// One sentence for those at the page, read aloud by screen readers. It has a place of its own, so it covers nothing,
// and leaves with its cause.

import { sentence } from "./dom.js";
import { withNames } from "./names.js";

let fading = 0;
let why = "";

const place = document.getElementById("toast");

/** Show a sentence. ``cause``: what ``settled`` takes it away by; a cause that lasts keeps it until then. */
export function notice(text, cause = "", lasts = false) {
  place.replaceChildren(withNames(sentence(text)));
  place.dataset.cause = cause;
  place.classList.add("shown");
  why = cause;
  clearTimeout(fading);
  if (!lasts) fading = setTimeout(clear, 6000 + 50 * Math.max(0, text.length - 80));
}

/** The cause is gone: so is its sentence. */
export function settled(cause) {
  if (why === cause) clear();
}

/** A sentence that stays while there is one. */
export const shownWhile = (cause, text) => (text ? notice(text, cause, true) : settled(cause));

/** What a camera or microphone says of itself leaves when it works again. */
export function sourceSaid({ name, detail }) {
  if (detail) notice(detail, `source ${name}`);
  else settled(`source ${name}`);
}

/** Move the sentence's place to where this page has room for it. */
export function noticeIn(room) {
  room.append(place);
}

function clear() {
  why = "";
  clearTimeout(fading);
  place.classList.remove("shown");
}
