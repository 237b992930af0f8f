// What scripts say, in the language of the page.

import { data } from "./page.js";

/** @typedef {"one" | "few" | "many" | "other"} Category */
/** @typedef {Partial<Record<Category, string>> & {other: string}} Forms */
/** @typedef {{language: string, group: string, decimal: string, byTwo: boolean, texts: Record<string, string | Forms>}} Words */

/** @type {Words} */
const words = data("words");
/** @type {Intl.PluralRules | undefined} */
let rules;

/**
 * A phrase in the language of the page, with numbers and names put in; its first number chooses the plural form.
 *
 * It is written in English, as it stands in the catalog: `phrase("%lld cards selected", count)`. Without words of its
 * own in that language it is said as it is written.
 * @param {string} key in one piece, because the page brings only what it finds in this way
 * @param {(number | string)[]} values
 */
export function phrase(key, ...values) {
    const text = words.texts[key] ?? key;
    let next = 0;
    return form(text, values).replace(/%(?:(\d+)\$)?(lld|@|%)/g, (_, place, kind) => {
        if (kind === "%") return "%";
        if (place) next = Number(place) - 1;
        const value = values[next++] ?? "";
        return typeof value === "number" ? figure(value) : value;
    });
}

/**
 * @param {string | Forms} text
 * @param {(number | string)[]} values
 */
function form(text, values) {
    if (typeof text === "string") return text;
    const number = values.find((value) => typeof value === "number");
    if (typeof number !== "number") return text.other;
    rules ??= new Intl.PluralRules(words.language);
    return text[/** @type {Category} */ (rules.select(number))] ?? text.other;
}

/**
 * A whole number with its thousands apart: `12,345`. Browsers can do that too, but take milliseconds for the first one.
 * @param {number} number
 */
export function figure(number) {
    const groups = words.byTwo ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
    return String(number).replace(groups, words.group);
}

/**
 * A span of time as one would say it.
 * @param {number} milliseconds
 */
export function spoken(milliseconds) {
    const minutes = Math.round(milliseconds / 60_000);
    return minutes < 1 ? phrase("under a minute") : phrase("%lld minutes", minutes);
}

/** @typedef {{days?: number, seconds?: number}} Delay */

/**
 * How long until a card comes back, exactly, as short as it goes on a button: `10 min`, `4 d`.
 * @param {Delay} delay
 */
export function interval({ days, seconds = 0 }) {
    if (days !== undefined) return phrase("%lld d", days);
    if (seconds >= 86_400 && seconds % 86_400 === 0) return phrase("%lld d", seconds / 86_400);
    if (seconds >= 3600 && seconds % 3600 === 0) return phrase("%lld h", seconds / 3600);
    if (seconds >= 60 && seconds % 60 === 0) return phrase("%lld min", seconds / 60);
    // A step of an hour and a half is said in minutes rather than rounded.
    return seconds >= 60 ? phrase("%@ min", tenths(seconds / 60)) : phrase("%lld s", seconds);
}

/**
 * The same in whole words: `10 minutes`, `4 days`.
 * @param {Delay} delay
 */
export function spokenInterval({ days, seconds = 0 }) {
    if (days !== undefined) return phrase("%lld days", days);
    if (seconds >= 86_400 && seconds % 86_400 === 0) return phrase("%lld days", seconds / 86_400);
    if (seconds >= 3600 && seconds % 3600 === 0) return phrase("%lld hours", seconds / 3600);
    if (seconds >= 60 && seconds % 60 === 0) return phrase("%lld minutes", seconds / 60);
    return seconds >= 60 ? phrase("%@ minutes", tenths(seconds / 60)) : phrase("%lld seconds", seconds);
}

/**
 * A number with one decimal, as the language writes it.
 * @param {number} number
 */
export function tenths(number) {
    return number.toFixed(1).replace(".", words.decimal);
}

/**
 * A wait as a clock shows it: `4:32`, `2 h 5 min`.
 * @param {number} milliseconds
 */
export function untilThen(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    if (seconds >= 3600) return phrase("%lld h %lld min", Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
