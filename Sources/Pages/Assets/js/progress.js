// Shows how far a session has come.

import { announce, element } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./session-state.js").SessionState} SessionState */

/**
 * @param {SessionState} session
 * @param {boolean} hasChange whether something other than an answer can be undone
 */
export function showProgress({ answered, total, canUndo }, hasChange) {
    const progress = document.getElementById("progress");
    progress?.style.setProperty("--p", String(total === 0 ? 0 : answered / total));
    progress?.setAttribute("aria-label", phrase("%lld of %@ done", answered, phrase("%lld cards", total)));
    element("deck").setAttribute("aria-label", phrase("Card %lld of %lld", Math.min(answered + 1, total), total));
    document.getElementById("undo")?.setAttribute("aria-disabled", String(!canUndo && !hasChange));
}

/**
 * Announces that half of the cards are done; those that wait for a step to end are not part of the whole, because it grows with each.
 * @param {SessionState} session
 */
export function announceHalfway({ answered, toGo, isOver }) {
    const total = answered + toGo;
    if (!document.getElementById("progress") || total < 10 || isOver || answered !== Math.floor(total / 2)) return;
    announce(phrase("Halfway: %lld of %lld cards done.", answered, total));
}
