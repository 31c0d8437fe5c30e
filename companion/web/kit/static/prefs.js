// What this browser keeps of a person's wishes: light or dark, sounds, speech.

/** "" where nothing is kept. */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

export function keep(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
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
