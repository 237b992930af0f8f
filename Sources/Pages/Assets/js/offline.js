// Caches what a learner may need without a network: today's reviews of the most recently opened decks.

import { clearCaches } from "./forget.js";
import { isLockable } from "./lockable.js";
import { pageContext } from "./page.js";
import { at, base, space } from "./site.js";
import { mediaIn } from "./store.js";
import { worldAddress } from "./world.js";

/** @typedef {import("./types.js").PageContext} PageContext */
/** @typedef {{source: string, title: string, cards: number, read: number}} OfflineDeck */

const maxDecks = 3;
const maxCards = 500;
const maxMediaBytes = 50_000_000;
/** The age after which a deal is fetched again, in milliseconds. */
const maxAge = 30 * 60_000;
/** Named as in the worker. */
const pagesCache = `pages${base}`;
const mediaCache = `media${base}`;

/** Whether this page came from the cache because the server could not be reached. */
export function isCachedPage() {
    const [navigation] = performance.getEntriesByType("navigation");
    const timing = /** @type {PerformanceNavigationTiming} */ (navigation)?.serverTiming ?? [];
    return timing.some(({ name }) => name === "kept");
}

/** Registers the worker that replaces the server offline; without one, only that is missing. */
export async function registerWorker() {
    try {
        await navigator.serviceWorker?.register(pageContext().worker);
    } catch {
        // Some browsers allow no worker in private windows, or none at all.
    }
}

/** Asks the browser not to evict what is stored here; called once the learner has begun to study. */
export async function requestPersistence() {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

/** The decks that can be reviewed without a network. */
export class OfflineDecks {
    #key;
    #home;
    #review;
    #store;

    /**
     * @param {PageContext} context
     * @param {import("./store.js").Store} store
     */
    constructor({ library, epoch, home, review }, store) {
        this.#key = `${space} put by ${library}/${epoch}`;
        this.#home = home;
        this.#review = review;
        this.#store = store;
    }

    /** The cached decks, the most recently opened first. */
    get decks() {
        try {
            return /** @type {OfflineDeck[]} */ (JSON.parse(localStorage.getItem(this.#key) ?? "[]"));
        } catch {
            return [];
        }
    }

    /**
     * Refreshes stale decks when the browser is idle, and first of all a deck that was just opened.
     * @param {{source: string, title: string}} [opened]
     */
    async refresh(opened) {
        if (isLockable) {
            // What was stored before the library had a lock.
            await clearCaches(base);
            return;
        }
        if (isCachedPage()) return;
        await whenIdle();
        try {
            // Without a worker nothing would ever show the cached pages.
            if (!(await navigator.serviceWorker?.getRegistration())) return;
            await this.#clearOtherLibraries();
            await this.#read(opened);
        } catch {
            // The network or the storage failed, or the browser allows no worker: the cache stays as it is.
        }
    }

    /** @param {{source: string, title: string}} [opened] */
    async #read(opened) {
        const known = this.decks.filter(({ source }) => source !== opened?.source);
        const wanted = [...(opened ? [{ ...opened, cards: 0, read: 0 }] : []), ...known].slice(0, maxDecks);
        const pages = await caches.open(pagesCache);
        /** @type {OfflineDeck[]} */
        const decks = [];
        let capacity = maxCards;
        for (const deck of wanted) {
            const address = this.#addressOf(deck.source);
            const isFresh = Date.now() - deck.read < maxAge && deck.cards <= capacity;
            const current = isFresh ? deck : await this.#readDeck(pages, deck, address, capacity);
            if (!current) continue;
            decks.push(current);
            capacity -= current.cards;
        }
        this.#write(decks);
        const addresses = new Set(decks.map(({ source }) => new URL(this.#addressOf(source), location.href).href));
        for (const { url } of await pages.keys()) {
            if (new URL(url).pathname === this.#review && !addresses.has(url)) await pages.delete(url);
        }
        if (!(await pages.match(this.#home))) await pages.add(this.#home);
        // The worker does not see the page that installs it.
        if (opened && !(await pages.match(location.href))) await pages.add(location.href);
        await cacheMedia(pages, await this.#store.media());
    }

    /**
     * @param {Cache} pages
     * @param {OfflineDeck} deck
     * @param {string} address
     * @param {number} capacity
     * @returns {Promise<OfflineDeck | undefined>}
     */
    async #readDeck(pages, { source, title }, address, capacity) {
        const response = await fetch(address, { headers: { Prefer: `whole-deal=${capacity}` } });
        if (response.status === 404) {
            await pages.delete(address);
            return undefined;
        }
        // A redirect leads to where the learner signs in.
        if (!response.ok || response.redirected) throw new Error(`The server answered ${response.status}.`);
        const page = new DOMParser().parseFromString(await response.clone().text(), "text/html");
        const deal = page.getElementById("deal")?.textContent;
        await pages.put(address, response);
        /** @type {import("./types.js").DealtCard[]} */
        const cards = deal ? JSON.parse(deal).cards : [];
        // The worker caches the world when it is first loaded.
        if (cards.some(({ map }) => map)) await fetch(worldAddress);
        return { source, title, cards: cards.length, read: Date.now() };
    }

    async #clearOtherLibraries() {
        const others = Object.keys(localStorage).filter(
            (key) => key.startsWith(`${space} put by `) && key !== this.#key,
        );
        if (others.length === 0) return;
        await Promise.all([caches.delete(pagesCache), caches.delete(mediaCache)]);
        for (const key of others) localStorage.removeItem(key);
    }

    /** @param {string} source */
    #addressOf(source) {
        return `${this.#review}?${source}`;
    }

    /** @param {OfflineDeck[]} decks */
    #write(decks) {
        localStorage.setItem(this.#key, JSON.stringify(decks));
    }
}

/**
 * Caches the media of the cached pages and of sessions as far as they fit, and deletes all others.
 * @param {Cache} pages
 * @param {string[]} sessionMedia
 */
async function cacheMedia(pages, sessionMedia) {
    const wanted = new Set();
    for (const request of await pages.keys()) {
        const text = await (await pages.match(request))?.text();
        for (const address of mediaIn(text ?? "")) wanted.add(address);
    }
    for (const address of sessionMedia) wanted.add(address);
    const media = await caches.open(mediaCache);
    let capacity = maxMediaBytes;
    for (const request of await media.keys()) {
        const size = wanted.delete(new URL(request.url).pathname) ? await sizeOf(media, request) : Infinity;
        if (size > capacity) await media.delete(request);
        else capacity -= size;
    }
    for (const address of wanted) {
        const response = await fetch(address);
        const size = (await response.clone().blob()).size;
        if (!response.ok || size > capacity) continue;
        // A style sheet may have pictures of its own; they are appended to the list.
        if (address.startsWith(at("/sheets/"))) for (const picture of mediaIn(await response.clone().text())) wanted.add(picture);
        await media.put(address, response);
        capacity -= size;
    }
}

/**
 * @param {Cache} cache
 * @param {Request} request
 */
async function sizeOf(cache, request) {
    return (await (await cache.match(request))?.blob())?.size ?? 0;
}

/** Waits until the page has finished its own work. */
export function whenIdle() {
    return new Promise((resolve) => {
        if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 5000 });
        else setTimeout(resolve, 500);
    });
}
