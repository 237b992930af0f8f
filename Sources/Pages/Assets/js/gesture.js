// Recognizes gestures of a finger or a mouse on the top card: tap, long press, drag and flick.

import { Card } from "./card.js";
import { threshold } from "./movable.js";

/** @typedef {import("./types.js").Direction} Direction */

/** The distance in pixels at which a press becomes a drag. */
const dragThreshold = 6;
/** The duration after which a press lifts the card, in milliseconds. */
const longPress = 450;
/** The least speed of a flick, in pixels a millisecond, and its least distance. */
const flick = { speed: 0.5, distance: 24 };
/** The period over which speed is measured, in milliseconds. */
const speedWindow = 80;

/**
 * The receiver of the gestures. `card` returns the card that accepts gestures now, `acceptsTaps` whether a press may be
 * a tap or a long one too, `commit` whether the card leaves.
 * @typedef {{
 *     card(): Card | undefined,
 *     acceptsTaps(): boolean,
 *     tap(): void,
 *     commit(direction: Direction, speed: import("./movable.js").Speed): boolean
 * }} GestureTarget
 */

/**
 * One press, from its beginning to its end.
 * @typedef {{
 *     id: number, card: Card, x: number, y: number, isTap: boolean, isDrag: boolean, isLifted: boolean,
 *     grip: {dx: number, dy: number}, trail: {t: number, x: number, y: number}[],
 *     timer: ReturnType<typeof setTimeout>
 * }} Press
 */

/** Recognizes gestures on the top card of the stack. */
export class GestureRecognizer {
    #stack;
    #target;
    /** @type {Press | undefined} */
    #press;
    /** Whether the click that follows a press was part of a drag. */
    #ignoresClick = false;

    /**
     * @param {HTMLElement} stack
     * @param {GestureTarget} target
     */
    constructor(stack, target) {
        this.#stack = stack;
        this.#target = target;
        stack.addEventListener("pointerdown", (event) => this.#begin(event));
        stack.addEventListener("pointermove", (event) => this.#move(event));
        stack.addEventListener("pointerup", (event) => this.#end(event));
        stack.addEventListener("pointercancel", (event) => this.#cancel(event));
        // A tap, or the keyboard or a screen reader on the card's button.
        stack.addEventListener("click", (event) => {
            if (event.detail === 0 || !this.#ignoresClick) this.#target.tap();
        });
        stack.addEventListener("contextmenu", (event) => {
            if (this.#press?.isLifted || this.#press?.isDrag) event.preventDefault();
        });
        stack.addEventListener("dragstart", (event) => event.preventDefault());
    }

    /** @param {PointerEvent} event */
    #begin(event) {
        this.#ignoresClick = false;
        if (this.#press || !event.isPrimary || event.button !== 0) return;
        const card = this.#target.card();
        if (!card || !isOn(card, event)) {
            this.#ignoresClick = true;
            return;
        }
        const { pointerId: id, clientX: x, clientY: y } = event;
        const trail = [{ t: event.timeStamp, x, y }];
        const timer = setTimeout(() => this.#lift(), longPress);
        // From now on the pointer is captured, even where it leaves the card.
        this.#stack.setPointerCapture(id);
        const isTap = this.#target.acceptsTaps();
        this.#press = { id, card, x, y, isTap, isDrag: false, isLifted: false, grip: { dx: 0, dy: 0 }, trail, timer };
    }

    #lift() {
        if (!this.#press) return;
        this.#press.isLifted = true;
        this.#press.card.lift(true);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const press = this.#press;
        if (press?.id !== event.pointerId) return;
        if (this.#target.card() !== press.card) {
            this.#endPress();
            return;
        }
        const dx = event.clientX - press.x;
        const dy = event.clientY - press.y;
        if (!press.isDrag) {
            const isBeyond = Math.hypot(dx, dy) > dragThreshold;
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
        this.#ignoresClick = press.isDrag || press.isLifted || !press.isTap;
        this.#endPress({ isHeld: true });
        if (!press.isDrag) {
            press.card.lift(false);
            return;
        }
        const dx = press.grip.dx + event.clientX - press.x;
        const dy = press.grip.dy + event.clientY - press.y;
        press.trail.push({ t: event.timeStamp, x: event.clientX, y: event.clientY });
        const speed = speedOf(press.trail);
        const direction = press.card.directionOf(dx, dy);
        const isUpright = direction === "up" || direction === "down";
        const [way, pace] = isUpright ? [dy, speed.y] : [dx, speed.x];
        const isFlick = Math.sign(way) * pace >= flick.speed && Math.abs(way) >= flick.distance;
        const counts = this.#target.card() === press.card && (Math.abs(way) >= threshold || isFlick);
        if (!counts || !this.#target.commit(direction, speed)) press.card.release();
    }

    /**
     * The browser has taken over the gesture, to scroll or to zoom.
     * @param {PointerEvent} event
     */
    #cancel(event) {
        const press = this.#press;
        if (press?.id !== event.pointerId) return;
        this.#endPress();
    }

    /** Ends the press; the card goes back to the stack unless it is still held. */
    #endPress({ isHeld = false } = {}) {
        const press = this.#press;
        if (!press) return;
        clearTimeout(press.timer);
        this.#press = undefined;
        if (isHeld) return;
        if (press.isDrag && this.#target.card() === press.card) press.card.release();
        press.card.lift(false);
    }
}

/**
 * Whether the press is on the card itself, and not on a control of it.
 * @param {Card} card
 * @param {PointerEvent} event
 */
function isOn(card, event) {
    // The controls of an HTML card are in its shadow root.
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const isControl = target.closest?.("a, input, summary, button:not(.face-hit)");
    return card.element.contains(/** @type {Element} */ (event.target)) && !isControl;
}

/**
 * The speed over the end of a trail.
 * @param {{t: number, x: number, y: number}[]} trail
 */
function speedOf(trail) {
    const last = trail[trail.length - 1];
    const first = trail.find(({ t }) => last.t - t <= speedWindow) ?? last;
    const time = Math.max(1, last.t - first.t);
    return { x: (last.x - first.x) / time, y: (last.y - first.y) / time };
}
