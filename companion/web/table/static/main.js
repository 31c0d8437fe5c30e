// The page's beginning: who is this browser, and what does it show.

import { h, sentence } from "/kit/dom.js";
import { own } from "/kit/guard.js";
import { t } from "/kit/i18n.js";
import { enter, Line, OFTEN } from "/kit/net.js";
import { notice, noticeIn } from "/kit/notice.js";
import { dress } from "/kit/prefs.js";
import { joining } from "./join.js";
import { Laptop } from "./laptop.js";
import { Phone } from "./phone.js";
import { catalogue } from "./setup.js";

const app = document.getElementById("app");
dress();

function alone(text, ...more) {
  noticeIn(document.body);
  app.replaceChildren(h("main.centre", {}, h("h1", {}, "companion"), h("p", { role: "status" }, text), more));
}

async function begin() {
  const me = await enter();
  const out = me.out && location.pathname === "/join"; // a phone whose session is over
  const told = me.code ? t("join-about") : out ? t("bye") : t("not-joined");
  if (!me.role) return alone(me.error ? sentence(me.error) : told, joining(me.code));
  if (me.error) notice(me.error, "join");
  if (me.role === "host") void catalogue(); // comes while the line is opened
  let page = null;
  const off = h("div.offline", { role: "status", hidden: true }, t("line-off"));
  const place = h("div.place");
  app.replaceChildren(off, place);
  const heard = message => {
    if (message.t === "bye") return alone(t("bye"));
    page?.hear(message);
  };
  const shown = status => {
    off.hidden = status !== "off";
    app.dataset.line = status;
  };
  const line = new Line(heard, shown, me.role === "host" ? undefined : OFTEN);
  page = me.role === "host" ? new Laptop(place, line) : new Phone(place, line, me.player);
}

begin().catch(() => alone(t("line-off")));
addEventListener("hashchange", () => location.hash.length > 8 && location.reload());

// Installed, the page says what to do when companion does not run. Nothing else is kept: every file is asked for anew.
if (navigator.serviceWorker && ["127.0.0.1", "localhost"].includes(location.hostname))
  void navigator.serviceWorker.register(own("/sw.js")).catch(() => {});
