// What the keys do on a study page.

import { grade } from "./engine.js";

/**
 * @typedef {{
 *     turn(): void, answer(grade: number): void, undo(): void, leave(): void, showShortcuts(): void
 * }} Actions
 */

/**
 * Listens to the keys. Arrows, Space and Esc act wherever no control wants them; digits and letters only while the
 * session has the focus, so that nobody who dictates or types elsewhere sets them off (WCAG 2.1.4).
 * @param {HTMLElement} region
 * @param {Actions} actions
 */
export function listenToKeys(region, actions) {
    document.addEventListener("keydown", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
        const isOnControl = target.closest("button, a, input, select, textarea") !== null;
        const isTurn = event.key === " " || event.key === "Enter";
        if (event.repeat) {
            // Holding a key down says nothing more than pressing it.
            if (isTurn || act(event, region.contains(target))) event.preventDefault();
            return;
        }
        if (isTurn && isOnControl) return;
        const action = isTurn && !hasModifier(event) ? actions.turn : act(event, region.contains(target));
        if (!action) return;
        event.preventDefault();
        action();
    });

    /**
     * @param {KeyboardEvent} event
     * @param {boolean} isInside
     * @returns {(() => void) | undefined}
     */
    function act(event, isInside) {
        const isLetter = (/** @type {string} */ letter) =>
            event.code === `Key${letter.toUpperCase()}` || event.key.toLowerCase() === letter;
        if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isLetter("z")) {
            return actions.undo;
        }
        if (hasModifier(event)) return undefined;
        switch (event.key) {
        case "ArrowRight": return () => actions.answer(grade.good);
        case "ArrowLeft": return () => actions.answer(grade.again);
        case "Escape": return actions.leave;
        }
        if (!isInside) return undefined;
        if (/^[1-4]$/.test(event.key)) return () => actions.answer(Number(event.key));
        if (event.key === "?") return actions.showShortcuts;
        if (isLetter("u")) return actions.undo;
        return undefined;
    }
}

/** @param {KeyboardEvent} event */
function hasModifier(event) {
    return event.ctrlKey || event.metaKey || event.altKey;
}
