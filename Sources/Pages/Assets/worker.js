// Answers in the server's place while it cannot be reached: with the files of this version, which it keeps all, and
// with the pages that the learner has open or that `offline.js` has put by.
//
// `/worker.js` names the version and its files, and then loads this script; the browser takes that for a new worker
// whenever they change.

/** @typedef {{version: string, files: string[], fallback: string, tiles: string[]}} Shell */
/** @type {ServiceWorkerGlobalScope & {shell: Shell}} */
const worker = /** @type {any} */ (self);
const { version, files, fallback, tiles } = worker.shell;

/** Each version's files by themselves, so that an old page finds its own. */
const shellName = `shell ${version}`;
/** Pages as they came last; `offline.js` says which reviews stay. */
const pagesName = "pages";
const mediaName = "media";
/** Squares of the map that the learner has seen, from those who may be asked for them. */
const tilesName = "tiles";
/** How many of them are kept, and how long one is good that does not say so itself: the week that OpenStreetMap asks for. */
const mostTiles = 2_000;
const tileTime = 7 * 86_400_000;
let untilSweep = 100;

/** How long a page may keep a learner waiting whose network only seems to be there. */
const patience = 5_000;
/** Pages that are neither home nor put by for review; a session that is reloaded finds its own among them. */
const mostPages = 12;

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
    else if (address.pathname.startsWith("/assets/")) event.respondWith(file(request));
    else if (/^\/(media|sheets)\//.test(address.pathname)) event.respondWith(media(request));
});

async function install() {
    const shell = await caches.open(shellName);
    await shell.addAll([...files, fallback]);
    await worker.skipWaiting();
}

/** Takes over, and brings the pages that were kept to this version before the files go that they lived on. */
async function activate() {
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
    const pages = await caches.open(pagesName);
    try {
        for (const { url } of await pages.keys()) {
            const response = await fetch(url, { headers: { Prefer: "whole-deal" } });
            if (response.ok) await pages.put(url, response);
            else await pages.delete(url);
        }
    } catch {
        return;
    }
    for (const name of await caches.keys()) {
        if (name.startsWith("shell ") && name !== shellName) await caches.delete(name);
    }
}

/**
 * A page from the server, else as it came last, else one that says that there is no network.
 * @param {FetchEvent} event
 */
async function page(event) {
    const { request } = event;
    const isMap = new URL(request.url).pathname === "/places";
    const kept = await caches.match(request, { cacheName: pagesName, ignoreSearch: isMap });
    try {
        const asked = fromServer(event);
        const response = await (kept ? Promise.race([asked, tooLate()]) : asked);
        // A server that is starting or gone behind its proxy is as good as none.
        if (kept && response.status >= 502) return marked(kept);
        event.waitUntil(keep(request, response.clone()));
        return response;
    } catch {
        if (kept) return marked(kept);
        return (await caches.match(fallback, { cacheName: shellName })) ?? Response.error();
    }
}

/**
 * The page with a mark by which its script knows that it did not come from the server just now.
 * @param {Response} page
 */
function marked(page) {
    const headers = new Headers(page.headers);
    headers.set("Server-Timing", "kept");
    return new Response(page.body, { headers });
}

/** @param {FetchEvent} event */
async function fromServer(event) {
    return /** @type {Response | undefined} */ (await event.preloadResponse) ?? fetch(event.request);
}

/** @returns {Promise<never>} */
function tooLate() {
    return new Promise((_, reject) => setTimeout(() => reject(new Error("The server takes too long.")), patience));
}

/**
 * Keeps home and sessions; what this browser may not see any more it forgets.
 * @param {Request} request
 * @param {Response} response
 */
async function keep(request, response) {
    // Nothing is kept of a library that has a lock either.
    if (response.status === 401 || response.headers.has("Omena-Lock")) {
        await Promise.all([pagesName, mediaName, tilesName].map((name) => caches.delete(name)));
        return;
    }
    const { pathname, search } = new URL(request.url);
    const isMap = pathname === "/places";
    const mayBeKept = isMap || (pathname === "/" && search === "") || pathname.startsWith("/study/");
    if (!response.ok || response.redirected || !mayBeKept) return;
    const pages = await caches.open(pagesName);
    // The map is one page, wherever it looks.
    await pages.put(isMap ? pathname : request.url, response);
    const others = (await pages.keys()).filter(({ url }) => {
        const { pathname } = new URL(url);
        return pathname !== "/" && pathname !== "/places" && pathname !== "/study/review";
    });
    for (const old of others.slice(0, -mostPages)) await pages.delete(old);
}

/** @param {Request} request */
async function file(request) {
    return (await caches.match(request)) ?? fetch(request);
}

/**
 * A square of the map: as it was seen before while that is good, else anew, else as it was seen long ago.
 *
 * It is asked for in a way that lets it be read: what cannot be read is counted by browsers as megabytes.
 * @param {FetchEvent} event
 */
async function tile({ request }) {
    const kept = await caches.open(tilesName);
    const seen = await kept.match(request.url);
    if (seen && Number(seen.headers.get("Omena-Until")) > Date.now()) return seen;
    try {
        const response = await fetch(request.url, { mode: "cors", credentials: "omit" });
        if (!response.ok) return seen ?? response;
        const copy = response.clone();
        const headers = new Headers(copy.headers);
        headers.set("Omena-Until", String(Date.now() + goodFor(response)));
        await kept.put(request.url, new Response(await copy.blob(), { headers }));
        untilSweep -= 1;
        if (untilSweep <= 0) await sweep(kept);
        return response;
    } catch {
        // Some servers let pictures be shown, and not be read.
        return seen ?? fetch(request);
    }
}

/**
 * Lets go of the squares that were kept first, every now and then.
 * @param {Cache} kept
 */
async function sweep(kept) {
    untilSweep = 100;
    for (const old of (await kept.keys()).slice(0, -mostTiles)) await kept.delete(old);
}

/**
 * How long an answer says that it is good, in milliseconds.
 * @param {Response} response
 */
function goodFor(response) {
    const age = /max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "");
    return age ? Number(age[1]) * 1000 : tileTime;
}

/**
 * A picture or sound, or the part of it that a player asks for.
 * @param {Request} request
 */
async function media(request) {
    const kept = await caches.match(request.url, { cacheName: mediaName });
    if (!kept) return fetch(request);
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range") ?? "");
    return range ? partOf(kept, range[1], range[2]) : kept;
}

/**
 * The bytes from the first to the last one, or so many of the last ones.
 * @param {Response} kept
 * @param {string} first
 * @param {string} last
 */
async function partOf(kept, first, last) {
    const blob = await kept.blob();
    const begin = first ? Number(first) : Math.max(0, blob.size - Number(last));
    const end = first && last ? Math.min(Number(last) + 1, blob.size) : blob.size;
    if (begin >= end) return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${blob.size}` } });
    return new Response(blob.slice(begin, end), {
        status: 206,
        headers: {
            "Content-Type": kept.headers.get("Content-Type") ?? blob.type,
            "Content-Length": String(end - begin),
            "Content-Range": `bytes ${begin}-${end - 1}/${blob.size}`,
        },
    });
}
