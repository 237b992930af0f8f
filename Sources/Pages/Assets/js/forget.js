// Deletes what this browser has stored of a learner who is no longer signed in here: all but answers that the server
// does not have yet, of which there are ids, grades and times.

import { spaceOf } from "./site.js";

/** The caches of the worker and `offline.js`. */
const cacheKinds = ["pages", "media", "tiles"];
/** The kinds of entries in the local storage that contain texts. */
const readableKinds = ["put by", "folds"];

/** Forgets every learner of this server who is not signed in in this browser. */
export async function forgetSignedOut() {
    for (const base of await storedBases()) {
        try {
            // A learner's own address leads to their pages; to anybody else it says that they are not signed in.
            const response = await fetch(base, { headers: { Accept: "application/json" }, redirect: "manual", cache: "no-store" });
            if (isRefusedHere(response)) await forget(base);
        } catch {
            // The server cannot be reached, or the storage fails: the next page tries again.
        }
    }
}

/**
 * Whether the server refuses this browser, or this learner in it.
 *
 * The status alone doesn't tell: where others are signed in, it isn't 401, after which browsers would forget them too.
 * @param {Response} response
 */
export function isRefusedHere(response) {
    return response.status === 401 || response.headers.has("Omena-Session");
}

/**
 * Deletes the pages, pictures, sessions and names of decks of one learner.
 * @param {string} base the path before all addresses of the learner, as in `site.js`
 */
export async function forget(base) {
    try {
        await clearSessions(spaceOf(base));
        keepEventsOnly(`${spaceOf(base)} handover`);
    } finally {
        // Whatever the sessions did, and last, because some browsers refuse caches in private windows.
        await clearCaches(base);
        // A file that was dropped on a page and not imported.
        await caches.delete(`dropped${base}`);
    }
}

/**
 * Deletes the pages and pictures that are cached, and the names of decks beside them.
 * @param {string} base
 */
export async function clearCaches(base) {
    try {
        const kinds = readableKinds.map((kind) => `${spaceOf(base)} ${kind} `);
        const keys = Object.keys(localStorage).filter((key) => kinds.some((kind) => key.startsWith(kind)));
        for (const key of keys) localStorage.removeItem(key);
        await Promise.all(cacheKinds.map((kind) => caches.delete(kind + base)));
    } catch {
        // Without storage there is nothing to delete.
    }
}

/** The paths of all learners of whom this browser has stored something. */
async function storedBases() {
    const names = [];
    try {
        names.push(...Object.keys(localStorage));
        // Some browsers cannot list them; there it takes an answer until they are found.
        for (const { name = "" } of (await indexedDB.databases?.()) ?? []) names.push(name);
        names.push(...(await caches.keys()));
    } catch {
        // Without storage there is nothing to find.
    }
    return new Set(names.flatMap((name) => /\/~[\w-]+/.exec(name)?.[0] ?? []));
}

/**
 * Empties the sessions in a database of `store.js`; its events stay.
 * @param {string} space
 */
async function clearSessions(space) {
    const database = await existingDatabase(space);
    if (!database) return;
    try {
        const names = ["session", "step"];
        const transaction = database.transaction(names, "readwrite");
        for (const name of names) transaction.objectStore(name).clear();
        await new Promise((resolve, reject) => {
            transaction.oncomplete = resolve;
            transaction.onabort = () => reject(transaction.error);
        });
    } finally {
        database.close();
    }
}

/**
 * Opens a database; undefined if there is none, which opening it must not create.
 * @param {string} name
 * @returns {Promise<IDBDatabase | undefined>}
 */
function existingDatabase(name) {
    return new Promise((resolve) => {
        const request = indexedDB.open(name);
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(undefined);
    });
}

/**
 * Takes the cards out of what `handover.js` passes on, and the keys of sessions, which contain names of decks.
 * @param {string} key
 */
function keepEventsOnly(key) {
    /** @type {import("./handover.js").Entry[]} */
    const entries = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (entries.length === 0) return;
    const kept = entries.flatMap(({ n, step, place, event }) => {
        return event ? [{ session: { key: "", owner: "" }, n, step, place, event }] : [];
    });
    localStorage.setItem(key, JSON.stringify(kept));
}
