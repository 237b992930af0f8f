// Grades a guess on the map of a card.

import { grade } from "./engine.js";
import { gradeName, proposeGrade } from "./proposed-grade.js";

/**
 * Shows how near a guess came and proposes its grade.
 * @param {import("./study-controller.js").StudyController} study
 * @param {import("./guess-map.js").Guess} guess
 */
export function gradeGuess(study, guess) {
    const { top } = study.stack;
    if (!study.isStudying || !top?.guessMap || top.isRevealed) return;
    const { question } = top.guessMap;
    const { distance, grade: near, reach } = study.session.engine.find(guess.at, question);
    const isChosen = guess.choice !== undefined;
    // Choosing one of a few is worth less than finding the place on the map.
    const value = !isChosen ? near : guess.choice === question.right ? grade.good : grade.again;
    top.guessMap.showResult(guess, distance, gradeName(value), reach);
    study.turn();
    proposeGrade(value);
}
