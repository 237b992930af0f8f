// The visible stack: three cards, each painted before it is needed.

import { Card } from "./card.js";
import { afterFrame } from "./motion.js";
import { Session } from "./session.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Direction} Direction */

/** The most cards that are drawn. */
const visibleCount = 3;

/** The cards of a session as the page shows them. */
export class Stack {
    #element;
    #session;
    #style;
    /** @type {Card[]} the top one first */
    #cards = [];

    /**
     * @param {HTMLElement} element
     * @param {Session} session
     * @param {"flip" | "reveal"} style how the answer appears
     */
    constructor(element, session, style) {
        this.#element = element;
        this.#session = session;
        this.#style = style;
    }

    get top() {
        return this.#cards.at(0);
    }

    /** Rebuilds the stack from the session: the top card at once, the others after it is painted. */
    rebuild() {
        this.#cards = [];
        this.#element.replaceChildren();
        this.update(1);
        afterFrame().then(() => this.#fill());
    }

    /**
     * Throws the top card off; the card below becomes the top at once. The card that comes in below them cannot be
     * reached before the throw is over, and creating it earlier would cost the animation its frames.
     * @param {Direction} direction
     * @param {import("./movable.js").Speed} speed
     */
    throwTop(direction, speed) {
        const top = this.#cards.shift();
        if (!top) return;
        const hadFocus = top.element.contains(document.activeElement);
        const flight = top.throwOff(direction, speed);
        this.update(Math.max(1, this.#cards.length));
        if (hadFocus) this.top?.focusable.focus({ preventScroll: true });
        flight.then(() => this.#fill());
    }

    /**
     * Puts the card back on top that is the session's top again.
     * @param {Direction} direction where it comes from
     */
    putBack(direction) {
        const [index] = this.#session.coming;
        if (index === undefined) return;
        const hadFocus = this.top?.element.contains(document.activeElement);
        for (const card of this.#cards.filter((card) => card.index === index)) card.element.remove();
        this.#cards = this.#cards.filter((card) => card.index !== index);
        this.update();
        if (hadFocus) this.top?.focusable.focus({ preventScroll: true });
        this.top?.flyBack(direction);
    }

    /** Shows the speak buttons for voices that have loaded since the cards were created. */
    offerSpeech() {
        for (const card of this.#cards) card.offerSpeech();
    }

    /** Updates the stack from the session; unchanged cards stay as they are. */
    update(count = visibleCount) {
        const before = this.#cards;
        this.#cards = this.#session.firstComing(count).map((index) => {
            const dealt = this.#session.cards[index];
            const style = this.#styleOf(index);
            const existing = before.find((card) => card.index === index && card.style === style && isSame(card.dealt, dealt));
            if (existing) {
                existing.flag = dealt.flag ?? 0;
                return existing;
            }
            return this.#createCard(index);
        });
        for (const card of before) if (!this.#cards.includes(card)) card.element.remove();
        for (const [depth, card] of this.#cards.entries()) card.depth = depth;
    }

    /** Adds cards below the others until all visible ones are there. */
    #fill() {
        for (const index of this.#session.firstComing(visibleCount)) {
            if (this.#cards.length >= visibleCount) return;
            if (this.#cards.some((card) => card.index === index)) continue;
            const card = this.#createCard(index);
            card.depth = this.#cards.push(card) - 1;
        }
    }

    /** @param {number} index */
    #createCard(index) {
        const card = new Card(this.#session.cards[index], index, this.#styleOf(index));
        this.#element.prepend(card.element);
        return card;
    }

    /** @param {number} index */
    #styleOf(index) {
        return this.#session.introduces(index) ? "introduce" : this.#style;
    }
}

/**
 * Whether two cards show the same.
 * @param {DealtCard} one
 * @param {DealtCard} other
 */
function isSame(one, other) {
    return one === other || JSON.stringify([one.front, one.back, one.map]) === JSON.stringify([other.front, other.back, other.map]);
}
