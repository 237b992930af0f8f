// Keys that compose a text, as in Japanese, Chinese and Korean: they choose and discard candidates, and mean nothing else.

import { element } from "./page.js";

/**
 * Whether a key belongs to a text that is being composed. Safari has ended the composition when it tells of the key that did,
 * and gives that key this number.
 * @param {KeyboardEvent} event
 */
export function isComposing(event) {
    return event.isComposing || event.keyCode === 229;
}

/** Leaves the page on Escape, as its close button does. */
export function closeOnEscape() {
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && !isComposing(event)) element("close").click();
    });
}
