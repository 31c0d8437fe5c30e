// The banner that stands on every page while pictures and sound are recorded for a bug report.

/** ``what`` is the state's ``recording``: null, or ``{text}`` in the page's language. It cannot be closed. */
export function showRecording(what) {
  let banner = document.getElementById("recording");
  if (!what) return void banner?.remove();
  if (!banner) {
    banner = document.createElement("p");
    banner.id = "recording";
    banner.className = "recording";
    banner.setAttribute("role", "alert");
    document.body.prepend(banner);
  }
  if (banner.textContent !== what.text) banner.textContent = what.text;
}
