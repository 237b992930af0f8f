// What a target retention costs this learner, simulated beside the page.

import { phrase } from "./phrases.js";

/** What studying with a target costs a day, and how many cards are remembered after a year. */
/** @typedef {{percent: number, reviews: number, minutes: number, remembered: number}} Cost */

/**
 * Simulates targets one after another.
 * @param {string} address where the learner's habits and cards are
 * @param {number[]} percents
 * @param {(cost: Cost) => void} show called for each of them
 */
export function simulateTargets(address, percents, show) {
    const worker = new Worker(new URL("simulation.js", import.meta.url), { type: "module" });
    let left = percents.length;
    worker.addEventListener("message", ({ data }) => {
        show(data);
        if (--left === 0) worker.terminate();
    });
    worker.postMessage({ address, percents });
}

/**
 * In a sentence.
 * @param {Cost} cost
 */
export function costSentence({ minutes, remembered }) {
    const rounded = Math.max(Math.round(minutes), 1);
    return phrase("That takes you about %lld minutes a day, and after a year you remember about %lld cards.", rounded, Math.round(remembered));
}
