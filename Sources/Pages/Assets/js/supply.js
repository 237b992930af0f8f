// Brings what the page did not: the sides of cards further down, and more cards while there are any.

import { afterFrame } from "./motion.js";
import { Session } from "./session.js";
import { timeout } from "./timeout.js";

/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */

/** The most cards that one request may name. */
const largestRequest = 200;
/** The engine takes no more cards into one session. */
const mostCards = 10_000;
/** With fewer cards than this to come, more are asked for. */
const few = 20;

/** What a session gets from the network after its first cards are on the table. Without one nothing happens. */
export class Supply {
    #session;
    #deal;
    /** Whether more cards are on their way. */
    isBringing = false;

    /**
     * @param {Session} session
     * @param {Deal} deal
     */
    constructor(session, deal) {
        this.#session = session;
        this.#deal = deal;
        addEventListener("online", () => this.complete());
        document.addEventListener("visibilitychange", () => document.hidden || this.#look());
    }

    /** Looks, on coming back to the page, whether the deck has chosen other languages meanwhile. */
    async #look() {
        const { mode, source, at } = this.#deal;
        const have = this.#session.present.map(({ note, face }) => [note, face]);
        const deal = await ask(`/study/${mode}?${source}`, this.#deal, { have, since: at, extra: null });
        if (deal) this.#renew(deal);
    }

    /**
     * Reads the page anew where its decks ask other languages now; the session goes on with them. Says whether it does.
     * @param {Deal} deal
     */
    #renew({ asks }) {
        if (asks === this.#deal.asks) return false;
        location.reload();
        return true;
    }

    /** Fetches cards that are not whole, and those of a kept session, which may have changed since. */
    async complete() {
        await afterFrame();
        const { cards, coming } = this.#session;
        const dealt = new Set(this.#deal.cards.filter(({ front }) => front).map(nameOf));
        const partial = coming.filter((index) => !dealt.has(nameOf(cards[index])));
        // A quiz offers answers of cards that were answered already, too.
        const lacking = [...cards.keys()].filter((index) => !cards[index].back && !partial.includes(index));
        const wanted = [...partial, ...lacking];
        for (let n = 0; n < wanted.length; n += largestRequest) await this.#fetch(wanted.slice(n, n + largestRequest));
        await this.topUp();
    }

    /** @param {number[]} numbers */
    async #fetch(numbers) {
        const { cards } = this.#session;
        const names = numbers.map((index) => [cards[index].note, cards[index].face]);
        const { mode, source } = this.#deal;
        const answer = await ask("/study/cards", this.#deal, { source, mode, cards: names });
        if (!answer) return;
        const answered = new Set(this.#session.answers.map(({ index }) => index));
        /** @type {Map<number, DealtCard>} */
        const changes = new Map();
        for (const [n, card] of /** @type {(DealtCard | null)[]} */ (answer.cards).entries()) {
            const index = numbers[n];
            if (!card) this.#session.leave(index);
            else {
                // What this session has answered it knows better than a server that may not have heard of it.
                const { state, seed, front, back, map, flag = 0 } = card;
                changes.set(index, { ...cards[index], front, back, flag, ...(map && { map }), ...(!answered.has(index) && state && { state, seed }) });
            }
        }
        this.#session.change(changes);
        this.#session.dispatchEvent(new Event("cards"));
    }

    /** Asks for more cards where few are left. */
    async topUp() {
        const { more, onTable, isRetrying, cards } = this.#session;
        if (this.isBringing || more === 0 || onTable > few || isRetrying || cards.length + largestRequest > mostCards) return;
        this.isBringing = true;
        await this.more(null);
        this.isBringing = false;
        this.#session.dispatchEvent(new Event("cards"));
    }

    /**
     * Deals more cards to the session: what is there, new ones beyond the day's limit, or what is due next.
     * @param {null | "new" | "ahead"} extra
     * @returns {Promise<Deal | undefined>}
     */
    async more(extra) {
        const have = this.#session.present.map(({ note, face }) => [note, face]);
        const { mode, source, at } = this.#deal;
        const deal = await ask(`/study/${mode}?${source}`, this.#deal, { have, since: at, extra });
        if (!deal || this.#renew(deal)) return undefined;
        const { cards, others = [] } = mode === "quiz" ? apart(deal, this.#session) : deal;
        this.#session.join(cards, deal.waiting, others);
        if (!extra) this.#session.more = deal.more ?? 0;
        const { tomorrow, moreNew, ahead } = deal;
        Object.assign(this.#session.deal, { tomorrow, moreNew, ahead });
        const lacking = this.#session.coming.filter((index) => !this.#session.cards[index].front);
        if (lacking.length > 0) this.#fetch(lacking.slice(0, largestRequest));
        return deal;
    }

    /**
     * Lays a card at the bottom as it is now: one that was put away and is taken back.
     * @param {DealtCard} card
     */
    async rejoin({ note, face, kind, question, answer }) {
        const { mode, source } = this.#deal;
        const found = await ask("/study/cards", this.#deal, { source, mode, cards: [[note, face]] });
        const [card] = found?.cards ?? [];
        if (card) this.#session.join([{ ...card, kind, question, answer }]);
        this.#session.dispatchEvent(new Event("cards"));
    }
}

/**
 * A deal whose meanings have nothing in common with those of a session: each deal counts them on its own, and offers
 * enough answers for its own cards.
 * @param {Deal} deal
 * @param {Session} session
 * @returns {Pick<Deal, "cards" | "others">}
 */
function apart({ cards, others = [] }, session) {
    const past = 1 + session.meanings.reduce((most, { kind, question, answer }) => Math.max(most, kind, question, answer), -1);
    const move = ({ kind = 0, question = 0, answer = 0 }) => ({ kind: kind + past, question: question + past, answer: answer + past });
    return {
        cards: cards.map((card) => ({ ...card, ...move(card) })),
        others: others.map((other) => ({ ...other, ...move(other) })),
    };
}

/** @param {DealtCard} card */
function nameOf({ note, face }) {
    return `${note} ${face}`;
}

/**
 * Asks the server for something of the library that a deal is of.
 * @param {string} path
 * @param {Deal} deal
 * @param {object} wish
 * @returns {Promise<any>} undefined where there is no answer
 */
export async function ask(path, { library, epoch }, wish) {
    try {
        const response = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json", "Accept": "application/json" },
            body: JSON.stringify({ library, epoch, ...wish }),
            signal: timeout(20_000),
        });
        return response.ok ? await response.json() : undefined;
    } catch {
        return undefined;
    }
}
