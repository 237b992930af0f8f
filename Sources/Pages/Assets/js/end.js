// The end of a round: what was remembered, and what may be gone through again.

import { copy, element, part } from "./page.js";
import { Session } from "./session.js";
import { counted, spoken } from "./words.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */

/**
 * Writes the end screen of the round that the session stands at.
 * @param {Session} session
 */
export function showEnd(session) {
    const { remembered, missed, total } = session;
    const answers = session.round;
    const time = answers.reduce((sum, { duration }) => sum + duration, 0);
    element("finish-title").textContent = title(remembered, total);
    element("finish-words").textContent = `${counted(total, "card", "cards")} in ${spoken(time)}`;
    element("tally-remembered").textContent = String(remembered);
    element("tally-missed").textContent = String(missed);
    list("remembered", answers.filter(({ grade }) => grade > 1).map(({ card }) => card));
    list("missed", answers.filter(({ grade }) => grade === 1).map(({ card }) => card));
    const retry = element("retry");
    retry.hidden = missed === 0;
    part(retry, "span").textContent = `Go through the ${missed} again`;
}

/**
 * What the screen opens with; it never counts what was missed.
 * @param {number} remembered
 * @param {number} total
 */
function title(remembered, total) {
    if (remembered === 0) return total === 1 ? "One card met" : `${total} cards met`;
    if (remembered === total) return total === 1 ? "You remembered it" : `You remembered all ${total}`;
    return `You remembered ${remembered}`;
}

/**
 * @param {string} id
 * @param {DealtCard[]} cards
 */
function list(id, cards) {
    const section = element(id);
    section.hidden = cards.length === 0;
    part(section, "ul").replaceChildren(
        ...cards.map(({ front, back }) => {
            const row = copy("row");
            set(part(row, "b"), front);
            set(part(row, "span"), back);
            return row;
        }),
    );
}

/**
 * @param {HTMLElement} target
 * @param {import("./types.js").Side} side
 */
function set(target, { text, lang }) {
    target.textContent = text;
    if (lang) target.lang = lang;
}
