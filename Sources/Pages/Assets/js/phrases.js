// The texts of scripts, in the language of the page.

import { data } from "./page.js";

/** @typedef {"one" | "few" | "many" | "other"} Category */
/** @typedef {Partial<Record<Category, string>> & {other: string}} Forms */
/** @typedef {{language: string, group: string, decimal: string, byTwo: boolean, texts: Record<string, string | Forms>}} Phrasebook */

/** @type {Phrasebook} */
const phrasebook = data("words");
/** @type {Intl.PluralRules | undefined} */
let rules;

/**
 * A phrase in the language of the page, with numbers and names inserted; the first number chooses the plural form.
 *
 * The key is the English text in the catalog: `phrase("%lld cards selected", count)`. It is used as it is where the
 * language has no translation.
 * @param {string} key a single literal, because the page contains only the keys found that way
 * @param {(number | string)[]} values
 */
export function phrase(key, ...values) {
    const text = phrasebook.texts[key] ?? key;
    let next = 0;
    return pluralForm(text, values).replace(/%(?:(\d+)\$)?(lld|@|%)/g, (_, place, kind) => {
        if (kind === "%") return "%";
        if (place) next = Number(place) - 1;
        const value = values[next++] ?? "";
        return typeof value === "number" ? formatNumber(value) : isolate(value);
    });
}

/**
 * The text in a directional isolate if it has letters that run from right to left, so that its punctuation stays in place.
 * @param {string} text
 */
function isolate(text) {
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * @param {string | Forms} text
 * @param {(number | string)[]} values
 */
function pluralForm(text, values) {
    if (typeof text === "string") return text;
    const number = values.find((value) => typeof value === "number");
    if (typeof number !== "number") return text.other;
    rules ??= new Intl.PluralRules(phrasebook.language);
    return text[/** @type {Category} */ (rules.select(number))] ?? text.other;
}

/**
 * A whole number with grouped thousands: `12,345`. The browser's own formatter takes milliseconds for its first
 * number.
 * @param {number} number
 */
export function formatNumber(number) {
    const groups = phrasebook.byTwo ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
    return String(number).replace(groups, phrasebook.group);
}

/**
 * A duration as one would say it.
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
    const minutes = Math.round(milliseconds / 60_000);
    return minutes < 1 ? phrase("under a minute") : phrase("%lld minutes", minutes);
}

/** @typedef {{days?: number, seconds?: number}} Delay */

/**
 * The delay until a card comes back, abbreviated for a button: `10 min`, `4 d`.
 * @param {Delay} delay
 */
export function formatInterval(delay) {
    const { count, unit } = inOneUnit(delay);
    switch (unit) {
        case "day": return phrase("%lld d", count);
        case "hour": return phrase("%lld h", count);
        case "minute": return phrase("%lld min", count);
        default: return phrase("%lld s", count);
    }
}

/**
 * The same delay in whole words: `10 minutes`, `4 days`.
 * @param {Delay} delay
 */
export function spellOutInterval(delay) {
    const { count, unit } = inOneUnit(delay);
    switch (unit) {
        case "day": return phrase("%lld days", count);
        case "hour": return phrase("%lld hours", count);
        case "minute": return phrase("%lld minutes", count);
        default: return phrase("%lld seconds", count);
    }
}

/**
 * A delay as a whole number of the largest unit of which it is a multiple, because a step of 90 minutes is not two hours.
 * From two minutes on it is rounded to minutes, and from five hours to hours, apart from half hours, which learners set.
 * @param {Delay} delay
 * @returns {{count: number, unit: "second" | "minute" | "hour" | "day"}}
 */
function inOneUnit({ days, seconds = 0 }) {
    if (days !== undefined) return { count: days, unit: "day" };
    const precision = seconds < 120 ? 1 : seconds < 18_000 || seconds % 1800 === 0 ? 60 : 3600;
    const rounded = Math.round(seconds / precision) * precision;
    if (rounded >= 86_400 && rounded % 86_400 === 0) return { count: rounded / 86_400, unit: "day" };
    if (rounded >= 3600 && rounded % 3600 === 0) return { count: rounded / 3600, unit: "hour" };
    if (rounded >= 60 && rounded % 60 === 0) return { count: rounded / 60, unit: "minute" };
    return { count: rounded, unit: "second" };
}

/**
 * A number with one decimal, in the notation of the language.
 * @param {number} number
 */
export function formatTenths(number) {
    return number.toFixed(1).replace(".", phrasebook.decimal);
}

/**
 * The time of day, as pages write it: `19:42`.
 * @param {number} moment
 */
export function formatClock(moment) {
    const date = new Date(moment);
    return `${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/**
 * A countdown: `4:32`, `2 h 5 min`.
 * @param {number} milliseconds
 */
export function formatCountdown(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    if (seconds >= 3600) return phrase("%lld h %lld min", Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
