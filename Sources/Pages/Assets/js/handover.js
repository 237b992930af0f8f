// What was done in the last moment of a page, handed to the next one: the database takes a few milliseconds to write,
// and a page that goes takes down with it what is not written yet.

import { isLockable } from "./lockable.js";

/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Step} Step */
/**
 * A step of a session and what came of it; `changed` is the session itself, where it has other cards now.
 * @typedef {{session: {key: string, owner: string}, n: number, step: Step, place: string,
 *     event?: ReviewEvent, changed?: SessionRecord}} Entry
 */

const key = "omena handover";

/** @type {Set<Entry>} what the database is writing */
const pending = new Set();
let isGoing = false;

addEventListener("pagehide", () => {
    isGoing = true;
    leave([...pending]);
});
addEventListener("pageshow", () => (isGoing = false));

/**
 * Watches over an entry that is about to be written; to be told when it is.
 * @param {Entry} entry
 */
export function watch(entry) {
    pending.add(entry);
    if (isGoing) leave([entry]);
    return () => pending.delete(entry);
}

/** @param {Entry[]} entries */
function leave(entries) {
    if (entries.length === 0) return;
    try {
        // A step may hold what somebody typed, and a session what it is called.
        const written = isLockable ? entries.map(({ place, event }) => ({ place, event })) : entries;
        localStorage.setItem(key, JSON.stringify([...left(), ...written]));
    } catch {
        // A browser that keeps nothing has no next page to hand this to.
    }
}

/**
 * What the page before left here.
 * @returns {Entry[]}
 */
export function left() {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "[]");
    } catch {
        return [];
    }
}

/** Forgets it, once it is written. */
export function forget() {
    localStorage.removeItem(key);
}
