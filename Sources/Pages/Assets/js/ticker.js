// Ticks once a second while the page is visible.

/** A longer gap between ticks means that the device slept, in milliseconds. */
const longestGap = 2500;

/**
 * The clock that a ticker drives; `stop` may be given a moment in the past.
 * @typedef {{start(): void, stop(moment?: number): void, tick(): void}} TickerDelegate
 */

/** Drives a clock that stops while the page is hidden and while the device sleeps. */
export class Ticker {
    #delegate;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #interval;
    #last = 0;

    /** @param {TickerDelegate} delegate */
    constructor(delegate) {
        this.#delegate = delegate;
    }

    get isRunning() {
        return this.#interval !== undefined;
    }

    start() {
        if (this.isRunning) return;
        this.#delegate.start();
        this.#last = performance.now();
        this.#interval = setInterval(() => this.#tick(), 1000);
    }

    stop() {
        if (!this.isRunning) return;
        clearInterval(this.#interval);
        this.#interval = undefined;
        this.#delegate.stop(this.#hasSlept() ? Math.floor(this.#last) : undefined);
    }

    #hasSlept() {
        return performance.now() - this.#last > longestGap;
    }

    #tick() {
        if (this.#hasSlept()) {
            this.#delegate.stop(Math.floor(this.#last));
            this.#delegate.start();
        }
        this.#last = performance.now();
        this.#delegate.tick();
    }
}
