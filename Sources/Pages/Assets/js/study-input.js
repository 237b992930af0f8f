// Connects gestures, buttons and keys to a study session.

import { grade } from "./engine.js";
import { GestureRecognizer } from "./gesture.js";
import { listenToKeys } from "./keys.js";
import { gradeGuess } from "./guess-grade.js";
import { noSpeed } from "./movable.js";
import { element } from "./page.js";
import { region } from "./page-state.js";

/** @param {import("./study-controller.js").StudyController} study */
export function connectInput(study) {
    const { mode, pointer, stack } = study;
    const deck = element("deck");
    const shortcuts = /** @type {HTMLDialogElement} */ (element("shortcuts"));

    new GestureRecognizer(deck, {
        card: () => (study.isStudying && !pointer.isBouncing ? stack.top : undefined),
        acceptsTaps: () => !pointer.isBlocking,
        tap: () => study.turn(),
        commit(direction, speed) {
            pointer.block();
            return pointer.run(() => mode.swipe(direction, speed));
        },
    });
    deck.addEventListener("guess", (event) => gradeGuess(study, /** @type {CustomEvent} */ (event).detail));

    pointer.onPress("show", () => study.turn(), { blocks: false });
    pointer.onPress("wrong", () => study.answer(grade.again));
    pointer.onPress("right", () => study.answer(grade.good));
    const buttons = {
        undo: () => study.undo(),
        retry: () => study.retry(),
        "go-on": () => study.addMore(null),
        "start-again": () => study.startAgain(),
        "shortcuts-button": () => shortcuts.showModal(),
    };
    for (const [id, action] of Object.entries(buttons)) document.getElementById(id)?.addEventListener("click", action);

    const keys = {
        turn: () => study.turn(),
        swipe(/** @type {import("./types.js").Direction} */ direction) {
            if (!study.isStudying) return;
            if (mode.arrow) mode.arrow(direction);
            else mode.swipe(direction, noSpeed);
        },
        digit(/** @type {number} */ number) {
            if (!study.isStudying) return;
            const { top } = stack;
            // On a map the first digit shows the pins and the second chooses one.
            if (!top?.guessMap || top.isRevealed) mode.digit(number);
            else if (top.guessMap.hasChoices) top.guessMap.choose(number - 1);
            else if (!top.guessMap.offerChoices()) mode.digit(number);
        },
        undo: buttons.undo,
        leave: () => element("leave").click(),
        edit: () => document.getElementById("edit")?.click(),
        speak: () => study.isStudying && stack.top?.speak(),
        showShortcuts: () => shortcuts.showModal(),
        scroll: (/** @type {number} */ share) => study.isStudying && (stack.top?.scroll(share) ?? false),
    };
    listenToKeys(region, keys, study.settings.shortcuts);
}
