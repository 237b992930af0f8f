// On every page of a library with a lock: leaves it when the library was locked, wherever that was done.

import { leaveLocked } from "../lockable.js";

/** How often it looks, in milliseconds. */
const patience = 10_000;

let wasUsed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

new BroadcastChannel("omena lock").addEventListener("message", () => look(true));
for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) {
    addEventListener(kind, () => (wasUsed = true), { passive: true, capture: true });
}
document.addEventListener("visibilitychange", () => look());
addEventListener("pageshow", (event) => event.persisted && look());
plan();

function plan() {
    clearTimeout(timer);
    timer = setTimeout(() => look(), patience);
}

/**
 * Asks whether this browser may still see the library; using a page counts as using the library.
 * @param {boolean} isUrgent also where nobody sees the page just now
 */
async function look(isUrgent = false) {
    if (document.hidden && !isUrgent) return plan();
    const address = wasUsed ? "/unlock?used" : "/unlock";
    wasUsed = false;
    try {
        const response = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store" });
        const { state } = await response.json();
        if (state !== "open") return leave();
    } catch {
        // It cannot be reached just now; what is shown is what was read before.
    }
    plan();
}

/** Shows nothing any more, at once, and then the page that unlocks. */
function leave() {
    document.body.hidden = true;
    leaveLocked();
}
