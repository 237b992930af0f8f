// When cards come back: the engine's schedule, as the buttons show it.

import { Engine } from "./engine.js";

/** @typedef {import("./types.js").ScheduleData} ScheduleData */
/**
 * What becomes of a card under one grade, and how long until it comes back: `days`, or `seconds` within the sitting.
 * @typedef {{state: number[], due: number, days?: number, seconds?: number}} Outcome
 */

/** How many numbers a card is. */
const size = 10;
/** Where they stand. */
const place = { due: 4, interval: 5, reviews: 6, lastDay: 9 };

/** How many reviews a card has had. */
export const reviewsOf = (/** @type {number[]} */ state) => state[place.reviews];
/** The interval that a card waits, in days. */
export const intervalOf = (/** @type {number[]} */ state) => state[place.interval];
/** The day of the last review. */
export const lastDayOf = (/** @type {number[]} */ state) => state[place.lastDay];
/** When a card is due. */
export const dueOf = (/** @type {number[]} */ state) => state[place.due];

/**
 * A card's numbers as they came in a text, where those it does not have are null.
 * @param {(number | null)[]} state
 */
export function read(state) {
    return state.map((number) => number ?? NaN);
}

/** The schedule of one learner. */
export class Schedule {
    #engine;
    #load;

    /**
     * @param {Engine} engine
     * @param {ScheduleData} data
     */
    constructor(engine, { parameters, rules, load }) {
        this.#engine = engine;
        this.#load = load;
        engine.numbers(parameters.length).set(parameters);
        if (engine.exports.parameters(parameters.length) !== 0) throw new Error("The engine refuses the parameters.");
        engine.numbers(rules.length).set(rules);
        if (engine.exports.rules(rules.length) !== 0) throw new Error("The engine refuses the rules.");
    }

    /**
     * What becomes of a card under again, hard, good and easy.
     * @param {number[]} state
     * @param {string} seed
     * @param {number} moment
     * @param {number[]} added days to which this sitting has sent cards already
     * @returns {Outcome[]}
     */
    outcomes(state, seed, moment, added) {
        const load = [...this.#load];
        for (const days of added) if (days >= 1 && days <= load.length) load[days - 1] += 1;
        this.#engine.numbers(size + load.length).set([...state, ...load]);
        const low = Number(BigInt(seed) & 0xffffffffn);
        const high = Number(BigInt(seed) >> 32n);
        const offset = -new Date(moment).getTimezoneOffset();
        const count = this.#engine.exports.outcomes(moment, offset, low, high, load.length);
        const numbers = [...this.#engine.numbers(count * (size + 2))];
        return Array.from({ length: count }, (_, index) => {
            const [delay, isDays] = numbers.slice(index * (size + 2) + size);
            const after = numbers.slice(index * (size + 2), index * (size + 2) + size);
            return { state: after, due: dueOf(after), ...(isDays === 1 ? { days: delay } : { seconds: delay }) };
        });
    }
}
