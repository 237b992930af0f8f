// Shows on the map what was done, with an undo button, or why it was not.

import { cloneTemplate, part } from "./page.js";
import { phrase } from "./phrases.js";
import { errorMessage, UserError } from "./user-error.js";

/**
 * Shows what was done, with an undo button.
 * @param {{undo?: string, says?: string}} done
 */
export function showDone({ undo, says }) {
    clear();
    if (!undo || !says) return;
    const note = cloneTemplate("done-template");
    /** @type {HTMLInputElement} */ (part(note, "[name=id]")).value = undo;
    write(note, says);
}

/**
 * Shows why nothing was done.
 * @param {unknown} error
 */
export function showFailure(error) {
    clear();
    const note = cloneTemplate("done-template");
    part(note, "button").remove();
    write(note, error instanceof UserError ? errorMessage(error) : phrase("Omena can’t be reached right now."));
}

function clear() {
    document.getElementById("done")?.remove();
}

/**
 * The text is set after its line is in the page, so that screen readers announce it.
 * @param {HTMLElement} note
 * @param {string} words
 */
function write(note, words) {
    part(document, ".map-section").append(note);
    part(note, "p").textContent = words;
}
