// Words that depend on a number.

/**
 * A number and what it counts: `1 answer`, `3 answers`.
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function counted(number, one, many) {
    return `${figure(number)} ${number === 1 ? one : many}`;
}

/**
 * A whole number with its thousands apart: `12,345`. Browsers can do that too, but take milliseconds for the first one.
 * @param {number} number
 */
export function figure(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * A span of time as one would say it.
 * @param {number} milliseconds
 */
export function spoken(milliseconds) {
    const minutes = Math.round(milliseconds / 60_000);
    return minutes < 1 ? "under a minute" : counted(minutes, "minute", "minutes");
}

/** @typedef {{days?: number, seconds?: number}} Delay */

/**
 * How long until a card comes back, exactly, as short as it goes on a button: `10 min`, `4 d`.
 * @param {Delay} delay
 */
export function interval(delay) {
    return said(delay, { second: ["s", "s"], minute: ["min", "min"], hour: ["h", "h"], day: ["d", "d"] });
}

/**
 * The same in whole words: `10 minutes`, `4 days`.
 * @param {Delay} delay
 */
export function spokenInterval(delay) {
    return said(delay, {
        second: ["second", "seconds"],
        minute: ["minute", "minutes"],
        hour: ["hour", "hours"],
        day: ["day", "days"],
    });
}

/**
 * @param {Delay} delay
 * @param {Record<"second" | "minute" | "hour" | "day", [string, string]>} names
 */
function said({ days, seconds = 0 }, names) {
    if (days !== undefined) return counted(days, ...names.day);
    for (const [size, name] of /** @type {const} */ ([[86_400, names.day], [3600, names.hour], [60, names.minute]])) {
        if (seconds < size) continue;
        const number = seconds / size;
        // A step of an hour and a half is said in minutes rather than rounded.
        if (Number.isInteger(number)) return counted(number, ...name);
    }
    return seconds >= 60 ? `${(seconds / 60).toFixed(1)} ${names.minute[1]}` : counted(seconds, ...names.second);
}

/**
 * A wait as a clock shows it: `4:32`, `2 h 5 min`.
 * @param {number} milliseconds
 */
export function untilThen(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
