// Entries for the log of the library. They get their ids here, so that sending one twice changes nothing.

import { now } from "./time.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Practice} Practice */
/** @typedef {import("./types.js").Retraction} Retraction */
/** @typedef {import("./types.js").Review} Review */

const names = /** @type {const} */ ([undefined, "again", "hard", "good", "easy"]);

let last = 0n;

/**
 * A new event id in decimal digits: milliseconds since 1970, then 21 random bits. Of two ids from one millisecond the
 * later is higher, because the log is read in the order of moments and ids.
 * @param {number} moment
 */
function newID(moment) {
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    const time = BigInt(moment);
    last = last >> 21n === time ? last + 1n : (time << 21n) | BigInt(random >>> 12);
    return String(last);
}

/**
 * The fields of every entry: id, moment, time zone offset, card and mode.
 * @param {DealtCard} card
 * @param {number} duration milliseconds since the card was shown
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
 * A graded answer that does not change the schedule.
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
 * A graded answer that changes the schedule: the promised due date, and the number of reviews on which it was based.
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
 * Retracts the event with this id, which belongs to this card.
 * @param {string} id
 * @param {DealtCard} card
 * @param {string} mode
 * @returns {Retraction}
 */
export function retraction(id, card, mode) {
    return { ...entry(card, 0, mode), kind: "retraction", of: id };
}
