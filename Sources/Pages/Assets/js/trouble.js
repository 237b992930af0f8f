// Errors above a form about the lock.

import { element, part } from "./page.js";

/**
 * Shows and announces an error; an empty text removes it.
 * @param {string} words
 */
export function showTrouble(words) {
    const alert = element("trouble");
    part(alert, "span").textContent = words;
    alert.hidden = !words;
    // The button that was pressed may be far below it.
    if (words) alert.scrollIntoView({ block: "nearest" });
}
