// Says on the map what was done, with the way back, or why it was not.

import { copy, part } from "./page.js";
import { Refusal, reason } from "./user-error.js";
import { phrase } from "./phrases.js";

/**
 * Shows what was done, with the way back.
 * @param {{undo?: string, says?: string}} done
 */
export function tell({ undo, says }) {
    clear();
    if (!undo || !says) return;
    const note = copy("done-template");
    /** @type {HTMLInputElement} */ (part(note, "[name=id]")).value = undo;
    write(note, says);
}

/**
 * Shows why nothing was done.
 * @param {unknown} error
 */
export function complain(error) {
    clear();
    const note = copy("done-template");
    part(note, "button").remove();
    write(note, error instanceof Refusal ? reason(error) : phrase("Omena cannot be reached right now."));
}

function clear() {
    document.getElementById("done")?.remove();
}

/**
 * The words come after their line, which a screen reader must know already.
 * @param {HTMLElement} note
 * @param {string} words
 */
function write(note, words) {
    part(document, ".map-section").append(note);
    part(note, "p").textContent = words;
}
