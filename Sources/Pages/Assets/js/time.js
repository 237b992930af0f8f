// The time by the server's clock, as last seen by this browser, so that devices with wrong clocks do not reorder
// answers.

import { space } from "./site.js";

const key = `${space} clock`;

/** How far the server's clock was ahead of this one when they were last compared, in milliseconds. */
let serverOffset = storedOffset();

/** The current moment, in milliseconds since 1970. */
export function now() {
    return Date.now() + serverOffset;
}

/**
 * Compares the clocks. Because the travel times are unknown, they count as agreeing where they may.
 * @param {number} sent when the request was sent, by this browser's clock
 * @param {number} at the server's clock at some time between the two
 * @param {number} received when the response arrived, by this browser's clock
 */
export function synchronizeClock(sent, at, received) {
    const min = at - received;
    const max = at - sent;
    serverOffset = Math.round(min > 0 ? min : Math.min(max, 0));
    try {
        localStorage.setItem(key, String(serverOffset));
    } catch {
        // Without storage the clocks are compared again on every page.
    }
}

function storedOffset() {
    try {
        return Number(localStorage.getItem(key)) || 0;
    } catch {
        return 0;
    }
}
