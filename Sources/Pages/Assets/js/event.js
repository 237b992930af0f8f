// Entries for the library's log, made here so that they have their names before any network is asked.

import { now } from "./time.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Practice} Practice */
/** @typedef {import("./types.js").Retraction} Retraction */
/** @typedef {import("./types.js").Review} Review */

const names = /** @type {const} */ ([undefined, "again", "hard", "good", "easy"]);

let last = 0n;

/**
 * A name for a new event: milliseconds since 1970, then 21 bits of chance, in decimal digits. Of two in one millisecond the
 * later one has the higher name, because the log is read in the order of moments and names.
 * @param {number} moment
 */
function newID(moment) {
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    const time = BigInt(moment);
    last = last >> 21n === time ? last + 1n : (time << 21n) | BigInt(random >>> 12);
    return String(last);
}

/**
 * What every entry says: its name, the moment, the learner's clock, the card, and where it was asked.
 * @param {DealtCard} card
 * @param {number} duration milliseconds from the card's showing
 * @param {string} mode
 * @param {number} [moment]
 */
function entry({ note, face }, duration, mode, moment = now()) {
    const offset = -new Date(moment).getTimezoneOffset();
    return { id: newID(moment), note, face, moment, offset, duration, mode };
}

/** @param {number} grade */
function nameOf(grade) {
    const name = names[grade];
    if (!name) throw new Error(`There is no grade ${grade}.`);
    return name;
}

/**
 * A graded answer that moves no schedule.
 * @param {DealtCard} card
 * @param {number} grade
 * @param {number} duration
 * @param {string} mode
 * @returns {Practice}
 */
export function practice(card, grade, duration, mode) {
    return { ...entry(card, duration, mode), kind: "practice", grade: nameOf(grade) };
}

/**
 * A graded answer that moves the schedule: what was promised, and how many reviews the promise rested on.
 * @param {DealtCard} card
 * @param {number} grade
 * @param {number} duration
 * @param {string} mode
 * @param {{moment: number, due: number, reviews: number}} promise
 * @returns {Review}
 */
export function review(card, grade, duration, mode, { moment, due, reviews }) {
    return { ...entry(card, duration, mode, moment), kind: "review", grade: nameOf(grade), due, reviews };
}

/**
 * Takes back the event of this id, which was given to this card.
 * @param {string} id
 * @param {DealtCard} card
 * @param {string} mode
 * @returns {Retraction}
 */
export function retraction(id, card, mode) {
    return { ...entry(card, 0, mode), kind: "retraction", of: id };
}
