// What differs on a page of a library with a lock: the browser stores none of its text, and shows none once it is
// locked.

import { base } from "./site.js";

export const isLockable = document.documentElement.hasAttribute("data-lockable");

/**
 * What of a session the browser may store: all of it, or no text.
 * @param {import("./types.js").SessionRecord} record
 * @returns {import("./types.js").SessionRecord}
 */
export function storable(record) {
    if (!isLockable) return record;
    const cards = record.cards.map(({ note, face, state, seed, scheduler, flag, introduces }) => ({
        note, face, state, seed, scheduler, flag, introduces,
    }));
    const stored = { ...record, cards, isTextless: true };
    delete stored.others;
    return stored;
}

/**
 * Whether a response says that the library is locked, at least for this browser.
 * @param {Response} response
 */
export function isLockedResponse(response) {
    return !response.ok && response.headers.get("Omena-Lock") === "locked";
}

/** Goes to the unlock page, which returns to this one. */
export function goToUnlockPage() {
    const path = location.pathname + location.search;
    location.replace(`${base}/unlock?to=${encodeURIComponent(path)}`);
}
