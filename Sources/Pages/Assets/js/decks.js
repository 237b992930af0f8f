// The list of decks: what is folded away stays so, and what is ticked is counted.

import { isLockable } from "./lockable.js";
import { element, part } from "./page.js";
import { phrase } from "./phrases.js";

/** The most that one session may be about. */
const most = 100;

/** The list of decks on the page, which may take the place of an older one. */
export class Decks {
    #key;

    /** @param {{library: string}} place */
    constructor({ library }) {
        this.#key = `omena folds ${library}`;
    }

    /** Brings the list to where it was left, and follows it from now on. */
    follow() {
        const list = document.querySelector("#choice");
        if (!(list instanceof HTMLFormElement)) return;
        const folds = this.#read();
        for (const fold of list.querySelectorAll("details")) {
            const name = fold.dataset.deck ?? "";
            if (name in folds) fold.open = folds[name];
            // A toggle is told of when the page may be gone already; the click comes before it.
            part(fold, "summary").addEventListener("click", () => this.#keep(name, !fold.open));
        }
        list.addEventListener("change", count);
        list.addEventListener("reset", () => setTimeout(count));
        // A page that is gone back to has its ticks still.
        count();
    }

    /**
     * Puts a list that was written now in the place of the one on the page, with its ticks.
     * @param {HTMLElement} older
     * @param {HTMLElement} newer
     */
    replace(older, newer) {
        const ticked = new Set(boxes(older).filter((box) => box.checked).map(says));
        for (const box of boxes(newer)) box.checked = ticked.has(says(box));
        older.replaceWith(newer);
        this.follow();
    }

    /** @returns {Record<string, boolean>} */
    #read() {
        try {
            return JSON.parse(localStorage.getItem(this.#key) ?? "{}");
        } catch {
            return {};
        }
    }

    /**
     * @param {string} name
     * @param {boolean} isOpen
     */
    #keep(name, isOpen) {
        // What is kept are the names of decks.
        if (isLockable) return;
        try {
            localStorage.setItem(this.#key, JSON.stringify({ ...this.#read(), [name]: isOpen }));
        } catch {
            // Where nothing can be kept the list opens as it was written.
        }
    }
}

/** @param {ParentNode} root */
function boxes(root) {
    return /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input[type=checkbox]")]);
}

/** @param {HTMLInputElement} box */
function says(box) {
    return `${box.name} ${box.value}`;
}

/** Says how much is ticked, and that it is too much where it is. */
function count() {
    const list = element("choice");
    const ticked = boxes(list).filter((box) => box.checked).length;
    const isTooMuch = ticked > most;
    element("chosen").textContent = isTooMuch ? phrase("%lld ticked: at most %lld go together", ticked, most) : phrase("%lld ticked", ticked);
    for (const button of part(list, ".chosen").querySelectorAll("button[type=submit]")) {
        /** @type {HTMLButtonElement} */ (button).disabled = isTooMuch;
    }
}
