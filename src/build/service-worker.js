/* global VERSION, SHELL, EXTRAS, registration */
// The build puts three constants before this text: VERSION, a hash of the whole site; SHELL, the paths without which nothing works
// offline; and EXTRAS, larger files that are kept where there is room: Monaco and the lab's engine.

/** Caches belong to an origin, which other applications may share, other copies of the course too: the names of ours begin so. */
const OURS = `coalesce ${registration.scope} `;
const CACHE = `${OURS}${VERSION}`;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(dropOldVersions()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? networkFirst(event) : cacheFirst(event));
});

/** Revalidates the browser's own cache, which may be ten minutes old and contain the previous version. */
const NEWEST = { cache: "no-cache" };

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map(newest));
  await skipWaiting();
  // Without them the course works offline too, with the lighter editor.
  await Promise.all(EXTRAS.map((path) => cache.add(newest(path)).catch(ignoreStorage)));
}

function newest(path) {
  return new Request(path, NEWEST);
}

async function dropOldVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Pages: the newest version, or offline the cached one. */
async function networkFirst(event) {
  try {
    return await fetchAndCache(event);
  } catch (error) {
    const cached = await find(event.request);
    if (cached) return cached;
    throw error;
  }
}

/** Everything else: files that have a hash in their names or belong to this version. */
async function cacheFirst(event) {
  return (await find(event.request)) ?? (await fetchAndCache(event));
}

/** Also for /map the page that the server would redirect to, /map/. Storage that cannot be read holds nothing. */
async function find(request) {
  try {
    const cache = await caches.open(CACHE);
    const url = withoutSearch(request);
    // Without ignoreVary, module requests would not match if the server sends Vary.
    const match = (address) => cache.match(address, { ignoreSearch: true, ignoreVary: true });
    return (await match(url)) ?? (/\/[^/.]+$/.test(url) ? await match(`${url}/`) : undefined);
  } catch (error) {
    ignoreStorage(error);
    return undefined;
  }
}

/** Files do not depend on what follows "?": each has one entry. */
function withoutSearch(request) {
  const url = new URL(request.url);
  return `${url.origin}${url.pathname}`;
}

/** The network's answer, whatever storing it says: a full or evicted cache takes no page away. */
async function fetchAndCache(event) {
  const response = await fetch(event.request, NEWEST);
  if (response.ok) event.waitUntil(store(event.request, response.clone()).catch(ignoreStorage));
  return response;
}

async function store(request, response) {
  const cache = await caches.open(CACHE);
  await cache.put(withoutSearch(request), response);
}

function ignoreStorage(error) {
  console.warn("The browser does not keep a file of the course for use offline.", error);
}
