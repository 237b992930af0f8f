// Learn: each card once, without a clock; missed ones again at the end.

import { showEnd } from "./end.js";
import { grade } from "./engine.js";
import { element } from "./page.js";
import { formatDuration, phrase } from "./phrases.js";
import { isRemembered } from "./session.js";
import { StudyController } from "./study-controller.js";

/** @typedef {import("./movable.js").SwipeLabel} SwipeLabel */
/** @typedef {import("./study-controller.js").Mode} Mode */
/** @typedef {import("./types.js").Direction} Direction */

/** @type {Record<"right" | "wrong", SwipeLabel>} */
const labels = {
    right: { kind: "right", word: phrase("Correct"), icon: "#i-check" },
    wrong: { kind: "wrong", word: phrase("Wrong"), icon: "#i-cross" },
};

/**
 * What all modes with right and wrong answers share: the two sides, and which is which.
 * @param {StudyController} study
 * @returns {Pick<Mode, "swipeLabels" | "swipe" | "digit" | "directionOf">}
 */
export function rightOrWrong(study) {
    const [right, left] = study.settings.right === "correct" ? /** @type {const} */ (["right", "wrong"]) : /** @type {const} */ (["wrong", "right"]);
    return {
        swipeLabels: () => ({ right: labels[right], left: labels[left] }),
        swipe(direction, speed) {
            if (direction === "up" || direction === "down") return false;
            const isRight = (direction === "right" ? right : left) === "right";
            return study.answer(isRight ? grade.good : grade.again, speed, direction);
        },
        digit: (number) => void study.answer(number),
        directionOf: (value) => (isRemembered(value) === (right === "right") ? "right" : "left"),
    };
}

/**
 * @param {StudyController} study
 * @returns {Mode}
 */
export function learn(study) {
    const { session } = study;
    return {
        ...rightOrWrong(study),
        refresh() {
            const isRevealed = study.stack.top?.isRevealed ?? false;
            element("answers").classList.toggle("is-revealed", isRevealed);
            element("score").textContent = `${session.remembered}/${session.total}`;
        },
        end: () => showRound(study),
    };
}

/**
 * Shows the end of a round: what was remembered, and what can be repeated.
 * @param {StudyController} study
 */
export function showRound({ session }) {
    const { remembered, missed, answered } = session;
    const answers = session.round;
    const time = answers.reduce((sum, { duration }) => sum + duration, 0);
    showEnd({
        title: title(remembered, answered),
        words: phrase("%lld cards in %@", answered, formatDuration(time)),
        tallies: { remembered, missed },
        lists: {
            remembered: answers.filter(({ grade }) => isRemembered(grade)),
            missed: answers.filter(({ grade }) => !isRemembered(grade)),
        },
        retry: missed,
    });
}

/**
 * The title of the end screen; it never counts what was missed.
 * @param {number} remembered
 * @param {number} total
 */
export function title(remembered, total) {
    if (remembered === 0) return phrase("%lld cards seen", total);
    if (remembered === total) return phrase("You remembered all %lld", total);
    return phrase("You remembered %lld", remembered);
}
