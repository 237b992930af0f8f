// Quiz: the learner chooses an answer or types one, and the quiz judges it.

import { grade } from "./engine.js";
import { mediaOf, pictureElement, textOf, writeText } from "./face.js";
import { trackKeyboard } from "./keyboard.js";
import { showRound } from "./learn.js";
import { noSpeed } from "./movable.js";
import { cloneTemplate, element, part } from "./page.js";
import { currentState, region } from "./page-state.js";
import { phrase } from "./phrases.js";
import { StudyController } from "./study-controller.js";
import { judge } from "./typing.js";
import { showVerdict } from "./verdict.js";

/** @typedef {import("./study-controller.js").Mode} Mode */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./verdict.js").Verdict} Verdict */

/** Where a verdict would push the button to continue off the screen, while the marks of the answers say the same; see `quiz.css`. */
const smallScreen = matchMedia("(max-height: 46em) and (max-width: 40em)");

/**
 * @param {StudyController} study
 * @returns {Mode}
 */
export function quiz(study) {
    const { session, settings, stack } = study;
    const list = element("choices");
    const form = element("typing");
    const field = /** @type {HTMLInputElement} */ (element("field"));
    /** The card that is asked, the verdict on its answer, and whether that was recorded. */
    let asked = -1;
    /** @type {Verdict | undefined} */
    let verdict;
    let isGraded = false;
    /** @type {{side?: Side, isRight: boolean}[]} */
    let choices = [];

    function ask() {
        const { top } = stack;
        if (!top || verdict || (asked === top.index && choices.every(({ side }) => side))) return;
        choices = session.choices;
        if (!top.isLoaded || choices.some(({ side }) => !side)) choices = [];
        else asked = top.index;
        const isTyped = (settings.quiz === "typed" && Boolean(top.dealt.back?.text)) || choices.length < 2;
        form.hidden = !isTyped;
        list.hidden = isTyped;
        element("verdict").hidden = true;
        element("after").hidden = true;
        element("giving-up").hidden = false;
        if (isTyped) askToType();
        else list.replaceChildren(...choices.map(choiceRow));
        element("hint").textContent = isTyped ? phrase("Type the answer.") : phrase("Which one is it?");
    }

    /**
     * @param {{side?: Side}} choice
     * @param {number} n
     */
    function choiceRow({ side }, n) {
        const row = cloneTemplate("choice");
        part(row, ".key").textContent = String(n + 1);
        if (side) {
            const pictures = mediaOf(side, "picture");
            const words = side.text || pictures.length > 0 ? side.text : textOf(side);
            writeText(part(row, ".txt"), { ...side, text: words });
            part(row, ".txt").prepend(...pictures.map(pictureElement));
        }
        part(row, "button").addEventListener("click", () => choose(n));
        return row;
    }

    function askToType() {
        field.value = "";
        field.readOnly = false;
        field.lang = stack.top?.dealt.back?.lang ?? "";
        // Only after the page is laid out, because a hidden field cannot be focused.
        if (currentState() === "studying") field.focus({ preventScroll: true });
    }

    /** @param {number} n */
    function choose(n) {
        const choice = choices[n];
        if (!choice || verdict || list.hidden) return;
        settle(choice.isRight ? "right" : "wrong", { chosen: n });
    }

    /**
     * Marks the right choice and the learner's own; without one, the learner asked for the answer.
     * @param {number} [chosen]
     */
    function markChoices(chosen) {
        for (const [n, row] of [...list.children].entries()) {
            const button = part(row, "button");
            const { isRight } = choices[n];
            button.setAttribute("aria-disabled", "true");
            button.classList.add(isRight ? "is-right" : n === chosen ? "is-wrong" : "is-off");
            if (isRight || n === chosen) button.querySelector("use")?.setAttribute("href", isRight ? "#i-check" : "#i-cross");
            if (n === chosen) part(button, ".outcome").textContent = phrase("Your answer");
            else if (isRight) part(button, ".outcome").textContent = phrase("Correct");
        }
    }

    function check() {
        const back = stack.top?.dealt.back;
        if (verdict || !back) return;
        if (field.value.trim() === "") {
            field.focus();
            return;
        }
        const { verdict: result, stretches } = judge(session.engine, field.value, back.text, {
            lang: back.lang,
            marksCount: settings.marksCount,
        });
        settle(result === "exact" ? "right" : result, { stretches });
    }

    /**
     * Shows the result of an answer. The learner decides about one that is nearly right.
     * @param {Verdict} result
     * @param {{stretches?: import("./typing.js").Stretch[], chosen?: number}} answer
     */
    function settle(result, { stretches, chosen } = {}) {
        const { top } = stack;
        if (!top?.dealt.back) return;
        if (result !== "near" && !study.grade(result === "right" ? grade.good : grade.again)) return;
        isGraded = result !== "near";
        verdict = result;
        study.isTopAnswered = isGraded;
        field.readOnly = true;
        if (!top.isRevealed) top.turn();
        if (!list.hidden) markChoices(chosen);
        showVerdict(result, { answer: top.dealt.back, stretches });
        element("verdict").classList.toggle("vh", !list.hidden && smallScreen.matches);
        element("after").hidden = false;
        element("giving-up").hidden = true;
        element("typing").hidden = true;
        element("count").hidden = isGraded;
        part(element("continue"), "span").textContent = isGraded ? phrase("Continue") : phrase("Count as wrong");
        element("continue").classList.toggle("btn-primary", isGraded);
        element("hint").textContent = "";
        study.refresh();
        element(isGraded ? "continue" : "count").focus({ preventScroll: true });
    }

    /** Shows the answer, which counts as missed. */
    function giveUp() {
        if (!verdict) settle("wrong");
        return false;
    }

    /**
     * Continues with the next card.
     * @param {import("./types.js").Direction} way
     */
    function goOn(way, speed = noSpeed) {
        if (!verdict) return false;
        if (!isGraded) study.grade(grade.again);
        throwTop(way, speed);
        return true;
    }

    /**
     * @param {import("./types.js").Direction} way
     * @param {import("./movable.js").Speed} speed
     */
    function throwTop(way, speed) {
        reset();
        stack.throwTop(way, speed);
        study.goOn();
        if (study.isStudying && form.hidden) region.focus({ preventScroll: true });
    }

    function reset() {
        verdict = undefined;
        asked = -1;
        study.isTopAnswered = false;
    }

    trackKeyboard();
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        check();
    });
    study.pointer.onPress("continue", () => void goOn(verdict === "right" ? "right" : "left"));
    study.pointer.onPress("count", () => {
        if (verdict === "near" && study.grade(grade.good)) throwTop("right", noSpeed);
    });

    return {
        swipeLabels() {
            const kind = verdict === "right" ? "right" : "wrong";
            const sign = verdict
                ? /** @type {const} */ ({ kind, word: phrase("Continue"), icon: "#i-arrow" })
                : /** @type {const} */ ({ kind: "plain", word: phrase("Show answer"), icon: "#i-turn" });
            return verdict === "near" ? {} : { left: sign, right: sign };
        },
        swipe(direction, speed) {
            if (verdict === "near" || direction === "up" || direction === "down") return false;
            return verdict ? goOn(direction, speed) : giveUp();
        },
        turn() {
            if (verdict) stack.top?.turn();
            else giveUp();
        },
        digit: (number) => choose(number - 1),
        directionOf: (value) => (value > grade.again ? "right" : "left"),
        forgetTop: reset,
        undo() {
            const wasUndecided = verdict === "near";
            reset();
            // Nothing was recorded yet: the question is just asked again.
            if (wasUndecided) study.study();
            return wasUndecided;
        },
        entered(name) {
            if (name === "studying") ask();
        },
        refresh() {
            element("score").textContent = `${session.remembered}/${session.total}`;
            if (currentState() === "studying") ask();
        },
        end: () => showRound(study),
    };
}
