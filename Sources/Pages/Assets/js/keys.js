// Keyboard shortcuts of a study page.

import { isComposing } from "./composition.js";

/** @typedef {import("./types.js").Direction} Direction */
/**
 * @typedef {{
 *     turn(): void, swipe(direction: Direction): void, digit(number: number): void, undo(): void, leave(): void,
 *     edit(): void, speak(): void, showShortcuts(): void, scroll(share: number): boolean
 * }} Actions
 */

/**
 * The share of its height by which a key scrolls a long card.
 * @type {Record<string, number>}
 */
const scrollShares = { ArrowDown: 0.25, ArrowUp: -0.25, PageDown: 0.9, PageUp: -0.9, End: 1000, Home: -1000 };

/**
 * Listens to the keys. Arrows, Space and Escape act unless a control handles them; digits and letters only while the
 * session has the focus and shortcuts are turned on, so that dictation and typing elsewhere do not trigger them (WCAG
 * 2.1.4).
 * @param {HTMLElement} region
 * @param {Actions} actions
 * @param {boolean} hasSingleKeys
 */
export function listenToKeys(region, actions, hasSingleKeys) {
    document.addEventListener("keydown", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (event.defaultPrevented || isComposing(event) || document.querySelector("dialog[open]")) return;
        if (target.closest("input, select, textarea") && event.key !== "Escape") return;
        if (event.key in scrollShares && !hasModifier(event) && actions.scroll(scrollShares[event.key])) {
            event.preventDefault();
            return;
        }
        const isOnControl = target.closest("button, a") !== null;
        const isTurn = event.key === " " || event.key === "Enter";
        const mayBeSingle = hasSingleKeys && region.contains(target);
        if (event.repeat) {
            // A held key acts only once.
            if (isTurn || act(event, mayBeSingle)) event.preventDefault();
            return;
        }
        if (isTurn && isOnControl) return;
        const action = isTurn && !hasModifier(event) ? actions.turn : act(event, mayBeSingle);
        if (!action) return;
        event.preventDefault();
        action();
    });

    /**
     * @param {KeyboardEvent} event
     * @param {boolean} mayBeSingle
     * @returns {(() => void) | undefined}
     */
    function act(event, mayBeSingle) {
        const isLetter = (/** @type {string} */ letter) =>
            event.code === `Key${letter.toUpperCase()}` || event.key.toLowerCase() === letter;
        if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isLetter("z")) {
            return actions.undo;
        }
        if (hasModifier(event)) return undefined;
        switch (event.key) {
        case "ArrowRight": return () => actions.swipe("right");
        case "ArrowLeft": return () => actions.swipe("left");
        case "Escape": return actions.leave;
        }
        if (!mayBeSingle) return undefined;
        if (/^[1-4]$/.test(event.key)) return () => actions.digit(Number(event.key));
        if (event.key === "?") return actions.showShortcuts;
        if (isLetter("u")) return actions.undo;
        if (isLetter("e")) return actions.edit;
        if (isLetter("r")) return actions.speak;
        return undefined;
    }
}

/** @param {KeyboardEvent} event */
function hasModifier(event) {
    return event.ctrlKey || event.metaKey || event.altKey;
}
