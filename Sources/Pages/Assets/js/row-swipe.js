// Gestures on a row of the list: a swipe to the left deletes it, to the right edits it, and a long press selects it.

import { part } from "./page.js";
import { menuOf } from "./rows.js";

/** The distance in pixels from which a swipe counts. */
const swipeDistance = 72;
/** The distance in pixels from which a press is a drag. */
const dragThreshold = 8;
/** The duration of a long press, in milliseconds. */
const longPress = 500;

/** @type {Element | undefined} the row whose last gesture was a swipe or a long press */
let gestureRow;

/**
 * @typedef {object} RowActions
 * @property {() => boolean} isSwiping whether rows can be swiped now
 * @property {(row: HTMLElement) => void} remove
 * @property {(row: HTMLElement) => void} edit
 * @property {(row: HTMLElement) => void} select
 */

/**
 * Listens to gestures on the rows below an element.
 * @param {HTMLElement} list
 * @param {RowActions} actions
 */
export function listenToRowGestures(list, actions) {
    list.addEventListener("pointerdown", (event) => begin(event, actions));
    // The pointer event that ends a swipe or a long press is no click, and opens no context menu.
    for (const name of ["click", "contextmenu"]) {
        list.addEventListener(
            name,
            (event) => {
                const row = /** @type {HTMLElement} */ (event.target).closest("li");
                // A click by key has no count.
                if (row !== gestureRow || !row || !event.isTrusted || (event instanceof MouseEvent && name === "click" && !event.detail)) return;
                event.preventDefault();
                event.stopPropagation();
            },
            { capture: true },
        );
    }
}

/**
 * @param {PointerEvent} down
 * @param {RowActions} meanings
 */
function begin(down, { isSwiping, remove, edit, select }) {
    gestureRow = undefined;
    const target = /** @type {HTMLElement} */ (down.target);
    const row = target.closest("li");
    if (!row || down.pointerType === "mouse" || target.closest(".row-menu, .pick")) return;
    const swipes = isSwiping();
    let dx = 0;
    let isPressed = false;
    const timer = setTimeout(() => {
        isPressed = true;
        gestureRow = row;
        select(row);
    }, longPress);
    const follow = (/** @type {PointerEvent} */ move) => {
        if (move.pointerId !== down.pointerId || isPressed) return;
        dx = move.clientX - down.clientX;
        if (Math.hypot(dx, move.clientY - down.clientY) > dragThreshold) clearTimeout(timer);
        if (!swipes || Math.abs(dx) <= dragThreshold) return;
        gestureRow = row;
        row.dataset.swiped = "yes";
        row.style.setProperty("--dx", `${dx}`);
        row.dataset.action = Math.abs(dx) < swipeDistance ? "" : dx < 0 ? "delete" : "edit";
        // The label from the row's own menu.
        row.dataset.words = row.dataset.action && (part(menuOf(row), dx < 0 ? "button" : "a").textContent ?? "").trim();
    };
    const end = (/** @type {PointerEvent} */ up) => {
        if (up.pointerId !== down.pointerId) return;
        clearTimeout(timer);
        for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.removeEventListener(name, end);
        document.removeEventListener("pointermove", follow);
        const counts = swipes && !isPressed && up.type === "pointerup" && Math.abs(dx) >= swipeDistance;
        delete row.dataset.swiped;
        delete row.dataset.action;
        if (counts && dx < 0) return remove(row);
        row.style.removeProperty("--dx");
        if (counts) edit(row);
    };
    document.addEventListener("pointermove", follow);
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(name, end);
}
