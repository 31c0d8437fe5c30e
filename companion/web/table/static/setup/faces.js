// The faces in the picture before a game: each asks whose it is, with a tap. As a mirror shows them.

import { h } from "/kit/dom.js";
import { face as glyph } from "/kit/glyphs.js";
import { t } from "/kit/i18n.js";

const EVERY = 400; // ms between two looks
const WIDE = 480; // pixels of a picture that this browser sends
const SHAPE = 4 / 3; // of the box that the picture lies in

export class Faces {
  constructor(setup) {
    this.setup = setup;
    this.plates = h("div.plates.whoplates", { "data-part": "who" });
    this.found = [];
    this.canvas = document.createElement("canvas"); // for pictures that this browser sends
    this.named = new Map(); // face -> the player whose it is, for a name that changes until the game begins
    this.timer = setInterval(() => void this.look(), EVERY);
  }

  /** Only a game of faces asks whose they are. */
  get asks() {
    return !!this.setup.game?.senses.includes("signals") && !this.setup.replayed;
  }

  close() {
    clearInterval(this.timer);
  }

  /** The picture is in its place: the faces lie over it. */
  mount(root) {
    const box = root.querySelector(".livebox");
    box?.querySelector(".livepicture")?.classList.toggle("mirrored", this.asks);
    if (box && this.plates.parentElement !== box) box.append(this.plates);
    this.draw();
  }

  async look() {
    const { preview } = this.setup;
    if (document.hidden || this.looking || !this.asks || !this.plates.isConnected) return;
    this.looking = true;
    const who = new URLSearchParams(this.people().map(p => ["player", p.name]));
    try {
      const answer = preview.stream
        ? await fetch(`/api/faces?${who}`, { method: "POST", body: await this.picture(preview.video) })
        : await fetch(`/api/faces/${encodeURIComponent(preview.own.camera)}?${who}`);
      this.found = answer.ok ? await answer.json() : [];
    } catch {
      this.found = []; // a camera that is gone shows no faces
    }
    this.looking = false;
    this.draw();
  }

  async picture(video) {
    const { videoWidth: w, videoHeight: high } = video;
    [this.canvas.width, this.canvas.height] = [Math.min(WIDE, w), Math.round((high * Math.min(WIDE, w)) / w)];
    this.canvas.getContext("2d").drawImage(video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise(done => this.canvas.toBlob(done, "image/jpeg", 0.8));
  }

  people() {
    return this.setup.players.filter(p => !p.bot && p.name.trim());
  }

  draw() {
    const { preview } = this.setup;
    const picture = this.plates.parentElement?.querySelector(".livepicture");
    const ratio =
      (preview.stream ? picture?.videoWidth / picture?.videoHeight : picture?.naturalWidth / picture?.naturalHeight) ||
      SHAPE;
    const [wide, high] = ratio > SHAPE ? [1, SHAPE / ratio] : [ratio / SHAPE, 1];
    const had = new Map([...this.plates.children].map(plate => [plate.dataset.face, plate]));
    const plates = this.asks ? this.found.map(one => this.plate(had.get(one.face), one, wide, high)) : [];
    for (const plate of had.values()) if (!plates.includes(plate)) plate.remove();
    for (const plate of plates) if (!plate.isConnected) this.plates.append(plate);
    this.spread(plates);
  }

  /** Below each face, within the picture, and no plate over another. */
  spread(plates) {
    const { clientWidth: w, clientHeight: high } = this.plates;
    const spots = [];
    for (const plate of plates) {
      const { offsetWidth: pw, offsetHeight: ph } = plate;
      const left = Math.max(2, Math.min(w - pw - 2, Number(plate.dataset.x) * w - pw / 2));
      let top = Math.min(high - ph - 2, Number(plate.dataset.y) * high);
      const meets = s => left < s.left + s.pw && s.left < left + pw && top < s.top + s.ph && s.top < top + ph;
      for (let met = spots.find(meets), n = 0; met && n < 9; met = spots.find(meets), n += 1) {
        const below = met.top + met.ph + 2;
        top = below + ph > high || top < met.top ? met.top - ph - 2 : below;
      }
      spots.push({ left, top, pw, ph });
      plate.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    }
  }

  plate(had, { face, box, player }, wide, high) {
    const plate = had ?? h("button.plate", { type: "button", "data-face": face, onclick: () => this.ask(face) });
    const seat = this.setup.players.findIndex(p => p.name === player);
    plate.className = `plate ${seat < 0 ? "unknown" : `seat-${seat}`}`;
    plate.dataset.player = player ?? "";
    const text = player ?? t("who-is-this");
    if (plate.textContent !== text) plate.textContent = text;
    const middle = 1 - (box[0] + box[2] / 2); // as in a mirror
    plate.dataset.x = String((1 - wide) / 2 + wide * middle);
    plate.dataset.y = String((1 - high) / 2 + high * (box[1] + box[3]));
    return plate;
  }

  /** Whose face is it? */
  ask(face) {
    const box = h("dialog", { "aria-label": t("who-is-this"), "data-part": "who-dialog" });
    box.onclose = () => box.remove();
    const tell = player => {
      this.say(face, player);
      box.close();
    };
    box.append(
      h("h2", {}, t("who-is-this")),
      h(
        "div.answers",
        {},
        this.people().map(player =>
          h(
            `button.answer.seat-${this.setup.players.indexOf(player)}`,
            { type: "button", "data-who": player.name, onclick: () => tell(player) },
            glyph("calm", false),
            player.name,
          ),
        ),
      ),
      h("p.note", {}, t("who-kept")),
      h("button.ghost", { type: "button", onclick: () => box.close() }, t("close")),
    );
    document.body.append(box);
    box.showModal();
  }

  say(face, player) {
    for (const [other, one] of this.named) if (one.player === player) this.named.delete(other);
    this.named.set(face, { player, name: player.name });
    this.setup.line.send({ do: "who", face, player: player.name });
    for (const one of this.found) {
      if (one.player === player.name) one.player = null;
      if (one.face === face) one.player = player.name;
    }
    this.draw();
  }

  /** Names that were changed since their faces were named. */
  rename() {
    for (const [face, { player, name }] of this.named)
      if (player.name !== name && this.found.some(one => one.face === face)) this.say(face, player);
  }
}
