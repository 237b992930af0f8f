// A session: the cards that were dealt, the rules, and every step, kept so that replaying them leads back here.

import { Engine, mode } from "./engine.js";
import { practice, retraction } from "./event.js";
import { Queue } from "./queue.js";
import { Store, TakenOver } from "./store.js";

/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{card: number, grade: number, event: string, duration: number, round: number}} Answer */

/**
 * What a session is kept under: one a library, mode and deck.
 * @param {Deal} deal
 */
export function sessionKey({ library, epoch, mode, deck }) {
    return JSON.stringify([library, epoch, mode, deck]);
}

/** The session of this tab. Everything it does is done at once; keeping and sending follow behind. */
export class Session extends EventTarget {
    #deal;
    #engine;
    #store;
    #queue;
    #record;
    /** @type {Promise<void>} */
    #keeping = Promise.resolve();
    #steps = 0;
    #round = 0;
    /** @type {Answer[]} answers that stand, the first given first */
    #answers = [];

    /**
     * @param {Deal} deal
     * @param {Engine} engine
     * @param {Store} store
     * @param {Queue} queue
     * @param {SessionRecord} record
     */
    constructor(deal, engine, store, queue, record) {
        super();
        this.#deal = deal;
        this.#engine = engine;
        this.#store = store;
        this.#queue = queue;
        this.#record = record;
        engine.begin(mode.learn, record.cards.length, record.seed);
    }

    /**
     * Goes on with the session that this browser keeps for the deck, or begins one.
     * @param {Deal} deal
     * @param {Engine} engine
     * @param {Store} store
     * @param {Queue} queue
     * @param {boolean} isReturn whether the page comes back to where it was, so that a finished session is shown again
     */
    static async open(deal, engine, store, queue, isReturn) {
        const key = sessionKey(deal);
        const owner = crypto.getRandomValues(new Uint32Array(4)).join("-");
        const kept = await store.claim(key, owner);
        if (kept && kept.steps.length > 0 && kept.session.engine === engine.version) {
            const cards = current(kept.session.cards, deal.cards);
            const session = new Session(deal, engine, store, queue, { ...kept.session, owner, cards });
            session.#replay(kept.steps);
            if (!session.isOver || isReturn) return session;
        }
        const [low, high] = crypto.getRandomValues(new Uint32Array(2));
        /** @type {SessionRecord} */
        const record = { key, owner, engine: engine.version, seed: [low, high], cards: deal.cards };
        await store.begin(record);
        return new Session(deal, engine, store, queue, record);
    }

    /**
     * The card that lies so deep below the top; undefined where there is none.
     * @param {number} depth
     */
    card(depth) {
        const index = this.#engine.card(depth);
        return index === undefined ? undefined : this.#record.cards[index];
    }

    get remembered() { return this.#engine.remembered; }
    get answered() { return this.#engine.answered; }
    get total() { return this.#engine.total; }
    get missed() { return this.#engine.missed; }
    get isOver() { return this.#engine.card(0) === undefined; }
    get canUndo() { return this.#answers.length > 0; }

    /** The answers of this round that stand, the first given first. */
    get round() {
        return this.#answers
            .filter(({ round }) => round === this.#round)
            .map((answer) => ({ ...answer, card: this.#record.cards[answer.card] }));
    }

    /**
     * Grades the top card; false where there is none.
     * @param {number} grade
     * @param {number} duration milliseconds from the card's showing
     */
    answer(grade, duration) {
        const card = this.card(0);
        if (!card) return false;
        const event = practice(card, grade, duration, this.#deal.mode);
        this.#take({ kind: "answer", grade, event: event.id, duration }, event);
        return true;
    }

    /** Takes the last answer back; gives its grade, or undefined where there was none. */
    undo() {
        const last = this.#answers.at(-1);
        if (!last) return undefined;
        this.#take({ kind: "undo" }, retraction(last.event, this.#record.cards[last.card], this.#deal.mode));
        return last.grade;
    }

    /** Begins a round of the cards that were missed in this one; false while it is not over or none was. */
    retry() {
        if (!this.isOver || this.missed === 0) return false;
        this.#take({ kind: "retry" });
        return true;
    }

    /**
     * @param {Step} step
     * @param {ReviewEvent} [event]
     */
    #take(step, event) {
        this.#apply(step);
        const n = this.#steps++;
        this.#keeping = this.#keeping.then(async () => {
            try {
                await this.#store.append(this.#record, n, step, this.#queue.key, event);
            } catch (error) {
                if (error instanceof TakenOver) {
                    this.dispatchEvent(new Event("lost"));
                    return;
                }
                if (event) this.#queue.addUnkept(event);
            }
            this.#queue.send();
        });
    }

    /** @param {Step[]} steps */
    #replay(steps) {
        for (const step of steps) this.#apply(step);
        this.#steps = steps.length;
    }

    /** @param {Step} step */
    #apply(step) {
        switch (step.kind) {
        case "answer": {
            const card = this.#engine.card(0);
            if (card === undefined || !this.#engine.answer(step.grade)) return;
            this.#answers.push({ card, ...step, round: this.#round });
            break;
        }
        case "undo": {
            const last = this.#answers.pop();
            if (last && this.#engine.undo()) this.#round = last.round;
            break;
        }
        case "retry":
            if (this.#engine.retry()) this.#round += 1;
        }
    }
}

/**
 * The cards of a kept session, with the texts that they have now.
 * @param {DealtCard[]} kept
 * @param {DealtCard[]} dealt
 */
function current(kept, dealt) {
    const now = new Map(dealt.map((card) => [`${card.note} ${card.face}`, card]));
    return kept.map((card) => now.get(`${card.note} ${card.face}`) ?? card);
}
