// When cards come back, computed by the engine.

import { Engine } from "./engine.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").ScheduleData} ScheduleData */
/** @typedef {import("./types.js").SchedulerData} SchedulerData */
/**
 * The result of one grade, and the delay until the card comes back: `days`, or `seconds` within the session.
 * @typedef {{state: number[], due: number, days?: number, seconds?: number}} Outcome
 */

/** How many numbers describe a card. */
const stateLength = 10;
/** The offsets of some of them. */
const offsets = { due: 4, interval: 5, reviews: 6, lastDay: 9 };

export const reviewsOf = (/** @type {number[]} */ state) => state[offsets.reviews];
/** The interval of a card, in days. */
export const intervalOf = (/** @type {number[]} */ state) => state[offsets.interval];
export const lastDayOf = (/** @type {number[]} */ state) => state[offsets.lastDay];
const dueOf = (/** @type {number[]} */ state) => state[offsets.due];

/**
 * The state of a card from JSON, where null stands for NaN.
 * @param {(number | null)[]} state
 */
export function read(state) {
    return state.map((number) => number ?? NaN);
}

export class Schedule {
    #engine;
    #load;
    #weights;
    #schedulers;
    /** @type {SchedulerData | undefined} the one that the engine has */
    #current;

    /**
     * @param {Engine} engine
     * @param {ScheduleData} data
     */
    constructor(engine, { schedulers, load, weights }) {
        this.#engine = engine;
        this.#load = load;
        this.#weights = weights;
        this.#schedulers = schedulers;
    }

    /**
     * The results of again, hard, good and easy for a card.
     * @param {DealtCard} card
     * @param {number[]} state
     * @param {string} seed
     * @param {number} moment
     * @param {number[]} added intervals that this session has already given to cards
     * @returns {Outcome[]}
     */
    outcomes(card, state, seed, moment, added) {
        this.#use(this.#schedulers.find(({ deck }) => deck === card.scheduler) ?? this.#schedulers[0]);
        const load = [...this.#load];
        for (const days of added) if (days >= 1 && days <= load.length) load[days - 1] += this.#weights?.[days - 1] ?? 1;
        this.#engine.numbers(stateLength + load.length).set([...state, ...load]);
        const low = Number(BigInt(seed) & 0xffffffffn);
        const high = Number(BigInt(seed) >> 32n);
        const offset = -new Date(moment).getTimezoneOffset();
        const count = this.#engine.exports.outcomes(moment, offset, low, high, load.length);
        const numbers = [...this.#engine.numbers(count * (stateLength + 2))];
        return Array.from({ length: count }, (_, index) => {
            const [delay, isDays] = numbers.slice(index * (stateLength + 2) + stateLength);
            const after = numbers.slice(index * (stateLength + 2), index * (stateLength + 2) + stateLength);
            return { state: after, due: dueOf(after), ...(isDays === 1 ? { days: delay } : { seconds: delay }) };
        });
    }

    /** @param {SchedulerData} scheduler */
    #use(scheduler) {
        if (scheduler === this.#current) return;
        const { parameters, rules } = scheduler;
        this.#engine.numbers(parameters.length).set(parameters);
        if (this.#engine.exports.parameters(parameters.length) !== 0) throw new Error("The engine rejected the parameters.");
        this.#engine.numbers(rules.length).set(rules);
        if (this.#engine.exports.rules(rules.length) !== 0) throw new Error("The engine rejected the rules.");
        this.#current = scheduler;
    }
}
