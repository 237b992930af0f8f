// Ticks once a second while somebody looks.

/** Ticks further apart than this fell out: the device slept. */
const longestGap = 2500;

/**
 * What a ticker drives; `stand` may be told a moment in the past.
 * @typedef {{run(): void, stand(moment?: number): void, tick(): void}} Driven
 */

/** Drives a clock that stands while the page is hidden, and did while the device was asleep. */
export class Ticker {
    #driven;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #interval;
    #last = 0;

    /** @param {Driven} driven */
    constructor(driven) {
        this.#driven = driven;
    }

    get isRunning() {
        return this.#interval !== undefined;
    }

    run() {
        if (this.isRunning) return;
        this.#driven.run();
        this.#last = performance.now();
        this.#interval = setInterval(() => this.#tick(), 1000);
    }

    stand() {
        if (!this.isRunning) return;
        clearInterval(this.#interval);
        this.#interval = undefined;
        this.#driven.stand(this.#slept() ? Math.floor(this.#last) : undefined);
    }

    #slept() {
        return performance.now() - this.#last > longestGap;
    }

    #tick() {
        if (this.#slept()) {
            this.#driven.stand(Math.floor(this.#last));
            this.#driven.run();
        }
        this.#last = performance.now();
        this.#driven.tick();
    }
}
