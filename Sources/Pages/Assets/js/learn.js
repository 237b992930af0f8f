// A round through the deck, untimed: each card once, those missed again at the end.

import { showEnd } from "./end.js";
import { grade } from "./engine.js";
import { element } from "./page.js";
import { isRemembered } from "./session.js";
import { Sitting } from "./sitting.js";
import { phrase, spoken } from "./words.js";

/** @typedef {import("./movable.js").Sign} Sign */
/** @typedef {import("./sitting.js").Rules} Rules */
/** @typedef {import("./types.js").Direction} Direction */

/** @type {Record<"right" | "wrong", Sign>} */
const signs = {
    right: { kind: "right", word: phrase("Correct"), icon: "#i-check" },
    wrong: { kind: "wrong", word: phrase("Wrong"), icon: "#i-cross" },
};

/**
 * What all modes share whose answers are right or wrong: the two sides, and which is which.
 * @param {Sitting} sitting
 * @returns {Pick<Rules, "signs" | "swipe" | "digit" | "wayOf">}
 */
export function rightOrWrong(sitting) {
    const [right, left] = sitting.settings.right === "correct" ? /** @type {const} */ (["right", "wrong"]) : /** @type {const} */ (["wrong", "right"]);
    return {
        signs: () => ({ right: signs[right], left: signs[left] }),
        swipe(direction, speed) {
            if (direction === "up" || direction === "down") return false;
            const isRight = (direction === "right" ? right : left) === "right";
            return sitting.answer(isRight ? grade.good : grade.again, speed, direction);
        },
        digit: (number) => void sitting.answer(number),
        wayOf: (value) => (isRemembered(value) === (right === "right") ? "right" : "left"),
    };
}

/**
 * @param {Sitting} sitting
 * @returns {Rules}
 */
export function learn(sitting) {
    const { session } = sitting;
    return {
        ...rightOrWrong(sitting),
        refresh() {
            const isRevealed = sitting.stack.top?.isRevealed ?? false;
            element("answers").classList.toggle("is-revealed", isRevealed);
            element("score").textContent = `${session.remembered}/${session.total}`;
        },
        end: () => showRound(sitting),
    };
}

/**
 * The end of a round: what was remembered, and what may be gone through again.
 * @param {Sitting} sitting
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
