// The end screen of a session: title, counts and lists of cards.

import { writeText } from "./face.js";
import { cloneTemplate, element, part } from "./page.js";
import { formatNumber, phrase } from "./phrases.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/**
 * A listed card, with its intervals before and after.
 * @typedef {{card: DealtCard, from?: string, to?: string}} Row
 */
/**
 * @typedef {{
 *     title: string, words: string, tallies: Record<string, number>,
 *     lists: {remembered: Row[], missed: Row[]}, retry?: number
 * }} End
 */

/** @param {End} end */
export function showEnd({ title, words, tallies, lists, retry = 0 }) {
    element("finish-title").textContent = title;
    element("finish-words").textContent = words;
    for (const [name, count] of Object.entries(tallies)) {
        element(`tally-${name}`).textContent = formatNumber(count);
    }
    showList("remembered", lists.remembered);
    showList("missed", lists.missed);
    const button = element("retry");
    button.hidden = retry === 0;
    part(button, "span").textContent = phrase("Go through the %lld again", retry);
}

/**
 * @param {string} id
 * @param {Row[]} rows
 */
function showList(id, rows) {
    const section = element(id);
    section.hidden = rows.length === 0;
    part(section, "ul").replaceChildren(
        ...rows.map(({ card: { front, back }, from, to }) => {
            const row = cloneTemplate("row");
            if (front) writeText(part(row, "b"), front);
            if (back) writeText(part(row, "span"), back);
            const change = part(row, ".to");
            change.hidden = to === undefined;
            part(change, "span").textContent = from ?? "";
            part(change, "strong").textContent = to ?? "";
            return row;
        }),
    );
}
