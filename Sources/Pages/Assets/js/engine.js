// The rules of a session, compiled from the same Swift code that the server runs.

/** @typedef {import("./types.js").Meaning} Meaning */
/** @typedef {import("./types.js").ModeName} ModeName */
/**
 * What the module exports. Numbers have 32 bits, except moments, which are milliseconds in 64-bit floats.
 * @typedef {{
 *     memory: WebAssembly.Memory, buffer(words: number): number, version(): number,
 *     begin(mode: number, cards: number, seedLow: number, seedHigh: number): number,
 *     raceFor(seconds: number, cards: number, seedLow: number, seedHigh: number): number,
 *     join(cards: number): number, joinUntil(moment: number): number, leave(card: number): number,
 *     card(depth: number): number, answer(grade: number): number, answerUntil(grade: number, moment: number): number,
 *     introduce(): number, isIntroduced(card: number): number, undo(): number, retry(): number, startAgain(): number, next(): number, previous(): number,
 *     remembered(): number, answered(): number, total(): number, missed(): number, round(): number, isOver(): number,
 *     tick(moment: number): number, resume(moment: number): number, pause(moment: number): void, secondsLeft(): number,
 *     waiting(): number, nextReturn(): number,
 *     meanings(count: number): number, choices(card: number): number, judge(typed: number, expected: number): number,
 *     distance(north: number, east: number, otherNorth: number, otherEast: number): number,
 *     findingGrade(distance: number, scale: number): number, findingReach(grade: number, scale: number): number,
 *     parameters(count: number): number, rules(count: number): number,
 *     outcomes(moment: number, offset: number, seedLow: number, seedHigh: number, load: number): number,
 *     simulate(days: number, cards: number): number
 * }} Exports
 */

/** The numbers that the module uses for modes and grades. */
export const modes = { browse: 0, learn: 1, race: 2, review: 3, quiz: 4 };
export const grade = { again: 1, hard: 2, good: 3, easy: 4 };

/** The rules of one session; it knows its cards as 0…n−1 and nothing of their text. */
export class Engine {
    /** The exports, also for the schedule and the typing judge, which share the memory. */
    exports;

    /** @param {Exports} exports */
    constructor(exports) {
        this.exports = exports;
    }

    /** Loads a new instance of the module. */
    static async load() {
        const response = fetch(new URL("../recall.wasm", import.meta.url));
        const { instance } = await WebAssembly.instantiateStreaming(response);
        return new Engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
    }

    /**
     * Begins a session.
     * @param {ModeName} mode
     * @param {number} cards
     * @param {[number, number]} seed low and high half
     * @param {number} seconds the length of a race, 0 for one without a clock
     */
    begin(mode, cards, [low, high], seconds) {
        const refusal =
            mode === "race"
                ? this.exports.raceFor(seconds, cards, low, high)
                : this.exports.begin(modes[mode], cards, low, high);
        if (refusal !== 0) throw new Error(`The engine cannot deal ${cards} cards (${refusal}).`);
    }

    /**
     * Adds cards at the bottom, and for each moment in `until` one that waits until then.
     * @param {number} cards
     * @param {number[]} until
     */
    add(cards, until) {
        if (cards > 0) this.exports.join(cards);
        for (const moment of until) this.exports.joinUntil(moment);
    }

    /**
     * Removes a card for good; false if it was not there.
     * @param {number} card
     */
    remove(card) {
        return this.exports.leave(card) === 1;
    }

    /**
     * The index of the card at this depth below the top; undefined if there is none.
     * @param {number} depth
     */
    card(depth) {
        const index = this.exports.card(depth);
        return index < 0 ? undefined : index;
    }

    /**
     * Grades the top card, which comes back at `until` if given; false if there is none.
     * @param {number} grade
     * @param {number} [until]
     */
    answer(grade, until) {
        const { answer, answerUntil } = this.exports;
        return (until === undefined ? answer(grade) : answerUntil(grade, until)) === 1;
    }

    /** Notes that the top card was shown with its answer, and moves it a few cards down; false if it was before. */
    introduce() {
        return this.exports.introduce() === 1;
    }

    /** @param {number} card */
    wasIntroduced(card) {
        return this.exports.isIntroduced(card) === 1;
    }

    /** Undoes the last answer; false if there is none. */
    undo() {
        return this.exports.undo() >= 0;
    }

    /** Begins a round of the missed cards; false if this one is not over or none was missed. */
    retry() {
        return this.exports.retry() > 0;
    }

    /** Deals all cards again; false in a mode that cannot. */
    startAgain() {
        return this.exports.startAgain() === 1;
    }

    /**
     * Shows the next or the previous card in browse; false at the ends.
     * @param {-1 | 1} by
     */
    turn(by) {
        return (by === 1 ? this.exports.next() : this.exports.previous()) === 1;
    }

    /**
     * Tells the engine the time; true if cards came back or time ran out.
     * @param {number} moment
     */
    tick(moment) {
        return this.exports.tick(moment) === 1;
    }

    /**
     * Starts the clock of a race; false without a clock, cards or time left.
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
     * Tells the engine what cards ask and answer, those of the session first.
     * @param {Meaning[]} meanings
     */
    setMeanings(meanings) {
        this.words(3 * meanings.length).set(
            meanings.flatMap(({ kind, question, answer }) => [kind, question, answer]),
        );
        if (this.exports.meanings(meanings.length) !== 0) throw new Error("The engine rejected the meanings.");
    }

    /**
     * The cards whose answers are offered for a card, including its own.
     * @param {number} card
     */
    choices(card) {
        const count = this.exports.choices(card);
        return [...this.words(count)];
    }

    /**
     * The distance of a guess in metres, the grade it deserves, and the distance within which it would be good.
     * @param {import("./types.js").Point} guess
     * @param {import("./types.js").MapQuestion} question
     */
    find([north, east], { at, scale }) {
        const distance = this.exports.distance(north, east, ...at);
        const { findingGrade, findingReach } = this.exports;
        return { distance, grade: findingGrade(distance, scale), reach: findingReach(grade.good, scale) };
    }

    /**
     * Words in the shared memory; valid until the next call.
     * @param {number} count
     */
    words(count) {
        return new Uint32Array(this.exports.memory.buffer, this.#allocate(count), count);
    }

    /**
     * 64-bit floats in the shared memory; valid until the next call.
     * @param {number} count
     */
    numbers(count) {
        return new Float64Array(this.exports.memory.buffer, this.#allocate(2 * count), count);
    }

    /** @param {number} words */
    #allocate(words) {
        // The call may move the memory, so the view must be created after it.
        const address = this.exports.buffer(words);
        if (address === 0) throw new Error(`The engine cannot allocate ${words} words.`);
        return address;
    }

    get isOver() { return this.exports.isOver() === 1; }
    get remembered() { return this.exports.remembered(); }
    get answered() { return this.exports.answered(); }
    get total() { return this.exports.total(); }
    get missed() { return this.exports.missed(); }
    get version() { return this.exports.version(); }
    get waiting() { return this.exports.waiting(); }

    /** Seconds left in a race; undefined if it has no clock. */
    get secondsLeft() {
        const seconds = this.exports.secondsLeft();
        return seconds < 0 ? undefined : seconds;
    }

    /** When the next waiting card comes back; undefined if none waits. */
    get nextReturn() {
        const moment = this.exports.nextReturn();
        return Number.isNaN(moment) ? undefined : moment;
    }
}
