/* global VERSION, SHELL */
// The build puts two constants before this text: VERSION, a hash of the whole site, and SHELL, the paths to keep from the start.

addEventListener("install", (event) => event.waitUntil(keepShell()));
addEventListener("activate", (event) => event.waitUntil(dropOldVersions()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? networkFirst(request) : cacheFirst(request));
});

/** Asks the host even for what the browser holds: what it may still keep for ten minutes can be of the former version. */
const NEWEST = { cache: "no-cache" };

async function keepShell() {
  const cache = await caches.open(VERSION);
  await cache.addAll(SHELL.map((path) => new Request(path, NEWEST)));
  await skipWaiting();
}

async function dropOldVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Pages: the newest there is, the kept one without a network. */
async function networkFirst(request) {
  try {
    return await fetchAndKeep(request);
  } catch (error) {
    const kept = await find(request);
    if (kept) return kept;
    throw error;
  }
}

/** Everything else has a hash in its name or belongs to this version. */
async function cacheFirst(request) {
  return (await find(request)) ?? (await fetchAndKeep(request));
}

async function find(request) {
  const cache = await caches.open(VERSION);
  // Servers that send Vary would otherwise make module requests miss.
  return cache.match(request, { ignoreSearch: true, ignoreVary: true });
}

async function fetchAndKeep(request) {
  const response = await fetch(request, NEWEST);
  if (response.ok) {
    const cache = await caches.open(VERSION);
    await cache.put(request, response.clone());
  }
  return response;
}
