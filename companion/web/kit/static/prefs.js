// What this browser keeps of a person's wishes: light or dark, sounds, speech.

export const EVENING = "sessionStorage"; // where it is kept until the page is closed

/** "" where nothing is kept. */
export function kept(name, where = "localStorage") {
  try {
    return window[where].getItem(name) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

export function keep(name, value, where = "localStorage") {
  try {
    if (value) window[where].setItem(name, value);
    else window[where].removeItem(name);
  } catch {
    // a browser that keeps nothing
  }
}

const root = document.documentElement;

/** As it was chosen before. */
export function dress() {
  const theme = kept("theme");
  if (theme) root.dataset.theme = theme;
}

/** Light, dark, and back to what the machine says. */
export function turnTheme() {
  const next = { "": "dark", dark: "light", light: "" }[root.dataset.theme ?? ""];
  if (next) root.dataset.theme = next;
  else delete root.dataset.theme;
  keep("theme", next);
}

/** Whether the page is dark now, for charts that are pictures. */
export const dark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
