// The verdict of a quiz on an answer, shown under the card.

import { textOf, writeText } from "./face.js";
import { cloneTemplate, element, part } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./typing.js").Stretch} Stretch */
/** @typedef {"right" | "near" | "wrong"} Verdict */

const titles = { right: phrase("Correct"), near: phrase("Nearly right"), wrong: phrase("Not this time") };

/**
 * Shows the verdict with the answer and, for a typed one, the differences.
 * @param {Verdict} verdict
 * @param {{answer: Side, stretches?: Stretch[], lang?: string}} what
 */
export function showVerdict(verdict, { answer, stretches = [] }) {
    const panel = element("verdict");
    panel.className = `verdict ${verdict}`;
    panel.replaceChildren(cloneTemplate("verdict-parts"));
    part(panel, ".head b").textContent = titles[verdict];
    panel.querySelector(".head use")?.setAttribute("href", verdict === "wrong" ? "#i-cross" : "#i-check");
    const line = part(panel, ".answer-line");
    writeText(part(line, "bdi"), { ...answer, text: textOf(answer) });
    const showsTyped = verdict !== "right" && stretches.some(({ typed }) => typed !== "");
    const comparison = part(panel, ".marked");
    comparison.hidden = !showsTyped;
    if (showsTyped) showTyped(comparison, answer, stretches);
    const differences = part(panel, ".slips");
    differences.textContent = verdict === "near" ? stretches.map(describeDifference).filter(Boolean).join(" ") : "";
    differences.hidden = differences.textContent === "";
    panel.hidden = false;
}

/**
 * Shows the typed text with the differing letters marked.
 * @param {HTMLElement} target
 * @param {Side} answer
 * @param {Stretch[]} stretches
 */
function showTyped(target, answer, stretches) {
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
function describeDifference({ kind, typed, expected }) {
    switch (kind) {
    case "other": return phrase("“%@”, not “%@”.", expected, typed);
    case "swapped": return phrase("“%@”, not “%@”.", expected, typed);
    case "missing": return phrase("“%@” is missing.", expected);
    case "extra": return phrase("“%@” doesn’t belong there.", typed);
    default: return "";
    }
}
