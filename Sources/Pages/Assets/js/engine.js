// The rules of a session, compiled from Swift: the same that the server runs.

/**
 * What the module lets a page call; all numbers have 32 bits.
 * @typedef {{
 *     begin(mode: number, cards: number, seedLow: number, seedHigh: number): number,
 *     card(depth: number): number, answer(grade: number): number, undo(): number, retry(): number,
 *     remembered(): number, answered(): number, total(): number, missed(): number, round(): number,
 *     version(): number
 * }} Exports
 */

/** The numbers of modes and grades on the other side. */
export const mode = { learn: 1 };
export const grade = { again: 1, hard: 2, good: 3, easy: 4 };

/** One session's rules; it knows its cards as 0…n−1 and nothing of their text. */
export class Engine {
    /** @type {Exports} */
    #exports;

    /** @param {Exports} exports */
    constructor(exports) {
        this.#exports = exports;
    }

    /** Loads a module of its own. */
    static async load() {
        const response = fetch(new URL("../recall.wasm", import.meta.url));
        const { instance } = await WebAssembly.instantiateStreaming(response);
        return new Engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
    }

    /**
     * Deals anew.
     * @param {number} mode
     * @param {number} cards
     * @param {[number, number]} seed low and high half
     */
    begin(mode, cards, [low, high]) {
        const refusal = this.#exports.begin(mode, cards, low, high);
        if (refusal !== 0) throw new Error(`The engine does not deal ${cards} cards (${refusal}).`);
    }

    /**
     * The number of the card that lies so deep below the top; undefined where there is none.
     * @param {number} depth
     */
    card(depth) {
        const index = this.#exports.card(depth);
        return index < 0 ? undefined : index;
    }

    /**
     * Grades the top card; false where there is none.
     * @param {number} grade
     */
    answer(grade) {
        return this.#exports.answer(grade) === 1;
    }

    /** Takes the last answer back; false where there is none. */
    undo() {
        return this.#exports.undo() >= 0;
    }

    /** Begins a round of the missed cards; false while this one is not over or none was missed. */
    retry() {
        return this.#exports.retry() > 0;
    }

    get remembered() { return this.#exports.remembered(); }
    get answered() { return this.#exports.answered(); }
    get total() { return this.#exports.total(); }
    get missed() { return this.#exports.missed(); }
    get version() { return this.#exports.version(); }
}
