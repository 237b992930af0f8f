// The stack on the table: three cards that can be seen, each painted before it is needed.

import { Card } from "./card.js";
import { Session } from "./session.js";

/** @typedef {import("./card.js").Direction} Direction */

/** How many cards are drawn, however deep the stack. */
const drawn = 3;

/** The cards of a session as they lie on the table. */
export class Stack {
    #element;
    #session;
    /** @type {Card[]} the top one first */
    #cards = [];

    /**
     * @param {HTMLElement} element
     * @param {Session} session
     */
    constructor(element, session) {
        this.#element = element;
        this.#session = session;
        this.lay();
    }

    get top() {
        return this.#cards.at(0);
    }

    /** Lays the stack anew, as the session has it. */
    lay() {
        this.#cards = [];
        this.#element.replaceChildren();
        this.#fill();
    }

    /**
     * Throws the top card off; the one below it is the top at once.
     * @param {Direction} direction
     * @param {{x: number, y: number}} speed
     */
    throwTop(direction, speed) {
        const top = this.#cards.shift();
        if (!top) return;
        const hadFocus = top.element.contains(document.activeElement);
        this.#fill();
        if (hadFocus) this.top?.focusable.focus({ preventScroll: true });
        top.leave(direction, speed);
    }

    /**
     * Puts the card back that was thrown last.
     * @param {Direction} direction where it lies
     */
    putBack(direction) {
        const dealt = this.#session.card(0);
        if (!dealt) return;
        const hadFocus = this.top?.element.contains(document.activeElement);
        const card = new Card(dealt);
        this.#cards.unshift(card);
        this.#element.append(card.element);
        for (const beyond of this.#cards.splice(drawn)) beyond.element.remove();
        this.#settle();
        if (hadFocus) card.focusable.focus({ preventScroll: true });
        card.arrive(direction);
    }

    #fill() {
        while (this.#cards.length < drawn) {
            const dealt = this.#session.card(this.#cards.length);
            if (!dealt) break;
            const card = new Card(dealt);
            this.#cards.push(card);
            this.#element.prepend(card.element);
        }
        this.#settle();
    }

    #settle() {
        for (const [depth, card] of this.#cards.entries()) card.depth = depth;
    }
}
