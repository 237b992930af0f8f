// One card on the table: what it shows, how it turns, and how it moves under a finger.

import { fade, isStill, settling, throwing } from "./motion.js";
import { copy, part } from "./page.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Side} Side */
/**
 * Left or right, as a factor.
 * @typedef {-1 | 1} Direction
 */

/** How far a card is pulled until its release counts. */
export const threshold = 100;

/** Names of languages, as the page's own language calls them. */
const languages = new Intl.DisplayNames([document.documentElement.lang], { type: "language" });

/** A card; its element is the scene that is dragged, with the card that turns inside. */
export class Card {
    element = copy("card");

    #card = part(this.element, ".card");
    #front = part(this.element, ".face.front");
    #back = part(this.element, ".face.back");
    #signs = [...this.element.querySelectorAll(".tint, .pull-label")].map(
        (sign) => /** @type {HTMLElement} */ (sign),
    );
    #dx = 0;
    #dy = 0;
    /** @type {Animation[]} */
    #running = [];

    /** @param {DealtCard} dealt */
    constructor({ front, back }) {
        write(front, this.#front);
        write(back, this.#back);
        const between = front.lang && back.lang && front.lang !== back.lang;
        const pair = part(this.#front, ".pair");
        const asked = part(this.#back, ".asked");
        if (between) {
            const [from, , to] = pair.querySelectorAll("span");
            from.textContent = nameOf(front);
            to.textContent = nameOf(back);
            part(asked, "span").textContent = nameOf(front);
        } else {
            pair.remove();
        }
        set(part(asked, "b"), front);
        if (front.text.length > 40) part(asked, "b").classList.add("long");
        const before = part(this.#back, ".asked-before");
        set(before, front);
        before.append(", ");
    }

    /**
     * Lays the card so deep below the top; only the top one is there for a screen reader.
     * @param {number} depth
     */
    set depth(depth) {
        this.element.dataset.depth = String(depth);
        setAway(this.element, depth > 0);
    }

    get isRevealed() {
        return this.#card.dataset.side === "back";
    }

    /** What the keyboard stands on when it stands on this card. */
    get focusable() {
        return part(this.isRevealed ? this.#back : this.#front, ".face-hit");
    }

    /** Turns the card over; in mid-turn it turns back from where it is. */
    turn() {
        const hadFocus = this.element.contains(document.activeElement);
        this.#card.dataset.side = this.isRevealed ? "front" : "back";
        setAway(this.#front, this.isRevealed);
        setAway(this.#back, !this.isRevealed);
        if (hadFocus) this.focusable.focus({ preventScroll: true });
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
        this.#lean(Math.sign(dx));
        const pull = Math.min(1, Math.abs(dx) / threshold);
        for (const sign of this.#signs) sign.style.opacity = String(strength(sign, pull));
    }

    /** Lets the card go back to the stack; its colour fades as it goes, and never turns into the other one. */
    release() {
        this.lift(false);
        this.element.classList.remove("is-dragging");
        const pull = Math.min(1, Math.abs(this.#dx) / threshold);
        const from = this.#pose();
        this.#rest();
        if (isStill()) {
            this.#lean(0);
            return;
        }
        const motion = settling();
        const way = this.element.animate([from, { translate: "0px 0px", rotate: "0deg" }], motion);
        const fades = this.#signs.map((sign) =>
            sign.animate([{ opacity: strength(sign, pull) }, { opacity: 0 }], motion),
        );
        this.#running = [way, ...fades];
        way.onfinish = () => {
            this.#running = [];
            this.#lean(0);
        };
    }

    /**
     * Throws the card off the table, at the speed that it has; it is gone when the promise is kept.
     * @param {Direction} direction
     * @param {{x: number, y: number}} speed pixels a millisecond
     */
    async leave(direction, speed) {
        const { element } = this;
        const from = this.#pose();
        this.#stop();
        this.lift(false);
        setAway(element, true);
        delete element.dataset.depth;
        element.classList.remove("is-dragging");
        element.classList.add("is-leaving");
        this.#lean(direction);
        for (const sign of this.#signs) sign.style.opacity = "1";
        let flight;
        if (isStill()) {
            flight = fade(element, 1, 0);
        } else {
            const x = direction * (innerWidth / 2 + 0.75 * element.offsetWidth);
            const motion = throwing(Math.abs(x - this.#dx), direction * speed.x);
            const y = this.#dy + Math.max(-400, Math.min(400, speed.y * motion.duration));
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
        const x = direction * (innerWidth / 2 + 0.75 * this.element.offsetWidth);
        const from = { translate: `${x}px 0px`, rotate: `${tilt(x)}deg` };
        const way = this.element.animate([from, { translate: "0px 0px", rotate: "0deg" }], settling());
        this.#running = [way];
        way.onfinish = () => (this.#running = []);
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
        for (const sign of this.#signs) sign.style.opacity = "";
    }

    #stop() {
        for (const animation of this.#running) animation.cancel();
        this.#running = [];
    }

    /**
     * Shows the colour and the word of a side; 0 for neither.
     * @param {number} direction
     */
    #lean(direction) {
        this.element.classList.toggle("pull-right", direction > 0);
        this.element.classList.toggle("pull-wrong", direction < 0);
    }
}

/**
 * Takes an element from keyboard, pointer and screen reader, or gives it back.
 * @param {HTMLElement} element
 * @param {boolean} isAway
 */
function setAway(element, isAway) {
    element.inert = isAway;
    if (isAway) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
}

/**
 * A label can be read half way to where the colour is full.
 * @param {HTMLElement} sign
 * @param {number} pull
 */
function strength(sign, pull) {
    return sign.classList.contains("tint") ? pull : Math.min(1, 2 * pull);
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

/** @param {Side} side */
function nameOf({ lang }) {
    return lang ? (languages.of(lang) ?? lang) : "";
}

/**
 * @param {Side} side
 * @param {HTMLElement} face
 */
function write(side, face) {
    const word = part(face, ".word");
    set(word, side);
    const size = sizeOf(side.text);
    if (size) word.classList.add(size);
    part(face, ".say").textContent = side.say ?? "";
}

/**
 * @param {HTMLElement} element
 * @param {Side} side
 */
function set(element, { text, lang }) {
    element.textContent = text;
    if (lang) element.lang = lang;
}

/**
 * Long texts step down in size, and long words too; nothing is ever cut.
 * @param {string} text
 */
function sizeOf(text) {
    const width = widthOf(text);
    const longest = Math.max(...text.split(/\s+/).map(widthOf));
    if (width > 90) return "text";
    if (width > 26 || longest > 14) return "sentence";
    if (width > 11 || longest > 9) return "long";
    return undefined;
}

/**
 * Characters as a reader counts them; those of East Asia are twice as wide.
 * @param {string} text
 */
function widthOf(text) {
    let width = 0;
    for (const { segment } of segmenter.segment(text)) {
        width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(segment) ? 2 : 1;
    }
    return width;
}
const segmenter = new Intl.Segmenter();
