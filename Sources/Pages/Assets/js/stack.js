// The stack on the table: three cards that can be seen, each painted before it is needed.

import { Card } from "./card.js";
import { afterFrame } from "./motion.js";
import { Session } from "./session.js";

/** @typedef {import("./movable.js").Signs} Signs */
/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Direction} Direction */

/** How many cards are drawn, however deep the stack. */
const drawn = 3;

/** The cards of a session as they lie on the table. */
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

    /** Lays the stack anew, as the session has it: the top card at once, those below it when that one is seen. */
    lay() {
        this.#cards = [];
        this.#element.replaceChildren();
        this.settle(1);
        afterFrame().then(() => this.#fill());
    }

    /**
     * Throws the top card off; the one below it is the top at once. What comes to lie below that one, no hand can
     * reach before the flight is over: until then, drawing it would only cost the flight its frames.
     * @param {Direction} direction
     * @param {import("./movable.js").Speed} speed
     */
    throwTop(direction, speed) {
        const top = this.#cards.shift();
        if (!top) return;
        const hadFocus = top.element.contains(document.activeElement);
        const flight = top.leave(direction, speed);
        this.settle(Math.max(1, this.#cards.length));
        if (hadFocus) this.top?.focusable.focus({ preventScroll: true });
        flight.then(() => this.#fill());
    }

    /**
     * Puts the card on top that the session has there again.
     * @param {Direction} direction where it lies
     */
    putBack(direction) {
        const [index] = this.#session.coming;
        if (index === undefined) return;
        const hadFocus = this.top?.element.contains(document.activeElement);
        for (const card of this.#cards.filter((card) => card.index === index)) card.element.remove();
        this.#cards = this.#cards.filter((card) => card.index !== index);
        this.settle();
        if (hadFocus) this.top?.focusable.focus({ preventScroll: true });
        this.top?.arrive(direction);
    }

    /** Shows speakers for the voices that have come since the cards were laid. */
    offerSpeech() {
        for (const card of this.#cards) card.offerSpeech();
    }

    /** Makes the stack what the session says; a card that lies there already stays as it is. */
    settle(count = drawn) {
        const before = this.#cards;
        this.#cards = this.#session.firstComing(count).map((index) => {
            const dealt = this.#session.cards[index];
            const there = before.find((card) => card.index === index && isSame(card.dealt, dealt));
            if (there) {
                there.flag = dealt.flag ?? 0;
                return there;
            }
            return this.#draw(index);
        });
        for (const card of before) if (!this.#cards.includes(card)) card.element.remove();
        for (const [depth, card] of this.#cards.entries()) card.depth = depth;
    }

    /** Lays what comes next under the others, until all are drawn that can be seen. */
    #fill() {
        for (const index of this.#session.firstComing(drawn)) {
            if (this.#cards.length >= drawn) return;
            if (this.#cards.some((card) => card.index === index)) continue;
            const card = this.#draw(index);
            card.depth = this.#cards.push(card) - 1;
        }
    }

    /** @param {number} index */
    #draw(index) {
        const card = new Card(this.#session.cards[index], index, this.#style);
        this.#element.prepend(card.element);
        return card;
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
