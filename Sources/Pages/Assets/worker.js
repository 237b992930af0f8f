// Replaces the server while it cannot be reached: with the files of this version, which it caches, and with
// pages that the learner has opened or that `offline.js` has cached.
//
// `/worker.js` defines the version and its files, and then loads this script; whenever they change, the browser
// installs it as a new worker.

/** @typedef {{version: string, files: string[], optional: string[], fallback: string, tiles: string[]}} Shell */
/** @type {ServiceWorkerGlobalScope & {shell: Shell}} */
const worker = /** @type {any} */ (self);
const { version, files, optional, fallback, tiles } = worker.shell;

/** The path before all addresses of the learner whose worker this is, as in `site.js`. */
const base = new URL(worker.registration.scope).pathname.slice(0, -1);

/** Each version has its own files, so that an old page finds them. */
const shellCaches = `shell${base} `;
const shellCache = shellCaches + version;
/** The latest versions of pages; `offline.js` decides which reviews stay. */
const pagesCache = `pages${base}`;
const mediaCache = `media${base}`;
/** Map tiles that the learner has seen, from the servers they agreed to. */
const tilesCache = `tiles${base}`;
/**
 * The most tiles that are cached, and how long a tile without an expiry is fresh: the week that OpenStreetMap asks
 * for.
 */
const maxTiles = 2_000;
const tileLifetime = 7 * 86_400_000;
let writesUntilCleanup = 100;

/** How long a page waits for a slow network before the cached one is shown, in milliseconds. */
const pageTimeout = 5_000;
/** The most cached pages other than home and reviews; a reloaded session finds its own among them. */
const maxPages = 12;

worker.addEventListener("install", (event) => {
    event.waitUntil(install());
});

worker.addEventListener("activate", (event) => {
    event.waitUntil(activate());
});

worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET") return;
    if (tiles.includes(address.origin) && request.destination === "image") event.respondWith(tile(event));
    if (address.origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(page(event));
    else if (isManual(ownPath(address)) || address.pathname.startsWith("/assets/")) event.respondWith(file(event, address.pathname));
    else if (/^\/(media|sheets)\//.test(ownPath(address))) event.respondWith(media(event));
});

async function install() {
    const shell = await caches.open(shellCache);
    await shell.addAll([...files, fallback, ...(await usedOptional())]);
    await worker.skipWaiting();
}

/** Large files that have been used in an earlier version, so that they are cached in this one as well. */
async function usedOptional() {
    const used = new Set();
    for (const name of await caches.keys()) {
        if (!name.startsWith(shellCaches)) continue;
        for (const { url } of await (await caches.open(name)).keys()) used.add(nameOf(url));
    }
    return optional.filter((address) => used.has(nameOf(address)));
}

/**
 * The last part of an address.
 * @param {string} address
 */
function nameOf(address) {
    return address.split("/").at(-1);
}

/** Takes control, and refreshes the cached pages before the files of their old version are deleted. */
async function activate() {
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
    try {
        await refreshPages();
    } catch {
        return;
    }
    for (const name of await caches.keys()) {
        if (name.startsWith(shellCaches) && name !== shellCache) await caches.delete(name);
    }
}

/** Fetches the cached pages anew. */
async function refreshPages() {
    // Opening the cache would create it again if its learner has signed out meanwhile.
    if (!(await caches.has(pagesCache))) return;
    const pages = await caches.open(pagesCache);
    for (const { url } of await pages.keys()) {
        const response = await fetch(url, { headers: { Prefer: "whole-deal" } });
        if (response.ok) await pages.put(url, response);
        else await pages.delete(url);
    }
}

/**
 * A page from the server, else from the cache, else one that explains that there is no network.
 * @param {FetchEvent} event
 */
async function page(event) {
    const { request } = event;
    const path = ownPath(new URL(request.url));
    const cached = isManual(path)
        ? await caches.match(base + path, { cacheName: shellCache })
        : await caches.match(request, { cacheName: pagesCache, ignoreSearch: path === "/places" });
    try {
        const fetched = fromServer(event);
        // Also if it comes too late to be shown.
        event.waitUntil(fetched.then(forgetIfRefused).catch(() => {}));
        const response = await (cached ? Promise.race([fetched, timeout()]) : fetched);
        // A server that is starting, or gone behind its proxy, counts as unreachable.
        if (cached && response.status >= 502) return markCached(cached);
        event.waitUntil(keep(request, response.clone()));
        return response;
    } catch {
        if (cached) return markCached(cached);
        return (await caches.match(fallback, { cacheName: shellCache })) ?? Response.error();
    }
}

/**
 * The page with a mark by which its script knows that it comes from the cache.
 * @param {Response} page
 */
function markCached(page) {
    const headers = new Headers(page.headers);
    headers.set("Server-Timing", "kept");
    return new Response(page.body, { headers });
}

/**
 * The path as if there were a single learner.
 * @param {URL} address
 */
function ownPath(address) {
    return address.pathname.slice(base.length);
}

/**
 * Whether a path is of the manual, which is cached with the files of a version, whatever is searched for in it.
 * @param {string} pathname
 */
function isManual(pathname) {
    return pathname === "/help" || pathname.startsWith("/help/");
}

/** @param {FetchEvent} event */
async function fromServer(event) {
    return /** @type {Response | undefined} */ (await event.preloadResponse) ?? fetch(event.request);
}

/** @returns {Promise<never>} */
function timeout() {
    return new Promise((_, reject) => setTimeout(() => reject(new Error("The server takes too long.")), pageTimeout));
}

/**
 * Deletes everything that this browser may no longer see, and all of a library with a lock; answers that wait stay.
 * @param {Response} response
 */
async function forgetIfRefused(response) {
    const hasLock = response.headers.has("Omena-Lock");
    const isRefused = isRefusedHere(response);
    const mayBeSignedOut = isRefused || response.type === "opaqueredirect";
    const isSignedOut = mayBeSignedOut && !hasLock && (await isLearnerSignedOut());
    if (!isRefused && !hasLock && !isSignedOut) return;
    await Promise.all([pagesCache, mediaCache, tilesCache].map((name) => caches.delete(name)));
    if (isSignedOut) await clearSessions();
}

/**
 * Whether the learner is not signed in here, which a redirect does not tell: scripts cannot see where it leads, and a link
 * on another site's page comes without the session.
 */
async function isLearnerSignedOut() {
    if (base === "") return false;
    const response = await fetch(base, { headers: { Accept: "application/json" }, redirect: "manual", cache: "no-store" });
    return isRefusedHere(response);
}

/**
 * Whether the server refuses this browser, or this learner in it, as in `forget.js`.
 * @param {Response} response
 */
function isRefusedHere(response) {
    return response.status === 401 || response.headers.has("Omena-Session");
}

/** Empties the sessions that `store.js` keeps, as `forget.js` does for pages, and leaves the events. */
async function clearSessions() {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open(`omena ${base}`);
        // There is none, and opening it must not create one.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(undefined);
    });
    if (!database) return;
    const transaction = database.transaction(["session", "step"], "readwrite");
    transaction.objectStore("session").clear();
    transaction.objectStore("step").clear();
    await new Promise((resolve) => (transaction.oncomplete = transaction.onabort = resolve));
    database.close();
}

/**
 * Caches home and sessions.
 * @param {Request} request
 * @param {Response} response
 */
async function keep(request, response) {
    if (response.headers.has("Omena-Lock")) return;
    const address = new URL(request.url);
    const path = ownPath(address);
    if (isManual(path) && response.ok && !response.redirected && address.search === "") {
        // As it looks with the latest settings.
        await (await caches.open(shellCache)).put(base + path, response);
        return;
    }
    const isMap = path === "/places";
    const mayBeKept = isMap || (path === "/" && address.search === "") || path.startsWith("/study/");
    if (!response.ok || response.redirected || !mayBeKept) return;
    const pages = await caches.open(pagesCache);
    // The map is one page, wherever it looks.
    await pages.put(isMap ? base + path : request.url, response);
    const others = (await pages.keys()).filter(({ url }) => {
        return !["/", "/places", "/study/review"].includes(ownPath(new URL(url)));
    });
    for (const old of others.slice(0, -maxPages)) await pages.delete(old);
}

/**
 * A file of this or an earlier version; a large one is cached when it is first used.
 * @param {FetchEvent} event
 * @param {string} path
 */
async function file(event, path) {
    const { request } = event;
    const cached = await caches.match(request);
    if (cached) return cached;
    if (!optional.includes(path)) return fetch(request);
    // By its address, because the request itself ends when its page is left, and nothing would be cached.
    const response = await fetch(request.url);
    if (response.ok) event.waitUntil(cacheFile(request.url, response.clone()));
    return response;
}

/**
 * @param {string} address
 * @param {Response} response
 */
async function cacheFile(address, response) {
    await (await caches.open(shellCache)).put(address, response);
}

/**
 * A map tile: from the cache while it is fresh, else from its server, else stale from the cache.
 *
 * It is requested with CORS, because browsers count each opaque response as megabytes.
 * @param {FetchEvent} event
 */
async function tile({ request }) {
    const cache = await caches.open(tilesCache);
    const cached = await cache.match(request.url);
    if (cached && Number(cached.headers.get("Omena-Until")) > Date.now()) return cached;
    try {
        const response = await fetch(request.url, { mode: "cors", credentials: "omit" });
        if (!response.ok) return cached ?? response;
        const copy = response.clone();
        const headers = new Headers(copy.headers);
        headers.set("Omena-Until", String(Date.now() + lifetimeOf(response)));
        await cache.put(request.url, new Response(await copy.blob(), { headers }));
        writesUntilCleanup -= 1;
        if (writesUntilCleanup <= 0) await deleteOldTiles(cache);
        return response;
    } catch {
        // Some servers allow tiles to be shown, but not to be read.
        return cached ?? fetch(request);
    }
}

/**
 * Deletes the oldest tiles every now and then.
 * @param {Cache} cache
 */
async function deleteOldTiles(cache) {
    writesUntilCleanup = 100;
    for (const old of (await cache.keys()).slice(0, -maxTiles)) await cache.delete(old);
}

/**
 * How long a response says that it is fresh, in milliseconds.
 * @param {Response} response
 */
function lifetimeOf(response) {
    const age = /max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "");
    return age ? Number(age[1]) * 1000 : tileLifetime;
}

/**
 * A picture or sound, or the range of it that a player asks for.
 * @param {FetchEvent} event
 */
async function media(event) {
    const { request } = event;
    const cached = await caches.match(request.url, { cacheName: mediaCache });
    if (!cached) {
        const response = await fetch(request);
        event.waitUntil(forgetIfRefused(response).catch(() => {}));
        return response;
    }
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range") ?? "");
    return range ? rangeOf(cached, range[1], range[2]) : cached;
}

/**
 * The bytes from `first` to `last`, or the last `last` ones.
 * @param {Response} cached
 * @param {string} first
 * @param {string} last
 */
async function rangeOf(cached, first, last) {
    const blob = await cached.blob();
    const begin = first ? Number(first) : Math.max(0, blob.size - Number(last));
    const end = first && last ? Math.min(Number(last) + 1, blob.size) : blob.size;
    if (begin >= end) return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${blob.size}` } });
    return new Response(blob.slice(begin, end), {
        status: 206,
        headers: {
            "Content-Type": cached.headers.get("Content-Type") ?? blob.type,
            "Content-Length": String(end - begin),
            "Content-Range": `bytes ${begin}-${end - 1}/${blob.size}`,
        },
    });
}
