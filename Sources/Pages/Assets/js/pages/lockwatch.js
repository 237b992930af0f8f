// On every page of a library with a lock: leaves the page when the library is locked, wherever that was done.

import { goToUnlockPage } from "../lockable.js";
import { at, space } from "../site.js";

/** The time between two checks, in milliseconds. */
const pollInterval = 2_000;

let wasUsed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

new BroadcastChannel(`${space} lock`).addEventListener("message", () => check(true));
for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) {
    addEventListener(kind, () => (wasUsed = true), { passive: true, capture: true });
}
document.addEventListener("visibilitychange", () => check());
addEventListener("focus", () => check());
addEventListener("pageshow", (event) => event.persisted && check());
scheduleCheck();

function scheduleCheck() {
    clearTimeout(timer);
    timer = setTimeout(() => check(), pollInterval);
}

/**
 * Asks whether this browser may still see the library; using a page counts as using the library.
 * @param {boolean} isUrgent whether to check even if the page is hidden
 */
async function check(isUrgent = false) {
    if (document.hidden && !isUrgent) return scheduleCheck();
    const address = at(wasUsed ? "/unlock?used" : "/unlock");
    wasUsed = false;
    try {
        const response = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store" });
        const { state } = await response.json();
        if (state !== "open") return hideAndLeave();
    } catch {
        // The server cannot be reached; the page shows only what was already read.
    }
    scheduleCheck();
}

/** Hides the page at once and goes to the unlock page. */
function hideAndLeave() {
    document.body.hidden = true;
    goToUnlockPage();
}
