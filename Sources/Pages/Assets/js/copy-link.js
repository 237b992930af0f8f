// The button beside a link that copies it.

import { announce } from "./page.js";
import { phrase } from "./phrases.js";

const link = document.getElementById("link-address");
const copy = document.getElementById("copy");

/** Shows the button, where there is one and the browser lets pages copy. */
export function offerCopying() {
    if (!copy || !(link instanceof HTMLInputElement)) return;
    if (!navigator.clipboard) return copy.remove();
    copy.hidden = false;
    copy.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(link.value);
        } catch {
            // Not allowed here; selected, it can be copied by key.
            return link.select();
        }
        copy.textContent = phrase("Copied");
        announce(phrase("Copied"));
    });
}
