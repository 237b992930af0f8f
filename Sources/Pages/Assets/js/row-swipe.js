// A finger on a row of the list: along it to the left deletes, to the right edits; held still it ticks the row.

import { part } from "./page.js";
import { menu } from "./rows.js";

/** How far a row is swiped before it means something, in pixels. */
const reach = 72;
/** How far a finger moves before it is no press any more. */
const still = 8;
/** How long a press is, in milliseconds. */
const long = 500;

/** @type {Element | undefined} the row on which a swipe or a long press was the last thing that a pointer did */
let ended;

/**
 * @typedef {object} Meanings
 * @property {() => boolean} isSwiping whether rows can be swiped now
 * @property {(row: HTMLElement) => void} remove
 * @property {(row: HTMLElement) => void} edit
 * @property {(row: HTMLElement) => void} press
 */

/**
 * Follows fingers on the rows below an element.
 * @param {HTMLElement} place
 * @param {Meanings} meanings
 */
export function followFingers(place, meanings) {
    place.addEventListener("pointerdown", (event) => begin(event, meanings));
    // What ended a swipe or a long press is no click, and no menu of the browser's.
    for (const name of ["click", "contextmenu"]) {
        place.addEventListener(
            name,
            (event) => {
                const row = /** @type {HTMLElement} */ (event.target).closest("li");
                // A key's click has no count.
                if (row !== ended || !row || !event.isTrusted || (event instanceof MouseEvent && name === "click" && !event.detail)) return;
                event.preventDefault();
                event.stopPropagation();
            },
            { capture: true },
        );
    }
}

/**
 * @param {PointerEvent} down
 * @param {Meanings} meanings
 */
function begin(down, { isSwiping, remove, edit, press }) {
    ended = undefined;
    const target = /** @type {HTMLElement} */ (down.target);
    const row = target.closest("li");
    if (!row || down.pointerType === "mouse" || target.closest(".row-menu, .pick")) return;
    const swipes = isSwiping();
    let dx = 0;
    let isPressed = false;
    const waiting = setTimeout(() => {
        isPressed = true;
        ended = row;
        press(row);
    }, long);
    const follow = (/** @type {PointerEvent} */ move) => {
        if (move.pointerId !== down.pointerId || isPressed) return;
        dx = move.clientX - down.clientX;
        if (Math.hypot(dx, move.clientY - down.clientY) > still) clearTimeout(waiting);
        if (!swipes || Math.abs(dx) <= still) return;
        ended = row;
        row.dataset.swiped = "yes";
        row.style.setProperty("--dx", `${dx}`);
        row.dataset.way = Math.abs(dx) < reach ? "" : dx < 0 ? "delete" : "edit";
        // What the row's own menu calls it.
        row.dataset.words = row.dataset.way && (part(menu(row), dx < 0 ? "button" : "a").textContent ?? "").trim();
    };
    const end = (/** @type {PointerEvent} */ up) => {
        if (up.pointerId !== down.pointerId) return;
        clearTimeout(waiting);
        for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.removeEventListener(name, end);
        document.removeEventListener("pointermove", follow);
        const isMeant = swipes && !isPressed && up.type === "pointerup" && Math.abs(dx) >= reach;
        delete row.dataset.swiped;
        delete row.dataset.way;
        if (isMeant && dx < 0) return remove(row);
        row.style.removeProperty("--dx");
        if (isMeant) edit(row);
    };
    document.addEventListener("pointermove", follow);
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(name, end);
}
