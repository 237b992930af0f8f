// What time it is by the server's clock, as this browser last saw it: devices that disagree must not reorder answers.

const key = "omena clock";

/** Milliseconds that the server's clock was ahead of this one's when they were last compared. */
let ahead = kept();

/** The moment, in milliseconds since 1970. */
export function now() {
    return Date.now() + ahead;
}

/**
 * Compares the clocks. How long the answer took is not known in each direction, so they count as agreeing where they may.
 * @param {number} sent when the server was asked, by this browser's clock
 * @param {number} at what the server's clock said, some time between the two
 * @param {number} received when the answer came, by this browser's clock
 */
export function compare(sent, at, received) {
    const least = at - received;
    const most = at - sent;
    ahead = Math.round(least > 0 ? least : Math.min(most, 0));
    try {
        localStorage.setItem(key, String(ahead));
    } catch {
        // A browser that keeps nothing compares again on every page.
    }
}

function kept() {
    try {
        return Number(localStorage.getItem(key)) || 0;
    } catch {
        return 0;
    }
}
