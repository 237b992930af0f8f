// Brings answers to the server, in the background, until it says of each what became of it.

import { leaveLocked, saysLocked } from "./lockable.js";
import { isKeptPage } from "./offline.js";
import { Store } from "./store.js";
import { compare } from "./time.js";
import { timeout } from "./timeout.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Receipt} Receipt */
/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */

const largestBatch = 500;
const longestWait = 60_000;
/** Browsers let this much of a body outlive the page. */
const largestKeptAlive = 60_000;

/** The events of one library and epoch that wait in this browser; those of others it never touches. */
export class Queue extends EventTarget {
    /** How many answers are not at the server yet, as far as this tab knows. */
    answers = 0;
    /** Whether the last try to reach the server failed. */
    hasFailed = false;
    /** Whether the server asks this browser to be paired first; then it keeps trying, for it may be. */
    isUnpaired = false;
    /** Whether the server holds another library now, so that nothing is sent from here any more. */
    isStranded = false;
    /** The version that the server had when it last answered. */
    #serverVersion;

    #store;
    #place;
    #sending = false;
    #again = false;
    #failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {ReviewEvent[]} events that the store could not keep */
    #unkept = [];

    /**
     * @param {Store} store
     * @param {Place} place
     */
    constructor(store, place) {
        super();
        this.#store = store;
        this.#place = place;
        this.#serverVersion = place.version;
        if (!isKeptPage()) compare(Date.now() - performance.now(), place.at, Date.now());
        addEventListener("online", () => this.send());
        document.addEventListener("visibilitychange", () => this.send());
    }

    /** What events of this library and epoch are kept under. */
    get key() {
        return `${this.#place.library}/${this.#place.epoch}`;
    }

    /**
     * Takes an event that the browser refuses to keep; it lives as long as the page.
     * @param {ReviewEvent} event
     */
    addUnkept(event) {
        this.#unkept.push(event);
        this.send();
    }

    /** Sends what waits; a call while something is on its way sends what has come since. */
    async send() {
        if (this.isStranded) return;
        if (this.#sending) {
            this.#again = true;
            return;
        }
        this.#sending = true;
        clearTimeout(this.#timer);
        try {
            await this.#recount();
            do {
                this.#again = false;
                await exclusively(`omena queue ${this.key}`, () => this.#drain());
            } while (this.#again);
            this.#failures = 0;
            this.hasFailed = false;
        } catch (error) {
            this.hasFailed = true;
            const wait = Math.min(longestWait, 1000 * 2 ** this.#failures) * (0.8 + 0.4 * Math.random());
            this.#failures += 1;
            this.#timer = setTimeout(() => this.send(), wait);
        } finally {
            this.#sending = false;
        }
        await this.#recount();
    }

    async #drain() {
        for (let limit = largestBatch; ;) {
            const kept = await this.#store.waiting(this.key, limit);
            const unkept = this.#unkept.slice(0, kept.length > 0 ? 0 : limit);
            const events = [...kept.map((waiting) => waiting.event), ...unkept];
            if (events.length === 0) return;

            const receipts = await this.#post(events);
            if (receipts === "stranded") {
                this.isStranded = true;
                return;
            }
            if (receipts === "unreadable" && events.length > 1) {
                // One of them spoils the batch: find it by sending each alone.
                limit = 1;
                continue;
            }
            const answered = new Map(
                receipts === "unreadable"
                    ? [[events[0].id, { id: events[0].id, outcome: "refused", why: phrase("It could not be read.") }]]
                    : receipts.map((receipt) => [receipt.id, receipt]),
            );
            const settled = kept.filter((waiting) => answered.has(waiting.event.id));
            const unkeptBefore = this.#unkept.length;
            this.#unkept = this.#unkept.filter((event) => !answered.has(event.id));
            await this.#store.drop(settled.map((waiting) => waiting.n));
            if (settled.length === 0 && this.#unkept.length === unkeptBefore) {
                throw new Error("The server answered for none of the events.");
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
        const { library, epoch, reviews } = this.#place;
        const body = JSON.stringify({ library, epoch, events });
        const sent = Date.now();
        const response = await fetch(reviews, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body,
            keepalive: body.length < largestKeptAlive,
            signal: timeout(20_000),
        });
        const isLocked = saysLocked(response);
        // What this browser keeps waits until it is unlocked; what it could not keep would go with the page.
        if (isLocked && this.#unkept.length === 0) leaveLocked();
        this.isUnpaired = response.status === 401 && !isLocked;
        if (response.status === 409) return "stranded";
        if (response.status === 400 || response.status === 413) return "unreadable";
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const received = Date.now();
        const { at, version, results } = await response.json();
        compare(sent, at, received);
        this.#serverVersion = version;
        this.#markSettled(at);
        return results;
    }

    /** Loads the page anew where the server has become another version, once for each; says whether it does. */
    renewPage() {
        const version = this.#serverVersion;
        const key = "omena renewed for";
        if (version === this.#place.version || sessionStorage.getItem(key) === version) return false;
        sessionStorage.setItem(key, version);
        location.reload();
        return true;
    }

    /** Whether the server has taken answers since the page was read there, from this tab or another. */
    get isPageBehind() {
        try {
            return Number(localStorage.getItem(this.#settledKey)) >= this.#place.at;
        } catch {
            return false;
        }
    }

    get #settledKey() {
        return `omena settled ${this.key}`;
    }

    /**
     * Keeps when the server last took answers, before they are dropped here.
     * @param {number} at by the server's clock, as is the moment at which a page was read
     */
    #markSettled(at) {
        try {
            localStorage.setItem(this.#settledKey, String(at));
        } catch {
            // A browser that keeps nothing shows such a page until it is opened again.
        }
    }

    async #recount() {
        const waiting = await this.#store.waiting(this.key);
        const events = [...waiting.map(({ event }) => event), ...this.#unkept];
        // An answer and its retraction are one answer to whoever gave it.
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
