/* global VERSION, SHELL, registration */
// The build puts two constants before this text: VERSION, a hash of the whole site, and SHELL, the paths to cache at installation.

/** Caches belong to an origin, which other applications may share, other copies of the course too: the names of ours begin so. */
const OURS = `coalesce ${registration.scope} `;
const CACHE = `${OURS}${VERSION}`;

addEventListener("install", (event) => event.waitUntil(cacheShell()));
addEventListener("activate", (event) => event.waitUntil(dropOldVersions()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? networkFirst(request) : cacheFirst(request));
});

/** Revalidates the browser's own cache, which may be ten minutes old and contain the previous version. */
const NEWEST = { cache: "no-cache" };

async function cacheShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((path) => new Request(path, NEWEST)));
  await skipWaiting();
}

async function dropOldVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Pages: the newest version, or offline the cached one. */
async function networkFirst(request) {
  try {
    return await fetchAndCache(request);
  } catch (error) {
    const cached = await find(request);
    if (cached) return cached;
    throw error;
  }
}

/** Everything else: files that have a hash in their names or belong to this version. */
async function cacheFirst(request) {
  return (await find(request)) ?? (await fetchAndCache(request));
}

/** Also for /map the page that the server would redirect to, /map/. */
async function find(request) {
  const cache = await caches.open(CACHE);
  const url = withoutSearch(request);
  // Without ignoreVary, module requests would not match if the server sends Vary.
  const match = (address) => cache.match(address, { ignoreSearch: true, ignoreVary: true });
  return (await match(url)) ?? (/\/[^/.]+$/.test(url) ? match(`${url}/`) : undefined);
}

/** Files do not depend on what follows "?": each has one entry. */
function withoutSearch(request) {
  const url = new URL(request.url);
  return `${url.origin}${url.pathname}`;
}

async function fetchAndCache(request) {
  const response = await fetch(request, NEWEST);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(withoutSearch(request), response.clone());
  }
  return response;
}
