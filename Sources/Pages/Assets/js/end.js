// The end of a session: what it opens with, what is counted, and which cards it names.

import { set } from "./face.js";
import { copy, element, part } from "./page.js";
import { figure, phrase } from "./phrases.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/**
 * A card that is named, and from which interval to which it went.
 * @typedef {{card: DealtCard, from?: string, to?: string}} Row
 */
/**
 * @typedef {{
 *     title: string, words: string, tallies: Record<string, number>,
 *     lists: {remembered: Row[], missed: Row[]}, retry?: number
 * }} End
 */

/**
 * Writes the end screen.
 * @param {End} end
 */
export function showEnd({ title, words, tallies, lists, retry = 0 }) {
    element("finish-title").textContent = title;
    element("finish-words").textContent = words;
    for (const [name, count] of Object.entries(tallies)) {
        element(`tally-${name}`).textContent = figure(count);
    }
    list("remembered", lists.remembered);
    list("missed", lists.missed);
    const button = element("retry");
    button.hidden = retry === 0;
    part(button, "span").textContent = phrase("Go through the %lld again", retry);
}

/**
 * @param {string} id
 * @param {Row[]} rows
 */
function list(id, rows) {
    const section = element(id);
    section.hidden = rows.length === 0;
    part(section, "ul").replaceChildren(
        ...rows.map(({ card: { front, back }, from, to }) => {
            const row = copy("row");
            if (front) set(part(row, "b"), front);
            if (back) set(part(row, "span"), back);
            const change = part(row, ".to");
            change.hidden = to === undefined;
            part(change, "span").textContent = from ?? "";
            part(change, "strong").textContent = to ?? "";
            return row;
        }),
    );
}
