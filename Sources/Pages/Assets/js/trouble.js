// What went wrong, above a form about the lock.

import { element, part } from "./page.js";

/**
 * Says it, to eyes and to a screen reader; nothing, to take it back.
 * @param {string} words
 */
export function tell(words) {
    const place = element("trouble");
    part(place, "span").textContent = words;
    place.hidden = !words;
}
