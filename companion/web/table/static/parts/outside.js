// How it goes with those outside who are told what is ruled here, where somebody is.

import { h } from "/kit/dom.js";

export const outside = s => (s.club ? h(s.club.well ? "p.note" : "p.alarm", { role: "status" }, s.club.text) : null);
