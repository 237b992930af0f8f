// The grade that Omena proposes for an answer: its button is marked and focused, and the learner may press another.

import { grade } from "./engine.js";
import { region } from "./page-state.js";
import { phrase } from "./phrases.js";

/**
 * The name of a grade in the mode of this page.
 * @param {number} value
 */
export function gradeName(value) {
    const hasGrades = document.getElementById("grade-4") !== null;
    if (!hasGrades) return value > grade.again ? phrase("Correct") : phrase("Wrong");
    return [phrase("Again"), phrase("Hard"), phrase("Good"), phrase("Easy")][value - 1];
}

/**
 * Focuses the button of a grade, so that Enter presses it.
 * @param {number} value
 */
export function proposeGrade(value) {
    const isRight = value > grade.again;
    const ids = [`grade-${value}`, isRight ? "grade-3" : "grade-1", isRight ? "right" : "wrong"];
    const button = ids.map((id) => document.getElementById(id)).find((found) => found);
    button?.classList.add("is-proposed");
    button?.focus({ preventScroll: true });
}

/** Removes the proposal, which does not apply to the next card; the focus stays in the session. */
export function clearProposal() {
    const button = document.querySelector(".is-proposed");
    button?.classList.remove("is-proposed");
    if (button && button === document.activeElement) region.focus({ preventScroll: true });
}
