// Keeps one swipe or press from counting twice.

import { region } from "./rooms.js";

/** After a card has left, a pointer that is still moving does not mean the next one. */
const duration = 250;

/** Closed to pointers for a moment after each answer by hand; keys never wait for it. */
export class Lock {
    #until = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #opening;

    get isClosed() {
        return performance.now() < this.#until;
    }

    close() {
        const buttons = region.querySelectorAll(".answers button");
        this.#until = performance.now() + duration;
        region.toggleAttribute("data-locked", true);
        for (const button of buttons) button.setAttribute("aria-disabled", "true");
        clearTimeout(this.#opening);
        this.#opening = setTimeout(() => {
            region.removeAttribute("data-locked");
            for (const button of buttons) button.removeAttribute("aria-disabled");
        }, duration);
    }
}
