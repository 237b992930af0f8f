// What a quiz says of an answer, under the card.

import { set, wordsOf } from "./face.js";
import { copy, element, part } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./typing.js").Stretch} Stretch */
/** @typedef {"right" | "near" | "wrong"} Verdict */

const heads = { right: phrase("Correct"), near: phrase("Nearly right"), wrong: phrase("Not this time") };

/**
 * Shows the verdict, with the answer and, for a typed one, where it differs.
 * @param {Verdict} verdict
 * @param {{answer: Side, stretches?: Stretch[], lang?: string}} what
 */
export function showVerdict(verdict, { answer, stretches = [] }) {
    const panel = element("verdict");
    panel.className = `verdict ${verdict}`;
    panel.replaceChildren(copy("verdict-parts"));
    part(panel, ".head b").textContent = heads[verdict];
    panel.querySelector(".head use")?.setAttribute("href", verdict === "wrong" ? "#i-cross" : "#i-check");
    const line = part(panel, ".answer-line");
    set(part(line, "bdi"), { ...answer, text: wordsOf(answer) });
    const isMarked = verdict !== "right" && stretches.some(({ typed }) => typed !== "");
    const marked = part(panel, ".marked");
    marked.hidden = !isMarked;
    if (isMarked) mark(marked, answer, stretches);
    const says = part(panel, ".slips");
    says.textContent = verdict === "near" ? stretches.map(slip).filter(Boolean).join(" ") : "";
    says.hidden = says.textContent === "";
    panel.hidden = false;
}

/**
 * Writes what was typed, and what is right, each with the letters marked in which they differ.
 * @param {HTMLElement} target
 * @param {Side} answer
 * @param {Stretch[]} stretches
 */
function mark(target, answer, stretches) {
    const typed = part(target, ".typed");
    typed.replaceChildren();
    if (answer.lang) typed.lang = answer.lang;
    for (const { kind, typed: letters } of stretches) {
        if (letters === "") continue;
        const isSame = kind === "same" || kind === "ignored";
        const piece = document.createElement(isSame ? "span" : "del");
        piece.textContent = letters;
        typed.append(piece);
    }
}

/**
 * A difference in words.
 * @param {Stretch} stretch
 */
function slip({ kind, typed, expected }) {
    switch (kind) {
    case "other": return phrase("“%@”, not “%@”.", expected, typed);
    case "swapped": return phrase("“%@”, not “%@”.", expected, typed);
    case "missing": return phrase("“%@” is missing.", expected);
    case "extra": return phrase("“%@” is too much.", typed);
    default: return "";
    }
}
