// The page's beginning: who is this browser, and what does it show.

import { h, sentence } from "/kit/dom.js";
import { language, t } from "/kit/i18n.js";
import { enter, Line } from "/kit/net.js";
import { notice } from "/kit/notice.js";
import { Laptop } from "./laptop.js";
import { Phone } from "./phone.js";
import { catalogue } from "./setup.js";

const app = document.getElementById("app");
document.documentElement.lang = language;
try {
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
} catch {
  // a browser that keeps nothing
}

function alone(text) {
  app.replaceChildren(h("main.centre", {}, h("h1", {}, "companion"), h("p", { role: "status" }, text)));
}

async function begin() {
  const me = await enter();
  if (!me.role) return alone(me.error ? sentence(me.error) : t("not-joined"));
  if (me.error) notice(me.error);
  if (me.role === "host") void catalogue(); // comes while the line is opened
  let page = null;
  const off = h("div.offline", { role: "status", hidden: true }, t("line-off"));
  const place = h("div");
  app.replaceChildren(off, place);
  const heard = message => {
    if (message.t === "bye") return alone(t("bye"));
    page?.hear(message);
  };
  const line = new Line(heard, status => {
    off.hidden = status !== "off";
    app.dataset.line = status;
  });
  page = me.role === "host" ? new Laptop(place, line) : new Phone(place, line, me.player);
}

begin().catch(() => alone(t("line-off")));
addEventListener("hashchange", () => location.hash.length > 8 && location.reload());
