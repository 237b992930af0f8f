// What a page of a library with a lock does otherwise: this browser keeps no text of it, and shows none once it is locked.

/** Whether the library has a lock. */
export const isLockable = document.documentElement.hasAttribute("data-lockable");

/** As the worker and `offline.js` name what they keep. */
const cacheNames = ["pages", "media", "tiles"];

/** Lets go of what this browser kept of the library before it had a lock. */
export async function forgetTexts() {
    try {
        await Promise.all(cacheNames.map((name) => caches.delete(name)));
        const keys = Object.keys(localStorage).filter((key) => /^omena (put by|folds) /.test(key));
        for (const key of keys) localStorage.removeItem(key);
    } catch {
        // A browser that keeps nothing has nothing to forget.
    }
}

/**
 * Whether an answer says that the library is locked, for this browser at least.
 * @param {Response} response
 */
export function saysLocked(response) {
    return response.status === 401 && response.headers.get("Omena-Lock") === "locked";
}

/** Leads to where it is unlocked, and from there back. */
export function leaveLocked() {
    const here = location.pathname + location.search;
    location.replace(`/unlock?to=${encodeURIComponent(here)}`);
}
