// The list of decks: remembers what is folded, and counts what is ticked.

import { replaceKeepingFocus } from "./focus.js";
import { isLockable } from "./lockable.js";
import { element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { space } from "./site.js";

/** The most decks that one session may have. */
const maxDecks = 100;

/** The list of decks on the page, which can be replaced by a newer one. */
export class Decks {
    #key;

    /** @param {{library: string}} place */
    constructor({ library }) {
        this.#key = `${space} folds ${library}`;
    }

    /** Restores the folds, and listens to the list from now on. */
    connect() {
        const list = document.querySelector("#choice");
        if (!(list instanceof HTMLFormElement)) return;
        const folds = this.#read();
        for (const fold of list.querySelectorAll("details")) {
            const name = fold.dataset.deck ?? "";
            if (name in folds) fold.open = folds[name];
            // By the time of the toggle event the page may be gone; the click comes before it.
            part(fold, "summary").addEventListener("click", () => this.#store(name, !fold.open));
        }
        list.addEventListener("change", updateCount);
        list.addEventListener("reset", () => {
            // The bar disappears with its button.
            if (part(list, ".chosen").contains(document.activeElement)) {
                const shown = boxes(list).filter((box) => !box.closest("details:not([open])"));
                (shown.find((box) => box.checked) ?? shown[0])?.focus();
            }
            setTimeout(updateCount);
        });
        // After going back, the browser restores the ticks.
        updateCount();
    }

    /**
     * Replaces the list on the page with a newer one and keeps its ticks, what is typed to search for, and the focus.
     * @param {HTMLElement} older
     * @param {HTMLElement} newer
     */
    replace(older, newer) {
        const ticked = new Set(boxes(older).filter((box) => box.checked).map(keyOf));
        for (const box of boxes(newer)) box.checked = ticked.has(keyOf(box));
        replaceKeepingFocus(older, () => {
            const [search, newSearch] = [older, newer].map((list) => list.querySelector(".deck-search"));
            if (search) newSearch?.replaceWith(search);
            older.replaceWith(newer);
            this.connect();
            return newer;
        });
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
    #store(name, isOpen) {
        // The folds are stored under the names of decks, which are secret in a lockable library.
        if (isLockable) return;
        try {
            localStorage.setItem(this.#key, JSON.stringify({ ...this.#read(), [name]: isOpen }));
        } catch {
            // Without storage the list opens as the server wrote it.
        }
    }
}

/** @param {ParentNode} root */
function boxes(root) {
    return /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input[type=checkbox]")]);
}

/** @param {HTMLInputElement} box */
function keyOf(box) {
    return `${box.name} ${box.value}`;
}

/** Shows how many decks are ticked, and whether these are too many. */
function updateCount() {
    const list = element("choice");
    const ticked = boxes(list).filter((box) => box.checked).length;
    const isTooMuch = ticked > maxDecks;
    element("chosen").textContent = isTooMuch ? phrase("%lld selected. You can study at most %lld together.", ticked, maxDecks) : phrase("%lld selected", ticked);
    for (const button of part(list, ".chosen").querySelectorAll("button[type=submit]")) {
        /** @type {HTMLButtonElement} */ (button).disabled = isTooMuch;
    }
}
