// A round through the deck, untimed: each card once, those missed again at the end.

import { showEnd } from "./end.js";
import { grade } from "./engine.js";
import { element } from "./page.js";
import { isRemembered } from "./session.js";
import { StudyController } from "./study-controller.js";
import { phrase, spoken } from "./phrases.js";

/** @typedef {import("./movable.js").Sign} Sign */
/** @typedef {import("./study-controller.js").Mode} Mode */
/** @typedef {import("./types.js").Direction} Direction */

/** @type {Record<"right" | "wrong", Sign>} */
const signs = {
    right: { kind: "right", word: phrase("Correct"), icon: "#i-check" },
    wrong: { kind: "wrong", word: phrase("Wrong"), icon: "#i-cross" },
};

/**
 * What all modes share whose answers are right or wrong: the two sides, and which is which.
 * @param {StudyController} study
 * @returns {Pick<Mode, "signs" | "swipe" | "digit" | "wayOf">}
 */
export function rightOrWrong(study) {
    const [right, left] = study.settings.right === "correct" ? /** @type {const} */ (["right", "wrong"]) : /** @type {const} */ (["wrong", "right"]);
    return {
        signs: () => ({ right: signs[right], left: signs[left] }),
        swipe(direction, speed) {
            if (direction === "up" || direction === "down") return false;
            const isRight = (direction === "right" ? right : left) === "right";
            return study.answer(isRight ? grade.good : grade.again, speed, direction);
        },
        digit: (number) => void study.answer(number),
        wayOf: (value) => (isRemembered(value) === (right === "right") ? "right" : "left"),
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
 * The end of a round: what was remembered, and what may be gone through again.
 * @param {StudyController} study
 */
export function showRound({ session }) {
    const { remembered, missed, answered } = session;
    const answers = session.round;
    const time = answers.reduce((sum, { duration }) => sum + duration, 0);
    showEnd({
        title: title(remembered, answered),
        words: phrase("%lld cards in %@", answered, spoken(time)),
        tallies: { remembered, missed },
        lists: {
            remembered: answers.filter(({ grade }) => isRemembered(grade)),
            missed: answers.filter(({ grade }) => !isRemembered(grade)),
        },
        retry: missed,
    });
}

/**
 * What the screen opens with; it never counts what was missed.
 * @param {number} remembered
 * @param {number} total
 */
export function title(remembered, total) {
    if (remembered === 0) return phrase("%lld cards met", total);
    if (remembered === total) return phrase("You remembered all %lld", total);
    return phrase("You remembered %lld", remembered);
}
