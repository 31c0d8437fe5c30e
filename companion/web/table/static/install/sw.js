// Installed as an app: where companion does not run, its window says so. Nothing else is kept, nothing is ever stale.

const worker = /** @type {any} */ (self);
const SHELF = "companion";
const SHELVED = ["/static/install/closed.html", "/static/install/closed.css", "/kit/icon.svg"];

worker.addEventListener("install", event => {
  event.waitUntil(caches.open(SHELF).then(shelf => shelf.addAll(SHELVED)));
  void worker.skipWaiting();
});

/** What a worker of another version kept is let go: its pages would not fit this server. */
async function begin() {
  const others = (await caches.keys()).filter(name => name !== SHELF);
  await Promise.all(others.map(name => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener("activate", event => event.waitUntil(begin()));

worker.addEventListener("fetch", event => {
  const { request } = event;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match("/static/install/closed.html")));
  else if (SHELVED.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request)));
});
