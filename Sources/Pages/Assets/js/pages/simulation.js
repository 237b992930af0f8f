// A worker that simulates a year of study for one target retention after another, with the engine that schedules.

import { Engine } from "../engine.js";

/** @typedef {import("../retention-cost.js").Cost} Cost */
/** @typedef {{address: string, percents: number[]}} Question */

/** How many days are simulated. */
const days = 365;
/** The position of the retention among the numbers, and how many precede those of the cards. */
const [retentionIndex, headLength] = [15, 16];

addEventListener("message", async ({ data }) => {
    const { address, percents } = /** @type {Question} */ (data);
    const loading = [Engine.load(), fetch(address, { headers: { Accept: "application/json" } })];
    // Without a connection the page says what holds for most people.
    const loaded = await Promise.all(loading).catch(() => undefined);
    if (!loaded) return;
    const [engine, response] = /** @type {[Engine, Response]} */ (loaded);
    if (!response.ok) return;
    const { parameters, numbers } = await response.json();
    engine.numbers(parameters.length).set(parameters);
    if (engine.exports.parameters(parameters.length) !== 0) return;
    for (const percent of percents) {
        numbers[retentionIndex] = percent / 100;
        engine.numbers(numbers.length).set(numbers);
        if (engine.exports.simulate(days, (numbers.length - headLength) / 4) !== 3) return;
        const [reviews, seconds, remembered] = engine.numbers(3);
        /** @type {Cost} */
        const cost = { percent, reviews: reviews / days, minutes: seconds / 60 / days, remembered };
        postMessage(cost);
    }
});
