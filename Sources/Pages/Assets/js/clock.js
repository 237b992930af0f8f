// How long a card has been looked at.

/** Nobody looks at one card for longer; beyond it somebody went away. */
const longest = 600_000;

/**
 * The day that a moment belongs to, for a learner whose days begin so many hours after midnight.
 * @param {number} moment
 * @param {number} rollover
 */
export function dayOf(moment, rollover) {
    const offset = -new Date(moment).getTimezoneOffset();
    return Math.floor((moment + (offset - rollover * 60) * 60_000) / 86_400_000);
}

/** Counts while the page can be seen. */
export class Clock {
    #counted = 0;
    #since = performance.now();

    constructor() {
        document.addEventListener("visibilitychange", () => {
            const now = performance.now();
            if (document.hidden) this.#counted += now - this.#since;
            this.#since = now;
        });
    }

    /** Milliseconds since the last restart; and starts again. */
    restart() {
        const now = performance.now();
        const time = this.#counted + (document.hidden ? 0 : now - this.#since);
        this.#counted = 0;
        this.#since = now;
        return Math.min(longest, Math.round(time));
    }
}
