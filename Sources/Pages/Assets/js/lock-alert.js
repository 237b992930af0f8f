// Errors above a form about the lock or a passkey.

import { element, part } from "./page.js";

/**
 * Shows and announces an error; an empty text removes it, but not its place: the learner may be about to press what is below.
 * @param {string} words
 */
export function showLockAlert(words) {
    const alert = element("lock-alert");
    alert.hidden = !words;
    if (!words) return;
    part(alert, "span").textContent = words;
    alert.dataset.reserved = "";
    // The button that was pressed may be far below it.
    alert.scrollIntoView({ block: "nearest" });
}
