// The rules of a session, compiled from Swift: the same that the server runs.

/** @typedef {import("./types.js").Meaning} Meaning */
/** @typedef {import("./types.js").ModeName} ModeName */
/**
 * What the module lets a page call. Numbers have 32 bits, but for moments in milliseconds.
 * @typedef {{
 *     memory: WebAssembly.Memory, buffer(words: number): number, version(): number,
 *     begin(mode: number, cards: number, seedLow: number, seedHigh: number): number,
 *     raceFor(seconds: number, cards: number, seedLow: number, seedHigh: number): number,
 *     join(cards: number): number, joinUntil(moment: number): number, leave(card: number): number,
 *     card(depth: number): number, answer(grade: number): number, answerUntil(grade: number, moment: number): number,
 *     undo(): number, retry(): number, startAgain(): number, next(): number, previous(): number,
 *     remembered(): number, answered(): number, total(): number, missed(): number, round(): number, isOver(): number,
 *     tick(moment: number): number, resume(moment: number): number, pause(moment: number): void, secondsLeft(): number,
 *     waiting(): number, nextReturn(): number,
 *     meanings(count: number): number, choices(card: number): number, judge(typed: number, expected: number): number,
 *     distance(north: number, east: number, otherNorth: number, otherEast: number): number,
 *     findingGrade(distance: number, scale: number): number, findingReach(grade: number, scale: number): number,
 *     parameters(count: number): number, rules(count: number): number,
 *     outcomes(moment: number, offset: number, seedLow: number, seedHigh: number, load: number): number
 * }} Exports
 */

/** The numbers of modes and grades on the other side. */
export const modes = { browse: 0, learn: 1, race: 2, review: 3, quiz: 4 };
export const grade = { again: 1, hard: 2, good: 3, easy: 4 };

/** One session's rules; it knows its cards as 0…n−1 and nothing of their text. */
export class Engine {
    /** What the module exports, for the schedule and the judge, who share its memory. */
    exports;

    /** @param {Exports} exports */
    constructor(exports) {
        this.exports = exports;
    }

    /** Loads a module of its own. */
    static async load() {
        const response = fetch(new URL("../recall.wasm", import.meta.url));
        const { instance } = await WebAssembly.instantiateStreaming(response);
        return new Engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
    }

    /**
     * Deals anew.
     * @param {ModeName} mode
     * @param {number} cards
     * @param {[number, number]} seed low and high half
     * @param {number} seconds how long a race takes, 0 for one without a clock
     */
    begin(mode, cards, [low, high], seconds) {
        const refusal =
            mode === "race"
                ? this.exports.raceFor(seconds, cards, low, high)
                : this.exports.begin(modes[mode], cards, low, high);
        if (refusal !== 0) throw new Error(`The engine does not deal ${cards} cards (${refusal}).`);
    }

    /**
     * Lays more cards at the bottom; one waits until each of these moments.
     * @param {number} cards
     * @param {number[]} until
     */
    join(cards, until) {
        if (cards > 0) this.exports.join(cards);
        for (const moment of until) this.exports.joinUntil(moment);
    }

    /**
     * Takes a card away for good; false where it was not there.
     * @param {number} card
     */
    leave(card) {
        return this.exports.leave(card) === 1;
    }

    /**
     * The number of the card that lies so deep below the top; undefined where there is none.
     * @param {number} depth
     */
    card(depth) {
        const index = this.exports.card(depth);
        return index < 0 ? undefined : index;
    }

    /**
     * Grades the top card, which comes back `until` a moment if one is named; false where there is none.
     * @param {number} grade
     * @param {number} [until]
     */
    answer(grade, until) {
        const { answer, answerUntil } = this.exports;
        return (until === undefined ? answer(grade) : answerUntil(grade, until)) === 1;
    }

    /** Takes the last answer back; false where there is none. */
    undo() {
        return this.exports.undo() >= 0;
    }

    /** Begins a round of the missed cards; false while this one is not over or none was missed. */
    retry() {
        return this.exports.retry() > 0;
    }

    /** Deals all cards afresh; false where a mode has nothing to deal. */
    startAgain() {
        return this.exports.startAgain() === 1;
    }

    /**
     * Shows the card after or before, in browse; false at the ends.
     * @param {-1 | 1} by
     */
    turn(by) {
        return (by === 1 ? this.exports.next() : this.exports.previous()) === 1;
    }

    /**
     * Says what time it is; true when cards came back or time ran out.
     * @param {number} moment
     */
    tick(moment) {
        return this.exports.tick(moment) === 1;
    }

    /**
     * Lets a race's clock run; false without a clock, without cards or without time.
     * @param {number} moment
     */
    resume(moment) {
        return this.exports.resume(moment) === 1;
    }

    /** @param {number} moment */
    pause(moment) {
        this.exports.pause(moment);
    }

    /**
     * Tells what cards ask and answer, those of the session first.
     * @param {Meaning[]} meanings
     */
    setMeanings(meanings) {
        this.words(3 * meanings.length).set(
            meanings.flatMap(({ kind, question, answer }) => [kind, question, answer]),
        );
        if (this.exports.meanings(meanings.length) !== 0) throw new Error("The engine does not take the meanings.");
    }

    /**
     * The cards whose answers are offered for a card, its own among them.
     * @param {number} card
     */
    choices(card) {
        const count = this.exports.choices(card);
        return [...this.words(count)];
    }

    /**
     * How many metres a guess is away from a place, what that is worth, and within how many it would be good.
     * @param {import("./types.js").Point} guess
     * @param {import("./types.js").MapQuestion} question
     */
    find([north, east], { at, scale }) {
        const distance = this.exports.distance(north, east, ...at);
        const { findingGrade, findingReach } = this.exports;
        return { distance, grade: findingGrade(distance, scale), reach: findingReach(grade.good, scale) };
    }

    /**
     * So many words of the memory that both sides share; good until the next call.
     * @param {number} count
     */
    words(count) {
        return new Uint32Array(this.exports.memory.buffer, this.#room(count), count);
    }

    /**
     * The same as 64-bit floats.
     * @param {number} count
     */
    numbers(count) {
        return new Float64Array(this.exports.memory.buffer, this.#room(2 * count), count);
    }

    /** @param {number} words */
    #room(words) {
        // Making room may move the memory: the address first, the view of it after.
        const address = this.exports.buffer(words);
        if (address === 0) throw new Error(`The engine has no room for ${words} words.`);
        return address;
    }

    get isOver() { return this.exports.isOver() === 1; }
    get remembered() { return this.exports.remembered(); }
    get answered() { return this.exports.answered(); }
    get total() { return this.exports.total(); }
    get missed() { return this.exports.missed(); }
    get version() { return this.exports.version(); }
    get waiting() { return this.exports.waiting(); }

    /** Seconds on the clock of a race; undefined where there is none. */
    get secondsLeft() {
        const seconds = this.exports.secondsLeft();
        return seconds < 0 ? undefined : seconds;
    }

    /** When the next waiting card comes back; undefined where none waits. */
    get nextReturn() {
        const moment = this.exports.nextReturn();
        return Number.isNaN(moment) ? undefined : moment;
    }
}
