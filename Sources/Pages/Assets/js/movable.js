// How a card moves: with the finger, back to the stack, off the table, and onto it again.

import { fade, isStill, settling, throwing } from "./motion.js";
import { part, setAway } from "./page.js";

/** @typedef {import("./types.js").Direction} Direction */
/**
 * What a release would mean: a word with its icon, and the colour that goes with it.
 * @typedef {{kind: "right" | "wrong" | "hard" | "easy" | "plain", word: string, icon?: string}} Sign
 * @typedef {Partial<Record<Direction, Sign>>} Signs
 * @typedef {{x: number, y: number}} Speed in pixels a millisecond
 */

/** How far a card is pulled until its release counts. */
export const threshold = 100;

/** Where each direction points. */
const ways = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } };
/** @type {Speed} the speed of a card that no pointer throws */
export const noSpeed = { x: 0, y: 0 };
const still = { translate: "0px 0px", rotate: "0deg" };

/** What can be dragged; colour and word say what a release would mean. */
export class Movable {
    element;
    #labels;
    #tints;
    /** @type {Signs} */
    #signs = {};
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
    set signs(/** @type {Signs} */ signs) {
        this.#signs = signs;
        for (const label of this.#labels) {
            const sign = signs[/** @type {Direction} */ (label.dataset.way)];
            label.className = `pull-label ${sign?.kind ?? "none"}`;
            part(label, "b").textContent = sign?.word ?? "";
            label.querySelector("use")?.setAttribute("href", sign?.icon ?? "");
        }
    }

    get signs() {
        return this.#signs;
    }

    /** Whether it can be pulled up and down: its signs say so, and the face does not scroll. */
    get isVertical() {
        return this.element.classList.contains("is-vertical");
    }

    /** @param {boolean} isLifted */
    lift(isLifted) {
        this.element.classList.toggle("is-lifted", isLifted);
    }

    /** Takes the card in the hand, on its way back to the stack too; says how far from it that is. */
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
     * Holds the card so far from its place. Only the compositor has work to do.
     * @param {number} dx
     * @param {number} dy
     */
    move(dx, dy) {
        this.#dx = dx;
        this.#dy = dy;
        const { style } = this.element;
        style.translate = `${dx}px ${dy}px`;
        style.rotate = `${tilt(dx)}deg`;
        const { way } = this;
        const pull = this.#pull(way);
        for (const tint of this.#tints) tint.style.opacity = String(pull);
        for (const label of this.#labels) {
            // A label can be read half way to where the colour is full.
            if (label.dataset.way === way) label.style.opacity = String(Math.min(1, 2 * pull));
        }
    }

    /** The direction in which the card is pulled most. */
    get way() {
        const isUpright = this.isVertical && Math.abs(this.#dy) > Math.abs(this.#dx);
        return this.wayOf(isUpright ? 0 : this.#dx, isUpright ? this.#dy : 0);
    }

    /**
     * The direction of a movement.
     * @param {number} dx
     * @param {number} dy
     * @returns {Direction}
     */
    wayOf(dx, dy) {
        if (this.isVertical && Math.abs(dy) > Math.abs(dx)) return dy < 0 ? "up" : "down";
        return dx < 0 ? "left" : "right";
    }

    /**
     * How far it is pulled towards a direction, 1 where a release counts.
     * @param {Direction} way
     */
    #pull(way) {
        this.#lean(this.#dx === 0 && this.#dy === 0 ? undefined : way);
        if (!this.#signs[way]) return 0;
        const distance = ways[way].x === 0 ? this.#dy : this.#dx;
        return Math.min(1, Math.abs(distance) / threshold);
    }

    /** Lets the card go back to the stack; its colour fades as it goes, and never turns into the other one. */
    release() {
        this.lift(false);
        this.element.classList.remove("is-dragging");
        const signs = [...this.#tints, ...this.#labels];
        const shown = signs.map((sign) => sign.style.opacity || "0");
        const from = this.#pose();
        this.#rest();
        if (isStill()) {
            this.#lean(undefined);
            return;
        }
        const motion = settling();
        const way = this.element.animate([from, still], motion);
        const fades = signs.map((sign, n) => sign.animate([{ opacity: shown[n] }, { opacity: 0 }], motion));
        this.#running = [way, ...fades];
        way.onfinish = () => {
            this.#running = [];
            this.#lean(undefined);
        };
    }

    /**
     * Throws the card off the table, at the speed that it has; it is gone when the promise is kept.
     * @param {Direction} direction
     * @param {Speed} speed
     */
    async leave(direction, speed) {
        const { element } = this;
        const from = this.#pose();
        // Measured before anything is changed, or the page would have to be laid out for it.
        const beyond = this.#beyond(direction);
        this.#stop();
        this.lift(false);
        setAway(element, true);
        delete element.dataset.depth;
        element.classList.remove("is-dragging");
        element.classList.add("is-leaving");
        this.#lean(direction);
        for (const sign of [...this.#tints, ...this.#labels]) sign.style.opacity = "1";
        let flight;
        if (isStill()) {
            flight = fade(element, 1, 0);
        } else {
            const { x: ahead, y: down } = ways[direction];
            const way = Math.abs(ahead === 0 ? beyond.y - this.#dy : beyond.x - this.#dx);
            const motion = throwing(way, ahead * speed.x + down * speed.y);
            const drift = (/** @type {number} */ speed) => Math.max(-400, Math.min(400, speed * motion.duration));
            const x = ahead === 0 ? this.#dx + drift(speed.x) : beyond.x;
            const y = down === 0 ? this.#dy + drift(speed.y) : beyond.y;
            const to = { translate: `${x}px ${y}px`, rotate: `${tilt(x) * 1.2}deg` };
            flight = element.animate([from, to], { ...motion, fill: "forwards" });
        }
        await flight.finished.catch(() => {});
        element.remove();
    }

    /**
     * Comes back onto the stack from the side to which it left.
     * @param {Direction} direction
     */
    arrive(direction) {
        if (isStill()) {
            this.element.animate([{ opacity: 0 }, { opacity: 1 }], 120);
            return;
        }
        const { x, y } = this.#beyond(direction);
        const from = { translate: `${x}px ${y}px`, rotate: `${tilt(x)}deg` };
        const way = this.element.animate([from, still], settling());
        this.#running = [way];
        way.onfinish = () => (this.#running = []);
    }

    /**
     * Where a card lies that has left the table.
     * @param {Direction} direction
     */
    #beyond(direction) {
        const { x, y } = ways[direction];
        const { offsetWidth, offsetHeight } = this.element;
        return { x: x * (innerWidth / 2 + 0.75 * offsetWidth), y: y * (innerHeight / 2 + 0.75 * offsetHeight) };
    }

    /** Where the card is, for an animation to begin at. */
    #pose() {
        const { translate, rotate } = this.element.style;
        return { translate: translate || "0px 0px", rotate: rotate || "0deg" };
    }

    #rest() {
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
    #lean(way) {
        if (this.element.dataset.pull === way) return;
        if (way) this.element.dataset.pull = way;
        else delete this.element.dataset.pull;
        const kind = way && this.#signs[way]?.kind;
        for (const name of ["right", "wrong", "hard", "easy"]) {
            this.element.classList.toggle(`pull-${name}`, name === kind);
        }
    }
}

/**
 * Degrees that a card leans at so many pixels; a wide one leans less.
 * @param {number} dx
 */
function tilt(dx) {
    if (isStill()) return 0;
    const most = wide.matches ? 8 : 20;
    return Math.max(-most, Math.min(most, dx / 5));
}
const wide = matchMedia("(min-width: 48rem), (orientation: landscape) and (max-height: 30em) and (min-width: 40em)");
