// How a card moves: with the finger, back to the stack, off the screen, and onto the stack again.

import { fade, prefersReducedMotion, springMotion, throwMotion } from "./motion.js";
import { part, setInert } from "./page.js";

/** @typedef {import("./types.js").Direction} Direction */
/**
 * What a release would mean: a word with an icon, and the colour that goes with it.
 * @typedef {{kind: "right" | "wrong" | "hard" | "easy" | "plain", word: string, icon?: string}} SwipeLabel
 * @typedef {Partial<Record<Direction, SwipeLabel>>} SwipeLabels
 * @typedef {{x: number, y: number}} Speed in pixels a millisecond
 */

/** The distance in pixels from which a release counts. */
export const threshold = 100;

const unitVectors = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } };
/** @type {Speed} the speed of a card that is not thrown */
export const noSpeed = { x: 0, y: 0 };
const centre = { translate: "0px 0px", rotate: "0deg" };

/** An element that can be dragged; its colour and word show what a release would mean. */
export class Movable {
    element;
    #labels;
    #tints;
    /** @type {SwipeLabels} */
    #swipeLabels = {};
    #dx = 0;
    #dy = 0;
    /** @type {Animation[]} */
    #running = [];

    /** @param {HTMLElement} element */
    constructor(element) {
        this.element = element;
        this.#labels = [...element.querySelectorAll(".pull-label")].map((label) => /** @type {HTMLElement} */ (label));
        this.#tints = [...element.querySelectorAll(".tint")].map((tint) => /** @type {HTMLElement} */ (tint));
    }

    /** What a release to each side would mean. */
    set swipeLabels(/** @type {SwipeLabels} */ signs) {
        this.#swipeLabels = signs;
        for (const label of this.#labels) {
            const sign = signs[/** @type {Direction} */ (label.dataset.direction)];
            label.className = `pull-label ${sign?.kind ?? "none"}`;
            part(label, "b").textContent = sign?.word ?? "";
            label.querySelector("use")?.setAttribute("href", sign?.icon ?? "");
        }
    }

    get swipeLabels() {
        return this.#swipeLabels;
    }

    /** Whether it can be dragged up and down: it has labels for that, and the face does not scroll. */
    get isVertical() {
        return this.element.classList.contains("is-vertical");
    }

    /** @param {boolean} isLifted */
    lift(isLifted) {
        this.element.classList.toggle("is-lifted", isLifted);
    }

    /** Grabs the card, even on its way back to the stack; returns its distance from there. */
    grab() {
        if (this.#running.length > 0) {
            const [x, y] = getComputedStyle(this.element).translate.split(" ").map(parseFloat);
            this.#stop();
            this.move(x || 0, y || 0);
        }
        this.element.classList.add("is-dragging");
        return { dx: this.#dx, dy: this.#dy };
    }

    /**
     * Moves the card this far from its place. Only the compositor has work to do.
     * @param {number} dx
     * @param {number} dy
     */
    move(dx, dy) {
        this.#dx = dx;
        this.#dy = dy;
        const { style } = this.element;
        style.translate = `${dx}px ${dy}px`;
        style.rotate = `${tilt(dx)}deg`;
        const { direction } = this;
        const pull = this.#showPullTowards(direction);
        for (const tint of this.#tints) tint.style.opacity = String(pull);
        for (const label of this.#labels) {
            // A label is readable half way to full colour.
            if (label.dataset.direction === direction) label.style.opacity = String(Math.min(1, 2 * pull));
        }
    }

    /** The direction in which the card is dragged farthest. */
    get direction() {
        const isUpright = this.isVertical && Math.abs(this.#dy) > Math.abs(this.#dx);
        return this.directionOf(isUpright ? 0 : this.#dx, isUpright ? this.#dy : 0);
    }

    /**
     * The direction of a movement.
     * @param {number} dx
     * @param {number} dy
     * @returns {Direction}
     */
    directionOf(dx, dy) {
        if (this.isVertical && Math.abs(dy) > Math.abs(dx)) return dy < 0 ? "up" : "down";
        return dx < 0 ? "left" : "right";
    }

    /**
     * How far it is dragged towards a direction, 1 where a release counts.
     * @param {Direction} way
     */
    #showPullTowards(way) {
        this.#showPull(this.#dx === 0 && this.#dy === 0 ? undefined : way);
        if (!this.#swipeLabels[way]) return 0;
        const distance = unitVectors[way].x === 0 ? this.#dy : this.#dx;
        return Math.min(1, Math.abs(distance) / threshold);
    }

    /** Lets the card return to the stack; its colour fades on the way, and never turns into the other one. */
    release() {
        this.lift(false);
        this.element.classList.remove("is-dragging");
        const parts = [...this.#tints, ...this.#labels];
        const opacities = parts.map((sign) => sign.style.opacity || "0");
        const from = this.#pose();
        this.#reset();
        if (prefersReducedMotion()) {
            this.#showPull(undefined);
            return;
        }
        const motion = springMotion();
        const animation = this.element.animate([from, centre], motion);
        const fades = parts.map((sign, n) => sign.animate([{ opacity: opacities[n] }, { opacity: 0 }], motion));
        this.#running = [animation, ...fades];
        animation.onfinish = () => {
            this.#running = [];
            this.#showPull(undefined);
        };
    }

    /**
     * Throws the card off the screen at the speed of the pointer; resolves when it is gone.
     * @param {Direction} direction
     * @param {Speed} speed
     */
    async throwOff(direction, speed) {
        const { element } = this;
        const from = this.#pose();
        // Measured before anything changes, because a later measurement would force a layout.
        const target = this.#offscreen(direction);
        this.#stop();
        this.lift(false);
        setInert(element, true);
        delete element.dataset.depth;
        element.classList.remove("is-dragging");
        element.classList.add("is-leaving");
        this.#showPull(direction);
        for (const sign of [...this.#tints, ...this.#labels]) sign.style.opacity = "1";
        let flight;
        if (prefersReducedMotion()) {
            flight = fade(element, 1, 0);
        } else {
            const { x: ahead, y: down } = unitVectors[direction];
            const distance = Math.abs(ahead === 0 ? target.y - this.#dy : target.x - this.#dx);
            const motion = throwMotion(distance, ahead * speed.x + down * speed.y);
            const drift = (/** @type {number} */ speed) => Math.max(-400, Math.min(400, speed * motion.duration));
            const x = ahead === 0 ? this.#dx + drift(speed.x) : target.x;
            const y = down === 0 ? this.#dy + drift(speed.y) : target.y;
            const to = { translate: `${x}px ${y}px`, rotate: `${tilt(x) * 1.2}deg` };
            flight = element.animate([from, to], { ...motion, fill: "forwards" });
        }
        await flight.finished.catch(() => {});
        element.remove();
    }

    /**
     * Returns to the stack from the side to which it left.
     * @param {Direction} direction
     */
    flyBack(direction) {
        if (prefersReducedMotion()) {
            this.element.animate([{ opacity: 0 }, { opacity: 1 }], 120);
            return;
        }
        const { x, y } = this.#offscreen(direction);
        const from = { translate: `${x}px ${y}px`, rotate: `${tilt(x)}deg` };
        const animation = this.element.animate([from, centre], springMotion());
        this.#running = [animation];
        animation.onfinish = () => (this.#running = []);
    }

    /**
     * The offset of a card that has left the screen.
     * @param {Direction} direction
     */
    #offscreen(direction) {
        const { x, y } = unitVectors[direction];
        const { offsetWidth, offsetHeight } = this.element;
        return { x: x * (innerWidth / 2 + 0.75 * offsetWidth), y: y * (innerHeight / 2 + 0.75 * offsetHeight) };
    }

    /** The current position, as the start of an animation. */
    #pose() {
        const { translate, rotate } = this.element.style;
        return { translate: translate || "0px 0px", rotate: rotate || "0deg" };
    }

    #reset() {
        this.#dx = 0;
        this.#dy = 0;
        this.element.style.translate = "";
        this.element.style.rotate = "";
        for (const sign of [...this.#tints, ...this.#labels]) sign.style.opacity = "";
    }

    #stop() {
        for (const animation of this.#running) animation.cancel();
        this.#running = [];
    }

    /**
     * Shows the colour and the word of a direction.
     * @param {Direction | undefined} way
     */
    #showPull(way) {
        if (this.element.dataset.pull === way) return;
        if (way) this.element.dataset.pull = way;
        else delete this.element.dataset.pull;
        const kind = way && this.#swipeLabels[way]?.kind;
        for (const name of ["right", "wrong", "hard", "easy"]) {
            this.element.classList.toggle(`pull-${name}`, name === kind);
        }
    }
}

/**
 * The angle in degrees by which a card leans at a distance; a wide card leans less.
 * @param {number} dx
 */
function tilt(dx) {
    if (prefersReducedMotion()) return 0;
    const most = wide.matches ? 8 : 20;
    return Math.max(-most, Math.min(most, dx / 5));
}
const wide = matchMedia("(min-width: 48rem), (orientation: landscape) and (max-height: 30em) and (min-width: 40em)");
