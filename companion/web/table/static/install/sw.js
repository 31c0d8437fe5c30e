// Installed as an app: where companion does not run, its window says so. Nothing else is kept, nothing is ever stale.

const worker = /** @type {any} */ (self);
const SHELF = "companion";
const SHELVED = ["/static/install/closed.html", "/static/install/closed.css", "/kit/icon.svg"];

worker.addEventListener("install", event => {
  event.waitUntil(caches.open(SHELF).then(shelf => shelf.addAll(SHELVED)));
  void worker.skipWaiting();
});

worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", event => {
  const { request } = event;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match("/static/install/closed.html")));
  else if (SHELVED.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request)));
});
