// Reads a finger or a mouse on the top card: a tap, a long press, a drag, a flick.

import { Card } from "./card.js";
import { threshold } from "./movable.js";

/** @typedef {import("./types.js").Direction} Direction */

/** How far a pointer wanders before a press is a drag. */
const slop = 6;
/** How long a press lasts before it lifts the card. */
const longPress = 450;
/** A flick is this fast, in pixels a millisecond, and goes at least so far. */
const flick = { speed: 0.5, distance: 24 };
/** Speed is that of the last so many milliseconds. */
const memory = 80;

/**
 * What the table lends to the hand.
 * @typedef {{
 *     card(): Card | undefined,
 *     tap(): void,
 *     commit(direction: Direction, speed: import("./movable.js").Speed): boolean
 * }} Table
 * `card` gives the card that takes gestures just now; `commit` says whether the card leaves
 */

/**
 * One press, from its beginning to its end.
 * @typedef {{
 *     id: number, card: Card, x: number, y: number, isDrag: boolean, isLifted: boolean,
 *     grip: {dx: number, dy: number}, trail: {t: number, x: number, y: number}[],
 *     timer: ReturnType<typeof setTimeout>
 * }} Press
 */

/** Gestures on whatever card lies on top of the stack. */
export class Hand {
    #stack;
    #table;
    /** @type {Press | undefined} */
    #press;
    /** Whether the click that follows a press was part of a drag. */
    #isSpent = false;

    /**
     * @param {HTMLElement} stack
     * @param {Table} table
     */
    constructor(stack, table) {
        this.#stack = stack;
        this.#table = table;
        stack.addEventListener("pointerdown", (event) => this.#begin(event));
        stack.addEventListener("pointermove", (event) => this.#follow(event));
        stack.addEventListener("pointerup", (event) => this.#end(event));
        stack.addEventListener("pointercancel", (event) => this.#cancel(event));
        // A tap, or the keyboard or a screen reader on the card's button.
        stack.addEventListener("click", (event) => {
            if (event.detail === 0 || !this.#isSpent) this.#table.tap();
        });
        stack.addEventListener("contextmenu", (event) => {
            if (this.#press?.isLifted || this.#press?.isDrag) event.preventDefault();
        });
        stack.addEventListener("dragstart", (event) => event.preventDefault());
    }

    /** @param {PointerEvent} event */
    #begin(event) {
        this.#isSpent = false;
        if (this.#press || !event.isPrimary || event.button !== 0) return;
        const card = this.#table.card();
        if (!card || !isOn(card, event)) {
            this.#isSpent = true;
            return;
        }
        const { pointerId: id, clientX: x, clientY: y } = event;
        const trail = [{ t: event.timeStamp, x, y }];
        const timer = setTimeout(() => this.#lift(), longPress);
        // From here on the pointer is ours, even where it leaves the card.
        this.#stack.setPointerCapture(id);
        this.#press = { id, card, x, y, isDrag: false, isLifted: false, grip: { dx: 0, dy: 0 }, trail, timer };
    }

    #lift() {
        if (!this.#press) return;
        this.#press.isLifted = true;
        this.#press.card.lift(true);
    }

    /** @param {PointerEvent} event */
    #follow(event) {
        const press = this.#press;
        if (press?.id !== event.pointerId) return;
        if (this.#table.card() !== press.card) {
            this.#forget();
            return;
        }
        const dx = event.clientX - press.x;
        const dy = event.clientY - press.y;
        if (!press.isDrag) {
            const isBeyond = Math.hypot(dx, dy) > slop;
            const isOurs = press.card.isVertical || Math.abs(dx) > Math.abs(dy);
            if (!isBeyond || !(isOurs || press.isLifted)) {
                if (isBeyond) clearTimeout(press.timer);
                return;
            }
            clearTimeout(press.timer);
            press.isDrag = true;
            press.grip = press.card.grab();
        }
        press.trail.push({ t: event.timeStamp, x: event.clientX, y: event.clientY });
        press.card.move(press.grip.dx + dx, press.grip.dy + dy);
    }

    /** @param {PointerEvent} event */
    #end(event) {
        const press = this.#press;
        if (press?.id !== event.pointerId) return;
        this.#isSpent = press.isDrag || press.isLifted;
        this.#forget({ isHeld: true });
        if (!press.isDrag) {
            press.card.lift(false);
            return;
        }
        const dx = press.grip.dx + event.clientX - press.x;
        const dy = press.grip.dy + event.clientY - press.y;
        press.trail.push({ t: event.timeStamp, x: event.clientX, y: event.clientY });
        const speed = speedOf(press.trail);
        const direction = press.card.wayOf(dx, dy);
        const isUpright = direction === "up" || direction === "down";
        const [way, pace] = isUpright ? [dy, speed.y] : [dx, speed.x];
        const isFlick = Math.sign(way) * pace >= flick.speed && Math.abs(way) >= flick.distance;
        const counts = this.#table.card() === press.card && (Math.abs(way) >= threshold || isFlick);
        if (!counts || !this.#table.commit(direction, speed)) press.card.release();
    }

    /**
     * The browser has taken the gesture for its own, to scroll or to zoom.
     * @param {PointerEvent} event
     */
    #cancel(event) {
        const press = this.#press;
        if (press?.id !== event.pointerId) return;
        this.#forget();
    }

    /** Ends the press; the card goes back to the stack unless it is still in the hand. */
    #forget({ isHeld = false } = {}) {
        const press = this.#press;
        if (!press) return;
        clearTimeout(press.timer);
        this.#press = undefined;
        if (isHeld) return;
        if (press.isDrag && this.#table.card() === press.card) press.card.release();
        press.card.lift(false);
    }
}

/**
 * Whether the press is on the card itself, and not on a control that lies on it.
 * @param {Card} card
 * @param {PointerEvent} event
 */
function isOn(card, event) {
    // A card in HTML has controls in a shadow of its own.
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const isControl = target.closest?.("a, input, summary, button:not(.face-hit)");
    return card.element.contains(/** @type {Element} */ (event.target)) && !isControl;
}

/**
 * Pixels a millisecond over the end of a trail.
 * @param {{t: number, x: number, y: number}[]} trail
 */
function speedOf(trail) {
    const last = trail[trail.length - 1];
    const first = trail.find(({ t }) => last.t - t <= memory) ?? last;
    const time = Math.max(1, last.t - first.t);
    return { x: (last.x - first.x) / time, y: (last.y - first.y) / time };
}
