// Passes on what happened in the last moment of a page to the next one: the database needs a few milliseconds to
// write, and what is unwritten would be lost with the page.

import { storable } from "./lockable.js";
import { space } from "./site.js";

/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Step} Step */
/**
 * A step of a session and its event; `changed` is the session itself if its cards have changed.
 * @typedef {{session: {key: string, owner: string}, n: number, step: Step, place: string,
 *     event?: ReviewEvent, changed?: SessionRecord}} Entry
 */

const key = `${space} handover`;

/** @type {Set<Entry>} entries that the database is writing */
const pending = new Set();
let isUnloading = false;

addEventListener("pagehide", () => {
    isUnloading = true;
    save([...pending]);
});
addEventListener("pageshow", () => (isUnloading = false));

/**
 * Tracks an entry that is about to be written; the returned function is called once it is.
 * @param {Entry} entry
 */
export function track(entry) {
    pending.add(entry);
    if (isUnloading) save([entry]);
    return () => pending.delete(entry);
}

/** @param {Entry[]} entries */
function save(entries) {
    if (entries.length === 0) return;
    try {
        const written = entries.map((entry) => (entry.changed ? { ...entry, changed: storable(entry.changed) } : entry));
        localStorage.setItem(key, JSON.stringify([...unwrittenEntries(), ...written]));
    } catch {
        // Without storage there is nothing to pass on.
    }
}

/**
 * The entries that the previous page left.
 * @returns {Entry[]}
 */
export function unwrittenEntries() {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "[]");
    } catch {
        return [];
    }
}

/**
 * Removes an entry, once it is written; another tab may have left others meanwhile.
 * @param {Entry} written
 */
export function forgetEntry(written) {
    const text = JSON.stringify(written);
    const left = unwrittenEntries().filter((entry) => JSON.stringify(entry) !== text);
    if (left.length > 0) localStorage.setItem(key, JSON.stringify(left));
    else localStorage.removeItem(key);
}
