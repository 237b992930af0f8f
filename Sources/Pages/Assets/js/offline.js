// Puts by what a learner may want without a network: today's reviews of the decks that were opened last.

import { forgetTexts, isLockable } from "./lockable.js";
import { place } from "./page.js";
import { mediaIn } from "./store.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {{source: string, title: string, cards: number, read: number}} Kept */

const mostDecks = 3;
const mostCards = 500;
const mostMedia = 50_000_000;
/** A deal that was read longer ago is read again, in milliseconds. */
const freshness = 30 * 60_000;
/** As the worker names them. */
const pagesName = "pages";
const mediaName = "media";

/** Whether this page was kept from before, because the server could not be reached. */
export function isKeptPage() {
    const [navigation] = performance.getEntriesByType("navigation");
    const timing = /** @type {PerformanceNavigationTiming} */ (navigation)?.serverTiming ?? [];
    return timing.some(({ name }) => name === "kept");
}

/** Lets the worker stand in for the server; where there is none, everything but that works. */
export async function standIn() {
    try {
        await navigator.serviceWorker?.register(place().worker);
    } catch {
        // Some browsers allow no worker in private windows, or none at all.
    }
}

/** Asks the browser not to clear away what is kept here; for a moment when the learner has begun to study. */
export async function persist() {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

/** What can be reviewed without a network. */
export class PutBy {
    #key;
    #home;
    #review;
    #store;

    /**
     * @param {Place} place
     * @param {import("./store.js").Store} store
     */
    constructor({ library, epoch, home, review }, store) {
        this.#key = `omena put by ${library}/${epoch}`;
        this.#home = home;
        this.#review = review;
        this.#store = store;
    }

    /** The decks whose reviews are put by, the one opened last first. */
    get decks() {
        try {
            return /** @type {Kept[]} */ (JSON.parse(localStorage.getItem(this.#key) ?? "[]"));
        } catch {
            return [];
        }
    }

    /**
     * Reads anew what is no longer fresh, a deck that was just opened first; when the browser has nothing better to do.
     * @param {{source: string, title: string}} [opened]
     */
    async refresh(opened) {
        if (isLockable) {
            await forgetTexts();
            return;
        }
        if (isKeptPage()) return;
        await idle();
        // Without a worker nobody would ever show it.
        if (!(await navigator.serviceWorker?.getRegistration())) return;
        try {
            await this.#forgetOtherLibraries();
            await this.#read(opened);
        } catch {
            // The network went, or the browser has no room: what is put by stays as it is.
        }
    }

    /** @param {{source: string, title: string}} [opened] */
    async #read(opened) {
        const known = this.decks.filter(({ source }) => source !== opened?.source);
        const wanted = [...(opened ? [{ ...opened, cards: 0, read: 0 }] : []), ...known].slice(0, mostDecks);
        const pages = await caches.open(pagesName);
        /** @type {Kept[]} */
        const decks = [];
        let room = mostCards;
        for (const deck of wanted) {
            const address = this.#addressOf(deck.source);
            const isFresh = Date.now() - deck.read < freshness && deck.cards <= room;
            const kept = isFresh ? deck : await this.#readDeck(pages, deck, address, room);
            if (!kept) continue;
            decks.push(kept);
            room -= kept.cards;
        }
        this.#write(decks);
        const addresses = new Set(decks.map(({ source }) => new URL(this.#addressOf(source), location.href).href));
        for (const { url } of await pages.keys()) {
            if (new URL(url).pathname === this.#review && !addresses.has(url)) await pages.delete(url);
        }
        if (!(await pages.match(this.#home))) await pages.add(this.#home);
        await keepMedia(pages, await this.#store.media());
    }

    /**
     * @param {Cache} pages
     * @param {Kept} deck
     * @param {string} address
     * @param {number} room
     * @returns {Promise<Kept | undefined>}
     */
    async #readDeck(pages, { source, title }, address, room) {
        const response = await fetch(address, { headers: { Prefer: `whole-deal=${room}` } });
        if (response.status === 404) {
            await pages.delete(address);
            return undefined;
        }
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const page = new DOMParser().parseFromString(await response.clone().text(), "text/html");
        const deal = page.getElementById("deal")?.textContent;
        await pages.put(address, response);
        return { source, title, cards: deal ? JSON.parse(deal).cards.length : 0, read: Date.now() };
    }

    async #forgetOtherLibraries() {
        const others = Object.keys(localStorage).filter(
            (key) => key.startsWith("omena put by ") && key !== this.#key,
        );
        if (others.length === 0) return;
        await Promise.all([caches.delete(pagesName), caches.delete(mediaName)]);
        for (const key of others) localStorage.removeItem(key);
    }

    /** @param {string} source */
    #addressOf(source) {
        return `${this.#review}?${source}`;
    }

    /** @param {Kept[]} decks */
    #write(decks) {
        localStorage.setItem(this.#key, JSON.stringify(decks));
    }
}

/**
 * Keeps the pictures and sounds that the pages name, and those of sessions, as far as there is room, and drops all others.
 * @param {Cache} pages
 * @param {string[]} ofSessions
 */
async function keepMedia(pages, ofSessions) {
    const wanted = new Set();
    for (const request of await pages.keys()) {
        const text = await (await pages.match(request))?.text();
        for (const address of mediaIn(text ?? "")) wanted.add(address);
    }
    for (const address of ofSessions) wanted.add(address);
    const media = await caches.open(mediaName);
    let room = mostMedia;
    for (const request of await media.keys()) {
        const size = wanted.delete(new URL(request.url).pathname) ? await sizeOf(media, request) : Infinity;
        if (size > room) await media.delete(request);
        else room -= size;
    }
    for (const address of wanted) {
        const response = await fetch(address);
        const size = (await response.clone().blob()).size;
        if (!response.ok || size > room) continue;
        // A sheet may have pictures of its own; they come at the end.
        if (address.startsWith("/sheets/")) for (const picture of mediaIn(await response.clone().text())) wanted.add(picture);
        await media.put(address, response);
        room -= size;
    }
}

/**
 * @param {Cache} cache
 * @param {Request} request
 */
async function sizeOf(cache, request) {
    return (await (await cache.match(request))?.blob())?.size ?? 0;
}

/** Waits until the page has done what it came for. */
export function idle() {
    return new Promise((resolve) => {
        if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 5000 });
        else setTimeout(resolve, 500);
    });
}
