// Words that depend on a number.

/**
 * A number and what it counts: `1 answer`, `3 answers`.
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function counted(number, one, many) {
    return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/**
 * A span of time as one would say it.
 * @param {number} milliseconds
 */
export function spoken(milliseconds) {
    const minutes = Math.round(milliseconds / 60_000);
    return minutes < 1 ? "under a minute" : counted(minutes, "minute", "minutes");
}
