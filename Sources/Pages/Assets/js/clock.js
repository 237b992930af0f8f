// Measures how long a card has been looked at.

/** The most time that counts for one card; beyond it the learner has gone away. */
const maxDuration = 600_000;

/**
 * The number of the day to which a moment belongs, for a learner whose days begin `rollover` hours after midnight.
 * @param {number} moment
 * @param {number} rollover
 */
export function dayOf(moment, rollover) {
    const offset = -new Date(moment).getTimezoneOffset();
    return Math.floor((moment + (offset - rollover * 60) * 60_000) / 86_400_000);
}

/** Counts only while the page is visible. */
export class Clock {
    #counted = 0;
    #start = performance.now();

    constructor() {
        document.addEventListener("visibilitychange", () => {
            const now = performance.now();
            if (document.hidden) this.#counted += now - this.#start;
            this.#start = now;
        });
    }

    /** Returns the milliseconds since the last restart, and restarts. */
    restart() {
        const now = performance.now();
        const time = this.#counted + (document.hidden ? 0 : now - this.#start);
        this.#counted = 0;
        this.#start = now;
        return Math.min(maxDuration, Math.round(time));
    }
}
