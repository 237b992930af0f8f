// Says under the cards what an answer by hand was taken for, and offers the way back.

import { afterFrame } from "./motion.js";
import { element, part } from "./page.js";

/** How long the offer stands. The way back stays in the bar after it. */
const patience = 5000;

/** One line that comes and goes; it never speaks, because the bar and the keys offer the same. */
export class Toast {
    #line = element("taken");
    /** @type {string | undefined} what it says, or is about to */
    #words;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {() => void} undo */
    constructor(undo) {
        part(this.#line, "button").addEventListener("click", undo);
    }

    /**
     * Offers the way back once the card is on its way.
     * @param {string} words
     */
    offer(words) {
        this.#words = words;
        afterFrame().then(() => {
            if (this.#words === undefined) return;
            part(this.#line, "span").textContent = this.#words;
            this.#line.hidden = false;
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.hide(), patience);
        });
    }

    hide() {
        this.#words = undefined;
        clearTimeout(this.#timer);
        this.#line.hidden = true;
    }
}
