// Sends answers to the server in the background, until it has a receipt for each.

import { forget, isRefusedHere } from "./forget.js";
import { goToUnlockPage, isLockedResponse } from "./lockable.js";
import { isCachedPage } from "./offline.js";
import { phrase } from "./phrases.js";
import { base, space } from "./site.js";
import { Store } from "./store.js";
import { synchronizeClock } from "./time.js";
import { timeout } from "./timeout.js";

/** @typedef {import("./types.js").PageContext} PageContext */
/** @typedef {import("./types.js").Receipt} Receipt */
/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */

const maxBatch = 500;
const maxDelay = 60_000;
/** The most bytes of a body that browsers send after the page is gone. */
const maxKeepaliveBody = 60_000;

/** The events of one library and epoch that wait in this browser; it never touches those of others. */
export class Queue extends EventTarget {
    /** The number of answers that are not on the server yet, as far as this tab knows. */
    answers = 0;
    /** Whether the last attempt to reach the server failed. */
    hasFailed = false;
    /** Whether the server requires this browser to be paired first; the queue keeps trying meanwhile. */
    isUnpaired = false;
    /** Whether the server now has another library, so that nothing more is sent from here. */
    isStranded = false;
    /** The version of the server in its last response. */
    #serverVersion;

    #store;
    #context;
    /** @type {Promise<void> | undefined} what sends, while it does */
    #sending;
    #hasMore = false;
    #failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {import("./store.js").WaitingEvent[]} what waited in the store when it could be read last */
    #seen = [];
    /** @type {ReviewEvent[]} events that could not be stored */
    #unstored = [];

    /**
     * @param {Store} store
     * @param {PageContext} context
     */
    constructor(store, context) {
        super();
        this.#store = store;
        this.#context = context;
        this.#serverVersion = context.version;
        if (!isCachedPage()) synchronizeClock(Date.now() - performance.now(), context.at, Date.now());
        addEventListener("online", () => this.send());
        addEventListener("beforeunload", (event) => {
            if (this.#unstored.length > 0) event.preventDefault();
        });
        document.addEventListener("visibilitychange", () => this.send());
    }

    /** The key under which the events of this library and epoch are stored. */
    get key() {
        return `${this.#context.library}/${this.#context.epoch}`;
    }

    /**
     * Takes an event that could not be stored; it lives as long as the page.
     * @param {ReviewEvent} event
     */
    addUnstored(event) {
        this.#unstored.push(event);
        this.send();
    }

    /** Sends what waits; a call during a request also sends what has come since. */
    async send() {
        if (this.isStranded) return;
        if (this.#sending) {
            this.#hasMore = true;
            return;
        }
        this.#sending = this.#run();
        await this.#sending;
    }

    async #run() {
        clearTimeout(this.#timer);
        try {
            await this.#recount();
            do {
                this.#hasMore = false;
                await exclusively(`${space} queue ${this.key}`, () => this.#drain());
            } while (this.#hasMore);
            this.#failures = 0;
            this.hasFailed = false;
        } catch (error) {
            this.hasFailed = true;
            const wait = Math.min(maxDelay, 1000 * 2 ** this.#failures) * (0.8 + 0.4 * Math.random());
            this.#failures += 1;
            this.#timer = setTimeout(() => this.send(), wait);
        } finally {
            this.#sending = undefined;
        }
        await this.#recount();
    }

    /** Sends what waits, and returns whether the server then has all of it. */
    async flush() {
        while (this.#sending) await this.#sending.catch(() => {});
        await this.send();
        return this.answers === 0;
    }

    async #drain() {
        for (let limit = maxBatch; ;) {
            // Without the store at least what could not be stored is sent.
            const stored = await this.#store.waiting(this.key, limit).catch(() => []);
            const unstored = this.#unstored.slice(0, stored.length > 0 ? 0 : limit);
            const events = [...stored.map((waiting) => waiting.event), ...unstored];
            if (events.length === 0) return;

            const receipts = await this.#post(events);
            if (receipts === "stranded") {
                this.isStranded = true;
                return;
            }
            if (receipts === "unreadable" && events.length > 1) {
                // One event spoils the batch: sending each alone finds it.
                limit = 1;
                continue;
            }
            const answered = new Map(
                receipts === "unreadable"
                    ? [[events[0].id, { id: events[0].id, outcome: "refused", why: phrase("It couldn’t be read.") }]]
                    : receipts.map((receipt) => [receipt.id, receipt]),
            );
            const settled = stored.filter((waiting) => answered.has(waiting.event.id));
            const unstoredBefore = this.#unstored.length;
            this.#unstored = this.#unstored.filter((event) => !answered.has(event.id));
            // What the server has no longer counts, even if the store can't be opened to drop it.
            this.#seen = this.#seen.filter(({ event }) => !answered.has(event.id));
            if (settled.length > 0) await this.#store.drop(settled.map((waiting) => waiting.n));
            if (settled.length === 0 && this.#unstored.length === unstoredBefore) {
                throw new Error("The server acknowledged none of the events.");
            }
            for (const receipt of answered.values()) {
                if (receipt.outcome === "refused" || receipt.outcome === "conflict") {
                    this.dispatchEvent(new CustomEvent("refused", { detail: receipt }));
                }
            }
            await this.#recount();
        }
    }

    /**
     * @param {ReviewEvent[]} events
     * @returns {Promise<Receipt[] | "stranded" | "unreadable">}
     */
    async #post(events) {
        const { library, epoch, reviews } = this.#context;
        const body = JSON.stringify({ library, epoch, events });
        const sent = Date.now();
        const response = await fetch(reviews, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body,
            keepalive: body.length < maxKeepaliveBody,
            signal: timeout(20_000),
        });
        const isLocked = isLockedResponse(response);
        // Stored events wait until the library is unlocked; unstored ones would be lost with the page.
        if (isLocked && this.#unstored.length === 0) goToUnlockPage();
        this.isUnpaired = isRefusedHere(response) && !isLocked;
        // This page goes on, and what it stores from now on are events.
        if (this.isUnpaired) await forget(base);
        if (response.status === 409) return "stranded";
        if (response.status === 400 || response.status === 413) return "unreadable";
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const received = Date.now();
        const { at, version, results } = await response.json();
        synchronizeClock(sent, at, received);
        this.#serverVersion = version;
        this.#markSettled(at);
        return results;
    }

    /** Reloads the page if the server has another version, once for each; returns whether it does. */
    reloadIfOutdated() {
        const version = this.#serverVersion;
        const key = `${space} renewed for`;
        if (version === this.#context.version || sessionStorage.getItem(key) === version) return false;
        sessionStorage.setItem(key, version);
        location.reload();
        return true;
    }

    /** Whether the server has received answers since it wrote the page, from this tab or another. */
    get isPageStale() {
        try {
            return Number(localStorage.getItem(this.#settledKey)) >= this.#context.at;
        } catch {
            return false;
        }
    }

    get #settledKey() {
        return `${space} settled ${this.key}`;
    }

    /**
     * Stores when the server last received answers, before they are deleted here.
     * @param {number} at by the server's clock, like the moment at which a page was written
     */
    #markSettled(at) {
        try {
            localStorage.setItem(this.#settledKey, String(at));
        } catch {
            // Without storage the page stays out of date until it is opened again.
        }
    }

    async #recount() {
        this.#seen = await this.#store.waiting(this.key).catch(() => this.#seen);
        const events = [...this.#seen.map(({ event }) => event), ...this.#unstored];
        // An answer and its retraction count as one answer.
        this.answers = new Set(events.map((event) => (event.kind === "retraction" ? event.of : event.id))).size;
        this.dispatchEvent(new Event("change"));
    }
}

/**
 * Runs `body` while no other tab runs one of this name.
 * @param {string} name
 * @param {() => Promise<void>} body
 */
function exclusively(name, body) {
    return navigator.locks ? navigator.locks.request(name, body) : body();
}
