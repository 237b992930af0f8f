// What this browser stores: sessions with their steps, and events that are not on the server yet.

import { forgetEntry, unwrittenEntries } from "./handover.js";
import { isLockable, storable } from "./lockable.js";
import { at, space } from "./site.js";

/** @typedef {import("./handover.js").Entry} Entry */
/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{n: number, place: string, event: ReviewEvent}} WaitingEvent */

/** Another tab has taken over the session; nothing was written. */
export class TakenOver extends Error {}

/**
 * The browser's database. Each method is one transaction.
 *
 * Of a library with a lock it stores no text: of events and steps ids, grades and times, and of a session's cards what the
 * server completes again. A quiz also offers the answers of other cards, so its sessions live as long as their page.
 */
export class Store {
    /** @type {IDBDatabase} */
    #database;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.#database = database;
    }

    static async open() {
        const store = new Store(await connect());
        if (isLockable) await store.#clearReadableSessions();
        for (const entry of unwrittenEntries()) {
            await store.#recover(entry);
            forgetEntry(entry);
        }
        return store;
    }

    /**
     * Claims a session for this tab; returns it with its steps, or undefined if there is none.
     * @param {string} key
     * @param {string} owner
     * @returns {Promise<{session: SessionRecord, steps: Step[]} | undefined>}
     */
    async claim(key, owner) {
        return this.#write(["session", "step"], "relaxed", async (session, step) => {
            const record = await result(session.get(key));
            if (!record) return undefined;
            await result(session.put({ ...record, owner }));
            const rows = await result(step.getAll(stepsOf(key)));
            return { session: record, steps: rows.map((row) => row.step) };
        });
    }

    /**
     * Stores a new session in place of the previous one; its first answer makes it durable. Without space for it, the session
     * lives as long as its page.
     * @param {SessionRecord} record
     */
    async begin(record) {
        const replace = (/** @type {SessionRecord | undefined} */ stored) =>
            this.#write(["session", "step"], "relaxed", async (session, step) => {
                await result(step.delete(stepsOf(record.key)));
                if (stored) await result(session.put(stored));
                else await result(session.delete(record.key));
            });
        try {
            await replace(storable(record));
        } catch {
            await replace(undefined);
        }
    }

    /**
     * Stores a step and its event, together or not at all; the event alone if signing out has deleted the session.
     * @param {Entry} entry
     */
    async append(entry) {
        // An answer must survive a power failure; the time on a clock need not.
        const durability = entry.event ? "strict" : "relaxed";
        await this.#write(["session", "step", "event", "reviewed"], durability, async (sessions, steps, ...log) => {
            const { session: { key, owner }, n, step, changed } = entry;
            if (await isStored(sessions, key, owner)) {
                if (changed) await result(sessions.put(storable(changed)));
                await result(steps.put({ session: key, n, step }));
            }
            await record(entry, log);
        });
    }

    /**
     * Stores what the previous page could not; if its session belongs to another tab now, at least the event.
     * @param {Entry} entry
     */
    async #recover(entry) {
        try {
            await this.append(entry);
        } catch {
            await this.#write(["event", "reviewed"], "strict", (...log) => record(entry, log));
        }
    }

    /**
     * Those of the given cards that were not reviewed in this browser since a moment.
     * @template {{note: string, face: string}} Card
     * @param {string} place
     * @param {Card[]} cards
     * @param {number} moment
     */
    async notReviewed(place, cards, moment) {
        const reviewed = (await this.#transaction(["reviewed"])).objectStore("reviewed");
        const moments = await Promise.all(
            cards.map(async ({ note, face }) => (await result(reviewed.get([place, note, face])))?.moment ?? 0),
        );
        return cards.filter((_, index) => moments[index] < moment);
    }

    /**
     * Stores the changed cards of a session.
     * @param {SessionRecord} record
     */
    async updateCards(record) {
        await this.#write(["session"], "relaxed", async (sessions) => {
            if (await isStored(sessions, record.key, record.owner)) await result(sessions.put(storable(record)));
        });
    }

    /** Deletes sessions from before the library had a lock. */
    async #clearReadableSessions() {
        await this.#write(["session", "step"], "relaxed", async (session, step) => {
            const records = /** @type {SessionRecord[]} */ (await result(session.getAll()));
            for (const { key, isTextless } of records) {
                if (isTextless) continue;
                await result(session.delete(key));
                await result(step.delete(stepsOf(key)));
            }
        });
    }

    /**
     * The addresses of all pictures, sounds and style sheets in sessions.
     * @returns {Promise<string[]>}
     */
    async media() {
        const sessions = (await this.#transaction(["session"])).objectStore("session");
        const records = /** @type {SessionRecord[]} */ (await result(sessions.getAll()));
        const sides = records.flatMap(({ cards, others = [] }) => [
            ...cards.flatMap(({ front, back }) => [front, back]),
            ...others.map(({ back }) => back),
        ]);
        return sides.flatMap((side) => [
            ...(side?.media ?? []).map(({ address }) => address),
            ...(side?.html ? mediaIn(JSON.stringify(side.html)) : []),
        ]);
    }

    /**
     * The oldest events of a library and epoch that are not on the server yet.
     * @param {string} place
     * @param {number} [limit]
     * @returns {Promise<WaitingEvent[]>}
     */
    async waiting(place, limit) {
        const events = (await this.#transaction(["event"])).objectStore("event");
        return result(events.index("place").getAll(place, limit));
    }

    /**
     * Deletes events that the server has stored or refused.
     * @param {number[]} numbers
     */
    async drop(numbers) {
        await this.#write(["event"], "strict", async (events) => {
            for (const n of numbers) await result(events.delete(n));
        });
    }

    /**
     * Begins a transaction, on a new connection if the browser has closed this one: it may do so while a phone is locked, and
     * does so when the learner deletes what is stored.
     * @param {string[]} names
     * @param {IDBTransactionMode} [mode]
     * @param {IDBTransactionOptions} [options]
     */
    async #transaction(names, mode, options) {
        try {
            return this.#database.transaction(names, mode, options);
        } catch (error) {
            if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
            this.#database = await connect();
            return this.#database.transaction(names, mode, options);
        }
    }

    /**
     * Runs `body` in one transaction, which is on disk when the promise resolves if it is strict.
     * @template T
     * @param {string[]} names
     * @param {"strict" | "relaxed"} durability
     * @param {(...stores: IDBObjectStore[]) => Promise<T>} body
     * @returns {Promise<T>}
     */
    async #write(names, durability, body) {
        const transaction = await this.#transaction(names, "readwrite", { durability });
        const done = new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve(undefined);
            transaction.onabort = () => reject(transaction.error);
        });
        let value;
        try {
            value = await body(...names.map((name) => transaction.objectStore(name)));
        } catch (error) {
            done.catch(() => {});
            transaction.abort();
            throw error;
        }
        await done;
        return value;
    }
}

/** @returns {Promise<IDBDatabase>} */
async function connect() {
    const request = indexedDB.open(space, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
        const database = request.result;
        if (oldVersion < 1) {
            database.createObjectStore("session", { keyPath: "key" });
            database.createObjectStore("step", { keyPath: ["session", "n"] });
            database.createObjectStore("event", { keyPath: "n", autoIncrement: true }).createIndex("place", "place");
        }
        if (oldVersion < 2) database.createObjectStore("reviewed", { keyPath: ["place", "note", "face"] });
    };
    const database = await result(request);
    // A later version of the page may need another schema and must not be blocked.
    database.onversionchange = () => database.close();
    return database;
}

/**
 * Whether a session is stored; throws if it belongs to another tab now.
 * @param {IDBObjectStore} sessions
 * @param {string} key
 * @param {string} owner
 */
async function isStored(sessions, key, owner) {
    const record = await result(sessions.get(key));
    if (record && record.owner !== owner) throw new TakenOver();
    return record !== undefined;
}

/** @param {string} key */
function stepsOf(key) {
    return IDBKeyRange.bound([key, 0], [key, Infinity]);
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function result(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/**
 * Stores an event to be sent, and notes that its card was reviewed here.
 * @param {Entry} entry
 * @param {IDBObjectStore[]} log
 */
async function record({ place, event }, [events, reviewed]) {
    if (!event) return;
    await result(events.add({ place, event }));
    const { kind, note, face, moment } = event;
    if (kind === "review") await result(reviewed.put({ place, note, face, moment }));
    if (kind === "retraction") await result(reviewed.delete([place, note, face]));
}

/**
 * The addresses of pictures, sounds and style sheets in a text.
 * @param {string} text
 */
export function mediaIn(text) {
    return (text.match(/\/(?:media\/[0-9a-f]{64}|sheets\/\d+\/[0-9a-f]{1,64})/g) ?? []).map(at);
}
