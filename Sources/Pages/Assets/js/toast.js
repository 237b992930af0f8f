// Shows under the cards how an answer given by pointer was recorded, and offers to undo it.

import { afterFrame } from "./motion.js";
import { element, part } from "./page.js";

/** How long the offer stays, in milliseconds. The undo button of the toolbar stays. */
const duration = 5000;

/** One line that comes and goes. It is never announced, because the toolbar and the keys offer the same. */
export class Toast {
    #line = element("taken");
    /** @type {string | undefined} the message that is shown, or about to be */
    #message;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {() => void} undo */
    constructor(undo) {
        part(this.#line, "button").addEventListener("click", undo);
    }

    /**
     * Shows the offer once the card is leaving.
     * @param {string} words
     */
    offer(words) {
        this.#message = words;
        afterFrame().then(() => {
            if (this.#message === undefined) return;
            part(this.#line, "span").textContent = this.#message;
            this.#line.hidden = false;
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.hide(), duration);
        });
    }

    hide() {
        this.#message = undefined;
        clearTimeout(this.#timer);
        this.#line.hidden = true;
    }
}
