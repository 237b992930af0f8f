// Keeps one swipe or press from counting twice.

import { region } from "./page-state.js";

/** How long presses are ignored: a second one so soon is not meant for the next card. */
const duration = 250;
/** How long even a swipe is ignored: within this time the screen takes one touch for two. */
const bounce = 80;

/** Ignores pointers for a moment after each answer given with one; keys never wait. */
export class PointerGuard {
    /** Whether the running action was started with a pointer. */
    isPointerAction = false;
    #until = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    get isBlocking() {
        return performance.now() < this.#until;
    }

    /** Whether a touch may still be the one that gave the last answer. */
    get isBouncing() {
        return performance.now() < this.#until - duration + bounce;
    }

    block() {
        const buttons = region.querySelectorAll(".answers button");
        this.#until = performance.now() + duration;
        region.toggleAttribute("data-locked", true);
        for (const button of buttons) button.setAttribute("aria-disabled", "true");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            region.removeAttribute("data-locked");
            for (const button of buttons) button.removeAttribute("aria-disabled");
        }, duration);
    }

    /**
     * @template T
     * @param {() => T} action
     */
    run(action, isPointer = true) {
        this.isPointerAction = isPointer;
        const value = action();
        this.isPointerAction = false;
        return value;
    }

    /**
     * Runs an action when a button is pressed, except by a pointer that is ignored.
     * @param {string} id
     * @param {() => void} action
     */
    onPress(id, action, { blocks = true } = {}) {
        document.getElementById(id)?.addEventListener("click", (event) => {
            const isPointer = event.detail > 0;
            if (isPointer && this.isBlocking) return;
            this.run(action, isPointer);
            if (isPointer && blocks) this.block();
        });
    }
}
