// Entries for the library's log, made here so that they have their names before any network is asked.

import { now } from "./time.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Practice} Practice */
/** @typedef {import("./types.js").Retraction} Retraction */

const names = /** @type {const} */ ([undefined, "again", "hard", "good", "easy"]);

/**
 * A name for a new event: milliseconds since 1970, then 21 random bits, in decimal digits.
 * @param {number} moment
 */
function newID(moment) {
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    return String((BigInt(moment) << 21n) | BigInt(random >>> 11));
}

/** The moment and the learner's clock, as every event says them. */
function stamp() {
    const moment = now();
    return { id: newID(moment), moment, offset: -new Date(moment).getTimezoneOffset() };
}

/**
 * A graded answer that moves no schedule.
 * @param {DealtCard} card
 * @param {number} grade
 * @param {number} duration milliseconds from the card's showing
 * @param {string} mode
 * @returns {Practice}
 */
export function practice(card, grade, duration, mode) {
    const name = names[grade];
    if (!name) throw new Error(`There is no grade ${grade}.`);
    return { ...stamp(), kind: "practice", note: card.note, face: card.face, grade: name, duration, mode };
}

/**
 * Takes back the event of this id, which was given to this card.
 * @param {string} id
 * @param {DealtCard} card
 * @param {string} mode
 * @returns {Retraction}
 */
export function retraction(id, card, mode) {
    return { ...stamp(), kind: "retraction", of: id, note: card.note, face: card.face, duration: 0, mode };
}
